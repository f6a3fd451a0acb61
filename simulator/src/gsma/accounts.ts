// Account calls of the GSMA API: balance, status, holder, bills, and paying a bill.

import { billClaim, billsOf } from '../core/bills.ts';
import { reasons } from '../core/catalogue.ts';
import { decidingDigits } from '../core/digits.ts';
import { parseAmount } from '../core/money.ts';
import { decimalHash } from '../core/voucher.ts';
import { isMembers, readJson, sendJson, textMember } from '../http/exchange.ts';
import { gsmaError, sendGsmaError } from './errors.ts';
import { moneyFault, readHeaders } from './transaction-body.ts';
import type { Checks } from '../core/submit.ts';
import type { Order } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { GsmaDeps } from './deps.ts';

type Answer = (deps: GsmaDeps, exchange: Exchange, order: Order, checks: Checks) => Promise<void>;

/** Bills of the GSMA side do not name a service code. */
const billService = 'GSMA_BILLS';
const holders = ['Awa Ndiaye', 'Mamadou Diallo', 'Fatou Sow', 'Koffi Adjovi', 'Aminata Traore'];

export async function handleAccounts(
  deps: GsmaDeps,
  exchange: Exchange,
  parts: string[],
  answer: Answer,
): Promise<void> {
  const { method } = exchange;
  const [type = '', id = '', what = '', billReference = '', last = ''] = parts;
  if (method === 'GET' && type === 'balance' && id === '') return sendBalance(deps, exchange);
  if (method === 'GET' && what === 'balance') return sendBalance(deps, exchange, id);
  if (method === 'GET' && what === 'status')
    return sendJson(exchange, 200, { accountStatus: 'available' });
  if (method === 'GET' && what === 'accountname') {
    const fullName = holders[Number(decimalHash(id, 4)) % holders.length] ?? '';
    return sendJson(exchange, 200, { name: { fullName }, lei: '' });
  }
  if (method === 'GET' && what === 'bills' && billReference === '')
    return listBills(deps, exchange, id);
  if (method === 'POST' && what === 'bills' && last === 'payments')
    return payBill(deps, exchange, id, billReference, answer);
  sendGsmaError(
    exchange,
    gsmaError('identification', 'identifierError', 'no such account or call', deps.nowMs()),
  );
}

/**
 * Our own wallet with the operator; `?currency=` chooses among several. Without a name it is the
 * one of orders that name none.
 */
function sendBalance(deps: GsmaDeps, exchange: Exchange, account?: string): void {
  const balances = deps.store.totals.balances({ protocol: 'gsma', account });
  const asked = exchange.query.get('currency');
  const found = balances.find((balance) => balance.currency === asked) ?? balances[0];
  const amount = found?.available ?? '0';
  sendJson(exchange, 200, {
    accountStatus: 'available',
    currentBalance: amount,
    availableBalance: amount,
    reservedBalance: '0',
    unclearedBalance: '0',
    currency: found?.currency ?? 'XOF',
  });
}

function listBills(deps: GsmaDeps, exchange: Exchange, account: string): void {
  const bills = billsOf(deps.store.claims, billService, account, deps.nowMs()).map((bill) => ({
    billReference: bill.billReference,
    billStatus: 'unpaid',
    amountDue: bill.amount,
    currency: bill.currency,
    billdescription: bill.infos.map((info) => `${info.label}: ${info.value}`).join(', '),
    minimumAmountDue: bill.amount,
  }));
  sendJson(exchange, 200, bills);
}

async function payBill(
  deps: GsmaDeps,
  exchange: Exchange,
  account: string,
  billReference: string,
  answer: Answer,
): Promise<void> {
  const body = await readJson(exchange);
  const headers = readHeaders(exchange);
  const validation = (code: string, text: string): void =>
    sendGsmaError(exchange, gsmaError('validation', code, text, deps.nowMs()));
  if ('code' in headers) return validation(headers.code, headers.text);
  const amount = isMembers(body) ? textMember(body, 'amountPaid') : undefined;
  const currency = isMembers(body) ? textMember(body, 'currency') : undefined;
  if (!isMembers(body) || amount === undefined || currency === undefined)
    return validation('mandatoryValueNotSupplied', 'amountPaid and currency are needed');
  const fault = moneyFault(amount, currency);
  if (fault !== null) return validation(fault.code, fault.text);
  const bill = billsOf(new Map(), billService, account, deps.nowMs()).find(
    (candidate) => candidate.billReference === billReference,
  );
  const same = bill !== undefined && parseAmount(bill.amount) === parseAmount(amount);
  const refusal = bill === undefined ? reasons.billUnknown : same ? 0 : reasons.badAmount;
  const order: Order = {
    reference: headers.correlationId,
    protocol: 'gsma',
    kind: 'bill_pay',
    direction: 'out',
    amount,
    currency,
    party: account,
    service: 'billpay',
    fingerprint: '',
    digits: decidingDigits([account]),
    organisationReference: (
      textMember(body, 'requestingOrganisationTransactionReference') ?? ''
    ).slice(0, 256),
    callbackUrl: headers.callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: billClaim(billService, account, billReference),
    originalReference: null,
    page: null,
    remit: null,
  };
  return answer(deps, exchange, order, { refusal, claimTaken: reasons.billTaken });
}
