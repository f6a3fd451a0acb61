// Routes of the HTTP provider of short messages. PROTOCOL.md section 7.

import {
  decodePart,
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendJson,
  sendText,
  textMember,
} from '../http/exchange.ts';
import { readOrder } from './read-body.ts';
import { misbehaves, takeOrder } from '../sms-carrier/take-order.ts';
import { stateWords } from './notice.ts';
import { submitAll } from './submit.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Fault } from '../sms-carrier/take-order.ts';

export interface SmsHttpDeps extends CarrierDeps {
  apiKey: string;
}

/** Handles a path below `/sms/v1`. */
export async function handleSmsHttp(
  deps: SmsHttpDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  const { method } = exchange;
  if (misbehaves(deps, exchange)) return;
  if (header(exchange, 'x-api-key') !== deps.apiKey)
    return sendError(exchange, 401, 'unauthorized', 'wrong API key');
  if (path === '/messages' && method === 'POST') return submit(deps, exchange);
  if (path.startsWith('/messages/') && method === 'GET')
    return lookUp(deps, exchange, decodePart(path.slice(10)));
  if (path === '/account' && method === 'GET')
    return sendJson(exchange, 200, { webhook: deps.webhook.address() });
  if (path === '/account' && method === 'PUT') return setWebhook(deps, exchange);
  return sendError(exchange, 404, 'not_found', 'no such resource');
}

function sendError(
  exchange: Exchange,
  status: number,
  code: string,
  text: string,
  headers: { [name: string]: string } = {},
): void {
  sendText(
    exchange,
    status,
    'application/json; charset=utf-8',
    JSON.stringify({ error: { code, text } }),
    headers,
  );
}

async function submit(deps: SmsHttpDeps, exchange: Exchange): Promise<void> {
  const order = readOrder(await readJson(exchange));
  if (typeof order === 'string') return sendError(exchange, 400, 'malformed', order);
  await takeOrder(deps, exchange, {
    numbers: order.recipients.map(({ to }) => to.replace(/^\+/, '')),
    fail: (fault) => sendFault(exchange, fault),
    take(submitOne) {
      const messages = submitAll(deps, order, submitOne);
      return () => sendJson(exchange, 200, { messages });
    },
  });
}

function sendFault(exchange: Exchange, fault: Fault): void {
  if (fault === 'throttled')
    sendError(exchange, 429, 'busy', 'nothing was accepted', { 'retry-after': '1' });
  else sendError(exchange, 503, 'queue_full', 'nothing was accepted');
}

async function lookUp(
  { smsc, references }: SmsHttpDeps,
  exchange: Exchange,
  reference: string,
): Promise<void> {
  await smsc.turn.settled();
  const known = references.find(reference);
  if (known === undefined)
    return sendError(exchange, 404, 'not_found', 'no message under this reference');
  sendJson(exchange, 200, {
    reference,
    to: `+${known.message.to}`,
    id: known.message.id,
    state: stateWords[known.state],
  });
}

async function setWebhook({ smsc, webhook }: SmsHttpDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const address = isMembers(body) ? textMember(body, 'webhook') : undefined;
  if (address === undefined || !isWebAddress(address)) {
    return sendError(exchange, 400, 'malformed', 'webhook: an http or https address is needed');
  }
  webhook.setAddress(address);
  await smsc.turn.settled();
  sendJson(exchange, 200, { webhook: address });
}
