// How a name that somebody chose stands in a message to others: short, and never an address that a
// mailbox would make a link of. What would say more is left out.

import { seenText } from '@jokko/contract';

const charactersMax = 40;
/** `a.b`, `x@y`, `://`. */
const address = /[\p{L}\p{N}]\.\p{L}\p{L}|@|:\/\/|www/iu;

/** Null: it is better left out. */
export function nameShown(name: string | null): string | null {
  const plain = seenText((name ?? '').slice(0, 1_000), 'line').trim();
  if (plain === '' || address.test(plain)) return null;
  const letters = [...plain];
  return letters.length > charactersMax
    ? `${letters.slice(0, charactersMax - 1).join('')}…`
    : plain;
}
