// Reads what the fields of an MT940 hold: a balance, and a statement line with its references.

import { amountFromWire } from '../wire-money.ts';
import { readBankTime } from './bank-time.ts';
import type { BankTime } from './bank-time.ts';
import type { BookedBalance } from './balances.ts';
import { bankReference, oursOf } from './references.ts';

export interface SwiftBalance extends BookedBalance {
  /** Null: banks that leave it out mean that of the opening. */
  currency: string | null;
  time: BankTime;
}

/** `C261119XOF1000,` */
export function readSwiftBalance(text: string, utcOffsetMinutes: number): SwiftBalance | null {
  const found = /^([CD])(\d{6})([A-Z]{3})?(\d{1,15}(?:,\d{0,4})?)\s*$/.exec(text.trim());
  if (found === null) return null;
  const [, sign, date = '', currency = null, figures = ''] = found;
  const time = readBankTime(dateOf(date), utcOffsetMinutes);
  const amount = readSwiftAmount(figures);
  if (time === null || amount === null) return null;
  return { amount: sign === 'D' ? -amount : amount, currency, time };
}

/** With a comma, which may stand at the end. Ten-thousandths. */
function readSwiftAmount(text: string): bigint | null {
  const [whole = '', fraction = ''] = text.split(',');
  const digits = whole.replace(/^0{1,15}(?=\d)/, '');
  return amountFromWire(fraction === '' ? digits : `${digits}.${fraction}`);
}

export interface SwiftLine {
  booked: BankTime;
  isCredit: boolean;
  isReversal: boolean;
  amount: bigint;
  type: string;
  ours: string | null;
  reference: string | null;
}

/**
 * Value date, date of booking, sign, third letter of the currency, amount; then the type and the
 * references: nothing else ends an amount, such as a point.
 */
const lineForm =
  /^(\d{6})(\d{4}|\s{4})?\s?(R?)([CD])([A-Z])?(\d{1,15}(?:,\d{0,4})?)(?:([A-Z][A-Z0-9 ]{3})(.{0,80}))?$/;

/** A string: what of it cannot be read. */
export function readSwiftLine(
  first: string,
  information: string,
  utcOffsetMinutes: number,
): SwiftLine | 'line' | 'date' | 'amount' {
  const found = lineForm.exec(first.trimEnd());
  if (found === null) return 'line';
  const [, value = '', entry = '', reversal, sign, , figures = '', type = '', rest = ''] = found;
  const booked = bookedOn(value, entry.trim(), utcOffsetMinutes);
  if (booked === null) return 'date';
  const amount = readSwiftAmount(figures);
  if (amount === null) return 'amount';
  const [customer = '', bank] = rest.split('//');
  return {
    booked,
    // A reversal moves the money the other way than what it takes back: RD is money that is back.
    isCredit: (sign === 'C') !== (reversal === 'R'),
    isReversal: reversal === 'R',
    amount,
    type: type.trim(),
    ours: referenceIn(customer, information),
    reference: bankReference(bank),
  };
}

/** Two figures of a year: banks of this century write them. */
const dateOf = (text: string): string =>
  `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;

/** By the date of booking, which has no year: the one next to the value date. */
function bookedOn(value: string, entry: string, utcOffsetMinutes: number): BankTime | null {
  const valued = readBankTime(dateOf(value), utcOffsetMinutes);
  if (entry === '') return valued;
  const year = 2000 + Number(value.slice(0, 2));
  const near = valued?.wallMs ?? Date.UTC(year, Number(value.slice(2, 4)) - 1, 28);
  const dates = [year - 1, year, year + 1].flatMap(
    (each) =>
      readBankTime(`${each}-${entry.slice(0, 2)}-${entry.slice(2, 4)}`, utcOffsetMinutes) ?? [],
  );
  const distance = ({ wallMs }: BankTime): number => Math.abs(wallMs - near);
  const [nearest] = dates.toSorted((one, other) => distance(one) - distance(other));
  return nearest ?? null;
}

/** Words that stand in place of a reference, which is in the information then. */
const elsewhere: ReadonlySet<string> = new Set(['EREF', 'KREF', 'PREF', 'MREF', 'MARF']);
const informationCharactersMax = 1_000;

/** The reference of whoever ordered the payment; null: none is told. */
function referenceIn(customer: string, information: string): string | null {
  const text = withoutSubfields(information.slice(0, informationCharactersMax));
  const told = /\/EREF\/([^/]{1,40})/.exec(text)?.[1] ?? behindMark(text);
  const written = elsewhere.has(customer.trim().toUpperCase()) ? undefined : customer;
  const given = bankReference(told) ?? bankReference(written);
  return oursOf(given ?? undefined) ?? given;
}

const knownMark = /(?:[EKM]REF|CRED|DEBT|COAM|OAMT|SVWZ|ABW[AE]|PURP|IBAN|BIC)$/;
const otherMark = /[A-Z]{4}$/;
const markedCharactersMax = 60;

/** `EREF+…SVWZ+…`: the next mark ends it. A plus without one is the reference's own. */
function behindMark(text: string): string | undefined {
  const [, marked] = /EREF\+(.+)/.exec(text) ?? [];
  if (marked === undefined) return undefined;
  const pieces = marked.slice(0, markedCharactersMax).split('+');
  const last = pieces.pop() ?? '';
  let told = '';
  for (const piece of pieces) {
    const mark = knownMark.exec(piece) ?? otherMark.exec(piece);
    if (mark !== null) return told + piece.slice(0, mark.index);
    told += `${piece}+`;
  }
  return told + last;
}

/**
 * A code of three digits may stand before the first subfield, whose two digits follow the sign that
 * parts them all.
 */
const firstSubfield = /^\/?(?:\d{3} ?)?([^\p{L}\p{N}\s/+\-.,:;()'"])\d{2}/u;

/**
 * `?20…?21…`: lines of 27 characters of what the payment is for, which cut a reference in two, and
 * go on at `?60`. All else, such as the bank and the name of whoever paid, is none of it.
 */
function withoutSubfields(information: string): string {
  const [, sign] = firstSubfield.exec(information) ?? [];
  if (sign === undefined) return information;
  // A piece between two signs that begins with two digits is a subfield; else the sign was a letter
  // of the one before.
  const fields: string[] = [];
  for (const piece of information.split(sign).slice(1))
    if (/^\d{2}/.test(piece)) fields.push(piece);
    else fields.push(`${fields.pop() ?? ''}${sign}${piece}`);
  const purpose = fields.filter((field) => /^(?:2\d|6[0-3])/.test(field));
  return purpose.length === 0 ? information : purpose.map((field) => field.slice(2)).join('');
}
