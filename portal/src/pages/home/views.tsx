// Shows when the operator looked at this account's portal: who, when, why. Shown to every member.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { homeMessages } from './messages.ts';

export function Views({ views }: { views: RouteAnswer<'GET home'>['views'] }) {
  const messages = useMessages(homeMessages.views);
  const { roles } = useMessages(layoutMessages);
  if (views.length === 0) return null;
  return (
    <Notice tone="info" title={messages.title}>
      <ul>
        {views.map(({ name, role, at, reason }) => (
          <li key={`${name} ${at}`}>
            <When at={at} show="both" /> · {messages.who(name, roles[role], reason)}
          </li>
        ))}
      </ul>
      <p>{messages.hint}</p>
    </Notice>
  );
}
