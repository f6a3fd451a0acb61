// Receiving: find by number, update, commit.

import { reasons } from '../core/catalogue.ts';
import { decidingDigits } from '../core/digits.ts';
import { formatAmount } from '../core/money.ts';
import { remittanceOf } from '../core/remittance.ts';
import { header, isMembers, readJson, sendJson, textMember } from '../http/exchange.ts';
import { sendError, sendNotFound, sendRefusal } from './errors.ts';
import { isPaidOut, presentAmounts, presentReceived } from './present.ts';
import { orderOf } from './transfer.ts';
import type { Remittance } from '../core/remittance.ts';
import type { Order } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';
import type { MoneygramDeps } from './deps.ts';

const idPrefix = 'PAYOUT-';
/** Prepared numbers, by their status: on hold, given back, paid out. */
const prepared: { readonly [number: string]: string } = {
  90000001: 'AVAILABLE',
  90000002: 'REFUNDED',
  90000003: 'RECEIVED',
};

/** `parts`: the path below `/payout/v1/transactions`. */
export async function handlePayout(
  deps: MoneygramDeps,
  exchange: Exchange,
  parts: string[],
): Promise<void> {
  const [id = '', action = ''] = parts;
  const isFind = id === '' && exchange.method === 'GET';
  const number = isFind ? exchange.query.get('referenceNumber') : id.slice(idPrefix.length);
  const found = await findRemittance(deps, number ?? '');
  if (found === null || number === null) return sendNotFound(exchange);
  if (isFind) return sendJson(exchange, 200, presentFound(deps, number, found));
  if (exchange.method !== 'PUT' || !id.startsWith(idPrefix)) return sendNotFound(exchange);
  if (action === '') return update(deps, exchange, number);
  return action === 'commit' ? commit(deps, exchange, number, found) : sendNotFound(exchange);
}

/** Null: no such number. */
export async function findRemittance(
  deps: MoneygramDeps,
  number: string,
): Promise<Remittance | null> {
  if (!/^[1-9][0-9]{7}$/.test(number)) return null;
  const sender = await deps.engine.find(deps.store.remittances.get(number) ?? '');
  const line = sender === undefined ? null : deps.engine.firstLine(sender);
  return remittanceOf(number, line, deps.nowMs());
}

export function presentFound(
  deps: MoneygramDeps,
  number: string,
  remittance: Remittance,
): { [member: string]: unknown } {
  const { details, costs, sendCurrency, receiveCurrency } = remittance;
  const told = prepared[number];
  const isTaken = deps.store.claims.has(`remittance ${number}`);
  const status = isPaidOut(deps, number) ? 'RECEIVED' : (told ?? 'AVAILABLE');
  const isOnHold = status === 'AVAILABLE' && told !== undefined;
  return {
    transactionId: `${idPrefix}${number}`,
    payoutId: `P${number}`,
    referenceNumber: number,
    transactionStatus: status,
    availableForPayout: !isTaken && told === undefined,
    ...(isOnHold && { subStatus: [{ subStatus: 'HOLD', message: 'on hold until tomorrow' }] }),
    serviceOptionCode: details['deliveryOption'] || 'WILL_CALL',
    originatingCountryCode: details['senderCountry'] || 'SEN',
    sendDate: new Date(remittance.sentAtMs).toISOString(),
    sender: {
      name: { firstName: details['senderFirstName'], lastName: details['senderLastName'] },
    },
    receiver: {
      name: { firstName: details['receiverFirstName'], lastName: details['receiverLastName'] },
    },
    ...presentAmounts(costs, sendCurrency, receiveCurrency),
  };
}

/** Who pays out, by number, until the commit. */
const partners = new WeakMap<MoneygramDeps, Map<string, string>>();

async function update(deps: MoneygramDeps, exchange: Exchange, number: string): Promise<void> {
  const body = await readJson(exchange);
  if (!isMembers(body)) return sendError(exchange, 400, 'INVALID', 'a JSON object is needed');
  const partner = textMember(body, 'partnerTransactionId');
  const byNumber = partners.get(deps) ?? new Map<string, string>();
  partners.set(deps, byNumber);
  if (partner === undefined) byNumber.delete(number);
  else byNumber.set(number, partner);
  sendJson(exchange, 200, { transactionId: `${idPrefix}${number}`, readyForCommit: true });
}

async function commit(
  deps: MoneygramDeps,
  exchange: Exchange,
  number: string,
  remittance: Remittance,
): Promise<void> {
  const id = `${idPrefix}${number}`;
  const order: Order = {
    ...orderOf(exchange, id, partners.get(deps)?.get(number) ?? null),
    kind: 'remit_receive',
    direction: 'in',
    amount: formatAmount(remittance.costs.receiveMinor),
    currency: remittance.receiveCurrency,
    service: number,
    digits: decidingDigits([number, header(exchange, 'x-sandbox-phone')]),
    claim: `remittance ${number}`,
    remit: null,
  };
  const refusal = prepared[number] === undefined ? 0 : reasons.remittanceTaken;
  const checks = { refusal, claimTaken: reasons.remittanceTaken };
  const submission = await deps.engine.submit(order, checks);
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict')
    return sendError(exchange, 409, 'ALREADY_COMMITTED', 'this reference was committed');
  const { operation } = submission;
  if (operation.status === 'failed') return sendRefusal(exchange, operation.errorId);
  sendJson(exchange, 200, presentReceived(operation));
}
