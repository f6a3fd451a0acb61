// Which binds does this node hold? Rounds take and give up binds, and keep a session open for each; one that is not ours any more, or whose link
// has changed, is closed.

import type { Database } from '../../db/database.ts';
import type { Link, Routing } from '../sms-routing/index.ts';
import { arrangeSlots, giveUpSlots, loadNodes, loadStandings, takeFreeSlot, tellStates, type Slot, type Standing } from './bind-store.ts';
import { createSessions, fingerprintOf, type OpenSession, type SessionsDeps } from './sessions.ts';
import { planMoves } from './shares.ts';

/** A bind that was given up is left to others for so long. */
const giveUpPauseMs = 3_000;

export interface BindsDeps extends SessionsDeps {
  database: Database;
  node: number;
  holdsLease(): boolean;
  routing(): Routing;
}

export interface Binds {
  /** One round: opens, closes, tells states. */
  runOnce(): Promise<void>;
  /** How all binds stood in the last round. */
  readonly standings: readonly Standing[];
  /** Whether the link had a bound session that takes messages, on any node, in the last round. */
  isUp(link: string): boolean;
  /** Whether this node is the one that does what one node is enough for. */
  readonly isFirst: boolean;
  /** What happened on the open sessions, by link. */
  counters(): { link: string; what: string; count: number }[];
  /** Waits for answers, closes everything and gives up every bind. */
  close(): Promise<void>;
}

export function startBinds(deps: BindsDeps): Binds {
  const { database, node } = deps;
  const sessions = createSessions(deps);
  const arrange = createArranger(deps);
  let standings: Standing[] = [];
  let nodes = { count: 1, first: -1 };
  let gaveUpAt = -Infinity;
  let closing = false;
  const giveUp = (bind: OpenSession): void => sessions.shut(bind, () => giveUpSlots(database, node, [bind]));
  /** Makes the sessions what the rows say. */
  const follow = (links: Map<string, Link>): void => {
    const ours = standings.filter(({ owner }) => owner === node);
    for (const bind of sessions.all()) {
      const link = links.get(bind.link);
      // Others may have taken it while our lease was over: giving it up changes nothing then.
      if (link === undefined || bind.fingerprint !== fingerprintOf(link) || !ours.some((slot) => isSame(slot, bind))) giveUp(bind);
    }
    for (const slot of ours) {
      const link = links.get(slot.link);
      // Ours by its row, and not open: a round was broken off between the two.
      if (link !== undefined && !sessions.has(slot)) sessions.open(link, slot.slot);
    }
  };
  const move = async (links: Map<string, Link>): Promise<void> => {
    const { take, giveUp: tooMany } = planMoves(standings, node, nodes.count);
    for (const slot of performance.now() - gaveUpAt > giveUpPauseMs ? take : []) {
      const link = links.get(slot.link);
      if (link === undefined || sessions.has(slot)) continue;
      if ((await takeFreeSlot(database, node, slot)) && !closing) sessions.open(link, slot.slot);
    }
    const bind = tooMany === null ? undefined : sessions.all().find((each) => isSame(each, tooMany));
    if (bind === undefined) return;
    gaveUpAt = performance.now();
    giveUp(bind);
  };
  return {
    async runOnce() {
      if (closing) return;
      const links = await arrange(standings);
      await tellStates(database, node, sessions.all().map(stateOf));
      [standings, nodes] = await Promise.all([loadStandings(database), loadNodes(database)]);
      follow(links);
      if (deps.holdsLease()) await move(links);
    },
    get standings() {
      return standings;
    },
    isUp: (link) => standings.some((each) => each.link === link && each.owner !== null && each.state === 'bound'),
    get isFirst() {
      return nodes.first === node;
    },
    counters: () => sumCounters(sessions.all()),
    async close() {
      closing = true;
      sessions.all().forEach(giveUp);
      await sessions.closed();
    },
  };
}

const isSame = (one: Slot, other: Slot): boolean => one.link === other.link && one.slot === other.slot;

/** Keeps the rows what the routing says. Returns the links whose connector is known and takes their configuration. */
function createArranger({ database, routing, connectorOf }: BindsDeps): (standings: readonly Standing[]) => Promise<Map<string, Link>> {
  let arrangedFor: string | null = null;
  return async (standings) => {
    const links = routing().links.filter((link) => (connectorOf(link.connector)?.checkConfig(link.config).length ?? 1) === 0);
    const slots = links.map((link) => ({ link: link.name, binds: connectorOf(link.connector)!.capabilities(link.config).binds }));
    const arrangement = JSON.stringify(slots);
    // A bind that was still held when its link went is removed later.
    const isLeftOver = standings.some(({ link, slot }) => !slots.some((each) => each.link === link && slot <= each.binds));
    if (arrangement !== arrangedFor || isLeftOver) await arrangeSlots(database, slots);
    arrangedFor = arrangement;
    return new Map(links.map((link) => [link.name, link]));
  };
}

const stateOf = ({ link, slot, sender, session: { state, detail } }: OpenSession) => ({
  ...{ link, slot, detail },
  state: state === 'bound' && sender.isBusy ? 'busy' : state,
});

function sumCounters(sessions: readonly OpenSession[]): { link: string; what: string; count: number }[] {
  const sums = new Map<string, { link: string; what: string; count: number }>();
  for (const { link, session } of sessions) {
    for (const [what, count] of Object.entries(session.counters ?? {})) {
      const sum = sums.get(`${what} ${link}`);
      if (sum === undefined) sums.set(`${what} ${link}`, { link, what, count });
      else sum.count += count;
    }
  }
  return [...sums.values()];
}
