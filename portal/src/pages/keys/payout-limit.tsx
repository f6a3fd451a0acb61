// Up to which amount a batch of payouts by API needs no approval: what counts for this key, and
// asking for another limit.

import { useRead } from '../../api/index.ts';
import { plainAmount, useFormat, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Key } from './key.ts';
import { keyMessages } from './messages.ts';

export function PayoutLimit({ of: { id } }: { of: Key }) {
  const messages = useMessages(keyMessages);
  const { number } = useFormat();
  const read = useRead('GET payout-limits', { query: { key: String(id) } });
  return (
    <Loaded read={read} lines={1}>
      {({ limit }) => (
        <div className="stack stack-s">
          <KeyValues items={[{ label: messages.payoutLimit, value: number(limit, 4) }]} />
          <p className="soft">{messages.payoutLimitHint}</p>
          <div className="buttons">
            <Change id={id} limit={limit} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Change({ id, limit: present }: { id: number; limit: string }) {
  const messages = useMessages(keyMessages);
  return (
    <Action
      route="POST payout-limits"
      body={({ limit = '', reason = '' }) => ({ key: id, limit: plainAmount(limit), reason })}
      changes={['GET payout-limits', 'GET payout-limits/requests']}
      label={messages.changeLimit}
      ask={{
        title: messages.changeLimit,
        children: <p>{messages.changeLimitBody}</p>,
        fields: (wrong) => (
          <Field
            name="limit"
            label={messages.payoutLimit}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={present}
            error={wrong('limit')}
          />
        ),
        note: { name: 'reason', label: messages.reason },
      }}
      done={({ approvalRequestId }) =>
        toast(approvalRequestId === null ? messages.limitChanged : messages.limitWaits)
      }
    />
  );
}
