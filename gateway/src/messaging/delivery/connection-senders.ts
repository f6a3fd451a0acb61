// Manages the senders of this node: one per carrier connection, however many binds of it the node
// holds. A connection with another configuration gets a new sender, while the old one still waits
// for its last answers.

import type { SmsConnector } from '@jokko/connectors/kit';
import type { CarrierConnection } from '../routing/index.ts';
import { connectionsWaitedFor } from './lease.ts';
import { fingerprintOf } from './sessions.ts';
import {
  startConnectionSender,
  type ConnectionSender,
  type ConnectionSenderDeps,
} from './connection-sender.ts';

export interface ConnectionSenders {
  of(connection: CarrierConnection): ConnectionSender;
  /** There may be something due on these connections. */
  wake(connections: Iterable<string>): void;
  /**
   * Whatever may have become due on any connection; and gives back what waits in memory for too
   * long.
   */
  sweep(): Promise<void>;
  /** Parts in memory, and messages without a record, by connection. */
  held(): { connection: string; parts: number; unrecorded: number }[];
  /** Leases nothing more. */
  stop(): void;
  /** Resolves once everything leased is recorded. */
  drained(): Promise<void>;
}

export function createConnectionSenders(
  deps: ConnectionSenderDeps & { connectorOf(name: string): SmsConnector | undefined },
): ConnectionSenders {
  const current = new Map<string, { fingerprint: string; sender: ConnectionSender }>();
  const retired = new Set<ConnectionSender>();
  const retire = (sender: ConnectionSender): void => {
    retired.add(sender);
    sender.stop();
    void sender.drained().then(() => retired.delete(sender));
  };
  return {
    of(connection) {
      const fingerprint = fingerprintOf(connection);
      const known = current.get(connection.name);
      if (known?.fingerprint === fingerprint) return known.sender;
      if (known !== undefined) retire(known.sender);
      const sender = startConnectionSender(
        connection.name,
        deps.connectorOf(connection.connector)!.capabilities(connection.config),
        deps,
      );
      current.set(connection.name, { fingerprint, sender });
      return sender;
    },
    wake(connections) {
      for (const name of connections) current.get(name)?.sender.wake(true);
    },
    async sweep() {
      for (const { sender } of current.values()) sender.tick();
      if (current.size === 0) return;
      const waited = await connectionsWaitedFor(deps.database, [...current.keys()]);
      for (const [connection, { sender }] of current) sender.wake(waited.has(connection));
    },
    held: () => [...current].map(([connection, { sender }]) => ({ connection, ...sender.held })),
    stop() {
      for (const { sender } of current.values()) sender.stop();
    },
    async drained() {
      await Promise.all(
        [...[...current.values()].map(({ sender }) => sender), ...retired].map((sender) =>
          sender.drained(),
        ),
      );
    },
  };
}
