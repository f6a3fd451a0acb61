// What the HTTP provider of short messages works with.

import type { Smsc } from '../sms/smsc-type.ts';
import type { References } from './references.ts';
import type { Webhook } from './webhook.ts';

export interface SmsHttpDeps {
  smsc: Smsc;
  references: References;
  webhook: Webhook;
  apiKey: string;
}
