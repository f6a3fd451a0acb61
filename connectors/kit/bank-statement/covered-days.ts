// Decides which days a bank's statement covers: those that it names as its period, else those of
// its balances, else those of its entries. When the message was made says nothing of that.

import type { XmlElement } from '../xml/index.ts';
import { textAt } from '../xml/index.ts';
import type { Balances } from './balances.ts';
import { dayMs, dayOf, readBankTime } from './bank-time.ts';
import type { BankTime } from './bank-time.ts';

/** By the bank's clock, in ms since 1970 as if it were UTC; the end is not in it. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/** A year and its rests; a statement of more days has a wrong date. */
const daysMax = 400;
const noon = dayMs / 2;

/** The period that the statement names; null: none. */
export function readSpan(account: XmlElement, utcOffsetMinutes: number): Span | null {
  const timeAt = (path: string): BankTime | null =>
    readBankTime(textAt(account, path) ?? '', utcOffsetMinutes);
  const from = timeAt('FrToDt/FrDtTm') ?? timeAt('FrToDt/FrDt');
  const to = timeAt('FrToDt/ToDtTm') ?? timeAt('FrToDt/ToDt');
  if (to === null) return null;
  const fromMs = from?.wallMs ?? startOf(to.isDate ? to.wallMs : to.wallMs - 1);
  // The day itself, where only its date is meant.
  const untilMs = to.isDate || to.wallMs <= fromMs ? startOf(to.wallMs) + dayMs : to.wallMs;
  return fromMs < untilMs ? { fromMs, untilMs } : null;
}

const startOf = (wallMs: number): number => Math.floor(wallMs / dayMs) * dayMs;

/** Oldest first; none: it says nothing that could be told. A string: why it cannot be. */
export function coveredDays(
  told: { span: Span | null; balances: readonly Balances[] },
  bookedOn: ReadonlySet<string>,
): string[] | { refused: string } {
  const { span, balances } = told;
  const closings = balances.flatMap(({ closing }) =>
    closing === null || closing.isInterim || closing.time === null ? [] : [lastDayOf(closing.time)],
  );
  const last = closings.toSorted().at(-1);
  if (span === null && last === undefined) return [...bookedOn].toSorted();
  const days = span === null ? null : daysOfSpan(span, last, bookedOn);
  const first = days === null ? firstDay(balances, bookedOn, last!) : days[0];
  const end = days === null ? last! : days.at(-1);
  if (first === undefined || end === undefined) return [];
  const count = Math.round((Date.parse(end) - Date.parse(first)) / dayMs) + 1;
  if (count > daysMax) return { refused: `is of ${count} days, from ${first} to ${end}` };
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    dayOf(Date.parse(first) + index * dayMs),
  );
}

/** A balance at midnight closes the day before. */
const lastDayOf = ({ wallMs, isDate }: BankTime): string => dayOf(isDate ? wallMs : wallMs - 1);

/**
 * First and last day of a period: those of which it holds more than half, and the one that the
 * statement closes.
 */
function daysOfSpan(
  { fromMs, untilMs }: Span,
  closed: string | undefined,
  bookedOn: ReadonlySet<string>,
): string[] {
  const first = startOf(fromMs) + (fromMs - startOf(fromMs) >= noon ? dayMs : 0);
  const end = startOf(untilMs) - (untilMs - startOf(untilMs) > noon ? 0 : dayMs);
  // An end at midnight is the end of the day before, whatever the balance is dated, unless entries
  // tell otherwise.
  const isInSpan = (day: string): boolean =>
    day >= dayOf(fromMs) &&
    (day <= dayOf(untilMs - 1) || (day === dayOf(untilMs) && bookedOn.has(day)));
  if (closed === undefined || !isInSpan(closed))
    return first > end ? [] : [dayOf(first), dayOf(end)];
  const last = Math.max(end, Date.parse(closed));
  return [dayOf(Math.min(first, last)), dayOf(last)];
}

/** Many banks date what they open with by the day before. */
function firstDay(
  balances: readonly Balances[],
  bookedOn: ReadonlySet<string>,
  last: string,
): string {
  const days = balances.flatMap(({ opening }) => {
    if (opening?.time == null) return [];
    const { day } = opening.time;
    const isOfItself = !opening.isOfDayBefore && (day === last || bookedOn.has(day));
    return day > last ? [] : [isOfItself ? day : dayOf(Date.parse(day) + dayMs)];
  });
  const first = days.toSorted()[0];
  // Balances that say no beginning: the entries do.
  const booked = [...bookedOn].filter((day) => day <= last).toSorted()[0];
  const found = first ?? booked ?? last;
  return found > last ? last : found;
}
