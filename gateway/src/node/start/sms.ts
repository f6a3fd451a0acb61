// Assembles the SMS part of a node behind HTTP: the writer that accepts messages, and the delivery
// that sends them.

import type { Caches } from './caches.ts';
import type { Database } from '../../platform/db/database.ts';
import { createScatteredIds, drawId } from '../../platform/db/scattered-ids.ts';
import { createBalanceReader, type BalanceReader } from '../../messaging/carrier-balances/index.ts';
import { startAcceptWriter, type AcceptDeps } from '../../messaging/applications/index.ts';
import {
  startSmsDelivery,
  type SmsDelivery,
  type SmsDeliveryDeps,
} from '../../messaging/delivery/index.ts';

export interface SmsPath {
  /** Reads what our accounts at carriers hold. */
  balances: BalanceReader;
  accept: AcceptDeps;
  delivery: SmsDelivery;
  /** How long accepted requests wait for their commit, ms. */
  commitWaitMs(): number;
  /** Requests that wait for the next transaction. */
  readonly waiting: number;
  /** Accepts nothing more, then sends nothing more; resolves when everything is recorded. */
  close(): Promise<void>;
}

/** What the delivery has of the node. */
export type SmsNode = Pick<
  SmsDeliveryDeps,
  | 'node'
  | 'connectorOf'
  | 'mark'
  | 'holdsLease'
  | 'http'
  | 'publicUrl'
  | 'noticeKey'
  | 'partDays'
  | 'leaseOwner'
  | 'onCallbacks'
  | 'log'
  | 'onConnectionEvent'
> & {
  /** Told how long each commit of accepted requests took. */
  onCommit(tookMs: number): void;
};

export async function startSmsPath(
  database: Database,
  { smsApps: apps, smsRouting: routing, refreshSmsRouting: refreshRouting, clock }: Caches,
  { onCommit, ...node }: SmsNode,
): Promise<SmsPath> {
  const ids = createScatteredIds('sms_batch');
  const inboundIds = createScatteredIds('operation');
  await ids.refill(database);
  const delivery = startSmsDelivery({
    ...node,
    database,
    routing,
    now: clock.now,
    nextId: () => drawId(inboundIds, database),
  });
  const writer = startAcceptWriter({
    database,
    node: node.node,
    onAccepted: delivery.wake,
    onCommit,
  });
  return {
    accept: {
      database,
      apps,
      routing,
      refreshRouting,
      ids,
      now: clock.now,
      submit: writer.submit,
    },
    balances: createBalanceReader({ ...node, database, routing }),
    delivery,
    commitWaitMs: writer.waitMs,
    get waiting() {
      return writer.waiting;
    },
    async close() {
      await writer.close();
      await delivery.close();
    },
  };
}
