// Sorts senders by what carriers take: a number, a short code, or a name.

import type { SmsPart } from '../sms.ts';
import { readingOf, refused, type Reading } from './reading.ts';

/** `none`: no carrier takes it. */
export type SenderKind = 'number' | 'short code' | 'name' | 'none';

const shortCodeDigitsMax = 8;

export function senderKind(sender: string): SenderKind {
  if (/^[0-9]{3,15}$/.test(sender))
    return sender.length <= shortCodeDigitsMax ? 'short code' : 'number';
  // Which signs of these a carrier registers, it says itself.
  return /^(?=.*[A-Za-z])[A-Za-z0-9 &+._'-]{1,11}$/.test(sender) ? 'name' : 'none';
}

/** A number with its plus; names and short codes as they are. */
export const shownSender = (sender: string): string =>
  senderKind(sender) === 'number' ? `+${sender}` : sender;

/** What refuses a part whose sender no carrier takes; null: one may. */
export const refusedSender = ({ from }: SmsPart): Reading | null =>
  senderKind(from) === 'none' ? readingOf(refused('bad_sender'), 'sender') : null;
