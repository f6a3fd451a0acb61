// Reads the statements of an MT940 file for whoever hands it over: every statement line, or the
// line of the file that cannot be read.

import type { StatementLine } from '../statement-line.ts';
import { coveredDays } from './covered-days.ts';
import { readMessages } from './mt940-fields.ts';
import type { SwiftField, SwiftMessage } from './mt940-fields.ts';
import { readSwiftBalance, readSwiftLine } from './mt940-values.ts';
import type { SwiftBalance } from './mt940-values.ts';
import type { BankFault, BankPage, BankRefused, BankRow } from './page.ts';

/** @param utcOffsetMinutes of the bank's days. */
export function readMt940Pages(text: string, utcOffsetMinutes: number): BankPage[] | BankRefused {
  const pages: BankPage[] = [];
  for (const message of readMessages(text)) {
    const page = pageOf(message, utcOffsetMinutes);
    if ('fault' in page) return page;
    pages.push(page);
  }
  return pages.length === 0 ? { fault: 'account', place: {} } : pages;
}

const refuse = (fault: BankFault, { at }: SwiftField): BankRefused => ({
  fault,
  place: { line: at },
});

/**
 * What a message says once. Twice, the beginning of the next message was not found, and its lines
 * would be of this one's account.
 */
const once = {
  account: ['25', '25P'],
  opening: ['60F', '60M'],
  closing: ['62F', '62M'],
} as const;
type Once = keyof typeof once;

function pageOf(message: SwiftMessage, utcOffsetMinutes: number): BankPage | BankRefused {
  const first = message[0]!;
  const all = (tags: readonly string[]) => message.filter(({ tag }) => tags.includes(tag));
  const field = (...tags: string[]) => all(tags)[0];
  for (const [what, tags] of Object.entries(once) as [Once, readonly string[]][]) {
    const second = all(tags)[1];
    if (second !== undefined) return refuse(what, second);
  }
  const account = accountOf(field(...once.account));
  if (account === null) return refuse('account', field(...once.account) ?? first);
  const opening = balanceIn(field(...once.opening), utcOffsetMinutes);
  if (opening === null) return refuse('opening', field(...once.opening) ?? first);
  const closing = balanceIn(field(...once.closing), utcOffsetMinutes);
  if (closing === null) return refuse('closing', field(...once.closing) ?? message.at(-1)!);
  const currency = opening.currency ?? closing.currency;
  const isOther = closing.currency !== null && closing.currency !== currency;
  if (currency === null || isOther) return refuse('currency', field(...once.closing) ?? first);
  const rows = rowsOf(message, { currency, utcOffsetMinutes });
  if ('fault' in rows) return rows;
  const days = daysOf({ opening, closing, currency }, rows);
  if (days === null) return refuse('days', first);
  const [, id = '', page] = /^\s*(\d{1,10})(?:\/(\d{1,5}))?/.exec(textOf(field('28C', '28'))) ?? [];
  return {
    place: { line: first.at },
    account,
    id,
    page: page === undefined ? null : Number(page),
    isFirst: field('60F') !== undefined,
    isLast: field('62F') !== undefined,
    currency,
    opening,
    closing,
    days,
    rows,
  };
}

const textOf = (field: SwiftField | undefined): string => field?.lines[0] ?? '';

function accountOf(field: SwiftField | undefined): string | null {
  const account = textOf(field).trim().replaceAll(/\s/g, '');
  return account === '' ? null : account;
}

const balanceIn = (field: SwiftField | undefined, utcOffsetMinutes: number): SwiftBalance | null =>
  field === undefined ? null : readSwiftBalance(textOf(field), utcOffsetMinutes);

function daysOf(
  {
    opening,
    closing,
    currency,
  }: { opening: SwiftBalance; closing: SwiftBalance; currency: string },
  rows: readonly BankRow[],
): string[] | null {
  const balances = {
    currency,
    opening: { ...opening, isOfDayBefore: false },
    closing: { ...closing, isInterim: false },
  };
  const bookedOn = new Set(rows.map(({ booked }) => booked.day));
  const days = coveredDays({ span: null, balances: [balances] }, bookedOn);
  return 'refused' in days ? null : days;
}

/**
 * How a statement line begins that lost its colons, or has signs before them: with something behind
 * the number of its tag; or with nothing, and then a whole amount, as references are of letters and
 * digits too.
 */
const bareLines: readonly RegExp[] = [
  /^\W*61[A-Z]?\s?:\d{6}/,
  /^\W*61[A-Z]?\W{1,3}\d{6}(?:\d{4}|\s{4})?R?[CD][A-Z]?\d/,
  /^\W*61[A-Z]?\d{6}(?:\d{4}|\s{4})?R?[CD][A-Z]?\d{1,15}[,.]/,
];
const isBareLine = (line: string): boolean => bareLines.some((form) => form.test(line));

/**
 * The line of the file where a statement line stands that nobody would read: under a tag like its
 * own, or without it.
 */
function lineAstray({ tag, lines, at }: SwiftField): number | null {
  if (tag !== '61' && tag.startsWith('61')) return at;
  const index = lines.findIndex((line, place) => place > 0 && isBareLine(line));
  return index < 0 ? null : at + index;
}

/** Information of the statement as a whole stands behind its balances. */
function rowsOf(
  message: SwiftMessage,
  told: { currency: string; utcOffsetMinutes: number },
): BankRow[] | BankRefused {
  const rows: BankRow[] = [];
  for (const [index, field] of message.entries()) {
    const astray = lineAstray(field);
    if (astray !== null) return refuse('line', { ...field, at: astray });
    if (field.tag !== '61') continue;
    const next = message[index + 1];
    const information = next?.tag === '86' || next?.tag === 'NS' ? next.lines.join('') : '';
    const read = readSwiftLine(textOf(field), information, told.utcOffsetMinutes);
    if (typeof read === 'string') return refuse(read, field);
    const { booked, isCredit, isReversal, amount, type, ours, reference } = read;
    const line: StatementLine = {
      theirs: reference ?? '',
      type,
      direction: isCredit ? 'in' : 'out',
      amount,
      fee: 0n,
      currency: told.currency,
      status: isReversal ? 'reversed' : 'succeeded',
      atMs: booked.atMs,
    };
    rows.push({
      line: ours === null ? line : { ...line, ours },
      booked,
      number: field.at,
      details: [...field.lines.slice(1), information].join(' ').trim(),
    });
  }
  return rows;
}
