// Builds the interface's send quote (`sendValidationResponse`) for one remittance: every member,
// in the documented order, with totals that add up.

import { formatAmount } from '../core/money.ts';
import { decimalHash } from '../core/voucher.ts';
import { formatRate } from '../core/rates.ts';
import type { Costs } from '../core/rates.ts';

export interface QuoteOrder {
  costs: Costs;
  sendCurrency: string;
  receiveCurrency: string;
  /** Makes the session id differ between orders. */
  seed: string;
  nowMs: number;
}

export function quoteOf(order: QuoteOrder): { [member: string]: unknown } {
  return {
    doCheckIn: false,
    timeStamp: new Date(order.nowMs).toISOString(),
    flags: 1,
    remitTransactionSessionID: sessionId(order.seed, order.nowMs),
    readyForCommit: true,
    receiveAgentAddress: null,
    sendAmounts: sendAmounts(order),
    receiveAmounts: receiveAmounts(order),
    exchangeRateApplied: formatRate(order.costs.rateMillionths),
    receiveFeeDisclosureText: false,
    receiveTaxDisclosureText: false,
  };
}

/** Ten digits, `E`, and a time in ms, as the interface's examples show. */
export function sessionId(seed: string, atMs: number): string {
  return `${decimalHash(`session ${seed}`, 10)}E${atMs}`;
}

function sendAmounts({ costs, sendCurrency }: QuoteOrder): { [member: string]: unknown } {
  const zero = 0n;
  const feesAndTaxes = costs.feeMinor + costs.taxMinor;
  const details: [string, bigint][] = [
    ['nonRemSendTax', zero],
    ['nonRemSendFee', zero],
    ['remNonDiscountedSendFee', costs.feeMinor],
    ['totalNonDiscountedFees', costs.feeMinor],
    ['discountedRemSendFee', costs.feeMinor],
    ['remSendTax', costs.taxMinor],
    ['totalRemCollectedFeesAndTaxes', feesAndTaxes],
    ['totalAmountToRem', costs.amountMinor + feesAndTaxes],
    ['totalSendFeesAndTaxes', feesAndTaxes],
    ['totalNonRemSendFeesAndTaxes', zero],
  ];
  return {
    sendAmount: formatAmount(costs.amountMinor),
    sendCurrency,
    totalSendFees: formatAmount(costs.feeMinor),
    totalDiscountAmount: '0',
    totalSendTaxes: formatAmount(costs.taxMinor),
    totalAmountToCollect: formatAmount(costs.amountMinor + feesAndTaxes),
    detailSendAmounts: detailAmounts(details, sendCurrency),
  };
}

function receiveAmounts({ costs, receiveCurrency }: QuoteOrder): { [member: string]: unknown } {
  const receive = formatAmount(costs.receiveMinor);
  return {
    receiveAmount: receive,
    receiveCurrency,
    validCurrencyIndicator: true,
    payoutCurrency: receiveCurrency,
    totalReceiveFees: '0',
    totalReceiveTaxes: '0',
    totalReceiveAmount: receive,
    receiveFeesAreEstimated: false,
    receiveTaxesAreEstimated: false,
    detailReceiveAmounts: detailAmounts(
      [
        ['remReceiveFee', 0n],
        ['nonRemReceiveFee', 0n],
        ['remReceiveTax', 0n],
        ['nonRemReceiveTax', 0n],
      ],
      receiveCurrency,
    ),
  };
}

function detailAmounts(
  details: [string, bigint][],
  currency: string,
): { amountType: string; amount: string; amountCurrency: string }[] {
  return details.map(([amountType, minor]) => ({
    amountType,
    amount: formatAmount(minor),
    amountCurrency: currency,
  }));
}
