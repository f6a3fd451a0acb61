// Shows whom the operator has given access to this account, or intends to. Shown to every member,
// so that nobody enters unseen.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Link } from '../../router/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { homeMessages } from './messages.ts';

export function LetIn({ letIn }: { letIn: RouteAnswer<'GET home'>['letIn'] }) {
  const messages = useMessages(homeMessages.letIn);
  const { roles } = useMessages(layoutMessages);
  if (letIn.length === 0) return null;
  return (
    <Notice tone="warn" title={messages.title}>
      <ul>
        {letIn.map(({ email, role, what, at }) => (
          <li key={`${what} ${email} ${at}`}>
            {messages.what[what](email, role === null ? '' : roles[role])} <When at={at} />
          </li>
        ))}
      </ul>
      <p>
        {messages.hint} <Link to="/team">{messages.team}</Link>
      </p>
    </Notice>
  );
}
