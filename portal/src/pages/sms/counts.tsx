// Shows the number of recipients in each state, with labels. Large batches are counted when their
// row is shown.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { smsMessages } from './messages.ts';

export type SmsStateName = keyof (typeof smsMessages)['states'];
export type CountsByState = { [State in SmsStateName]?: number };

/** In the order in which a message passes them. */
export const smsStateNames: readonly SmsStateName[] = [
  ...([
    'ACCEPTED',
    'QUEUED',
    'SENT',
    'DELIVERED',
    'UNDELIVERABLE',
    'EXPIRED',
    'REJECTED',
    'UNKNOWN',
  ] as const),
];
export function Counts({ counts }: { counts: CountsByState }) {
  const messages = useMessages(smsMessages);
  return (
    <span className="sms-counts">
      {smsStateNames.map((state) => {
        const count = counts[state] ?? 0;
        return count === 0 ? null : (
          <Badge key={state} tone={stateTones.sms[state]}>
            {messages.counted[state](count)}
          </Badge>
        );
      })}
    </span>
  );
}

export function CountsOfLarge({ id }: { id: string }) {
  const { answer } = useRead('GET sms/batches/:id', { params: { id } });
  return answer === undefined ? '…' : <Counts counts={answer.counts} />;
}
