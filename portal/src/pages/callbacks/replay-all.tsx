// Button to resend all callbacks matching the filter, at a chosen rate.

import type { RouteBody } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import type { Values } from '../../ui/action-dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { callbackMessages } from './messages.ts';

const rates = [1, 5, 10, 50];

type Filter = Omit<RouteBody<'POST callbacks/replay-all'>, 'perSecond'>;

/** `account`: whose they are, told by operators. */
export function ReplayAll({
  filter,
  account,
  label,
  small = false,
}: {
  filter: Filter;
  account?: string;
  label: string;
  small?: boolean;
}) {
  const messages = useMessages(callbackMessages);
  const bodyOf = ({ perSecond }: Values) => ({ ...filter, perSecond: Number(perSecond) });
  const common = {
    label,
    small,
    icon: 'refresh',
    ask: {
      title: messages.replayAllTitle,
      yes: messages.replay,
      children: (
        <>
          <p>{messages.replayAllBody}</p>
          {Object.keys(filter).length === 0 ? (
            <Notice tone="warn">{messages.replayAllWithout}</Notice>
          ) : null}
        </>
      ),
      fields: () => (
        <Select
          name="perSecond"
          label={messages.rate}
          defaultValue="10"
          options={rates.map((rate) => ({ value: String(rate), label: messages.perSecond(rate) }))}
        />
      ),
    },
    done: ({ total }: { total: number }) => toast(messages.replayedAll(total)),
  } as const;
  return account === undefined ? (
    <Action
      {...common}
      route="POST callbacks/replay-all"
      body={bodyOf}
      changes={['GET callbacks', 'GET callback-replays']}
    />
  ) : (
    <Action
      {...common}
      route="POST operator/callbacks/replay-all"
      body={(values) => ({ accountId: Number(account), ...bodyOf(values) })}
      changes={['GET operator/callbacks/:account', 'GET operator/destination-queues']}
    />
  );
}
