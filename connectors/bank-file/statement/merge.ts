// Merges what several statements say of a day: an entry that two of them list is one, two entries
// that say the same are two, and no entry of either is lost.

import type { StatementLine } from '@jokko/connectors/kit';
import type { Balances } from '@jokko/connectors/kit/bank-statement';
import { createIds } from '@jokko/connectors/kit/bank-statement';
import type { StatedEntry, Statement } from '@jokko/connectors/kit/bank-statement';

interface Merged {
  entry: StatedEntry;
  /** Those that list it. */
  by: Statement[];
}

/**
 * The lines of one day; `statements` are in the order in which they came, so that what was told
 * before keeps its id when more comes.
 */
export function mergeDay(statements: readonly Statement[], day: string): StatementLine[] {
  const merged = new Map<string, Merged[]>();
  const apart = createApart();
  for (const statement of statements) {
    const told = statement.entries.filter((entry) => entry.day === day);
    for (const [key, entries] of Map.groupBy(told, keyOf)) {
      const known = merged.get(key) ?? [];
      merged.set(key, known);
      // Each of those that this one may repeat is repeated once.
      const repeatable = known.filter(({ by }) => by.some((other) => !apart(other, statement)));
      const rest = repeat(entries, repeatable, statement);
      known.push(...rest.map((entry) => ({ entry, by: [statement] })));
    }
  }
  const takeId = createIds();
  return [...merged.values()]
    .flat()
    .toSorted((one, other) => atOf(one) - atOf(other))
    .flatMap(({ entry }) =>
      entry.lines.map((line) => ({ ...line, theirs: takeId(entry.bookedOn, line) })),
    );
}

const atOf = ({ entry }: Merged): number => entry.lines[0]!.atMs;

/** What an entry is to the account, whatever the statement tells beside. */
const keyOf = ({ bookedOn, isCredit, amount, currency }: StatedEntry): string =>
  [bookedOn, isCredit, amount, currency].join(' ');

const oursIn = ({ lines }: StatedEntry): string[] => lines.flatMap(({ ours }) => ours ?? []);

/**
 * Finds for each entry one that is told already, the surest pairs first. Returns those that are
 * new.
 */
function repeat(
  entries: readonly StatedEntry[],
  known: readonly Merged[],
  statement: Statement,
): StatedEntry[] {
  const take = createTaker(known);
  return [samePayment, sameReference, noReference].reduce(
    (rest, placesOf) =>
      rest.filter((entry) => {
        const found = take(placesOf(entry));
        if (found === undefined) return true;
        found.by.push(statement);
        found.entry = richer(found.entry, entry);
        return false;
      }),
    [...entries],
  );
}

/** Takes the first that is at one of the places and was not taken yet. */
function createTaker(known: readonly Merged[]): (places: string[]) => Merged | undefined {
  const byPlace = new Map<string, Merged[]>();
  for (const each of known.toReversed())
    for (const place of placesOfKnown(each.entry))
      if (byPlace.has(place)) byPlace.get(place)!.push(each);
      else byPlace.set(place, [each]);
  const taken = new Set<Merged>();
  return (places) => {
    for (const place of places)
      for (let found = byPlace.get(place)?.pop(); found !== undefined;) {
        if (!taken.has(found)) {
          taken.add(found);
          return found;
        }
        found = byPlace.get(place)?.pop();
      }
    return undefined;
  };
}

/**
 * Where an entry is found. One that names a transfer of ours is found by that, or by one that names
 * none.
 */
function placesOfKnown(entry: StatedEntry): string[] {
  const ours = oursIn(entry);
  const kind = ours.length > 0 ? 'paid' : 'other';
  return [...ours.map(payment), reference(entry.reference, kind), anyOf(kind)];
}

const payment = (ours: string): string => `payment ${ours}`;
const reference = (text: string | null, kind: 'paid' | 'other'): string =>
  `${kind} reference ${text ?? ''}`;
const anyOf = (kind: 'paid' | 'other'): string => `${kind} any`;
/** Two that name transfers of ours, and not the same, are never one. */
const kindsFor = (entry: StatedEntry): ('other' | 'paid')[] =>
  oursIn(entry).length > 0 ? ['other'] : ['other', 'paid'];

const samePayment = (entry: StatedEntry): string[] => oursIn(entry).map(payment);
const sameReference = (entry: StatedEntry): string[] =>
  entry.reference === null ? [] : kindsFor(entry).map((kind) => reference(entry.reference, kind));
const noReference = (entry: StatedEntry): string[] => [
  ...kindsFor(entry).map((kind) => reference(null, kind)),
  ...(entry.reference === null ? kindsFor(entry).map(anyOf) : []),
];

/** The one that tells more of its transactions; a row that stays one row keeps its id. */
function richer(known: StatedEntry, entry: StatedEntry): StatedEntry {
  const isRicher =
    entry.lines.length > known.lines.length || oursIn(entry).length > oursIn(known).length;
  if (!isRicher) return known;
  const [only] = known.lines;
  return known.lines.length === 1 && entry.lines.length === 1
    ? { ...entry, lines: [{ ...entry.lines[0]!, theirs: only!.theirs }] }
    : entry;
}

/**
 * Whether two statements follow each other, so that neither repeats an entry of the other; each two
 * are compared once.
 */
function createApart(): (one: Statement, other: Statement) => boolean {
  const known = new Map<Statement, Map<Statement, boolean>>();
  return (one, other) => {
    const ofOne = known.get(one) ?? new Map<Statement, boolean>();
    known.set(one, ofOne);
    const answer = ofOne.get(other) ?? isApart(one, other);
    ofOne.set(other, answer);
    return answer;
  };
}

export function isApart(one: Statement, other: Statement): boolean {
  if (one === other) return false;
  if (one.id === other.id && one.page !== null && other.page !== null)
    return one.page !== other.page;
  const [span, otherSpan] = [one.span, other.span];
  if (span !== null && otherSpan !== null)
    if (span.untilMs <= otherSpan.fromMs || otherSpan.untilMs <= span.fromMs) return true;
  return follows(one, other) || follows(other, one);
}

/** One opens with what the other closes with, and both move money. */
const follows = (first: Statement, second: Statement): boolean =>
  first.balances.some((one) =>
    second.balances.some(
      (other) =>
        one.currency === other.currency &&
        one.closing !== null &&
        one.closing.amount === other.opening?.amount &&
        moves(one) &&
        moves(other),
    ),
  );

const moves = ({ opening, closing }: Balances): boolean =>
  opening !== null && closing !== null && opening.amount !== closing.amount;
