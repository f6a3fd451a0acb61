// Tracks what was sent to a bind and is not acknowledged yet: deliver_sm with receipts and
// messages from phones.

import { status } from '../sms/refusals.ts';
import { writeDeliver } from './codec.ts';
import { inboundFields, receiptFields } from './receipt.ts';
import type { Behaviour } from '../sms/behaviour.ts';
import type { Smsc } from '../sms/smsc-type.ts';
import type { Delivery } from '../sms/message.ts';
import type { Output } from './output.ts';

export interface Deliveries {
  /** How many wait for their answer. */
  count(): number;
  nextSequence(): number;
  send(delivery: Delivery, behaviour: Behaviour): void;
  /** A deliver_sm_resp came. */
  acknowledge(sequence: number, code: number): void;
  /** Takes back what waits for longer than `timeoutMs`. */
  giveUpOld(nowMs: number, timeoutMs: number): void;
  /** The connection is gone: everything that waits, in its order. */
  takeAll(): Delivery[];
  /** Set by the account: what is to be tried again. */
  onReturned: (delivery: Delivery) => void;
}

const sequenceMax = 0x7fff_ffff;
/** Statuses after which a delivery is not tried again. */
const forGood: readonly number[] = [status.ok, status.receiverPermanent, status.receiverRejects];

export function createDeliveries(smsc: Smsc, out: () => Output): Deliveries {
  const waiting = new Map<number, { delivery: Delivery; sentAtMs: number }>();
  let sequence = 0;
  const deliveries: Deliveries = {
    count: () => waiting.size,
    nextSequence: () => (sequence = sequence >= sequenceMax ? 1 : sequence + 1),
    send(delivery, behaviour) {
      const number = deliveries.nextSequence();
      waiting.set(number, { delivery, sentAtMs: performance.now() });
      if (delivery.kind === 'report') {
        smsc.noteSent(delivery);
        writeDeliver(out(), number, receiptFields(delivery, behaviour, smsc.clock.nowMs()));
      } else writeDeliver(out(), number, inboundFields(delivery));
    },
    acknowledge(number, code) {
      const entry = waiting.get(number);
      if (entry === undefined) return;
      waiting.delete(number);
      if (forGood.includes(code)) smsc.noteAcknowledged(entry.delivery, code);
      else deliveries.onReturned(entry.delivery);
    },
    giveUpOld(nowMs, timeoutMs) {
      for (const [number, { delivery, sentAtMs }] of waiting) {
        if (nowMs - sentAtMs < timeoutMs) return;
        waiting.delete(number);
        deliveries.onReturned(delivery);
      }
    },
    takeAll() {
      const all = [...waiting.values()].map(({ delivery }) => delivery);
      waiting.clear();
      return all;
    },
    onReturned: () => {},
  };
  return deliveries;
}
