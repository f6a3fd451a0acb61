// What is an application told of an inbound message? One body, frozen when the message is stored; delivered as the callbacks of payments are.

import { smsInboundEvent, type SmsInboundBody } from '@jokko/contract';
import { laneOf, type CallbackWrite } from '../callbacks/index.ts';
import type { InboundApp, InboundRow } from './inbound-store.ts';

/** `leaseOwner`: the node that sends it at once, if it has room. Null when the app has no address. */
export function composeInboundCallback(
  row: InboundRow,
  app: InboundApp,
  { now, leaseOwner }: { now: Date; leaseOwner(accountId: number, lane: string): number | null },
): CallbackWrite | null {
  const { inboundUrl: url, accountId } = app;
  if (url === null) return null;
  const lane = laneOf(url);
  const { keyword } = row;
  const body: SmsInboundBody = {
    event: smsInboundEvent,
    id: row.id,
    from: addressOf(row.from),
    to: addressOf(row.to),
    text: row.text,
    ...(keyword === null ? {} : { keyword }),
    optOut: row.consent === 'stop',
    receivedAt: now.toISOString(),
  };
  return {
    ...{ facts: { accountId, id: row.id }, second: false, lane, url, status: 'RECEIVED', body: JSON.stringify(body) },
    ...{ leaseOwner: leaseOwner(accountId, lane), waitMs: 0, nextAttemptAt: now },
  };
}

/** Long numbers with plus; short codes (up to 8 digits) and names as they are. */
const addressOf = (address: string): string => (/^[1-9]\d{8,14}$/.test(address) ? `+${address}` : address);
