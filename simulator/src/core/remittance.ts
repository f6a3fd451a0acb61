// What waits under the number of a remittance: its own data when it was sent through us; for any
// other number data that follow from its digits.

import { formatAmount, parseAmount } from './money.ts';
import { costsOf } from './rates.ts';
import { decimalHash } from './voucher.ts';
import type { Line, RemitDetails } from './operation.ts';
import type { Costs } from './rates.ts';

/** Who may ask for it, and with how much; digits choose an outcome only when it is collected. */
export interface Remittance {
  details: RemitDetails;
  /** As sent, decimal string. */
  amount: string;
  sendCurrency: string;
  receiveCurrency: string;
  costs: Costs;
  sentAtMs: number;
}

const dayMs = 86_400_000;
const firstNames = ['AWA', 'MOUSSA', 'FATOU', 'IBRAHIMA', 'AMINATA', 'KOFFI', 'MARIAM', 'OUSMANE'];
const lastNames = ['NDIAYE', 'DIALLO', 'SOW', 'TRAORE', 'FALL', 'OUEDRAOGO', 'KONE', 'NGONO'];

/** `sent`: first line of the order that sent it; null for a number that never was sent here. */
export function remittanceOf(number: string, sent: Line | null, nowMs: number): Remittance {
  const details = sent?.remit ?? inventedFacts(number);
  const amount = sent?.amount ?? inventedAmount(number);
  const sendCurrency = sent?.currency ?? 'XOF';
  const receiveCurrency = details['receiveCurrency'] || sendCurrency;
  return {
    details,
    amount,
    sendCurrency,
    receiveCurrency,
    costs: costsOf(amount, sendCurrency, receiveCurrency) ?? plainCosts(amount),
    sentAtMs: sent === null ? inventedTime(number, nowMs) : Date.parse(sent.at),
  };
}

/** What the recipient gets of a remittance that was sent here, decimal string. */
export function receivableAmount(sent: Line): string {
  const costs = costsOf(
    sent.amount,
    sent.currency,
    sent.remit?.['receiveCurrency'] || sent.currency,
  );
  return costs === null ? sent.amount : formatAmount(costs.receiveMinor);
}

function plainCosts(amount: string): Costs {
  const amountMinor = parseAmount(amount) ?? 0n;
  return {
    amountMinor,
    feeMinor: 0n,
    taxMinor: 0n,
    receiveMinor: amountMinor,
    rateMillionths: 1_000_000n,
  };
}

function inventedFacts(number: string): RemitDetails {
  const digits = decimalHash(`people ${number}`, 12);
  const pick = (names: string[], at: number): string =>
    names[Number(digits.slice(at, at + 2)) % names.length] ?? '';
  return {
    senderFirstName: pick(firstNames, 0),
    senderLastName: pick(lastNames, 2),
    receiverFirstName: pick(firstNames, 4),
    receiverLastName: pick(lastNames, 6),
    senderHomePhone: `77${decimalHash(`phone ${number}`, 7)}`,
    receiveCurrency: 'XOF',
  };
}

/** 5,000 to 250,000 in steps of 500. */
function inventedAmount(number: string): string {
  return String(5000 + 500 * (Number(decimalHash(`amount ${number}`, 6)) % 491));
}

/** Sent within the three days before today, so that no number is ever too old. */
function inventedTime(number: string, nowMs: number): number {
  const today = nowMs - (nowMs % dayMs);
  return today - (Number(decimalHash(`time ${number}`, 9)) % (3 * dayMs)) - 1;
}
