// Entry point of simulated Twilio: routes of its API 2010-04-01, as far as messages need it.

import { header, sendJson } from '../http/exchange.ts';
import { createCarrierDeps } from '../sms-carrier/carrier.ts';
import { misbehaves } from '../sms-carrier/take-order.ts';
import { createPushForm } from './callback.ts';
import { accountSid, isOurs } from './credentials.ts';
import { sendError, sendNotFound } from './errors.ts';
import { accountPath, presentList, presentMessage } from './present.ts';
import { sendMessage } from './send.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Carrier, CarrierWorld } from '../sms-carrier/carrier.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';

export function openTwilio(world: CarrierWorld): Carrier {
  const form = createPushForm(world.clock.nowMs);
  const deps = createCarrierDeps(world, 'twilio', form, { keepsOptOuts: true });
  return { ...deps, base: '/twilio', handle: (exchange) => handle(deps, exchange) };
}

async function handle(deps: CarrierDeps, exchange: Exchange): Promise<void> {
  if (misbehaves(deps, exchange)) return;
  if (!isOurs(header(exchange, 'authorization'))) return sendError(exchange, 20_003);
  const { path, method } = exchange;
  const call = path.startsWith(accountPath) ? path.slice(accountPath.length) : null;
  if (method === 'POST' && call === '/Messages.json') return sendMessage(deps, exchange);
  if (method !== 'GET' || call === null) return sendNotFound(exchange);
  await deps.smsc.turn.settled();
  const { noCredit } = deps.smsc.behaviours.of('twilio');
  if (call === '/Messages.json')
    return sendJson(exchange, 200, presentList(deps.references.newest(), exchange.query));
  if (call === '/Balance.json')
    return sendJson(exchange, 200, {
      account_sid: accountSid,
      balance: noCredit ? '0' : '1000.00',
      currency: 'USD',
    });
  if (call === '.json')
    return sendJson(exchange, 200, {
      sid: accountSid,
      friendly_name: 'Sandbox',
      status: noCredit ? 'suspended' : 'active',
      type: 'Full',
    });
  const sid = /^\/Messages\/(SM[0-9a-f]{32})\.json$/.exec(call)?.[1];
  const known = sid === undefined ? undefined : deps.references.find(sid);
  if (known === undefined) return sendNotFound(exchange);
  sendJson(exchange, 200, presentMessage(known));
}
