// Sends receipts and messages from phones to the sender's address, in the provider's form, and
// again until they are accepted.

import { webhookLine } from '../sms/journal.ts';
import type { Notice, Notices } from '../core/notices.ts';
import type { Delivery, Outlet, Protocol } from '../sms/message.ts';
import type { Smsc } from '../sms/smsc-type.ts';
import type { References } from './references.ts';

export interface Webhook extends Outlet {
  /** Where messages from phones go, and receipts of messages that named no address. */
  setAddress(address: string): void;
  /** As `setAddress`, from the book. */
  loadAddress(address: string): void;
  address(): string;
  /** Sends what was held back. */
  pump(): void;
  /** How many, of all kinds or of one. */
  waiting(kind?: Delivery['kind']): number;
  /** What waits for somebody to ask, the oldest first; it is theirs then. */
  pull<D extends Delivery>(most: number, wanted: (delivery: Delivery) => delivery is D): D[];
}

/** How a provider pushes. */
export interface PushForm {
  /** Deliveries that one push may hold. */
  most: number;
  /**
   * Receipts without an address wait until they are asked for, in place of being told to nobody.
   */
  keepsReceipts: boolean;
  /** `forged`: one receipt alone, that must not be believed. */
  notice(
    url: string,
    deliveries: readonly Delivery[],
    forged: boolean,
  ): Omit<Notice, 'url' | 'method' | 'onTaken'>;
}

export interface WebhookDeps {
  smsc: Smsc;
  notices: Notices;
  references: References;
  protocol: Protocol;
  form: PushForm;
}

export function createWebhook(deps: WebhookDeps): Webhook {
  const { smsc, protocol } = deps;
  const behaviour = smsc.behaviours.of(protocol);
  let address = '';
  let waiting: Delivery[] = [];
  /** Has no address: apart, so that what comes in does not pass over it again and again. */
  let kept: Delivery[] = [];
  let armed = false;

  const isHeld = (): boolean => behaviour.holdReceipts || behaviour.silent;
  function pump(): void {
    if (armed || waiting.length === 0 || isHeld()) return;
    armed = true;
    setImmediate(flush);
  }
  function flush(): void {
    armed = false;
    const sorted = sort(deps, waiting, address);
    waiting = [];
    kept.push(...sorted.kept);
    for (const { url, deliveries } of sorted.pushes) push(deps, url, deliveries);
  }
  return {
    deliver(_account, delivery) {
      waiting.push(delivery);
      pump();
    },
    setAddress(wanted) {
      if (wanted === address) return;
      address = wanted;
      smsc.turn.record(webhookLine(protocol, wanted, smsc.clock.nowMs()));
      waiting = [...kept, ...waiting];
      kept = [];
      pump();
    },
    loadAddress: (wanted) => void (address = wanted),
    address: () => address,
    pump,
    waiting: (kind) =>
      [...waiting, ...kept].filter((delivery) => kind === undefined || delivery.kind === kind)
        .length,
    pull(most, wanted) {
      if (isHeld()) return [];
      const pulled = kept.filter(wanted).slice(0, most);
      const gone = new Set<Delivery>(pulled);
      kept = kept.filter((delivery) => !gone.has(delivery));
      noteSent(deps, pulled);
      noteTaken(deps, pulled);
      return pulled;
    },
  };
}

interface Push {
  url: string;
  deliveries: Delivery[];
}

/**
 * What goes where, and what waits for an address or to be asked for. What nobody wants is only
 * noted.
 */
function sort(
  deps: WebhookDeps,
  waiting: readonly Delivery[],
  address: string,
): { pushes: Push[]; kept: Delivery[] } {
  const groups = new Map<string, Push>();
  const kept: Delivery[] = [];
  const unwanted: Delivery[] = [];
  for (const delivery of waiting) {
    const url = (delivery.kind === 'report' ? delivery.message.webhook : '') || address;
    if (url !== '') join(deps.form, groups, url, delivery);
    else if (delivery.kind === 'inbound' || deps.form.keepsReceipts) kept.push(delivery);
    else unwanted.push(delivery);
  }
  noteSent(deps, unwanted);
  noteTaken(deps, unwanted);
  return { pushes: [...groups.values()], kept };
}

/**
 * A push holds one telling of a message only, so that a receipt that is told twice comes in two;
 * garbled ones, which carry no proof of their origin, go alone.
 */
function join(form: PushForm, groups: Map<string, Push>, url: string, delivery: Delivery): void {
  if (form.most === 1) return void groups.set(String(groups.size), { url, deliveries: [delivery] });
  const isGarbled = delivery.kind === 'report' && delivery.garbled;
  const kind = isGarbled ? 'garbled' : delivery.kind;
  for (let number = 0; ; number += 1) {
    const key = `${number} ${kind} ${url}`;
    const group = groups.get(key);
    if (group === undefined) return void groups.set(key, { url, deliveries: [delivery] });
    const { deliveries } = group;
    if (deliveries.length < form.most && !deliveries.some((other) => isSame(other, delivery)))
      return void deliveries.push(delivery);
  }
}

function isSame(one: Delivery, other: Delivery): boolean {
  return one.kind === 'report' && other.kind === 'report' && one.message === other.message;
}

function push(deps: WebhookDeps, url: string, deliveries: Delivery[]): void {
  const forged = deliveries.some((delivery) => delivery.kind === 'report' && delivery.garbled);
  noteSent(deps, deliveries);
  void deps.notices.send({
    ...deps.form.notice(url, deliveries, forged),
    url,
    method: 'POST',
    onTaken: () => noteTaken(deps, deliveries),
  });
}

function noteSent({ smsc, references }: WebhookDeps, deliveries: readonly Delivery[]): void {
  for (const delivery of deliveries) {
    if (delivery.kind !== 'report') continue;
    smsc.noteSent(delivery);
    if (!delivery.garbled) references.note(delivery, smsc.clock.nowMs());
  }
}

function noteTaken({ smsc }: WebhookDeps, deliveries: readonly Delivery[]): void {
  for (const delivery of deliveries) smsc.noteAcknowledged(delivery, 0);
}
