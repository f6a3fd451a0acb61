// Which sessions does this node keep open? One for each bind that it holds. Rounds take and give up binds; a bind that is not ours any more, or
// whose link has changed, is closed.

import type { SmsConnector, SmsContext, SmsEvents, SmsSession } from '@jokko/connector-kit';
import type { Database } from '../../db/database.ts';
import type { Link, Routing } from '../sms-routing/index.ts';
import { arrangeSlots, loadNodes, giveUpSlots, loadStandings, takeFreeSlot, tellStates, type Slot, type Standing } from './bind-store.ts';
import type { LinkSender } from './link-sender.ts';
import { planMoves } from './shares.ts';

/** How long a session that is closed waits for answers. */
const closeGraceMs = 8_000;
/** A bind that was given up is left to others for so long. */
const giveUpPauseMs = 3_000;

export interface BindsDeps {
  database: Database;
  node: number;
  holdsLease(): boolean;
  routing(): Routing;
  connectorOf(name: string): SmsConnector | undefined;
  /** What a session of this link may use. */
  contextOf(link: Link): SmsContext<Link['config']>;
  /** The link's sender on this node, made when its first session is opened; with another configuration a new one. */
  senderOf(link: Link): LinkSender;
  eventsOf(link: string): Omit<SmsEvents, 'changed'>;
  onError(error: unknown): void;
}

interface Held extends Slot {
  session: SmsSession;
  sender: LinkSender;
  /** Of what it was opened with. */
  fingerprint: string;
}

export interface Binds {
  /** One round: opens, closes, tells states. */
  runOnce(): Promise<void>;
  /** How all binds stood in the last round. */
  readonly standings: readonly Standing[];
  /** Whether this node is the one that does what one node is enough for. */
  readonly isFirst: boolean;
  /** Sessions of this node. */
  readonly sessions: readonly { link: string; slot: number; session: SmsSession }[];
  /** Waits for answers, closes everything and gives up every bind. */
  close(): Promise<void>;
}

export function startBinds(deps: BindsDeps): Binds {
  const { database, node } = deps;
  const held = new Map<string, Held>();
  /** Being closed; their rows are still ours. */
  const shutting = new Map<string, Promise<void>>();
  let standings: Standing[] = [];
  let nodes = { count: 1, first: -1 };
  let arrangedFor: string | null = null;
  let gaveUpAt = -Infinity;
  let closing = false;
  const keyOf = ({ link, slot }: Slot) => `${link} ${slot}`;
  const usable = () => usableLinks(deps);

  const open = (link: Link, slot: number): void => {
    const sender = deps.senderOf(link);
    const connector = deps.connectorOf(link.connector)!;
    const session = connector.open(deps.contextOf(link), { ...deps.eventsOf(link.name), changed: () => sender.wake(false) });
    sender.add(session);
    held.set(keyOf({ link: link.name, slot }), { link: link.name, slot, session, sender, fingerprint: fingerprintOf(link) });
    sender.wake(true);
  };
  /** Its messages that have not left go on with another session of the link, or back to the queue. */
  const shut = async (bind: Held): Promise<void> => {
    held.delete(keyOf(bind));
    bind.sender.remove(bind.session);
    await bind.session.close(closeGraceMs).catch(deps.onError);
  };
  /** Not awaited by a round: a session may wait long for its last answers. */
  const shutAndGiveUp = (bind: Held): void => {
    const key = keyOf(bind);
    const done = shut(bind)
      .then(() => giveUpSlots(database, node, [bind]))
      .catch(deps.onError)
      .finally(() => shutting.delete(key));
    shutting.set(key, done);
  };
  const dropStrangers = (links: Map<string, Link>): void => {
    const ours = new Set(standings.filter(({ owner }) => owner === node).map(keyOf));
    const all = [...held.values()];
    // Others may have taken it while our lease was over; giving it up changes nothing then.
    for (const bind of all) if (!ours.has(keyOf(bind)) || isOutdated(bind, links.get(bind.link))) shutAndGiveUp(bind);
    // Ours by its row, and not open: a round was broken off between the two.
    for (const standing of standings) {
      const link = links.get(standing.link);
      if (standing.owner === node && link !== undefined && !held.has(keyOf(standing)) && !shutting.has(keyOf(standing)))
        open(link, standing.slot);
    }
  };
  const move = async (links: Map<string, Link>): Promise<void> => {
    const { take, giveUp } = planMoves(standings, node, nodes.count);
    if (performance.now() - gaveUpAt > giveUpPauseMs) {
      for (const slot of take) {
        const link = links.get(slot.link);
        if (link === undefined || shutting.has(keyOf(slot))) continue;
        if ((await takeFreeSlot(database, node, slot)) && !closing) open(link, slot.slot);
      }
    }
    const bind = giveUp === null ? undefined : held.get(keyOf(giveUp));
    if (bind === undefined) return;
    gaveUpAt = performance.now();
    shutAndGiveUp(bind);
  };
  return {
    async runOnce() {
      if (closing) return;
      const links = usable();
      const arrangement = JSON.stringify([...links.values()].map((link) => [link.name, bindsOf(deps, link)]));
      if (arrangement !== arrangedFor) {
        await arrangeSlots(
          database,
          [...links.values()].map((link) => ({ link: link.name, binds: bindsOf(deps, link) })),
        );
        arrangedFor = arrangement;
      }
      await tellStates(
        database,
        node,
        [...held.values()].map(({ link, slot, session: { state, detail } }) => ({ link, slot, state, detail })),
      );
      [standings, nodes] = await Promise.all([loadStandings(database), loadNodes(database)]);
      dropStrangers(links);
      if (deps.holdsLease()) await move(links);
    },
    get standings() {
      return standings;
    },
    get isFirst() {
      return nodes.first === node;
    },
    get sessions() {
      return [...held.values()];
    },
    async close() {
      closing = true;
      for (const bind of [...held.values()]) shutAndGiveUp(bind);
      await Promise.all(shutting.values());
    },
  };
}

/** Links whose connector is known and takes their configuration. */
function usableLinks({ routing, connectorOf }: BindsDeps): Map<string, Link> {
  const links = routing().links.filter((link) => (connectorOf(link.connector)?.checkConfig(link.config).length ?? 1) === 0);
  return new Map(links.map((link) => [link.name, link]));
}

const bindsOf = ({ connectorOf }: BindsDeps, link: Link): number => connectorOf(link.connector)!.capabilities(link.config).binds;
const isOutdated = (bind: Held, link: Link | undefined): boolean => link === undefined || bind.fingerprint !== fingerprintOf(link);
export const fingerprintOf = (link: Link): string => JSON.stringify([link.connector, link.config]);
