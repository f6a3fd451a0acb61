// What of SMS runs in a node behind HTTP? The writer that accepts messages.

import type { Copies } from './copies.ts';
import type { Database } from './db/database.ts';
import { createCommitWait } from './db/commit-wait.ts';
import { createScatteredIds } from './db/scattered-ids.ts';
import { startAcceptWriter, type AcceptDeps } from './domain/sms/index.ts';

export interface SmsPath {
  accept: AcceptDeps;
  /** How long accepted requests wait for their commit, ms. */
  commitWaitMs(): number;
  /** Requests that wait for the next transaction. */
  readonly waiting: number;
  /** Resolves when everything submitted before is written. */
  close(): Promise<void>;
}

/** `idKey`: of batch ids; the installation's own. `onAccepted` is told after a commit which links have got messages. */
export async function startSmsPath(
  database: Database,
  { smsApps: apps, smsRouting: routing, clock }: Copies,
  { node, idKey, onAccepted }: { node: number; idKey: Buffer; onAccepted(links: string[]): void },
): Promise<SmsPath> {
  const writer = startAcceptWriter({ database, node, onAccepted });
  const wait = createCommitWait();
  const ids = createScatteredIds('sms_batch_block_seq', idKey);
  await ids.refill(database);
  return {
    accept: { database, apps, routing, ids, now: clock.now, submit: (command) => wait.watch(writer.submit(command)) },
    commitWaitMs: wait.waitMs,
    get waiting() {
      return writer.waiting;
    },
    close: writer.close,
  };
}
