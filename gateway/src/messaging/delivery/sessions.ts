// Open sessions of this node: one for each bind that it holds. Sessions being closed still wait
// for their last answers.

import type { SmsConnector, SmsContext, SmsEvents, SmsSession } from '@jokko/connectors/kit';
import type { CarrierConnection } from '../routing/index.ts';
import type { Slot } from './bind-store.ts';
import type { ConnectionSender } from './connection-sender.ts';

/** How long a session that is closed waits for answers. */
const closeGraceMs = 8_000;

export interface SessionsDeps {
  connectorOf(name: string): SmsConnector | undefined;
  /** What a session of this connection may use. */
  contextOf(connection: CarrierConnection): SmsContext<CarrierConnection['config']>;
  /**
   * The connection's sender on this node, made when its first session is opened; with another
   * configuration a new one.
   */
  senderOf(connection: CarrierConnection): ConnectionSender;
  eventsOf(connection: string): Omit<SmsEvents, 'changed'>;
  onError(error: unknown): void;
}

export interface OpenSession extends Slot {
  session: SmsSession;
  sender: ConnectionSender;
  /** The fingerprint of what it was opened with. */
  fingerprint: string;
}

export interface Sessions {
  /** Without those that are being closed. */
  all(): OpenSession[];
  /** Open, or being closed. */
  has(slot: Slot): boolean;
  open(connection: CarrierConnection, slot: number): void;
  /**
   * Its messages that have not left go on with another session of the connection, or back to the
   * queue. `then` runs once it is closed.
   */
  shut(session: OpenSession, then: () => Promise<void>): void;
  /** Resolves once nothing is being closed. */
  closed(): Promise<void>;
}

const keyOf = ({ connection, slot }: Slot): string => `${connection} ${slot}`;

export function createSessions(deps: SessionsDeps): Sessions {
  const open = new Map<string, OpenSession>();
  const shutting = new Map<string, Promise<void>>();
  return {
    all: () => [...open.values()],
    has: (slot) => open.has(keyOf(slot)) || shutting.has(keyOf(slot)),
    open(connection, slot) {
      const sender = deps.senderOf(connection);
      const connector = deps.connectorOf(connection.connector)!;
      const session = connector.open(deps.contextOf(connection), {
        ...deps.eventsOf(connection.name),
        changed: () => sender.wake(false),
      });
      sender.add(session);
      open.set(keyOf({ connection: connection.name, slot }), {
        connection: connection.name,
        slot,
        session,
        sender,
        fingerprint: fingerprintOf(connection),
      });
      sender.wake(true);
    },
    shut(bind, then) {
      const key = keyOf(bind);
      open.delete(key);
      bind.sender.remove(bind.session);
      const closing = bind.session
        .close(closeGraceMs)
        .catch(deps.onError)
        .then(then)
        .catch(deps.onError)
        .finally(() => shutting.delete(key));
      shutting.set(key, closing);
    },
    closed: async () => void (await Promise.all(shutting.values())),
  };
}

/** Changes with everything that a session is opened with. */
export const fingerprintOf = (connection: CarrierConnection): string =>
  JSON.stringify([connection.connector, connection.config]);
