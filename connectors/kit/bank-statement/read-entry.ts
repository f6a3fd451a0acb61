// Reads an entry of a bank's statement or notice: what moved on the account, and the transactions
// of which it consists. An entry is read, or the reason why it cannot be is the answer: none is
// left out.

import type { StatementLine } from '../statement-line.ts';
import { bankReference, oursOf } from './references.ts';
import { readAmount } from './read-amount.ts';
import { childAt, childrenOf, textAt } from '../xml/index.ts';
import type { XmlElement } from '../xml/index.ts';
import { readBankTime } from './bank-time.ts';
import type { BankTime } from './bank-time.ts';

/** One transaction of an entry, or an entry that tells of none. */
export interface Movement {
  details: XmlElement | null;
  ours: string | null;
  /** The bank's reference of its own; null: none that tells it from others. */
  reference: string | null;
  isCredit: boolean;
  /** Ten-thousandths, as it moved on the account without `fee`. */
  amount: bigint;
  fee: bigint;
  isCharge: boolean;
}

export interface Entry {
  element: XmlElement;
  /** Null where it is not needed, and not told. */
  booked: BankTime | null;
  isCredit: boolean;
  isReversal: boolean;
  amount: bigint;
  currency: string;
  reference: string | null;
  movements: Movement[];
  /** What its transactions say of our transfers and cannot be believed. */
  doubts: { ours: string; evidence: string }[];
}

/** What of an entry cannot be read. */
export type EntryFault = 'amount' | 'currency' | 'sign' | 'date' | 'status';

export interface EntryRefused {
  refused: string;
  /** The number of the entry, from 1. */
  number: number;
  fault: EntryFault;
}

/** `dated`: without a date it cannot be read. `number` counts from 1, and is how people find it. */
export function readEntry(
  element: XmlElement,
  told: { number: number; utcOffsetMinutes: number; dated: boolean; otherwise: BankTime | null },
): Entry | EntryRefused {
  const refuse = (why: string, fault: EntryFault): EntryRefused => ({
    refused: `entry ${told.number}: ${why}`,
    number: told.number,
    fault,
  });
  const amount = readAmount(textAt(element, 'Amt') ?? '');
  const currency = childAt(element, 'Amt')?.attributes['Ccy'];
  const sign = textAt(element, 'CdtDbtInd');
  if (amount === null) return refuse('no amount', 'amount');
  if (currency === undefined) return refuse('no currency', 'currency');
  if (sign !== 'CRDT' && sign !== 'DBIT') return refuse('neither a credit nor a debit', 'sign');
  const date = ['BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt']
    .map((path) => textAt(element, path))
    .find((text) => text !== undefined);
  const booked = date === undefined ? told.otherwise : readBankTime(date, told.utcOffsetMinutes);
  if (booked === null && (told.dated || date !== undefined))
    return refuse(date === undefined ? 'no date' : `no date: ${date.slice(0, shownMax)}`, 'date');
  const entry: Entry = {
    element,
    booked,
    isCredit: sign === 'CRDT',
    isReversal: ['true', '1'].includes(textAt(element, 'RvslInd') ?? ''),
    amount,
    currency,
    reference: bankReference(textAt(element, 'AcctSvcrRef')),
    movements: [],
    doubts: [],
  };
  fillMovements(entry, told.number);
  return entry;
}

const shownMax = 40;

/**
 * The transactions where their amounts make the entry's; else it is one movement, and what they say
 * of transfers is doubted.
 */
function fillMovements(entry: Entry, number: number): void {
  const { element, movements, doubts } = entry;
  const details = childrenOf(element, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'));
  if (details.length <= 1) return void movements.push(alone(entry, details[0] ?? null));
  const parts = details.map((each) => partOf(entry, each));
  const told = parts.filter(({ amount }) => amount !== null) as (Movement & { amount: bigint })[];
  const sum = told.reduce((all, part) => all + signed(part, entry), 0n);
  const charges = chargesOf(element, entry.currency);
  if (told.length === parts.length && sum === entry.amount) return void movements.push(...told);
  if (told.length === parts.length && isWithCharges(sum, entry, charges)) {
    movements.push(...told, {
      details: null,
      ours: null,
      reference: entry.reference,
      isCredit: charges < 0n,
      amount: charges < 0n ? -charges : charges,
      fee: 0n,
      isCharge: true,
    });
    return;
  }
  movements.push({ ...alone(entry, null), reference: entry.reference });
  for (const { ours } of parts)
    if (ours !== null)
      doubts.push({
        ours,
        evidence:
          told.length < parts.length
            ? `entry ${number} does not tell the amount of each of its ${parts.length} transactions`
            : `the ${parts.length} transactions of entry ${number} do not make its amount`,
      });
}

/** As the entry counts it: a credit within a debit takes away from it. */
const signed = (part: { isCredit: boolean; amount: bigint }, { isCredit }: Entry): bigint =>
  part.isCredit === isCredit ? part.amount : -part.amount;

const isWithCharges = (sum: bigint, { isCredit, amount }: Entry, charges: bigint): boolean =>
  charges !== 0n && (isCredit ? sum - charges === amount : sum + charges === amount);

/**
 * The only transaction of an entry, or none: the entry is what moved. Charges are within its amount
 * by the standard.
 */
function alone(entry: Entry, details: XmlElement | null): Movement {
  const { element, isCredit, amount, currency } = entry;
  const part = details === null ? null : partOf(entry, details);
  const charges =
    chargesOf(element, currency) || (details === null ? 0n : chargesOf(details, currency));
  const without = isCredit ? amount + charges : amount - charges;
  const isSplit = charges > 0n && without >= 0n && (part?.amount ?? without) === without;
  return {
    details,
    ours: part?.ours ?? null,
    reference: part?.reference ?? entry.reference,
    isCredit,
    amount: isSplit ? without : amount,
    fee: isSplit ? charges : 0n,
    isCharge: false,
  };
}

/** `amount` null: it tells none in the currency of the entry. */
function partOf(
  entry: Entry,
  details: XmlElement,
): Omit<Movement, 'amount'> & { amount: bigint | null } {
  const sign = textAt(details, 'CdtDbtInd');
  const told = amountElements
    .map((path) => childAt(details, path))
    .find((each) => each?.attributes['Ccy'] === entry.currency);
  return {
    details,
    ours: oursOf(textAt(details, 'Refs/EndToEndId')) ?? oursOf(textAt(details, 'Refs/InstrId')),
    reference: bankReference(textAt(details, 'Refs/AcctSvcrRef')),
    isCredit: sign === undefined ? entry.isCredit : sign === 'CRDT',
    amount: told === undefined ? null : readAmount(told.text),
    fee: 0n,
    isCharge: false,
  };
}

/** Where a transaction tells its amount, by the version of the message. */
export const amountElements = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

/**
 * What the bank kept of the amount; below zero: it gave some back. A charge in another currency
 * than the amount's is none of it.
 */
function chargesOf(element: XmlElement, currency: string): bigint {
  const all = childrenOf(element, 'Chrgs');
  return all.reduce((sum, each) => sum + keptOf(each, currency, all.length === 1), 0n);
}

/**
 * The total where no record contradicts it, which may be of all charges of which these are some.
 * What is not within the amount has an entry of its own.
 */
function keptOf(charges: XmlElement, currency: string, isOnly: boolean): bigint {
  const amountAt = (of: XmlElement, path: string): bigint | null => {
    const told = childAt(of, path);
    return told?.attributes['Ccy'] === currency ? readAmount(told.text) : null;
  };
  const records = [charges, ...childrenOf(charges, 'Rcrd')];
  const isWithin = (each: XmlElement): boolean => !isFalse(textAt(each, 'ChrgInclInd'));
  const isBack = (each: XmlElement): boolean => textAt(each, 'CdtDbtInd') === 'CRDT';
  const kept = records.filter(isWithin).reduce((sum, each) => {
    const amount = amountAt(each, 'Amt') ?? 0n;
    return isBack(each) ? sum - amount : sum + amount;
  }, 0n);
  const total = amountAt(charges, 'TtlChrgsAndTaxAmt');
  if (total === null || records.some((each) => isBack(each) || !isWithin(each))) return kept;
  const isDetailed = records.some((each) => childAt(each, 'Amt') !== undefined);
  return isDetailed && (!isOnly || kept > total) ? kept : total;
}

const isFalse = (text: string | undefined): boolean => text === 'false' || text === '0';

const accountPaths = ['RltdPties/CdtrAcct/Id/IBAN', 'RltdPties/CdtrAcct/Id/Othr/Id'];

/** The account that a transfer of ours went to. */
export const partyIn = (details: XmlElement): string | undefined =>
  accountPaths.map((path) => textAt(details, path)).find((text) => text !== undefined);

/** The bank's own word of what kind of movement it is. */
export function kindOf({ element }: Entry, { isCharge }: Movement): StatementLine['type'] {
  if (isCharge) return 'charges';
  return (
    textAt(element, 'BkTxCd/Prtry/Cd') ??
    textAt(element, 'AddtlNtryInf') ??
    textAt(element, 'BkTxCd/Domn/Fmly/SubFmlyCd') ??
    'entry'
  );
}
