// Which sessions does this node have open? One for each bind that it holds; those that are being closed still wait for their last answers.

import type { SmsConnector, SmsContext, SmsEvents, SmsSession } from '@jokko/connector-kit';
import type { Link } from '../sms-routing/index.ts';
import type { Slot } from './bind-store.ts';
import type { LinkSender } from './link-sender.ts';

/** How long a session that is closed waits for answers. */
const closeGraceMs = 8_000;

export interface SessionsDeps {
  connectorOf(name: string): SmsConnector | undefined;
  /** What a session of this link may use. */
  contextOf(link: Link): SmsContext<Link['config']>;
  /** The link's sender on this node, made when its first session is opened; with another configuration a new one. */
  senderOf(link: Link): LinkSender;
  eventsOf(link: string): Omit<SmsEvents, 'changed'>;
  onError(error: unknown): void;
}

export interface OpenSession extends Slot {
  session: SmsSession;
  sender: LinkSender;
  /** Of what it was opened with. */
  fingerprint: string;
}

export interface Sessions {
  /** Without those that are being closed. */
  all(): OpenSession[];
  /** Open, or being closed. */
  has(slot: Slot): boolean;
  open(link: Link, slot: number): void;
  /** Its messages that have not left go on with another session of the link, or back to the queue. `then` runs once it is closed. */
  shut(session: OpenSession, then: () => Promise<void>): void;
  /** Resolves once nothing is being closed. */
  closed(): Promise<void>;
}

const keyOf = ({ link, slot }: Slot): string => `${link} ${slot}`;

export function createSessions(deps: SessionsDeps): Sessions {
  const open = new Map<string, OpenSession>();
  const shutting = new Map<string, Promise<void>>();
  return {
    all: () => [...open.values()],
    has: (slot) => open.has(keyOf(slot)) || shutting.has(keyOf(slot)),
    open(link, slot) {
      const sender = deps.senderOf(link);
      const connector = deps.connectorOf(link.connector)!;
      const session = connector.open(deps.contextOf(link), { ...deps.eventsOf(link.name), changed: () => sender.wake(false) });
      sender.add(session);
      open.set(keyOf({ link: link.name, slot }), { link: link.name, slot, session, sender, fingerprint: fingerprintOf(link) });
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
export const fingerprintOf = (link: Link): string => JSON.stringify([link.connector, link.config]);
