// Quotes a carrier's free words for the log and for people: a carrier may repeat in them what it
// was sent.

import { loggable } from '../provider-error.ts';

/** `hidden`: secrets and texts of messages. Long numbers are hidden as well. */
export const quoted = (words: string, hidden: readonly string[]): string =>
  loggable(hidden.reduce((left, each) => (each === '' ? left : left.replaceAll(each, '…')), words));
