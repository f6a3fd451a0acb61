// Requests for a higher payout limit of an API key, which another user decides.

import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Decision } from '../../ui/decision.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { payoutMessages } from './messages.ts';

type Request = RouteAnswer<'GET payout-limits/requests'>['items'][number];

const changes: RouteName[] = ['GET payout-limits', 'GET payout-limits/requests'];
const everyMs = 15_000;

/** Nothing where none waits, or for who may not see them. */
export function LimitRequests() {
  return useMay('GET payout-limits/requests') ? <Waiting /> : null;
}

function Waiting() {
  const { answer } = useRead('GET payout-limits/requests', {}, { everyMs });
  return answer?.items.map((request) => <LimitRequest key={request.id} request={request} />);
}

function LimitRequest({ request }: { request: Request }) {
  const messages = useMessages(payoutMessages.limits);
  const { number } = useFormat();
  const may = useMay('POST payout-limits/approve');
  const { keyId, name, limit, inForce, askedBy, askedAt, reason, own, expired } = request;
  return (
    <Card title={messages.title}>
      <div className="stack">
        <KeyValues
          items={[
            { label: messages.key, value: name === '' ? keyId : `${name} · ${keyId}` },
            { label: messages.change, value: `${number(inForce, 4)} → ${number(limit, 4)}` },
            { label: messages.askedBy, value: askedBy },
            { label: messages.asked, value: <When at={askedAt} show="both" /> },
            { label: messages.reason, value: reason },
          ]}
        />
        {may && !own && !expired ? <Decide id={request.id} /> : null}
        {own || expired ? (
          <Notice
            tone={expired ? 'warn' : 'info'}
            actions={own ? <Withdraw id={request.id} /> : <PutAway id={request.id} />}
          >
            {expired ? messages.expired : messages.own}
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}

function Decide({ id }: { id: number }) {
  const messages = useMessages(payoutMessages.limits);
  const body = ({ note = '' }: Record<string, string>) => ({ id, note });
  return (
    <Decision
      note={{
        name: 'note',
        label: messages.note,
        hint: messages.noteHint,
        optional: messages.optional,
      }}
      approve={{
        route: 'POST payout-limits/approve',
        label: messages.approve,
        icon: 'check-circle',
        body,
        changes,
        done: ({ state }) =>
          state === 'failed' ? toast(messages.failed, 'bad') : toast(messages.approved),
      }}
      refuse={{
        route: 'POST payout-limits/refuse',
        label: messages.refuse,
        body,
        changes,
        done: messages.refused,
      }}
    />
  );
}

function Withdraw({ id }: { id: number }) {
  const messages = useMessages(payoutMessages.limits);
  return (
    <Action
      route="POST payout-limits/withdraw"
      body={{ id }}
      changes={changes}
      label={messages.withdraw}
      small
      done={messages.withdrawn}
    />
  );
}

/** What nobody has decided in time, where the one who asked does not take it back. */
function PutAway({ id }: { id: number }) {
  const messages = useMessages(payoutMessages.limits);
  return (
    <Action
      route="POST payout-limits/refuse"
      body={{ id, note: '' }}
      changes={changes}
      label={messages.refuse}
      small
      done={messages.refused}
    />
  );
}
