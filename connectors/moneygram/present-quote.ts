// Presents a quote of MoneyGram as the interface has it (`sendValidationResponse`): every member,
// in the documented order. What MoneyGram does not tell apart is nothing.

import { amountToWire, textMember } from '@jokko/connectors/kit';
import type { JsonObject, RemitQuote } from '@jokko/connectors/kit';
import type { AmountParts } from './amount-parts.ts';

export interface Quoted {
  offer: JsonObject;
  sent: AmountParts;
  received: AmountParts;
  readyForCommit: boolean;
  nowMs: number;
}

export function presentQuote({ offer, sent, received, readyForCommit, nowMs }: Quoted): RemitQuote {
  return {
    doCheckIn: false,
    timeStamp: new Date(nowMs).toISOString(),
    flags: 1,
    remitTransactionSessionID: textMember(offer, 'transactionId') ?? '',
    readyForCommit,
    receiveAgentAddress: null,
    sendAmounts: sendAmounts(sent),
    receiveAmounts: receiveAmounts(offer, received),
    exchangeRateApplied: rateOf(offer),
    receiveFeeDisclosureText: false,
    receiveTaxDisclosureText: false,
  };
}

/** Six decimals. */
export const rateOf = (object: JsonObject): string => Number(object['fxRate'] ?? 1).toFixed(6);

function sendAmounts(sent: AmountParts): RemitQuote['sendAmounts'] {
  const { amount, fees, taxes, discounts, total, currency } = sent;
  const zero = 0n;
  return {
    sendAmount: amountToWire(amount),
    sendCurrency: currency,
    totalSendFees: amountToWire(fees),
    totalDiscountAmount: amountToWire(discounts),
    totalSendTaxes: amountToWire(taxes),
    totalAmountToCollect: amountToWire(total),
    detailSendAmounts: details(currency, [
      ['nonRemSendTax', zero],
      ['nonRemSendFee', zero],
      ['remNonDiscountedSendFee', fees],
      ['totalNonDiscountedFees', fees],
      ['discountedRemSendFee', fees - discounts],
      ['remSendTax', taxes],
      ['totalRemCollectedFeesAndTaxes', fees - discounts + taxes],
      ['totalAmountToRem', total],
      ['totalSendFeesAndTaxes', fees - discounts + taxes],
      ['totalNonRemSendFeesAndTaxes', zero],
    ]),
  };
}

function receiveAmounts(offer: JsonObject, received: AmountParts): RemitQuote['receiveAmounts'] {
  const { amount, fees, taxes, total, currency } = received;
  return {
    receiveAmount: amountToWire(amount),
    receiveCurrency: currency,
    validCurrencyIndicator: true,
    payoutCurrency: currency,
    totalReceiveFees: amountToWire(fees),
    totalReceiveTaxes: amountToWire(taxes),
    totalReceiveAmount: amountToWire(total),
    receiveFeesAreEstimated: offer['receiveFeesEstimated'] === true,
    receiveTaxesAreEstimated: offer['receiveTaxesEstimated'] === true,
    detailReceiveAmounts: details(currency, [
      ['remReceiveFee', fees],
      ['nonRemReceiveFee', 0n],
      ['remReceiveTax', taxes],
      ['nonRemReceiveTax', 0n],
    ]),
  };
}

const details = (amountCurrency: string, all: [string, bigint][]) =>
  all.map(([amountType, amount]) => ({ amountType, amount: amountToWire(amount), amountCurrency }));
