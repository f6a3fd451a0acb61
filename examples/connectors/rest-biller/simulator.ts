// Plays the biller in the sandbox and in tests, over the simulator's own engine: it keeps the book,
// knows the outcome digits and sends the notices. Written from the biller's page and not from the
// connector, with which it shares no code.

import { createHmac } from 'node:crypto';
import {
  billClaim,
  billsOf,
  codeOfError,
  decidingDigits,
  fingerprintOf,
  header,
  isMembers,
  isWebAddress,
  parseAmount,
  readJson,
  reasons,
  sendJson,
  textMember,
  type Announcement,
  type Exchange,
  type Notice,
  type Operation,
  type Order,
  type Protocol,
  type ProtocolDeps,
} from '@jokko/simulator/kit';

const apiKey = 'rest-biller-test-key';
const noticeSecret = 'rest-biller-test-secret';
const service = 'REST_BILLER';

export function open(deps: ProtocolDeps): Protocol {
  return {
    name: 'rest-biller',
    bases: ['/rest-biller'],
    handle: (exchange, _base, path) => handle(deps, exchange, path),
    unavailable: (exchange) => sendJson(exchange, 503, { code: 'UNAVAILABLE' }),
    notice: present,
    idOf: ({ seq }) => idOf(seq),
  };
}

const idOf = (seq: number): string => `P${String(seq).padStart(9, '0')}`;

async function handle(deps: ProtocolDeps, exchange: Exchange, path: string): Promise<void> {
  if (header(exchange, 'authorization') !== `Bearer ${apiKey}`)
    return sendJson(exchange, 401, { code: 'KEY_UNKNOWN' });
  const [, area = '', reference = ''] = path.split('/');
  const call = `${exchange.method} ${area}`;
  if (call === 'GET bills') return listBills(deps, exchange);
  if (call === 'POST payments' && reference === '') return pay(deps, exchange);
  if (call === 'GET payments') return show(deps, exchange, reference);
  if (call === 'GET balance') {
    const available = deps.store.totals.balance({ protocol: 'rest-biller' }, 'XOF');
    return sendJson(exchange, 200, { currency: 'XOF', available });
  }
  return sendJson(exchange, 404, { code: 'NO_SUCH_CALL' });
}

function listBills(deps: ProtocolDeps, exchange: Exchange): void {
  const account = exchange.query.get('account') ?? '';
  const digits = decidingDigits([account]);
  if (digits > 7000 && digits < 8000) return sendJson(exchange, 422, reasonOf(digits - 7000));
  const bills = billsOf(deps.store.claims, service, account, deps.nowMs());
  sendJson(exchange, 200, {
    bills: bills.map(({ billReference, amount, currency, infos }) => ({
      bill: billReference,
      amount,
      currency,
      customer: infos[0]?.value,
      due: infos[1]?.value,
    })),
  });
}

async function pay(deps: ProtocolDeps, exchange: Exchange): Promise<void> {
  const order = readOrder(await readJson(exchange));
  if (order === null) return sendJson(exchange, 400, { code: 'MALFORMED' });
  const { account, bill } = order;
  const found = billsOf(new Map(), service, account, deps.nowMs()).find(
    ({ billReference }) => billReference === bill,
  );
  const sameAmount =
    found !== undefined && parseAmount(found.amount) === parseAmount(order.order.amount);
  const refusal = found === undefined ? reasons.billUnknown : sameAmount ? 0 : reasons.badAmount;
  const submission = await deps.engine.submit(order.order, {
    refusal,
    claimTaken: reasons.billTaken,
  });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict') return sendJson(exchange, 409, { code: 'REFERENCE_USED' });
  const { operation, fresh } = submission;
  if (fresh && operation.status === 'failed')
    return sendJson(exchange, 422, reasonOf(operation.errorId));
  sendJson(exchange, fresh ? 201 : 200, paymentOf(operation));
}

function readOrder(body: unknown): { order: Order; account: string; bill: string } | null {
  if (!isMembers(body)) return null;
  const reference = textMember(body, 'reference');
  const account = textMember(body, 'account');
  const bill = textMember(body, 'bill');
  const amount = textMember(body, 'amount');
  const currency = textMember(body, 'currency');
  const notifyUrl = textMember(body, 'notifyUrl');
  if (!reference || !account || !bill || !amount || !currency) return null;
  if (parseAmount(amount) === null || (notifyUrl !== undefined && !isWebAddress(notifyUrl)))
    return null;
  const order: Order = {
    reference,
    protocol: 'rest-biller',
    kind: 'bill_pay',
    direction: 'out',
    amount,
    currency,
    party: account,
    service,
    fingerprint: fingerprintOf([account, bill, amount, currency]),
    digits: decidingDigits([account]),
    organisationReference: '',
    callbackUrl: notifyUrl ?? null,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: billClaim(service, account, bill),
    originalReference: null,
    page: null,
    remit: null,
  };
  return { order, account, bill };
}

async function show(deps: ProtocolDeps, exchange: Exchange, reference: string): Promise<void> {
  const operation = await deps.engine.find(decodeURIComponent(reference));
  if (operation?.protocol !== 'rest-biller')
    return sendJson(exchange, 404, { code: 'PAYMENT_UNKNOWN' });
  sendJson(exchange, 200, paymentOf(operation));
}

const words: { readonly [status in Operation['status']]: string } = {
  pending: 'PENDING',
  succeeded: 'PAID',
  failed: 'FAILED',
  canceled: 'FAILED',
  reversed: 'CANCELLED',
};

function paymentOf(operation: Operation): object {
  const { seq, reference, status, amount, currency, party, errorId } = operation;
  return {
    id: idOf(seq),
    reference,
    status: words[status],
    amount,
    currency,
    account: party,
    ...(errorId === 0 ? {} : { reason: reasonOf(errorId) }),
  };
}

/** The biller's own code where it has one; `sandboxId` exists in the sandbox only. */
function reasonOf(errorId: number): object {
  const code = billerCodes[errorId] ?? codeOfError(errorId).toUpperCase();
  return { code, message: codeOfError(errorId).replaceAll('_', ' '), sandboxId: errorId };
}
const billerCodes: { readonly [errorId: number]: string } = {
  121: 'BILL_UNKNOWN',
  118: 'BILL_PAID',
  116: 'AMOUNT_WRONG',
  53: 'DEPOSIT_LOW',
  51: 'DAY_LIMIT',
  28: 'CLOSED',
};

/** A notice with its signature; a forged one has none. */
function present({ operation, callbackUrl, forged }: Announcement): Notice {
  const body = JSON.stringify(paymentOf(operation));
  const signature = createHmac('sha256', noticeSecret).update(body).digest('hex');
  return {
    url: callbackUrl,
    method: 'POST',
    body,
    headers: () => ({
      'content-type': 'application/json',
      ...(forged ? {} : { 'x-signature': signature }),
    }),
  };
}
