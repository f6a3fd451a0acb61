// Says that a route is closed since a recovery of the database, and opens it.

import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { connectorsMessages } from './messages.ts';

export function ClosedRoute({ name, since }: { name: string; since: string }) {
  const messages = useMessages(connectorsMessages);
  return (
    <Notice tone="bad">
      <div className="stack">
        <p>
          {messages.closedHint} <When at={since} />
        </p>
        <Action
          route="POST operator/connectors/open"
          body={() => ({ name })}
          changes={['GET operator/connectors']}
          label={messages.open}
          icon="play"
          ask={{ title: messages.openTitle(name), children: <p>{messages.openBody}</p> }}
          done={messages.openDone}
        />
      </div>
    </Notice>
  );
}
