// Buffer from which a sender gets its messages: consecutive leases, round-robin over the accounts,
// with the texts of their batches.

import type { Database } from '../../platform/db/database.ts';
import type { Routing } from '../routing/index.ts';
import type { BatchTexts } from './batch-texts.ts';
import type { IsUp } from './before-sending.ts';
import { leaseMessages, type LeaseOrder } from './lease.ts';
import type { LeaseInFlight } from './command.ts';
import type { ConnectionTraits } from './message-outcome.ts';
import { startSending, type Sending } from './sending.ts';
import { environment } from '../../platform/environment.ts';

/**
 * A lease whose answer took longer may have been given back by a sweep (lost-leases.ts): it is left
 * to it.
 */
const leaseTrustMs = 10_000;

export interface BufferDeps {
  database: Database;
  node: number;
  /** What the database certainly knows of this node. */
  mark(): LeaseOrder['mark'];
  routing(): Routing;
  /** ms since 1970 on the database's clock. */
  now(): number;
  isUp: IsUp;
  texts: BatchTexts;
  /** Leases in this node's memory. */
  leases: Set<bigint>;
}

export interface Buffer {
  /**
   * Leases messages of about so many parts; empty when there are none, or another lease may find
   * some.
   */
  lease(partsMax: number): Promise<Sending[]>;
  /** False once nothing was found, until `expect`. */
  readonly mayHaveMore: boolean;
  /** There may be more again. */
  expect(): void;
}

export function createBuffer(
  connection: string,
  traits: ConnectionTraits,
  { database, node, mark, routing, now, isUp, texts, leases }: BufferDeps,
): Buffer {
  let mayHaveMore = true;
  let afterAccount = 0;
  return {
    async lease(partsMax) {
      const askedAt = environment.monotonic();
      // What is accepted while we ask is perhaps not in the answer.
      mayHaveMore = false;
      const { messages, nextAccount } = await leaseMessages(database, {
        node,
        connection,
        afterAccount,
        partsMax,
        mark: mark(),
      }).catch((error: unknown) => {
        mayHaveMore = true;
        throw error;
      });
      mayHaveMore ||= messages.length > 0 || nextAccount !== 0 || afterAccount !== 0;
      afterAccount = nextAccount;
      if (messages.length === 0 || environment.monotonic() - askedAt > leaseTrustMs) return [];
      const lease: LeaseInFlight = { id: messages[0]!.leaseId, open: messages.length };
      // Not in our memory before: should the texts be unreadable, the sweep gives the messages
      // back.
      await texts.load(database, messages);
      leases.add(lease.id);
      const circumstances = { routing: routing(), nowMs: now(), isUp };
      return messages.map((message) =>
        startSending(message, lease, texts.of(message.batchId), traits, circumstances),
      );
    },
    get mayHaveMore() {
      return mayHaveMore;
    },
    expect() {
      mayHaveMore = true;
    },
  };
}
