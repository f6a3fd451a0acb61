// Reads how long things are kept.

import { parseInteger } from './parsers.ts';
import type { Read } from './text.ts';

/** In days. */
export interface Retention {
  /** How long receivers' answers stay in the delivery log. */
  callbackLogDays: number;
  /** How long failed attempts of callbacks that are delivered or abandoned stay. */
  callbackAttemptDays: number;
  /** How long the ids that operators gave to messages are kept after these have ended. */
  smsPartDays: number;
  /** How long the send journal is kept. */
  sendJournalDays: number;
  /** How long texts of messages are kept, and whole messages. */
  smsTextDays: number;
  smsDays: number;
  /** How long numbers and names stay in finished operations; 0: always. */
  personalDataDays: number;
}

const callbackLogDaysMax = 3_650;
const smsDaysMax = 3_650;

export function readRetention(read: Read): Retention {
  return {
    callbackLogDays: read('JOKKO_CALLBACK_LOG_DAYS', 30, (text) =>
      parseInteger(text, 1, callbackLogDaysMax),
    ),
    callbackAttemptDays: read('JOKKO_CALLBACK_ATTEMPT_DAYS', 90, (text) =>
      parseInteger(text, 1, callbackLogDaysMax),
    ),
    sendJournalDays: read('JOKKO_SEND_JOURNAL_DAYS', 35, (text) =>
      parseInteger(text, 1, callbackLogDaysMax),
    ),
    smsPartDays: read('JOKKO_SMS_PART_DAYS', 30, (text) => parseInteger(text, 1, smsDaysMax)),
    smsTextDays: read('JOKKO_SMS_TEXT_DAYS', 30, (text) => parseInteger(text, 1, smsDaysMax)),
    personalDataDays: read('JOKKO_PERSONAL_DATA_DAYS', 0, readPersonalDataDays),
    smsDays: read('JOKKO_SMS_DAYS', 365, (text) => parseInteger(text, 1, smsDaysMax)),
  };
}

/** Rules of services look back a month, and providers report late. */
const personalDataDaysMin = 40;

function readPersonalDataDays(text: string): number {
  const days = parseInteger(text, 0, smsDaysMax);
  if (days > 0 && days < personalDataDaysMin)
    throw new Error(`must be 0 or at least ${personalDataDaysMin}`);
  return days;
}
