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
import { submit } from './submit.ts';
import { httpAccount, stateWords } from './webhook.ts';
import type { Exchange } from '../http/exchange.ts';
import type { SmsHttpDeps } from './deps.ts';

/** Handles a path below `/sms/v1`. */
export async function handleSmsHttp(
  deps: SmsHttpDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  const { method } = exchange;
  const behaviour = deps.smsc.behaviours.of(httpAccount);
  if (behaviour.silent) return;
  if (behaviour.httpFail > 0) {
    behaviour.httpFail -= 1;
    return sendText(exchange, behaviour.httpStatus, 'text/html', '<h1>told to fail</h1>');
  }
  if (header(exchange, 'x-api-key') !== deps.apiKey)
    return sendError(exchange, 401, 'unauthorized', 'wrong API key');
  if (path === '/messages' && method === 'POST') return takeOrder(deps, exchange);
  if (path.startsWith('/messages/') && method === 'GET')
    return lookUp(deps, exchange, decodePart(path.slice(10)));
  if (path === '/account' && method === 'GET')
    return sendJson(exchange, 200, { webhook: deps.webhook.address() });
  if (path === '/account' && method === 'PUT') return setWebhook(deps, exchange);
  return sendError(exchange, 404, 'not_found', 'no such resource');
}

export function sendError(
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

async function takeOrder(deps: SmsHttpDeps, exchange: Exchange): Promise<void> {
  const { smsc } = deps;
  const behaviour = smsc.behaviours.of(httpAccount);
  const order = readOrder(await readJson(exchange));
  if (typeof order === 'string') return sendError(exchange, 400, 'malformed', order);
  if (behaviour.queueFull > 0) {
    behaviour.queueFull -= 1;
    return sendError(exchange, 503, 'queue_full', 'nothing was accepted');
  }
  if (deps.smsc.overRate(httpAccount, order.recipients.length)) {
    return sendError(exchange, 429, 'busy', 'nothing was accepted', { 'retry-after': '1' });
  }
  const answer = await submit(deps, order);
  await smsc.turn.settled();
  if (behaviour.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, behaviour.slowMs));
  if (answer === null) exchange.response.destroy();
  else sendJson(exchange, 200, { messages: answer });
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
    to: `+${known.to}`,
    id: known.id,
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
