// What a provider of short messages over HTTP works with.

import type { OptOuts } from './opt-outs.ts';
import type { CarrierName } from '../sms/message.ts';
import type { Smsc } from '../sms/smsc-type.ts';
import type { References } from './references.ts';
import type { Webhook } from './webhook.ts';

export interface CarrierDeps {
  /** In the book, as protocol and as account. */
  protocol: CarrierName;
  smsc: Smsc;
  references: References;
  webhook: Webhook;
  /** Null: the carrier keeps no list of numbers that wrote STOP. */
  optOuts: OptOuts | null;
  /** That submitted messages and were not refused whole. */
  calls?: number;
}
