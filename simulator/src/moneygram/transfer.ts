// Sending: quote, update, commit.

import { decidingDigits } from '../core/digits.ts';
import { costsOf } from '../core/rates.ts';
import {
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import { sendError, sendNotFound, sendRefusal } from './errors.ts';
import { presentAmounts, presentSent, presentSession } from './present.ts';
import type { Order } from '../core/operation.ts';
import type { Exchange, Members } from '../http/exchange.ts';
import type { MoneygramDeps } from './deps.ts';
import type { Session } from './sessions.ts';

const serviceOptions = ['WILL_CALL', 'BANK_DEPOSIT', 'DIRECT_TO_ACCT'];
export const noChecks = { refusal: 0, claimTaken: 0 };

/** `parts`: the path below `/transfer/v1/transactions`. */
export async function handleTransfer(
  deps: MoneygramDeps,
  exchange: Exchange,
  parts: string[],
): Promise<void> {
  const [id = '', action = ''] = parts;
  const { method } = exchange;
  if (id === 'quote' && method === 'POST') return quote(deps, exchange);
  const [committed] = committedOf(deps, id);
  const session = deps.sessions.find(id, deps.nowMs());
  if (method === 'GET' && action === '' && (committed ?? session) !== undefined)
    return sendJson(
      exchange,
      200,
      committed === undefined ? presentSession(session!) : presentSent(deps, committed),
    );
  if (method !== 'PUT') return sendNotFound(exchange);
  if (committed !== undefined)
    return sendError(exchange, 409, 'ALREADY_COMMITTED', 'the transaction was committed');
  if (session === undefined) return sendNotFound(exchange);
  if (action === '') return update(exchange, session);
  return action === 'commit' ? commit(deps, exchange, session) : sendNotFound(exchange);
}

/** What was committed under an id, and not refused in the answer. */
export function committedOf(deps: MoneygramDeps, id: string) {
  return deps.references
    .of(id)
    .filter(({ digits, errorId }) => errorId === 0 || digits !== 7000 + errorId);
}

async function quote(deps: MoneygramDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const sent = isMembers(body) && isMembers(body['sendAmount']) ? body['sendAmount'] : {};
  const { value } = sent as Members;
  const sendCurrency = textMember(sent, 'currencyCode');
  if (!isMembers(body) || typeof value !== 'number' || sendCurrency === undefined)
    return sendError(exchange, 400, 'INVALID', 'sendAmount is needed', ['sendAmount']);
  if (!/^[A-Z]{3}$/.test(textMember(body, 'destinationCountryCode') ?? ''))
    return sendError(exchange, 400, 'INVALID', 'ISO 3166', ['destinationCountryCode']);
  const receiveCurrency = textMember(body, 'receiveCurrencyCode') ?? sendCurrency;
  const amount = String(value);
  const costs = costsOf(amount, sendCurrency, receiveCurrency);
  if (costs === null)
    return sendError(exchange, 400, 'INVALID', 'no such amount or currency', ['sendAmount']);
  const asked = textMember(body, 'serviceOptionCode');
  if (asked !== undefined && !serviceOptions.includes(asked))
    return sendError(exchange, 400, 'INVALID', 'no such way', ['serviceOptionCode']);
  const options = asked === undefined ? serviceOptions : [asked];
  const transactions = options.map((serviceOptionCode) => {
    const quoted = { amount, sendCurrency, receiveCurrency, serviceOptionCode };
    const { id: transactionId } = deps.sessions.open(quoted, deps.nowMs());
    const amounts = presentAmounts(costs, sendCurrency, receiveCurrency);
    return { transactionId, serviceOptionCode, ...amounts };
  });
  sendJson(exchange, 200, { transactions });
}

const within = (members: Members, ...path: string[]): Members =>
  path.reduce<Members>((at, name) => (isMembers(at[name]) ? at[name] : {}), members);

async function update(exchange: Exchange, session: Session): Promise<void> {
  const body = await readJson(exchange);
  if (!isMembers(body)) return sendError(exchange, 400, 'INVALID', 'a JSON object is needed');
  const sender = within(body, 'sender');
  const receiver = within(body, 'beneficiary', 'consumer');
  const text = (members: Members, name: string) => textMember(members, name) ?? '';
  session.partnerTransactionId = textMember(body, 'partnerTransactionId') ?? null;
  session.facts = {
    senderFirstName: text(within(sender, 'name'), 'firstName'),
    senderLastName: text(within(sender, 'name'), 'lastName'),
    senderHomePhone: text(within(sender, 'mobilePhone'), 'number'),
    senderCountry: text(within(sender, 'address'), 'countryCode'),
    sendPurposeOfTransaction: text(within(body, 'transactionInformation'), 'purposeOfTransaction'),
    deliveryOption: session.serviceOptionCode,
    receiverFirstName: text(within(receiver, 'name'), 'firstName'),
    receiverLastName: text(within(receiver, 'name'), 'lastName'),
    receiveCurrency: session.receiveCurrency,
  };
  const needed = { sender: ['senderFirstName', 'senderLastName'], receiver: ['receiverFirstName'] };
  session.missing = [...needed.sender, ...needed.receiver].filter((name) => !session.facts[name]);
  sendJson(exchange, 200, presentSession(session));
}

async function commit(deps: MoneygramDeps, exchange: Exchange, session: Session): Promise<void> {
  if (session.missing.length > 0)
    return sendError(exchange, 400, 'NOT_READY', 'not ready for commit', session.missing);
  const { amount, sendCurrency } = session;
  const order: Order = {
    ...orderOf(exchange, session.id, session.partnerTransactionId),
    kind: 'remit_send',
    direction: 'out',
    amount,
    currency: sendCurrency,
    service: 'transfer',
    digits: decidingDigits([header(exchange, 'x-sandbox-phone')]),
    claim: null,
    remit: session.facts,
  };
  const submission = await deps.engine.submit(order, noChecks);
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict')
    return sendError(exchange, 409, 'ALREADY_COMMITTED', 'this reference was committed');
  const { operation } = submission;
  if (operation.status === 'failed') return sendRefusal(exchange, operation.errorId);
  sendJson(exchange, 200, presentSent(deps, operation));
}

/** What every committed order has. */
export function orderOf(exchange: Exchange, id: string, partnerTransactionId: string | null) {
  const notify = header(exchange, 'x-sandbox-notify-url') ?? '';
  return {
    reference: partnerTransactionId ?? id,
    protocol: 'moneygram',
    party: header(exchange, 'x-sandbox-phone') ?? '',
    fingerprint: id,
    organisationReference: id,
    callbackUrl: isWebAddress(notify) ? notify : null,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    originalReference: null,
    page: null,
  } satisfies Partial<Order>;
}
