// The background tasks of SMS delivery.

import { quietDueMs, quietOutsideMs, type Task } from '../../platform/task.ts';
import type { Session } from '../../platform/db/database.ts';
import { purgeInbound } from './inbound-retention.ts';
import type { SmsDelivery } from './start.ts';

/**
 * Accepted messages wake their sender; this is for those accepted on other nodes and those that
 * became due.
 */
const dueMs = 250;
const bindsMs = 500;
/** Reports that come in this time share a callback. */
const reportsMs = 1_000;
const lostLeasesMs = 1_000;
/** Developers look at a message that has no outcome. */
const lostAnswersMs = 2_000;
/** A carrier is asked no more often, for up to fifty messages at once. */
const askCarriersMs = 5_000;
/** Ages of hours, to the minute. */
const askEndsMs = 60_000;
const reroutingMs = 5_000;
const waitingMs = 5_000;
const finaliseMs = 5_000;
/** An hour of messages each; the hours of a month are counted within an hour. */
const hoursMs = 5_000;
const oldMs = 30_000;

/** Days after which texts of inbound messages, and these themselves, are removed. */
type Retention = Parameters<typeof purgeInbound>[1];

export const smsDeliveryTasks = (
  session: Session,
  { rounds }: Pick<SmsDelivery, 'rounds'>,
  retention: Retention,
): Task[] => [
  { name: 'SMS binds', everyMs: bindsMs, quietMs: quietOutsideMs, runOnce: rounds.binds },
  { name: 'due SMS', everyMs: dueMs, quietMs: quietDueMs, runOnce: rounds.due },
  { name: 'SMS of stopped nodes', everyMs: lostLeasesMs, runOnce: rounds.lostLeases },
  {
    name: 'SMS on lost connections',
    everyMs: reroutingMs,
    quietMs: quietOutsideMs,
    runOnce: rounds.rerouting,
  },
  { name: 'waiting SMS', everyMs: waitingMs, runOnce: rounds.countWaiting },
  { name: 'lost SMS answers', everyMs: lostAnswersMs, runOnce: rounds.lostAnswers },
  { name: 'SMS look-ups', everyMs: askCarriersMs, runOnce: rounds.askCarriers },
  { name: 'SMS without an end', everyMs: askEndsMs, runOnce: rounds.askEnds },
  { name: 'SMS reports', everyMs: reportsMs, runOnce: rounds.reports },
  { name: 'SMS without receipts', everyMs: finaliseMs, runOnce: rounds.finalise },
  { name: 'SMS by operator', everyMs: hoursMs, runOnce: rounds.countHours },
  { name: 'old SMS parts', everyMs: oldMs, runOnce: rounds.oldParts },
  { name: 'old inbound SMS parts', everyMs: oldMs, runOnce: rounds.oldInbound },
  { name: 'old inbound SMS', everyMs: oldMs, runOnce: () => purgeInbound(session, retention) },
];
