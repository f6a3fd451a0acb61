// How a name that somebody chose stands in a message to others: short, and never an address that a
// mailbox would make a link of. What would say more is left out.

import { seenText } from '@jokko/contract';

const charactersMax = 40;
/** `a.b`, `x@y`, `://`. */
const address = /[\p{L}\p{N}]\.\p{L}\p{L}|@|:\/\/|www/iu;

/** Null: it is better left out. */
export function nameShown(name: string | null): string | null {
  const plain = plainName(name ?? '');
  return plain === '' || address.test(plain) ? null : shortened(plain);
}

/**
 * The name of somebody whom the reader works with: what a mailbox would make a link of is taken
 * apart.
 */
export const nameOf = (name: string): string =>
  shortened(plainName(name).replaceAll(/[.@:/](?=\S)/g, '$& '));

/** What somebody writes to whom they work with, such as a reason: whole, and no link either. */
export const wordsOf = (text: string): string =>
  seenText(text.slice(0, 1_000))
    .trim()
    .replaceAll(/[.@](?=\p{L}\p{L})|:(?=\/\/)/gu, '$& ');

const plainName = (name: string): string => seenText(name.slice(0, 1_000), 'line').trim();

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > charactersMax ? `${letters.slice(0, charactersMax - 1).join('')}…` : name;
}
