// Entry point of simulated Infobip: routes of its SMS API, versions 1 to 3.

import { header, sendJson } from '../http/exchange.ts';
import { createCarrierDeps } from '../sms-carrier/carrier.ts';
import { createRates } from '../sms/rate.ts';
import { misbehaves } from '../sms-carrier/take-order.ts';
import { isOurs } from './credentials.ts';
import { sendError } from './errors.ts';
import { fetchInbox, fetchLogs, fetchReports, preview } from './fetch.ts';
import { createPushForm } from './report.ts';
import { send } from './send.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Carrier, CarrierWorld } from '../sms-carrier/carrier.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Presenter } from './report.ts';

export function openInfobip(world: CarrierWorld): Carrier {
  const presenter: Presenter = {
    nowMs: world.clock.nowMs,
    textOf: ({ message }) => deps.references.find(message.id)?.text ?? '',
  };
  const form = createPushForm(presenter);
  const deps = createCarrierDeps(world, 'infobip', form, { keepsOptOuts: false });
  const rates = createRates(60_000);
  const isOver = (): boolean => {
    const { logsPerMinute } = deps.smsc.behaviours.of('infobip');
    return logsPerMinute > 0 && rates.over('logs', logsPerMinute, 1);
  };
  return {
    ...deps,
    base: '/infobip',
    handle: (exchange) => handle(deps, { presenter, isOver }, exchange),
  };
}

interface Own {
  presenter: Presenter;
  /** Whether this question to the logs is more than they take in a minute. */
  isOver(): boolean;
}

async function handle(
  deps: CarrierDeps,
  { presenter, isOver }: Own,
  exchange: Exchange,
): Promise<void> {
  if (misbehaves(deps, exchange)) return;
  if (!isOurs(header(exchange, 'authorization'))) return sendError(exchange, 401);
  const call = `${exchange.method} ${exchange.path}`;
  if (call === 'POST /sms/3/messages') return send(deps, exchange, 3);
  if (call === 'POST /sms/2/text/advanced') return send(deps, exchange, 2);
  if (call === 'POST /sms/1/preview') return preview(exchange);
  await deps.smsc.turn.settled();
  const [, version, what] = /^GET \/sms\/([123])\/(reports|logs)$/.exec(call) ?? [];
  const number = version === '3' ? 3 : version === '2' ? 2 : 1;
  if (what === 'reports') return fetchReports(deps, presenter, exchange, number);
  if (what === 'logs' && isOver()) return sendError(exchange, 429);
  if (what === 'logs') return fetchLogs(deps, presenter, exchange, number);
  if (call === 'GET /sms/1/inbox/reports') return fetchInbox(deps, presenter, exchange);
  if (call === 'GET /account/1/balance') {
    const { noCredit } = deps.smsc.behaviours.of('infobip');
    return sendJson(exchange, 200, { balance: noCredit ? 0 : 1000, currency: 'EUR' });
  }
  sendError(exchange, 404);
}
