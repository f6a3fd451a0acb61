// What becomes of what sessions and notices tell? Receipts and late answers are counted and recorded, inbound messages are kept.

import { isPartId, type SmsEvents, type SmsInbound, type SmsReceipt } from '@jokko/connector-kit';
import type { Command } from './command.ts';
import type { Recorder } from './recorder.ts';
import { ofReference } from './sending.ts';
import type { Tally } from './tally.ts';

interface EarsDeps {
  recorder: Pick<Recorder, 'receipt'>;
  inbound: { take(link: string, message: SmsInbound): Promise<void> };
  tally: Tally;
  record(command: Command): Promise<void>;
}

export interface Ears {
  /** Resolves once it is stored. */
  receipt(link: string, receipt: SmsReceipt): Promise<void>;
  eventsOf(link: string): Omit<SmsEvents, 'changed'>;
}

export function createEars({ recorder, inbound, tally, record }: EarsDeps): Ears {
  const receipt = (link: string, told: SmsReceipt): Promise<void> => {
    tally.note(link, { kind: 'receipt', what: told.state });
    return recorder.receipt(link, told);
  };
  return {
    receipt,
    eventsOf: (link) => ({
      receipt: (told) => receipt(link, told),
      inbound: (message) => inbound.take(link, message),
      late(ourRef, id) {
        tally.note(link, { kind: 'answer', what: 'late' });
        const named = ofReference(ourRef);
        if (named === null || !isPartId(id)) return;
        const { batchId, position, ...rest } = named;
        void record({ type: 'late', key: { accountId: 0, batchId, position }, link, id, ...rest });
      },
    }),
  };
}
