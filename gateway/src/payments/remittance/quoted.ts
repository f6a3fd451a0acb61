// Reads what a provider's send quote asks for, and which remittances its price holds for.

import { decimalsKept, parseAmount } from '@jokko/contract';
import type { RemitSendData } from '@jokko/connectors/kit';

/**
 * What is to be collected for sending `amountMinor`: amount, fees and taxes, in ten-thousandths.
 * Null where the quote is for another amount or currency, or names no total that covers the amount:
 * it cannot be charged. Quotes name some amounts with more decimals than their currency has.
 */
export function totalOf(
  quote: { sendAmounts?: unknown },
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
): bigint | null {
  const amounts = (quote.sendAmounts ?? {}) as { [member: string]: unknown };
  const total = parseAmount(amounts['totalAmountToCollect'], decimalsKept);
  const isOurs =
    amounts['sendCurrency'] === currency &&
    parseAmount(amounts['sendAmount'], decimalsKept) === amountMinor;
  return isOurs && total !== null && total >= amountMinor ? total : null;
}

/** The provider's session of a quote; null where it names none. */
export function sessionOf(quote: { remitTransactionSessionID?: unknown }): string | null {
  const session = quote.remitTransactionSessionID;
  return typeof session === 'string' && session !== '' ? session : null;
}

/** What the price of a remittance depends on beside its amount, as one text. */
export function corridorOf({ senderDetails, receiverDetails }: RemitSendData): string {
  const parts = [
    senderDetails['senderCountry'],
    senderDetails['sendCurrency'],
    senderDetails['deliveryOption'],
    receiverDetails['receiveCountry'],
    receiverDetails['receiveCurrency'],
  ];
  return JSON.stringify(parts.map((part) => (part ?? '').trim().toUpperCase()));
}

/** Whether two remittances are between the same people, with the same details of each. */
export function isSameSendData(one: RemitSendData, other: RemitSendData): boolean {
  return (['senderDetails', 'receiverDetails'] as const).every(
    (part) => inOrder(one[part]) === inOrder(other[part]),
  );
}

const inOrder = (details: { [field: string]: string }): string =>
  JSON.stringify(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)));
