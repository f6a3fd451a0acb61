// API users of the simulated MTN MoMo and the access tokens that they are given.

import { randomBytes } from 'node:crypto';
import { firstUser, isProduct, subscriptionKeys } from './credentials.ts';
import { header, isMembers, readJson, sendEmpty, sendJson, textMember } from '../http/exchange.ts';
import { sendError, sendGatewayError } from './errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ApiUser, Product } from './credentials.ts';

export interface Users {
  /** Handles a path below `/v1_0/apiuser`: what the provider's sandbox offers to make users. */
  handleUsers(exchange: Exchange, path: string): Promise<void> | void;
  /** Answers `POST /{product}/token/`. */
  giveToken(exchange: Exchange, product: Product): void;
  /** Whether the request may use the product; when not, it has been answered. */
  admits(exchange: Exchange, product: Product): boolean;
}

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const tokenLifeSeconds = 3_600;

export function createUsers(nowMs: () => number): Users {
  const users = new Map<string, ApiUser>([[firstUser.id, { ...firstUser, callbackHost: '' }]]);
  const tokens = new Map<string, { product: Product; untilMs: number }>();

  async function makeUser(exchange: Exchange): Promise<void> {
    const id = (header(exchange, 'x-reference-id') ?? '').toLowerCase();
    const body = await readJson(exchange);
    const host = isMembers(body) ? textMember(body, 'providerCallbackHost') : undefined;
    if (!uuid4.test(id) || host === undefined) return sendError(exchange, 400, 'BAD_REQUEST');
    if (users.has(id)) return sendError(exchange, 409, 'RESOURCE_ALREADY_EXIST');
    users.set(id, { key: null, callbackHost: host });
    sendEmpty(exchange, 201);
  }
  return {
    handleUsers(exchange, path) {
      const known: readonly string[] = Object.values(subscriptionKeys);
      if (!known.includes(header(exchange, 'ocp-apim-subscription-key') ?? ''))
        return sendGatewayError(exchange, 401, 'Access denied due to invalid subscription key.');
      if (path === '' && exchange.method === 'POST') return makeUser(exchange);
      const [id = '', what] = path.slice(1).toLowerCase().split('/');
      const user = users.get(id);
      if (user === undefined) return sendError(exchange, 404, 'RESOURCE_NOT_FOUND');
      if (what === undefined && exchange.method === 'GET')
        return sendJson(exchange, 200, {
          providerCallbackHost: user.callbackHost,
          targetEnvironment: 'sandbox',
        });
      if (what !== 'apikey' || exchange.method !== 'POST')
        return sendGatewayError(exchange, 404, 'Resource not found');
      user.key = randomBytes(16).toString('hex');
      sendJson(exchange, 201, { apiKey: user.key });
    },
    giveToken(exchange, product) {
      if (!hasKeyOf(exchange, product)) return;
      const [scheme, text = ''] = (header(exchange, 'authorization') ?? '').split(' ');
      const [id = '', key] = Buffer.from(text, 'base64').toString('utf8').split(':');
      const user = users.get(id.toLowerCase());
      if (scheme !== 'Basic' || user === undefined || user.key === null || user.key !== key)
        return sendJson(exchange, 401, { error: 'login_failed' });
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, { product, untilMs: nowMs() + tokenLifeSeconds * 1000 });
      sendJson(exchange, 200, {
        access_token: token,
        token_type: 'access_token',
        expires_in: tokenLifeSeconds,
      });
    },
    admits(exchange, product) {
      if (!hasKeyOf(exchange, product)) return false;
      const [scheme, token = ''] = (header(exchange, 'authorization') ?? '').split(' ');
      const held = tokens.get(token);
      if (scheme === 'Bearer' && held?.product === product && nowMs() < held.untilMs) return true;
      sendGatewayError(exchange, 401, 'Access denied due to an invalid or expired token.');
      return false;
    },
  };
}

/** Whether the key is that of the product; when it is not, the request has been answered. */
function hasKeyOf(exchange: Exchange, product: Product): boolean {
  if (header(exchange, 'ocp-apim-subscription-key') === subscriptionKeys[product]) return true;
  sendGatewayError(exchange, 401, 'Access denied due to invalid subscription key.');
  return false;
}

/** `/collection/token/` → its product; null for any other path. */
export function productOfTokenPath(path: string): Product | null {
  const [, product = '', word, end] = path.split('/');
  return isProduct(product) && word === 'token' && !end ? product : null;
}
