// Brings a draft up to date with what was put in force since: entry by entry, as it was changed by
// one of the two.

import { entriesOf, meaningOf, type Comparison, type Entry, type Parts } from './entries.ts';

/**
 * The draft `mine` with what changed from `base` to `theirs`; null: both changed one entry, and
 * differently.
 */
export function mergeDocuments(
  { base, mine, theirs }: { base: object; mine: object; theirs: object },
  parts: Parts,
  comparison: Comparison,
): object | null {
  const [was, own, other] = [
    entriesOf(base, parts),
    entriesOf(mine, parts),
    entriesOf(theirs, parts),
  ];
  const same = (one?: Entry, two?: Entry): boolean =>
    meaningOf(one?.value, comparison) === meaningOf(two?.value, comparison);
  const kept: Entry[] = [];
  // In the order of what is in force; what the draft adds comes after it.
  for (const key of new Set([...other.keys(), ...own.keys()])) {
    const [before, now, meanwhile] = [was.get(key), own.get(key), other.get(key)];
    const isMine = same(meanwhile, before) || same(now, meanwhile);
    if (!isMine && !same(now, before)) return null;
    const entry = isMine ? now : meanwhile;
    if (entry !== undefined) kept.push(entry);
  }
  const inPart = Map.groupBy(kept, ({ part }) => part);
  const document: { [part: string]: unknown } = {};
  for (const part of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const entries = inPart.get(part) ?? [];
    if (parts[part] === undefined) {
      if (entries[0] !== undefined) document[part] = entries[0].value;
    } else if (parts[part] === null)
      document[part] = Object.fromEntries(entries.map(({ name, value }) => [name, value]));
    else document[part] = entries.map(({ value }) => value);
  }
  return document;
}
