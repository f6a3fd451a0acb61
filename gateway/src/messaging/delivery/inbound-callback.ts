// Builds the callback that reports an inbound message to an application: one body, frozen when the
// message is stored and delivered like the callbacks of payments.

import { defined, smsInboundEvent, type SmsInboundBody } from '@jokko/contract';
import { destinationOf, type CallbackWrite } from '../../payments/callbacks/index.ts';
import type { InboundApp, InboundRow } from './inbound-store.ts';

/**
 * `leaseOwner`: the node that sends it at once, if it has room. Null when the app has no address.
 */
export function composeInboundCallback(
  row: InboundRow,
  app: InboundApp,
  {
    now,
    leaseOwner,
  }: { now: Date; leaseOwner(accountId: number, destination: string): number | null },
): CallbackWrite | null {
  const { inboundUrl: url, accountId } = app;
  if (url === null) return null;
  const destination = destinationOf(url);
  const { keyword } = row;
  const body: SmsInboundBody = {
    event: smsInboundEvent,
    id: row.id,
    from: row.isUnclear ? row.from : addressOf(row.from),
    to: addressOf(row.to),
    text: row.text,
    ...defined({ keyword }),
    optOut: row.consent === 'stop',
    receivedAt: now.toISOString(),
  };
  return {
    terms: { accountId, id: row.id },
    second: false,
    destination,
    url,
    status: 'RECEIVED',
    body: JSON.stringify(body),
    leaseOwner: leaseOwner(accountId, destination),
    waitMs: 0,
    nextAttemptAt: now,
  };
}

/** Long numbers with plus; short codes (up to 8 digits) and names as they are. */
const addressOf = (address: string): string =>
  /^[1-9]\d{8,14}$/.test(address) ? `+${address}` : address;
