// Reads the balances of a bank's statement, which prove it whole: what it opens with and what it
// lists make what it closes with.

import { readAmount } from './read-amount.ts';
import { childAt, childrenOf, textAt } from '../xml/index.ts';
import type { XmlElement } from '../xml/index.ts';
import { readBankTime } from './bank-time.ts';
import type { BankTime } from './bank-time.ts';

export interface BookedBalance {
  /** Ten-thousandths; below zero: we owe it. */
  amount: bigint;
  time: BankTime | null;
}

/** The balances of one currency. */
export interface Balances {
  currency: string;
  opening: (BookedBalance & { isOfDayBefore: boolean }) | null;
  /** `isInterim`: at the end of a page, or within the day. */
  closing: (BookedBalance & { isInterim: boolean }) | null;
}

interface ReadBalance extends BookedBalance {
  code: string;
  currency: string;
  isInterim: boolean;
}

/**
 * Returns the balances of each currency that the statement has balances of. A string: why one
 * cannot be read.
 */
export function readBalances(
  account: XmlElement,
  utcOffsetMinutes: number,
): Balances[] | { refused: string } {
  const read: ReadBalance[] = [];
  for (const [index, element] of childrenOf(account, 'Bal').entries()) {
    const balance = readBalance(account, element, utcOffsetMinutes);
    if (balance === null)
      return { refused: `balance ${index + 1} has no amount, sign or currency` };
    read.push(balance);
  }
  return [...Map.groupBy(read, ({ currency }) => currency)].map(([currency, same]) => ({
    currency,
    opening: openingOf(same),
    closing: closingOf(same),
  }));
}

function readBalance(
  account: XmlElement,
  element: XmlElement,
  utcOffsetMinutes: number,
): ReadBalance | null {
  const amount = readAmount(textAt(element, 'Amt') ?? '');
  const sign = textAt(element, 'CdtDbtInd');
  const currency = childAt(element, 'Amt')?.attributes['Ccy'] ?? textAt(account, 'Acct/Ccy');
  if (amount === null || currency === undefined || (sign !== 'CRDT' && sign !== 'DBIT'))
    return null;
  const date = textAt(element, 'Dt/DtTm') ?? textAt(element, 'Dt/Dt');
  const code = textAt(element, 'Tp/CdOrPrtry/Cd') ?? '';
  return {
    code,
    currency,
    amount: sign === 'DBIT' ? -amount : amount,
    time: date === undefined ? null : readBankTime(date, utcOffsetMinutes),
    isInterim: code === 'ITBD' || textAt(element, 'Tp/SubTp/Cd') === 'INTM',
  };
}

function openingOf(balances: readonly ReadBalance[]): Balances['opening'] {
  const opening = balances.find(({ code }) => code === 'OPBD');
  const found = opening ?? balances.find(({ code }) => code === 'PRCD');
  if (found === undefined) return null;
  return { amount: found.amount, time: found.time, isOfDayBefore: opening === undefined };
}

function closingOf(balances: readonly ReadBalance[]): Balances['closing'] {
  const closed = balances.filter(({ code }) => code === 'CLBD');
  const found =
    closed.find(({ isInterim }) => !isInterim) ??
    closed[0] ??
    balances.findLast(({ code }) => code === 'ITBD');
  if (found === undefined) return null;
  return { amount: found.amount, time: found.time, isInterim: found.isInterim };
}
