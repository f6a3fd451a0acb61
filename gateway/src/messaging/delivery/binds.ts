// Maintains the binds of this node. Rounds take and release binds and keep a session open for
// each; a session is closed when its bind is no longer ours or its carrier connection has changed.

import type { Database } from '../../platform/db/database.ts';
import type { CarrierConnection, Routing } from '../routing/index.ts';
import {
  arrangeSlots,
  giveUpSlots,
  loadNodes,
  loadStandings,
  takeFreeSlot,
  notifyStates,
  notifyTaking,
  type Slot,
  type SlotState,
  type OwnedSlot,
} from './bind-store.ts';
import { createSessions, fingerprintOf, type OpenSession, type SessionsDeps } from './sessions.ts';
import { planMoves } from './allocation.ts';
import { environment } from '../../platform/environment.ts';

type Sessions = ReturnType<typeof createSessions>;

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
  readonly standings: readonly OwnedSlot[];
  /**
   * Whether the connection had a bound session that takes messages, on any node, in the last round.
   */
  isUp(connection: string): boolean;
  /** Whether this node is the one that does what one node is enough for. */
  readonly isFirst: boolean;
  /** What happened on the open sessions, by connection. */
  counters(): { connection: string; what: string; count: number }[];
  /** Waits for answers, closes everything and gives up every bind. */
  close(): Promise<void>;
}

export function startBinds(deps: BindsDeps): Binds {
  const { database, node } = deps;
  const sessions = createSessions(deps);
  const arrange = createArranger(deps);
  let standings: OwnedSlot[] = [];
  let nodes = { count: 1, first: -1 };
  let gaveUpAt = -Infinity;
  let closing = false;
  const giveUp = (bind: OpenSession): void =>
    sessions.shut(bind, () => giveUpSlots(database, node, [bind]));
  const move = async (connections: Map<string, CarrierConnection>): Promise<void> => {
    const { take, giveUp: tooMany } = planMoves(standings, node, nodes.count);
    for (const slot of environment.monotonic() - gaveUpAt > giveUpPauseMs ? take : []) {
      const connection = connections.get(slot.connection);
      if (connection === undefined || sessions.has(slot)) continue;
      if ((await takeFreeSlot(database, node, slot)) && !closing)
        sessions.open(connection, slot.slot);
    }
    const bind =
      tooMany === null ? undefined : sessions.all().find((each) => isSame(each, tooMany));
    if (bind === undefined) return;
    gaveUpAt = environment.monotonic();
    giveUp(bind);
  };
  return {
    async runOnce() {
      if (closing) return;
      const connections = await arrange(standings);
      const isNew = (state: SlotState): boolean =>
        !standings.some((known) => known.owner === node && isSameState(known, state));
      await notifyStates(database, node, sessions.all().map(stateOf).filter(isNew));
      const taking = sessions.all().filter(({ sender }) => sender.isTaking);
      await notifyTaking(database, node, taking);
      [standings, nodes] = await Promise.all([loadStandings(database), loadNodes(database)]);
      followRows(
        sessions,
        standings.filter(({ owner }) => owner === node),
        connections,
        giveUp,
      );
      if (deps.holdsLease()) await move(connections);
    },
    get standings() {
      return standings;
    },
    isUp: (connection) =>
      standings.some(
        (each) => each.connection === connection && each.owner !== null && each.state === 'bound',
      ),
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

/** Makes the sessions what the rows say. `ours`: the binds that are this node's by their rows. */
function followRows(
  sessions: Sessions,
  ours: readonly Slot[],
  connections: ReadonlyMap<string, CarrierConnection>,
  giveUp: (bind: OpenSession) => void,
): void {
  for (const bind of sessions.all()) {
    const connection = connections.get(bind.connection);
    // Others may have taken it while our lease was over: giving it up changes nothing then.
    if (
      connection === undefined ||
      bind.fingerprint !== fingerprintOf(connection) ||
      !ours.some((slot) => isSame(slot, bind))
    )
      giveUp(bind);
  }
  for (const slot of ours) {
    const connection = connections.get(slot.connection);
    // Ours by its row, and not open: a round was broken off between the two.
    if (connection !== undefined && !sessions.has(slot)) sessions.open(connection, slot.slot);
  }
}

const isSameState = (one: SlotState, other: SlotState): boolean =>
  isSame(one, other) && one.state === other.state && one.detail === other.detail;

const isSame = (one: Slot, other: Slot): boolean =>
  one.connection === other.connection && one.slot === other.slot;

/**
 * Keeps the rows what the routing says. Returns the connections whose connector is known and takes
 * their configuration.
 */
function createArranger({
  database,
  routing,
  connectorOf,
}: BindsDeps): (standings: readonly OwnedSlot[]) => Promise<Map<string, CarrierConnection>> {
  let arrangedFor: string | null = null;
  return async (standings) => {
    const connections = routing().connections.filter(
      (connection) =>
        (connectorOf(connection.connector)?.checkConfig(connection.config).length ?? 1) === 0,
    );
    const slots = connections.map((connection) => ({
      connection: connection.name,
      binds: connectorOf(connection.connector)!.capabilities(connection.config).binds,
    }));
    const arrangement = JSON.stringify(slots);
    // A bind that was still held when its connection went is removed later.
    const isLeftOver = standings.some(
      ({ connection, slot }) =>
        !slots.some((each) => each.connection === connection && slot <= each.binds),
    );
    if (arrangement !== arrangedFor || isLeftOver) await arrangeSlots(database, slots);
    arrangedFor = arrangement;
    return new Map(connections.map((connection) => [connection.name, connection]));
  };
}

const stateOf = ({ connection, slot, sender, session: { state, detail } }: OpenSession) => ({
  connection,
  slot,
  detail,
  state: state === 'bound' && sender.isBusy ? 'busy' : state,
});

function sumCounters(
  sessions: readonly OpenSession[],
): { connection: string; what: string; count: number }[] {
  const sums = new Map<string, { connection: string; what: string; count: number }>();
  for (const { connection, session } of sessions) {
    for (const [what, count] of Object.entries(session.counters ?? {})) {
      const sum = sums.get(`${what} ${connection}`);
      if (sum === undefined) sums.set(`${what} ${connection}`, { connection, what, count });
      else sum.count += count;
    }
  }
  return [...sums.values()];
}
