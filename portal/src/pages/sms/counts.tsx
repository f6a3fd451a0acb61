// How many recipients are in which state? Words with numbers; large batches are counted when their row is shown.

import { useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { smsTexts } from './texts.ts';

export type SmsStateName = keyof (typeof smsTexts)['fr']['states'];
export type CountsByState = { [State in SmsStateName]?: number };

/** In the order in which a message passes them. */
export const smsStateNames: readonly SmsStateName[] = [
  ...(['ACCEPTED', 'QUEUED', 'SENT', 'DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'UNKNOWN'] as const),
];
export const smsTones: Record<SmsStateName, Tone> = {
  ACCEPTED: 'info',
  QUEUED: 'info',
  SENT: 'info',
  DELIVERED: 'good',
  UNDELIVERABLE: 'bad',
  EXPIRED: 'bad',
  REJECTED: 'bad',
  UNKNOWN: 'warn',
};

export function Counts({ counts }: { counts: CountsByState }) {
  const words = useTexts(smsTexts);
  const { number } = useFormat();
  return (
    <span className="sms-counts">
      {smsStateNames.map((state) => {
        const count = counts[state] ?? 0;
        return count === 0 ? null : (
          <Badge key={state} tone={smsTones[state]}>{`${number(count)} ${words.states[state].toLowerCase()}`}</Badge>
        );
      })}
    </span>
  );
}

export function CountsOfLarge({ id }: { id: string }) {
  const { answer } = useRead('GET sms/batches/:id', { params: { id } });
  return answer === undefined ? '…' : <Counts counts={answer.counts} />;
}
