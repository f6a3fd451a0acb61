// Reads the state that a receipt reports, as a number of message_state or as a word of its text.

import type { SmsReceipt } from '@jokko/connectors/kit';

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

/**
 * Reads the state from the text: a word, or a number as in message_state. An unknown one is still a
 * receipt: the outcome of the message is unknown.
 */
export function stateOfWord(word: string | null): State | null {
  return word === null ? null : (knownState(word) ?? 'unknown');
}

/** Whether a text names a state as receipts do; "UNKNOWN" is one of them. */
export function isKnownState(word: string | null): boolean {
  return word !== null && (knownState(word) !== null || word.toUpperCase() === 'UNKNOWN');
}

function knownState(word: string): State | null {
  if (/^\d+$/.test(word)) return stateOfNumber(Number(word));
  const upper = word.toUpperCase();
  return byWord.find(([beginning]) => upper.startsWith(beginning))?.[1] ?? null;
}
