// Builds the interface's reception record (`referenceNumberResponse`) for a number. A remittance
// that was sent through us shows its own data; any other number has data derived from its digits.

import { formatAmount, formatFixed } from '../core/money.ts';
import { decimalHash } from '../core/voucher.ts';
import { formatRate } from '../core/rates.ts';
import { remittanceOf } from '../core/remittance.ts';
import { sessionId } from './remittance-quote.ts';
import type { Line } from '../core/operation.ts';

export interface RemittanceView {
  number: string;
  /** First line of the order that sent it; null for a number that never was sent here. */
  sent: Line | null;
  received: boolean;
  nowMs: number;
}

const dayMs = 86_400_000;
export function recordOf(view: RemittanceView): { [member: string]: unknown } {
  const { details, sendCurrency, receiveCurrency, costs, sentAtMs } = remittanceOf(
    view.number,
    view.sent,
    view.nowMs,
  );
  const receive = formatAmount(costs.receiveMinor);
  return {
    doCheckIn: false,
    timeStamp: new Date(view.nowMs).toISOString(),
    flags: 1,
    remitTransactionSessionID: sessionId(view.number, sentAtMs),
    senderFirstName: details['senderFirstName'] ?? '',
    senderLastName: details['senderLastName'] ?? '',
    senderHomePhone: details['senderHomePhone'] ?? '',
    receiverFirstName: details['receiverFirstName'] ?? '',
    receiverLastName: details['receiverLastName'] ?? '',
    agentCheckNumber: decimalHash(`check ${view.number}`, 10),
    agentCheckAmount: formatFixed(costs.receiveMinor, 3),
    agentCheckAuthorizationNumber: decimalHash(`authorization ${view.number}`, 5),
    customerCheckNumber: '0000000000',
    customerCheckAmount: '0.000',
    okForAgent: !view.received,
    deliveryOption: details['deliveryOption'] || 'WILL_CALL',
    transactionStatus: view.received ? 'RECVD' : 'AVAIL',
    dateTimeSent: new Date(sentAtMs).toISOString(),
    receiveCurrency,
    receiveAmount: receive,
    referenceNumber: view.number,
    originatingCountry: details['senderCountry'] || 'SEN',
    validIndicator: true,
    indicativeReceiveAmount: receive,
    indicativeExchangeRate: formatRate(costs.rateMillionths),
    expectedDateOfDelivery: new Date(sentAtMs - (sentAtMs % dayMs)).toISOString(),
    originalSendAmount: formatFixed(costs.amountMinor, 3),
    originalSendCurrency: sendCurrency,
    originalSendFee: formatFixed(costs.feeMinor, 3),
    originalExchangeRate: formatRate(costs.rateMillionths),
    redirectIndicator: false,
    okForPickup: !view.received,
    notOkForPickupReasonCode: view.received ? 1 : 0,
    minutesUntilOkForPickup: '0',
    sendPurposeOfTransaction: details['sendPurposeOfTransaction'] || 'GIFT',
  };
}
