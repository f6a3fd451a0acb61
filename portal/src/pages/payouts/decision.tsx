// Decision on a payout batch, by a user other than the requester, with a note that goes to the
// audit log.

import type { RouteName } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import type { Values } from '../../ui/action-dialog.tsx';
import { Action } from '../../ui/action.tsx';
import { Card } from '../../ui/card.tsx';
import { Decision } from '../../ui/decision.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Details } from './facts.tsx';
import { payoutMessages } from './messages.ts';

const changes: RouteName[] = ['GET payouts', 'GET payouts/:id', 'GET payouts/:id/lines'];

export function BatchDecision({ batch }: { batch: Details }) {
  const messages = useMessages(payoutMessages.batch);
  const may = useMay('POST payouts/approve');
  const { own, expired, id, approvalRequest } = batch;
  const awaiting =
    batch.retry === null
      ? { own: messages.awaitingOwn, other: messages.awaiting }
      : { own: messages.retryAwaitingOwn, other: messages.retryAwaiting };
  if (approvalRequest !== null && may && !own && !expired)
    return <Decide id={id} approvalRequest={approvalRequest} isRetry={batch.retry !== null} />;
  const actions = own ? (
    <Withdraw id={id} />
  ) : may && approvalRequest !== null ? (
    <PutAway id={id} approvalRequest={approvalRequest} />
  ) : undefined;
  return (
    <Notice tone={expired ? 'warn' : 'info'} actions={actions}>
      {expired ? messages.expired : own ? awaiting.own : awaiting.other}
    </Notice>
  );
}

function Decide({
  id,
  approvalRequest,
  isRetry,
}: {
  id: number;
  approvalRequest: number;
  isRetry: boolean;
}) {
  const messages = useMessages(payoutMessages.batch);
  const body = ({ note = '' }: Values) => ({ id, approvalRequest, note });
  return (
    <Card title={isRetry ? messages.retryAwaiting : messages.awaiting}>
      <Decision
        note={{
          name: 'note',
          label: messages.decisionNote,
          hint: messages.noteHint,
          optional: messages.optional,
        }}
        approve={{
          route: 'POST payouts/approve',
          label: isRetry ? messages.retryApprove : messages.approve,
          icon: 'check-circle',
          body,
          changes,
          done: ({ duplicates, state }) => {
            if (duplicates) toast(messages.newDuplicatesApprove, 'bad');
            else if (state === 'draft') toast(messages.approvedNot, 'bad');
            else if (state === 'refused') toast(messages.approvedNotByApi, 'bad');
            else toast(isRetry ? messages.retried : messages.approved);
          },
        }}
        refuse={{
          route: 'POST payouts/refuse',
          label: messages.refuse,
          body,
          changes,
          done: messages.refused,
        }}
      />
    </Card>
  );
}

function Withdraw({ id }: { id: number }) {
  const messages = useMessages(payoutMessages.batch);
  return (
    <Action
      route="POST payouts/withdraw"
      body={{ id }}
      changes={changes}
      label={messages.withdraw}
      small
      done={messages.withdrawn}
    />
  );
}

/** What nobody has decided in time, where the one who asked does not take it back. */
function PutAway({ id, approvalRequest }: { id: number; approvalRequest: number }) {
  const messages = useMessages(payoutMessages.batch);
  return (
    <Action
      route="POST payouts/refuse"
      body={{ id, approvalRequest, note: '' }}
      changes={changes}
      label={messages.refuse}
      small
      done={messages.refused}
    />
  );
}
