// Passes what came of exchanges to the counters of health: with providers, with receivers of
// callbacks and with carriers. Only numbers in memory.

import type { HealthCounters, HealthOutcome } from '../../payments/route-health/index.ts';
import { outcomeOfEvent } from '../../payments/operations/index.ts';
import type { WriterDeps } from '../../payments/operations/writer/writer.ts';
import { receiverName } from '../../payments/callbacks/index.ts';
import type { SmsDeliveryDeps } from '../../messaging/delivery/index.ts';

/** `now`: ms on the database's clock. */
export const noteAdvanced =
  (health: HealthCounters, now: () => number): NonNullable<WriterDeps['onAdvanced']> =>
  (command) => {
    const outcome = outcomeOfEvent(command);
    const { attempt } = command;
    if (outcome === null || attempt === null) return;
    const resultMs =
      outcome === 'succeeded' ? Math.max(0, now() - attempt.sentAt.getTime()) : undefined;
    health.note('route', attempt.route, outcome, resultMs);
  };

interface Delivered {
  accountId: number;
  destination: string;
  /** Earlier ones. */
  attempts: number;
}

/** A callback counts once however often it is sent again, and when it arrives. */
export function noteDelivery(health: HealthCounters, outcome: string, callback: Delivered): void {
  const { accountId, destination, attempts } = callback;
  const isDelivered = outcome === 'delivered';
  if (!isDelivered && attempts > 0) return;
  health.note(
    'receiver',
    receiverName(accountId, destination),
    isDelivered ? 'succeeded' : 'faulted',
  );
}

/** `busy` is a carrier that keeps its contracted rate: the queue shows whether that is enough. */
const carrierAnswers: ReadonlyMap<string, HealthOutcome> = new Map([
  ['accepted', 'succeeded'],
  ['refused', 'refused'],
  ['unknown', 'unknown'],
  ['not_sent', 'unsent'],
]);

export const noteCarrier =
  (health: HealthCounters): NonNullable<SmsDeliveryDeps['onConnectionEvent']> =>
  (connection, { kind, what }) => {
    const outcome = kind === 'answer' ? carrierAnswers.get(what) : undefined;
    if (outcome !== undefined) health.note('sms-link', connection, outcome);
  };
