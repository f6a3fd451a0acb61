// Merges the changes of two users to one document. What only one of them changed is taken over;
// where both changed the same field differently, a user must choose.

import { entriesOf, meaningOf, type Comparison, type Parts } from './entries.ts';
import { isRecord } from './leaves.ts';

export interface Conflict {
  part: string;
  entry: string;
  /** Member of the entry; empty where one of both removed the entry, or it is one value. */
  field: string;
}
export type Merged = { document: object; conflicts: Conflict[] };

interface Three {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}
/** `undefined` is absent. */
type Choice = { value: unknown; conflicts: string[] };

/** `take`: whose word counts where both changed the same. */
export function mergeDocuments(
  { base, mine, theirs }: { base: object; mine: object; theirs: object },
  { parts, comparison, take }: { parts: Parts; comparison: Comparison; take: 'mine' | 'theirs' },
): Merged {
  const entries = {
    base: entriesOf(base, parts),
    mine: entriesOf(mine, parts),
    theirs: entriesOf(theirs, parts),
  };
  const conflicts: Conflict[] = [];
  const members = new Map<string, [name: string, value: unknown][]>();
  // In the order of what is in force; what I added comes after it.
  for (const key of new Set([...entries.theirs.keys(), ...entries.mine.keys()])) {
    const { part, name } = (entries.theirs.get(key) ?? entries.mine.get(key))!;
    const three = {
      base: entries.base.get(key)?.value,
      mine: entries.mine.get(key)?.value,
      theirs: entries.theirs.get(key)?.value,
    };
    const chosen = chooseEntry(three, comparison, take);
    conflicts.push(...chosen.conflicts.map((field) => ({ part, entry: name, field })));
    if (chosen.value !== undefined)
      members.set(part, [...(members.get(part) ?? []), [name, chosen.value]]);
  }
  const document: { [part: string]: unknown } = {};
  for (const part of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const kept = members.get(part) ?? [];
    const named = parts[part];
    if (named === undefined) {
      if (kept[0] !== undefined) document[part] = kept[0][1];
    } else
      document[part] = named === null ? Object.fromEntries(kept) : kept.map(([, value]) => value);
  }
  return { document, conflicts };
}

function choose(
  { base, mine, theirs }: Three,
  comparison: Comparison,
  take: 'mine' | 'theirs',
): { value: unknown; conflict: boolean } {
  const same = (a: unknown, b: unknown): boolean =>
    meaningOf(a, comparison) === meaningOf(b, comparison);
  if (same(mine, base)) return { value: theirs, conflict: false };
  if (same(theirs, base) || same(mine, theirs)) return { value: mine, conflict: false };
  return { value: take === 'mine' ? mine : theirs, conflict: true };
}

function chooseEntry(three: Three, comparison: Comparison, take: 'mine' | 'theirs'): Choice {
  const { value, conflict } = choose(three, comparison, take);
  if (!conflict) return { value, conflicts: [] };
  const { base, mine, theirs } = three;
  if (!isRecord(mine) || !isRecord(theirs)) return { value, conflicts: [''] };
  const before = isRecord(base) ? base : {};
  const conflicts: string[] = [];
  const members = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].flatMap((member) => {
    const chosen = choose(
      { base: before[member], mine: mine[member], theirs: theirs[member] },
      comparison,
      take,
    );
    if (chosen.conflict) conflicts.push(member);
    return chosen.value === undefined ? [] : [[member, chosen.value] as const];
  });
  return { value: Object.fromEntries(members), conflicts };
}
