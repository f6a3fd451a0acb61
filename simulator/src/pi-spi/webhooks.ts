// Registers webhooks; the secret is shown once, at the registration.

import { randomUUID } from 'node:crypto';
import {
  isMembers,
  isWebAddress,
  readJson,
  sendEmpty,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';
import { ourAlias, webhookSecret } from './credentials.ts';
import type { PiSpiDeps, Webhook } from './deps.ts';
import { sendInvalid, sendProblem } from './problem.ts';

/** `id` is empty for the list. */
export async function handleWebhooks(
  deps: PiSpiDeps,
  exchange: Exchange,
  id: string,
): Promise<void> {
  const { webhooks } = deps;
  const { method } = exchange;
  if (id === '' && method === 'POST') return save(deps, exchange, randomUUID(), 201);
  if (id === '' && method === 'GET')
    return sendJson(exchange, 200, {
      data: [...webhooks.values()],
      meta: { total: webhooks.size, size: 100, page: 1 },
    });
  const found = webhooks.get(id);
  if (found === undefined) return sendProblem(exchange, 404, 'no such webhook');
  if (method === 'GET') return sendJson(exchange, 200, found);
  if (method === 'PUT') return save(deps, exchange, id, 200);
  if (method !== 'DELETE') return sendProblem(exchange, 404, 'no such call');
  webhooks.delete(id);
  sendEmpty(exchange, 204);
}

async function save(
  { webhooks }: PiSpiDeps,
  exchange: Exchange,
  id: string,
  status: number,
): Promise<void> {
  const body = await readJson(exchange);
  const callbackUrl = isMembers(body) ? (textMember(body, 'callbackUrl') ?? '') : '';
  if (!isMembers(body) || !isWebAddress(callbackUrl))
    return sendInvalid(exchange, 'callbackUrl', 'an absolute address is needed');
  if (body['alias'] !== ourAlias) return sendInvalid(exchange, 'alias', 'not your alias');
  const events = Array.isArray(body['events']) ? body['events'].map(String) : [];
  const webhook: Webhook = { id, callbackUrl, alias: ourAlias, events };
  webhooks.set(id, webhook);
  sendJson(exchange, status, status === 201 ? { ...webhook, secret: webhookSecret } : webhook);
}
