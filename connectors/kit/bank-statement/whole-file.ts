// Joins the pages of a file into what the account did: of one account, no page missing, none twice,
// every row with an id that no other row has.

import { dayMs, dayOf } from './bank-time.ts';
import type { BankFault, BankPage, BankRefused, BankRow } from './page.ts';
import { createIds } from './read-statement.ts';

export interface BankFile {
  account: string;
  currency: string;
  /** Ten-thousandths, of the first statement and of the last one; null: it says none. */
  opening: bigint | null;
  closing: bigint | null;
  /** First and last day that it covers; null: it names none, and has no rows. */
  days: { first: string; last: string } | null;
  rows: BankRow[];
}

/** A file of more has a wrong date. */
const daysMax = 400;

/** `pages`: at least one, in the order of the file. */
export function wholeFile(pages: readonly BankPage[]): BankFile | BankRefused {
  const [first] = pages;
  const { account, currency } = first!;
  const seen = new Set<string>();
  let before: BankPage | null = null;
  for (const page of pages) {
    const refuse = (fault: BankFault): BankRefused => ({ fault, place: page.place });
    if (page.account !== account) return refuse('account');
    if (page.currency !== currency) return refuse('currency');
    if (before?.isLast === false && page.isFirst) return unfinished(before);
    if (!follows(before, page)) return refuse('pages');
    const key = keyOf(page);
    if (seen.has(key)) return refuse('twice');
    seen.add(key);
    before = page;
  }
  if (!before!.isLast) return unfinished(before!);
  const inOrder = pages.toSorted((one, other) => startOf(one) - startOf(other));
  const days = pages.flatMap((page) => page.days).toSorted();
  if (days.length > 0 && Date.parse(days.at(-1)!) - Date.parse(days[0]!) > daysMax * dayMs)
    return { fault: 'days', place: {} };
  const takeId = createIds();
  return {
    account,
    currency,
    opening: inOrder[0]!.opening?.amount ?? null,
    closing: inOrder.at(-1)!.closing?.amount ?? null,
    days: days.length === 0 ? null : { first: days[0]!, last: days.at(-1)! },
    rows: pages.flatMap(({ rows }) => rows).map((row) => withId(row, takeId)),
  };
}

/**
 * By SWIFT's standard each message of a statement but the last one closes with `:62M:`, and the
 * next one opens with `:60M:`.
 */
const unfinished = ({ place }: BankPage): BankRefused => ({ fault: 'unfinished', place });

/** The page before it goes on here, or this one begins anew. */
function follows(before: BankPage | null, page: BankPage): boolean {
  if (before === null || before.isLast) return page.isFirst;
  const joins =
    before.closing === null ||
    page.opening === null ||
    before.closing.amount === page.opening.amount;
  const isNext =
    before.page === null || page.page === null || page.id !== before.id
      ? true
      : page.page === before.page + 1 || page.page === before.page;
  return !page.isFirst && joins && isNext;
}

/** Two that say the same are one that stands twice. */
const keyOf = ({ id, page, opening, closing, days, rows }: BankPage): string =>
  [id, page, opening?.amount, closing?.amount, days[0], days.at(-1), rows.length].join(' ');

const startOf = ({ days }: BankPage): number => (days[0] === undefined ? 0 : Date.parse(days[0]));

function withId(row: BankRow, takeId: ReturnType<typeof createIds>): BankRow {
  const theirs = takeId(dayOf(row.booked.wallMs), row.line);
  return { ...row, line: { ...row.line, theirs } };
}
