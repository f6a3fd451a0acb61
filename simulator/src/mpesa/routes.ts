// Routes of the simulated Daraja API; PROTOCOL.md in this folder says what was chosen where the
// provider's documentation is open.

import { randomBytes } from 'node:crypto';
import { refundOrder } from '../core/refund.ts';
import { header, isMembers, readJson, sendJson, textMember } from '../http/exchange.ts';
import { consumer } from './credentials.ts';
import { resultOf, sendBadField, sendError } from './errors.ts';
import {
  addressFault,
  initiatorFault,
  passwordFault,
  readPayout,
  readPush,
  wholeAmount,
} from './order-body.ts';
import {
  checkoutId,
  conversationOf,
  merchantRequestId,
  newConversation,
  newQuestion,
  seqOfCheckout,
  seqOfReceipt,
} from './ids.ts';
import type { MpesaDeps } from './deps.ts';
import { answerTo, noticeTo, presentNotice } from './present.ts';
import { askBalance, askStatus, sendTaken } from './questions.ts';
import type { Operation, Order } from '../core/operation.ts';
import type { Exchange, Members } from '../http/exchange.ts';

const tokenLifeSeconds = 3_599;

type Call = (deps: MpesaDeps, exchange: Exchange, body: Members) => Promise<void> | void;

const calls: { readonly [path: string]: Call } = {
  '/mpesa/stkpush/v1/processrequest': push,
  '/mpesa/stkpushquery/v1/query': queryPush,
  '/mpesa/b2c/v1/paymentrequest': payOutWithoutId,
  '/mpesa/b2c/v3/paymentrequest': payOut,
  '/mpesa/accountbalance/v1/query': askBalance,
  '/mpesa/transactionstatus/v1/query': askStatus,
  '/mpesa/reversal/v1/request': reverse,
};

/** Handles a path below `/daraja`. */
export async function handleMpesa(
  deps: MpesaDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (path === '/oauth/v1/generate' && exchange.method === 'GET') return giveToken(deps, exchange);
  const [scheme, token = ''] = (header(exchange, 'authorization') ?? '').split(' ');
  if (scheme !== 'Bearer' || deps.nowMs() >= (deps.tokens.get(token) ?? 0))
    return sendBadToken(exchange, path);
  const handle = Object.hasOwn(calls, path) ? calls[path] : undefined;
  if (handle === undefined || exchange.method !== 'POST')
    return sendError(exchange, 404, '404.001.01', 'Resource not found');
  const body = await readJson(exchange);
  return isMembers(body) ? handle(deps, exchange, body) : sendBadField(exchange, 'JSON');
}

/** Pushes refuse a token in other words than everything else. */
function sendBadToken(exchange: Exchange, path: string): void {
  const isPush = path.startsWith('/mpesa/stkpush');
  const [status, code] = isPush ? ([404, '404.001.03'] as const) : ([400, '400.003.01'] as const);
  sendError(exchange, status, code, 'Invalid Access Token');
}

function giveToken(deps: MpesaDeps, exchange: Exchange): void {
  const basic = Buffer.from(`${consumer.key}:${consumer.secret}`).toString('base64');
  if (exchange.query.get('grant_type') !== 'client_credentials')
    return sendError(exchange, 400, '400.008.02', 'Invalid grant type passed');
  if (header(exchange, 'authorization') !== `Basic ${basic}`)
    return sendError(exchange, 400, '400.008.01', 'Invalid Authentication passed');
  const token = randomBytes(18).toString('base64url');
  deps.tokens.set(token, deps.nowMs() + tokenLifeSeconds * 1000);
  sendJson(exchange, 200, { access_token: token, expires_in: String(tokenLifeSeconds) });
}

async function push(deps: MpesaDeps, exchange: Exchange, body: Members): Promise<void> {
  const fault = passwordFault(body);
  if (fault === 'Password') return sendError(exchange, 500, '500.001.1001', 'Wrong credentials');
  if (fault !== '') return sendBadField(exchange, fault);
  const order = readPush(body, (reference) => deps.store.byReference.has(reference));
  if ('field' in order) return sendBadField(exchange, order.field);
  const operation = await take(deps, exchange, order);
  if (operation === null) return;
  sendJson(exchange, 200, {
    MerchantRequestID: merchantRequestId(operation.seq),
    CheckoutRequestID: checkoutId(operation.seq),
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  });
}

/** Null: it has been answered, or will never be. */
async function take(deps: MpesaDeps, exchange: Exchange, order: Order): Promise<Operation | null> {
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') {
    deps.hold(exchange);
    tellLost(deps, order);
    return null;
  }
  if (submission.kind === 'conflict' || !submission.fresh) {
    sendBadField(exchange, 'OriginatorConversationID: used before');
    return null;
  }
  const { operation } = submission;
  if (operation.status !== 'failed') return operation;
  const { ResultDesc, ...result } = resultOf(operation);
  const id = result.catalogueId;
  const more = id === undefined ? {} : { catalogueId: id };
  sendError(exchange, 400, '400.002.02', ResultDesc, more);
  return null;
}

/**
 * Only the answer was lost: what was executed is told all the same, as nothing else could tell it.
 */
function tellLost({ store, notices }: MpesaDeps, { reference, callbackUrl }: Order): void {
  const operation = store.byReference.get(reference);
  if (operation?.status === 'succeeded' && callbackUrl !== null)
    void notices.send(presentNotice({ operation, callbackUrl, forged: false }));
}

async function queryPush(deps: MpesaDeps, exchange: Exchange, body: Members): Promise<void> {
  const fault = passwordFault(body);
  if (fault !== '') return sendBadField(exchange, fault);
  const id = textMember(body, 'CheckoutRequestID') ?? '';
  const operation = await deps.engine.findBySeq(seqOfCheckout(id));
  if (operation?.service !== 'stk') return sendBadField(exchange, 'CheckoutRequestID');
  if (operation.status === 'pending')
    return sendError(exchange, 500, '500.001.1001', 'The transaction is being processed');
  const { ResultCode, ...result } = resultOf(operation);
  sendJson(exchange, 200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: merchantRequestId(operation.seq),
    CheckoutRequestID: id,
    ResultCode: String(ResultCode),
    ...result,
  });
}

/** The payout of the first version: the caller has no id, and this side makes one. */
function payOutWithoutId(deps: MpesaDeps, exchange: Exchange, body: Members): Promise<void> {
  return payOut(deps, exchange, { ...body, OriginatorConversationID: newConversation() });
}

async function payOut(deps: MpesaDeps, exchange: Exchange, body: Members): Promise<void> {
  const fault = initiatorFault(body, 'InitiatorName');
  if (fault !== '') return sendBadField(exchange, fault);
  const order = readPayout(body);
  if ('field' in order) return sendBadField(exchange, order.field);
  const operation = await take(deps, exchange, order);
  if (operation !== null) sendTaken(exchange, conversationOf(operation));
}

/** Only a whole collection is taken back, and once; why not is told by a notice. */
async function reverse(deps: MpesaDeps, exchange: Exchange, body: Members): Promise<void> {
  const fault =
    initiatorFault(body, 'Initiator') ||
    (body['CommandID'] === 'TransactionReversal' ? '' : 'CommandID') ||
    addressFault(body, ['ResultURL', 'QueueTimeOutURL']);
  if (fault !== '') return sendBadField(exchange, fault);
  const url = textMember(body, 'ResultURL')!;
  const original = await deps.engine.findBySeq(
    seqOfReceipt(textMember(body, 'TransactionID') ?? ''),
  );
  const canBe =
    original?.service === 'stk' &&
    deps.engine.refundable(original) &&
    !deps.store.refunds.isBegun(original) &&
    wholeAmount(body['Amount']) === original.amount;
  if (!canBe) {
    const question = newQuestion(deps.nowMs());
    sendTaken(exchange, question);
    const notReversible = {
      ResultCode: 'R000002',
      ResultDesc: 'The OriginalTransactionID is invalid.',
    };
    return void deps.notices.send(noticeTo(url, answerTo(question, notReversible)));
  }
  const occasion = textMember(body, 'Occasion');
  const isNew = occasion !== undefined && !deps.store.byReference.has(occasion);
  const reference = isNew ? occasion : `reversal of ${original.reference}`;
  const order = { ...refundOrder(original, reference, url), service: 'reversal', fingerprint: '' };
  const operation = await take(deps, exchange, order);
  if (operation !== null) sendTaken(exchange, conversationOf(operation));
}
