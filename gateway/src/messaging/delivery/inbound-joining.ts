// Joins the parts of a long inbound message. They come one by one, in any order, some of them
// twice. Pure, on what is stored of their set.

import { withHeldLetters } from '@jokko/connectors/kit';
import type { SmsInbound } from '@jokko/connectors/kit';
import { smsContentUnitsMax } from '@jokko/contract';

export interface HeldPart {
  content: string;
  /** Its message was already delivered; it is kept to detect duplicates. */
  joined: boolean;
}

/** The parts of one message, by their numbers from 1. */
export interface PartSet {
  connection: string;
  from: string;
  to: string;
  reference: number;
  total: number;
  parts: Map<number, HeldPart>;
}

export const setKey = ({
  connection,
  from,
  to,
  reference,
  total,
}: Omit<PartSet, 'parts'>): string => JSON.stringify([connection, from, to, reference, total]);

/** A part with an impossible number is taken for a message of its own. */
export function isPartOfMany({ concatenation }: SmsInbound): boolean {
  if (concatenation === undefined) return false;
  const { total, number } = concatenation;
  return total > 1 && total <= 255 && number >= 1 && number <= total;
}

/**
 * Adds a part. Returns the whole text when this was the last one that was missing, `waiting`, or
 * `repeated`.
 */
export function addPart(
  set: PartSet,
  number: number,
  content: string,
): { text: string } | 'waiting' | 'repeated' {
  const known = set.parts.get(number);
  if (known?.content === content) return 'repeated';
  // Phones count references from 0 to 255 and begin again: this is another message.
  if ([...set.parts.values()].some((part) => part.joined)) set.parts.clear();
  set.parts.set(number, { content, joined: false });
  if (set.parts.size < set.total) return 'waiting';
  return { text: join(set) };
}

/**
 * What came of it, in order, no longer than a text can be; its parts count as delivered from now
 * on.
 */
export function join({ parts }: PartSet): string {
  const inOrder = [...parts].toSorted(([one], [other]) => one - other);
  for (const [, part] of inOrder) part.joined = true;
  return (
    withoutGaps(inOrder)
      .map(withHeldLetters)
      .join('')
      // Its octets may be of two parts; the database takes none.
      .replaceAll('\0', '')
      .slice(0, smsContentUnitsMax)
      .toWellFormed()
  );
}

/**
 * The texts of parts that follow each other: a missing one has the other half of what is cut beside
 * it.
 */
function withoutGaps(inOrder: readonly [number, HeldPart][]): string[] {
  const texts: string[] = [];
  for (const [at, [number, { content }]] of inOrder.entries())
    if (at > 0 && inOrder[at - 1]![0] === number - 1) texts.push(texts.pop()! + content);
    else texts.push(content);
  return texts;
}
