// Sends receipts and messages from phones to the sender's address: many together, signed, and
// retried until they are accepted.

import { createHmac } from 'node:crypto';
import { webhookLine } from '../sms/journal.ts';
import type { Notices } from '../core/notices.ts';
import type { Smsc } from '../sms/smsc-type.ts';
import type { Delivery, Outlet, State } from '../sms/message.ts';
import type { References } from './references.ts';

export interface Webhook extends Outlet {
  /** Where messages from phones go, and receipts of messages that named no address. */
  setAddress(address: string): void;
  /** As `setAddress`, from the book. */
  loadAddress(address: string): void;
  address(): string;
  /** Sends what was held back. */
  pump(): void;
  waiting(): number;
}

export const httpAccount = 'http';
const deliveriesMax = 500;

/** Words of this protocol. */
export const stateWords: { readonly [state in State]: string } = {
  ENROUTE: 'enroute',
  ACCEPTD: 'enroute',
  DELIVRD: 'delivered',
  EXPIRED: 'expired',
  DELETED: 'undeliverable',
  UNDELIV: 'undeliverable',
  UNKNOWN: 'unknown',
  REJECTD: 'rejected',
};

export function createWebhook(deps: {
  smsc: Smsc;
  notices: Notices;
  references: References;
  secret: string;
}): Webhook {
  const { smsc, notices, references, secret } = deps;
  const behaviour = smsc.behaviours.of(httpAccount);
  let address = '';
  let waiting: Delivery[] = [];
  let armed = false;

  function pump(): void {
    if (armed || waiting.length === 0 || behaviour.holdReceipts || behaviour.silent) return;
    armed = true;
    setImmediate(flush);
  }
  function flush(): void {
    armed = false;
    const { byTarget, unaddressed } = groupByTarget(waiting, address);
    waiting = unaddressed;
    for (const [key, deliveries] of byTarget) push(key.slice(key.indexOf(' ') + 1), deliveries);
  }
  function push(url: string, deliveries: Delivery[]): void {
    const garbled = deliveries.some((delivery) => delivery.kind === 'report' && delivery.garbled);
    for (const delivery of deliveries) {
      if (delivery.kind !== 'report') continue;
      smsc.noteSent(delivery);
      if (!delivery.garbled) references.note(delivery.message, delivery.state);
    }
    const body = JSON.stringify(bodyOf(deliveries, smsc.clock.nowMs()));
    const onTaken = (): void =>
      deliveries.forEach((delivery) => smsc.noteAcknowledged(delivery, 0));
    void notices.send({
      url,
      method: 'POST',
      body,
      headers: () => (garbled ? {} : signed(secret, body)),
      onTaken,
    });
  }
  return {
    deliver(_account, delivery) {
      waiting.push(delivery);
      pump();
    },
    setAddress(wanted) {
      if (wanted === address) return;
      address = wanted;
      smsc.turn.record(webhookLine(smsc.clock.nowMs(), wanted));
      pump();
    },
    loadAddress: (wanted) => void (address = wanted),
    address: () => address,
    pump,
    waiting: () => waiting.length,
  };
}

/** By what each goes to. Receipts that nobody wants are dropped; messages from phones wait for an address. */
function groupByTarget(
  deliveries: readonly Delivery[],
  address: string,
): { byTarget: Map<string, Delivery[]>; unaddressed: Delivery[] } {
  const byTarget = new Map<string, Delivery[]>();
  const unaddressed: Delivery[] = [];
  for (const delivery of deliveries) {
    const target = (delivery.kind === 'report' ? delivery.message.webhook : '') || address;
    if (target !== '') groupFor(byTarget, target, delivery).push(delivery);
    else if (delivery.kind === 'inbound') unaddressed.push(delivery);
  }
  return { byTarget, unaddressed };
}

/**
 * A push holds one telling of a message only, so that a receipt that is told twice comes in two; garbled ones, which carry no proof of
 * their origin, go alone.
 */
function groupFor(groups: Map<string, Delivery[]>, target: string, delivery: Delivery): Delivery[] {
  for (let number = 0; ; number += 1) {
    const key = `${number}${delivery.kind === 'report' && delivery.garbled ? 'x' : ''} ${target}`;
    const group = groups.get(key);
    if (group === undefined) {
      const fresh: Delivery[] = [];
      groups.set(key, fresh);
      return fresh;
    }
    if (group.length < deliveriesMax && !group.some((other) => isSame(other, delivery)))
      return group;
  }
}

function isSame(one: Delivery, other: Delivery): boolean {
  return one.kind === 'report' && other.kind === 'report' && one.message === other.message;
}

function bodyOf(deliveries: Delivery[], nowMs: number): { receipts: object[]; inbound: object[] } {
  const at = new Date(nowMs).toISOString();
  const receipts: object[] = [];
  const inbound: object[] = [];
  for (const delivery of deliveries) {
    if (delivery.kind === 'report') {
      const { message, state, error } = delivery;
      const reported = {
        id: message.id,
        reference: message.reference,
        to: `+${message.to}`,
        state: stateWords[state],
        at,
      };
      receipts.push(error === '000' ? reported : { ...reported, error });
    } else
      inbound.push({
        id: `in${delivery.seq.toString(36)}`,
        from: `+${delivery.from}`,
        to: delivery.to,
        text: delivery.text,
        at,
      });
  }
  return { receipts, inbound };
}

function signed(secret: string, body: string): { [name: string]: string } {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-sms-timestamp': timestamp, 'x-sms-signature': signature };
}
