// Entry point of simulated Orange SMS Africa & Middle East: token, messages, subscriptions and
// contracts.

import { createAccessTokens } from '../core/access-tokens.ts';
import {
  decodePart,
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendEmpty,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import { partsOf } from '../sms/alphabet.ts';
import { createRates } from '../sms/rate.ts';
import { createCarrierDeps } from '../sms-carrier/carrier.ts';
import { misbehaves } from '../sms-carrier/take-order.ts';
import { basic, senders } from './credentials.ts';
import { sendGatewayError, sendServiceException } from './errors.ts';
import { createPushForm } from './notice.ts';
import { sendMessage } from './send.ts';
import type { AccessTokens } from '../core/access-tokens.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Rates } from '../sms/rate.ts';
import type { Carrier, CarrierWorld } from '../sms-carrier/carrier.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';

interface OrangeDeps extends CarrierDeps {
  tokens: AccessTokens;
  tokenCalls: Rates;
}

const account = 'orange-sms';
const tokenLivesSeconds = 3_600;
const tokenCallsPerMinute = 50;
const outbound = '/smsmessaging/v1/outbound';
const bundleUnits = 100_000;

export function openOrangeSms(world: CarrierWorld): Carrier {
  const form = createPushForm(world.clock.nowMs);
  const parts = createCarrierDeps(world, account, form, { keepsOptOuts: false });
  const tokens = createAccessTokens(world.clock.nowMs);
  const tokenCalls = createRates(60_000, world.clock.nowMs);
  const deps: OrangeDeps = { ...parts, tokens, tokenCalls };
  return {
    ...parts,
    base: '/orange-sms',
    handle: (exchange) => handle(deps, exchange),
  };
}

async function handle(deps: OrangeDeps, exchange: Exchange): Promise<void> {
  if (misbehaves(deps, exchange)) return;
  const { method, path } = exchange;
  if (method === 'POST' && path === '/oauth/v3/token') return giveToken(deps, exchange);
  const authorization = header(exchange, 'authorization');
  if (authorization === undefined) return sendGatewayError(exchange, 40);
  if (!deps.tokens.isGood(authorization))
    return sendGatewayError(exchange, deps.tokens.hasExpired(authorization) ? 42 : 41);
  if (method === 'GET' && path === '/sms/admin/v1/contracts') return showContracts(deps, exchange);
  const [first = '', second = '', ...more] = path.startsWith(`${outbound}/`)
    ? path
        .slice(outbound.length + 1)
        .split('/')
        .map(decodePart)
    : [];
  if (more.length > 0 || second === '') return sendGatewayError(exchange, 60);
  if (method === 'POST' && second === 'requests') return sendMessage(deps, exchange, first);
  if (method === 'POST' && second === 'subscriptions') return subscribe(deps, exchange, first);
  if (first === 'subscriptions' && second === subscriptionId)
    return handleSubscription(deps, exchange);
  sendGatewayError(exchange, 60);
}

/** `expires_in` is a text. */
function giveToken({ tokens, tokenCalls }: OrangeDeps, exchange: Exchange): void {
  if (tokenCalls.over(account, tokenCallsPerMinute, 1)) return sendGatewayError(exchange, 53);
  if (!/application\/json/.test(header(exchange, 'accept') ?? ''))
    return sendJson(exchange, 406, { error: 'not_acceptable' });
  if (header(exchange, 'authorization') !== basic)
    return sendJson(exchange, 401, {
      error: 'invalid_client',
      error_description:
        'The requested service needs credentials, but the ones provided were invalid.',
    });
  sendJson(exchange, 200, {
    token_type: 'Bearer',
    access_token: tokens.issue(tokenLivesSeconds),
    expires_in: String(tokenLivesSeconds),
  });
}

/** One bundle for each country; every part of a text is a unit. */
async function showContracts({ references, smsc }: OrangeDeps, exchange: Exchange): Promise<void> {
  await smsc.turn.settled();
  const { noCredit } = smsc.behaviours.of(account);
  const country = exchange.query.get('country');
  const used = references.newest().reduce((sum, { text }) => sum + partsOf(text, 0).length, 0);
  const expirationMs = smsc.clock.nowMs() + (noCredit ? -1 : 30) * 86_400_000;
  const contracts = Object.entries(senders)
    .filter(([, of]) => country === null || country === of)
    .map(([digits, of]) => ({
      id: `contract-${digits}`,
      type: 'SELFSERVICE',
      country: of,
      offerName: 'SMS_OCB',
      availableUnits: noCredit ? 0 : bundleUnits - used,
      requestedUnits: bundleUnits,
      status: noCredit ? 'EXPIRED' : 'ACTIVE',
      expirationDate: new Date(expirationMs).toISOString(),
    }));
  sendJson(exchange, 200, contracts);
}

const subscriptionId = 'sub-1';

/** The subscription of version 1: where notices go. The account has one. */
async function subscribe(deps: OrangeDeps, exchange: Exchange, sender: string): Promise<void> {
  const body = await readJson(exchange);
  const asked = isMembers(body) ? body['deliveryReceiptSubscription'] : undefined;
  const reference = isMembers(asked) ? asked['callbackReference'] : undefined;
  const notifyURL = isMembers(reference) ? textMember(reference, 'notifyURL') : undefined;
  if (notifyURL === undefined || !isWebAddress(notifyURL))
    return sendServiceException(exchange, 'SVC0002', 'notifyURL');
  deps.webhook.setAddress(notifyURL);
  await deps.smsc.turn.settled();
  sendJson(exchange, 201, presentSubscription(notifyURL, sender));
}

function handleSubscription({ webhook }: OrangeDeps, exchange: Exchange): void {
  if (webhook.address() === '') return sendGatewayError(exchange, 60);
  if (exchange.method === 'GET')
    return sendJson(exchange, 200, presentSubscription(webhook.address(), ''));
  if (exchange.method !== 'DELETE') return sendGatewayError(exchange, 60);
  webhook.setAddress('');
  sendEmpty(exchange, 204);
}

function presentSubscription(notifyURL: string, sender: string): object {
  const below = sender === '' ? '' : `/${sender}`;
  return {
    deliveryReceiptSubscription: {
      callbackReference: { notifyURL },
      resourceURL: `https://api.orange.com${outbound}${below}/subscriptions/${subscriptionId}`,
    },
  };
}
