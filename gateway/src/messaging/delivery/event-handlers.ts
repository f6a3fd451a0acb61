// Event handlers of sessions and notifications: receipts and late answers are counted and
// recorded, inbound messages are stored.

import type { SmsEvents, SmsInbound, SmsReceipt } from '@jokko/connectors/kit';
import type { Session } from '../../platform/db/database.ts';
import type { Command } from './command.ts';
import { isReceiptAwaited } from './lost-answers.ts';
import { receiptKeys } from './part-id.ts';
import type { Recorder } from './recorder.ts';
import { lateAnswer } from './our-reference.ts';
import type { Counters } from './counters.ts';

interface EventHandlersDeps {
  database: Session;
  recorder: Pick<Recorder, 'receipt'>;
  inbound: { take(connection: string, message: SmsInbound): Promise<void> };
  counters: Counters;
  record(command: Command): Promise<void>;
}

export interface EventHandlers {
  /** Resolves once it is stored. */
  receipt(connection: string, receipt: SmsReceipt): Promise<void>;
  eventsOf(connection: string): Omit<SmsEvents, 'changed'>;
}

export function createEventHandlers({
  database,
  recorder,
  inbound,
  counters,
  record,
}: EventHandlersDeps): EventHandlers {
  /** A text that only looks like a receipt is one if we wait for it; else somebody wrote it. */
  const isMessage = async (connection: string, reported: SmsReceipt): Promise<boolean> => {
    const { orMessage, id, alternatives, msisdn } = reported;
    // Nobody can write to a sender that is a name.
    if (orMessage === undefined || !/^\d+$/.test(orMessage.to)) return false;
    const ids = receiptKeys(id, alternatives);
    return msisdn === null || !(await isReceiptAwaited(database, connection, ids, msisdn));
  };
  const receipt = async (connection: string, reported: SmsReceipt): Promise<void> => {
    if (await isMessage(connection, reported)) return inbound.take(connection, reported.orMessage!);
    counters.note(connection, { kind: 'receipt', what: reported.state });
    return recorder.receipt(connection, reported);
  };
  return {
    receipt,
    eventsOf: (connection) => ({
      receipt: (reported) => receipt(connection, reported),
      inbound: (message) => inbound.take(connection, message),
      late(ourRef, id) {
        counters.note(connection, { kind: 'answer', what: 'late' });
        const answer = lateAnswer(connection, ourRef, id);
        if (answer !== null) void record(answer);
      },
    }),
  };
}
