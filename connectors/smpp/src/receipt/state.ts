// Which state does a receipt report? As a number of message_state, or as a word of its text.

import type { SmsReceipt } from '@jokko/connector-kit';

type State = SmsReceipt['state'];

/** message_state: 1 to 8 are SMPP 3.4; 0 (scheduled) and 9 (skipped) came with 5.0. */
const byNumber: readonly State[] = [
  'enroute',
  'enroute',
  'delivered',
  'expired',
  'undeliverable',
  'undeliverable',
  'enroute',
  'unknown',
  'rejected',
  'undeliverable',
];

/** Beginnings, since the words are written in seven letters, in full, or cut. */
const byWord: readonly [string, State][] = [
  ['DELIV', 'delivered'],
  ['DELVR', 'delivered'],
  ['EXPIR', 'expired'],
  ['DELET', 'undeliverable'],
  ['UNDEL', 'undeliverable'],
  ['FAIL', 'undeliverable'],
  ['SKIP', 'undeliverable'],
  ['REJEC', 'rejected'],
  ['ACCEP', 'enroute'],
  ['ENROU', 'enroute'],
  ['SCHED', 'enroute'],
  ['BUFF', 'enroute'],
];

/** Null when there is no number, or one that means nothing. */
export function stateOfNumber(number: number | null): State | null {
  return number === null ? null : (byNumber[number] ?? null);
}

/** A word that nobody knows is a receipt all the same: it says that the operator does not say what became of the message. */
export function stateOfWord(word: string | null): State | null {
  if (word === null) return null;
  const upper = word.toUpperCase();
  return byWord.find(([beginning]) => upper.startsWith(beginning))?.[1] ?? 'unknown';
}
