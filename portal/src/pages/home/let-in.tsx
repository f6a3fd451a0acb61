// Whom has the operator let into this account, or means to? Told to everybody of it, so that nobody comes in unseen.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Link } from '../../router/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { homeTexts } from './texts.ts';

export function LetIn({ letIn }: { letIn: RouteAnswer<'GET home'>['letIn'] }) {
  const { letIn: words } = useTexts(homeTexts);
  const { roles } = useTexts(layoutTexts);
  if (letIn.length === 0) return null;
  return (
    <Notice tone="warn" title={words.title}>
      <ul>
        {letIn.map(({ email, role, what, at }) => (
          <li key={`${what} ${email} ${at}`}>
            {words.what[what](email, role === null ? '' : roles[role])} <When at={at} />
          </li>
        ))}
      </ul>
      <p>
        {words.hint} <Link to="/team">{words.team}</Link>
      </p>
    </Notice>
  );
}
