// Entry point of simulated Africa's Talking: routes of its API version1, as far as messages need
// it.

import { header, sendJson, sendText } from '../http/exchange.ts';
import { createCarrierDeps } from '../sms-carrier/carrier.ts';
import { misbehaves } from '../sms-carrier/take-order.ts';
import { apiKey, username } from './credentials.ts';
import { createInbox } from './inbox.ts';
import { createPushForm, timeOf } from './notice.ts';
import { sendBulk, sendForm, sendUnauthorized } from './send.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Carrier, CarrierWorld } from '../sms-carrier/carrier.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Inbox } from './inbox.ts';

export function openAfricasTalking(world: CarrierWorld): Carrier {
  const { nowMs } = world.clock;
  const form = createPushForm(nowMs);
  const deps = createCarrierDeps(world, 'africas-talking', form, { keepsOptOuts: true });
  const inbox = createInbox();
  return {
    ...deps,
    base: '/africas-talking',
    handle: (exchange) => handle(deps, inbox, exchange),
    webhook: {
      ...deps.webhook,
      deliver(account, delivery) {
        if (delivery.kind === 'inbound') inbox.add({ ...delivery, atMs: nowMs() });
        deps.webhook.deliver(account, delivery);
      },
    },
    load(line) {
      deps.load(line);
      inbox.load(line);
    },
  };
}

async function handle(deps: CarrierDeps, inbox: Inbox, exchange: Exchange): Promise<void> {
  if (misbehaves(deps, exchange)) return;
  if (header(exchange, 'apikey') !== apiKey) return sendUnauthorized(exchange);
  const call = `${exchange.method} ${exchange.path}`;
  if (call === 'POST /version1/messaging') return sendForm(deps, exchange);
  if (call === 'POST /version1/messaging/bulk') return sendBulk(deps, exchange);
  if (exchange.query.get('username') !== username) return sendUnauthorized(exchange);
  if (call === 'GET /version1/messaging') return fetchMessages(inbox, exchange);
  if (call === 'GET /version1/user') {
    const { noCredit } = deps.smsc.behaviours.of('africas-talking');
    const balance = noCredit ? 'KES 0.00' : 'KES 1785.50';
    return sendJson(exchange, 200, { UserData: { balance } });
  }
  sendText(exchange, 404, 'text/plain', 'The requested resource could not be found.');
}

function fetchMessages(inbox: Inbox, exchange: Exchange): void {
  const lastReceived = exchange.query.get('lastReceivedId') ?? '0';
  const seq = /^[0-9]{1,15}$/.test(lastReceived) ? Number(lastReceived) : 0;
  const messages = inbox.after(seq).map((written) => ({
    linkId: `link-${written.seq}`,
    text: written.text,
    to: written.to,
    id: written.seq,
    date: timeOf(written.atMs),
    from: `+${written.from}`,
  }));
  sendJson(exchange, 200, { SMSMessageData: { Messages: messages } });
}
