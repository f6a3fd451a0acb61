// What does the interface's reception record (`referenceNumberResponse`) show for a number? A remittance that was sent through us
// shows its own data; any other number has data that follow from its digits.

import { formatAmount, formatFixed, parseAmount } from '../core/money.ts';
import { decimalHash } from '../core/voucher.ts';
import { costsOf, formatRate } from './rates.ts';
import { sessionId } from './remittance-quote.ts';
import type { Costs } from './rates.ts';
import type { Line, RemitFacts } from '../core/operation.ts';

export interface RemittanceView {
  number: string;
  /** First line of the order that sent it; null for a number that never was sent here. */
  sent: Line | null;
  received: boolean;
  nowMs: number;
}

const dayMs = 86_400_000;
const firstNames = ['AWA', 'MOUSSA', 'FATOU', 'IBRAHIMA', 'AMINATA', 'KOFFI', 'MARIAM', 'OUSMANE'];
const lastNames = ['NDIAYE', 'DIALLO', 'SOW', 'TRAORE', 'FALL', 'OUEDRAOGO', 'KONE', 'NGONO'];

export function recordOf(view: RemittanceView): { [member: string]: unknown } {
  const facts = view.sent?.remit ?? inventedFacts(view.number);
  const amount = view.sent?.amount ?? inventedAmount(view.number);
  const sendCurrency = view.sent?.currency ?? 'XOF';
  const receiveCurrency = facts['receiveCurrency'] || sendCurrency;
  const costs = costsOf(amount, sendCurrency, receiveCurrency) ?? plainCosts(amount);
  const sentAtMs = view.sent === null ? inventedTime(view) : Date.parse(view.sent.at);
  const receive = formatAmount(costs.receiveMinor);
  return {
    doCheckIn: false,
    timeStamp: new Date(view.nowMs).toISOString(),
    flags: 1,
    remitTransactionSessionID: sessionId(view.number, sentAtMs),
    senderFirstName: facts['senderFirstName'] ?? '',
    senderLastName: facts['senderLastName'] ?? '',
    senderHomePhone: facts['senderHomePhone'] ?? '',
    receiverFirstName: facts['receiverFirstName'] ?? '',
    receiverLastName: facts['receiverLastName'] ?? '',
    agentCheckNumber: decimalHash(`check ${view.number}`, 10),
    agentCheckAmount: formatFixed(costs.receiveMinor, 3),
    agentCheckAuthorizationNumber: decimalHash(`authorization ${view.number}`, 5),
    customerCheckNumber: '0000000000',
    customerCheckAmount: '0.000',
    okForAgent: !view.received,
    deliveryOption: facts['deliveryOption'] || 'WILL_CALL',
    transactionStatus: view.received ? 'RECVD' : 'AVAIL',
    dateTimeSent: new Date(sentAtMs).toISOString(),
    receiveCurrency,
    receiveAmount: receive,
    referenceNumber: view.number,
    originatingCountry: facts['senderCountry'] || 'SEN',
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
    sendPurposeOfTransaction: facts['sendPurposeOfTransaction'] || 'GIFT',
  };
}

/** What the recipient gets of a remittance that was sent here, decimal string. */
export function receivableAmount(sent: Line): string {
  const costs = costsOf(sent.amount, sent.currency, sent.remit?.['receiveCurrency'] || sent.currency);
  return costs === null ? sent.amount : formatAmount(costs.receiveMinor);
}

function plainCosts(amount: string): Costs {
  const amountMinor = parseAmount(amount) ?? 0n;
  return { amountMinor, feeMinor: 0n, taxMinor: 0n, receiveMinor: amountMinor, rateMillionths: 1_000_000n };
}

function inventedFacts(number: string): RemitFacts {
  const digits = decimalHash(`people ${number}`, 12);
  const pick = (names: string[], at: number): string => names[Number(digits.slice(at, at + 2)) % names.length] ?? '';
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
function inventedTime(view: RemittanceView): number {
  const today = view.nowMs - (view.nowMs % dayMs);
  return today - (Number(decimalHash(`time ${view.number}`, 9)) % (3 * dayMs)) - 1;
}
