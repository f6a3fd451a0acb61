// What a user can do with an open approval request: approve or refuse it with a note, or withdraw
// their own.

import type { RouteName } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import type { Values } from '../../ui/action-dialog.tsx';
import { Action } from '../../ui/action.tsx';
import { Decision } from '../../ui/decision.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { approvalRequestMessages } from './messages.ts';
import { decisionNote } from './note.ts';

interface Props {
  /** Whose users decide: the routes begin with it. */
  routes: 'operator/approval-requests' | 'refunds';
  request: { id: number; state: string; own: boolean; files?: unknown[] };
  changes: RouteName[];
  /** What an approval answers: executed, or that it could not be. */
  messages: Record<'done' | 'failed', string>;
}

export function OpenRequest(props: Props) {
  const may = useMay(`POST ${props.routes}/approve`);
  if (!may || props.request.state !== 'open') return null;
  return props.request.own ? <Withdraw {...props} /> : <Decide {...props} />;
}

function Decide({ routes, request: { id, files }, changes, messages: { done, failed } }: Props) {
  const messages = useMessages(approvalRequestMessages);
  const body = ({ note = '' }: Values) => ({ id, note });
  return (
    <Decision
      note={decisionNote(messages)}
      approve={{
        route: `POST ${routes}/approve`,
        label: messages.approve,
        // What was attached since this was shown is not approved unseen.
        body: (values: Values) => ({ ...body(values), ...(files && { files: files.length }) }),
        changes,
        done: ({ state }) => (state === 'failed' ? toast(failed, 'bad') : toast(done)),
      }}
      refuse={{
        route: `POST ${routes}/refuse`,
        label: messages.refuse,
        body,
        changes,
        done: messages.refused,
      }}
    />
  );
}

function Withdraw({ routes, request: { id }, changes }: Props) {
  const messages = useMessages(approvalRequestMessages);
  const action = (
    <Action
      route={`POST ${routes}/withdraw`}
      body={{ id }}
      changes={changes}
      label={messages.withdraw}
      small
      done={messages.withdrawn}
    />
  );
  return (
    <Notice tone="info" actions={action}>
      {messages.ownHint}
    </Notice>
  );
}
