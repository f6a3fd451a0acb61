// What of SMS runs in a node behind HTTP? The writer that accepts messages, and the delivery that sends them.

import type { Copies } from './copies.ts';
import type { Database } from './db/database.ts';
import { createCommitWait } from './db/commit-wait.ts';
import { createScatteredIds } from './db/scattered-ids.ts';
import { smsConnectorOf } from './connectors.ts';
import { startAcceptWriter, type AcceptDeps } from './domain/sms/index.ts';
import { startSmsDelivery, type SmsDelivery, type SmsDeliveryDeps } from './domain/sms-delivery/index.ts';

export interface SmsPath {
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
  'node' | 'holdsLease' | 'http' | 'publicUrl' | 'noticeKey' | 'partDays' | 'leaseOwner' | 'onCallbacks' | 'log'
> & {
  /** The installation's own: ids of batches, and ids of inbound messages, which stand among those of operations. */
  idKeys: { batches: Buffer; operations: Buffer };
};

export async function startSmsPath(
  database: Database,
  { smsApps: apps, smsRouting: routing, refreshSmsRouting: refreshRouting, clock }: Copies,
  { idKeys, ...node }: SmsNode,
): Promise<SmsPath> {
  const ids = createScatteredIds('sms_batch_block_seq', idKeys.batches);
  const inboundIds = createScatteredIds('operation_block_seq', idKeys.operations);
  await ids.refill(database);
  const delivery = startSmsDelivery({
    ...node,
    ...{ database, routing, now: clock.now, connectorOf: smsConnectorOf },
    async nextId() {
      for (;;) {
        const id = inboundIds.next();
        if (id !== null) return id;
        await inboundIds.refill(database);
      }
    },
  });
  const writer = startAcceptWriter({ database, node: node.node, onAccepted: delivery.wake });
  const wait = createCommitWait();
  return {
    accept: { database, apps, routing, refreshRouting, ids, now: clock.now, submit: (command) => wait.watch(writer.submit(command)) },
    delivery,
    commitWaitMs: wait.waitMs,
    get waiting() {
      return writer.waiting;
    },
    async close() {
      await writer.close();
      await delivery.close();
    },
  };
}
