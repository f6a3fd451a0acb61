// Makes of the entries of a statement its rows, each with an id that no other row of the statement
// has, and says which days it covers and whether its balances prove it whole.

import { defined, toDecimalString } from '@jokko/contract';
import type { StatementLine } from '../statement-line.ts';
import { childAt, textAt } from '../xml/index.ts';
import type { XmlElement } from '../xml/index.ts';
import { readBalances } from './balances.ts';
import type { Balances } from './balances.ts';
import { coveredDays, readSpan } from './covered-days.ts';
import type { Span } from './covered-days.ts';
import { kindOf, partyIn } from './read-entry.ts';
import type { Entry, Movement } from './read-entry.ts';

/** An entry with its rows: one for each of its transactions. */
export interface StatedEntry {
  /**
   * The day of the statement that it belongs to: its own, or the nearest one that the statement
   * covers.
   */
  day: string;
  /** The bank's date of it. */
  bookedOn: string;
  isCredit: boolean;
  amount: bigint;
  currency: string;
  reference: string | null;
  lines: StatementLine[];
}

export interface Statement {
  id: string;
  /** The page of a statement that comes in several; null: it is the only one. */
  page: number | null;
  span: Span | null;
  balances: Balances[];
  /** Oldest first. */
  days: string[];
  /**
   * False: of a part of a day, or a page that is not the last: there may be rows that it does not
   * tell.
   */
  covers: boolean;
  entries: StatedEntry[];
  /** Why it is not whole. */
  faults: string[];
}

interface Read {
  form: 'statement' | 'report';
  entries: readonly Entry[];
  number: number;
  message: XmlElement;
}

export function readStatement(
  utcOffsetMinutes: number,
  account: XmlElement,
  { form, entries, number, message }: Read,
): Statement | { refused: string } {
  const balances = readBalances(account, utcOffsetMinutes);
  if ('refused' in balances) return balances;
  const span = readSpan(account, utcOffsetMinutes);
  const bookedOn = new Set(entries.map(({ booked }) => booked!.day));
  const days = coveredDays({ span, balances }, bookedOn);
  if ('refused' in days) return days;
  const pages = childAt(account, 'StmtPgntn') ?? childAt(message, 'GrpHdr/MsgPgntn');
  const isLast = pages === undefined || isTrue(textAt(pages, 'LastPgInd'));
  const id = textAt(account, 'Id') ?? String(number);
  return {
    id,
    page: pages === undefined ? null : Number(textAt(pages, 'PgNb') ?? 0),
    span,
    balances,
    days,
    covers: form === 'statement' && isLast,
    entries: withIds(entries.map((entry) => statedEntry(entry, days))),
    faults: faultsOf(id, entries, balances),
  };
}

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1';

/**
 * Where the balances do not close over the entries, a part of the statement is missing, or stands
 * twice.
 */
function faultsOf(id: string, entries: readonly Entry[], balances: readonly Balances[]): string[] {
  return balances.flatMap(({ currency, opening, closing }) => {
    if (opening === null || closing === null) return [];
    const moved = entries
      .filter((entry) => entry.currency === currency)
      .reduce((sum, { isCredit, amount }) => sum + (isCredit ? amount : -amount), 0n);
    if (opening.amount + moved === closing.amount) return [];
    const said = [opening.amount, moved, opening.amount + moved, closing.amount];
    const [open, rows, sum, close] = said.map((each) => toDecimalString(each));
    return [
      `statement ${id.slice(0, 35)} is not whole: it opens with ${open} ${currency}, its entries make ${rows} and so ${sum}, and it closes with ${close}`,
    ];
  });
}

function statedEntry(entry: Entry, days: readonly string[]): StatedEntry {
  const { isCredit, amount, currency, reference } = entry;
  const bookedOn = entry.booked!.day;
  return {
    day: nearest(bookedOn, days),
    bookedOn,
    isCredit,
    amount,
    currency,
    reference,
    lines: entry.movements.map((movement) => lineOf(entry, movement)),
  };
}

/** What was booked late stands with another day, and is no part of the balances of its own. */
function nearest(day: string, days: readonly string[]): string {
  if (days.length === 0 || days.includes(day)) return day;
  return day < days[0]! ? days[0]! : days.at(-1)!;
}

function lineOf(entry: Entry, movement: Movement): StatementLine {
  const { details, ours, reference, isCredit, amount, fee } = movement;
  const party = details === null ? undefined : partyIn(details);
  return {
    theirs: reference ?? entry.reference ?? '',
    ...defined({ ours }),
    type: kindOf(entry, movement),
    direction: isCredit ? 'in' : 'out',
    amount,
    fee,
    currency: entry.currency,
    status: isCredit && ours !== null ? 'reversed' : 'succeeded',
    atMs: entry.booked!.atMs,
    ...defined({ party }),
  };
}

/**
 * The bank's reference where it has one. A payment of ours takes it as it is; a second row of the
 * same reference has a number behind it.
 */
function withIds(entries: readonly StatedEntry[]): StatedEntry[] {
  const takeId = createIds();
  const rows = entries.flatMap(({ bookedOn, lines }) => lines.map((line) => ({ bookedOn, line })));
  const ids = new Map<StatementLine, string>();
  for (const isOurs of [true, false])
    for (const { bookedOn, line } of rows)
      if ((line.ours !== undefined) === isOurs) ids.set(line, takeId(bookedOn, line));
  return entries.map((entry) => ({
    ...entry,
    lines: entry.lines.map((line) => ({ ...line, theirs: ids.get(line)! })),
  }));
}

/**
 * A debit and its return may have the same id, two debits may not. Without a reference it is made
 * of what moved.
 */
export function createIds(): (bookedOn: string, line: StatementLine) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (bookedOn, { theirs, direction, amount }) => {
    const isMade = theirs === '';
    const stem = isMade ? `${bookedOn}/${direction}/${toDecimalString(amount)}` : theirs;
    const place = `${direction} ${stem}`;
    for (;;) {
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      const id = count === 1 && !isMade ? stem : `${stem}/${count}`;
      if (taken.has(`${direction} ${id}`)) continue;
      taken.add(`${direction} ${id}`);
      return id;
    }
  };
}
