// Handles messages whose carrier connection is down or accepts nothing. After a while they move to
// another connection of their route, as nothing of them was sent; expired ones end here, as no
// lease takes them.

import type { Session, Statement } from '../../platform/db/database.ts';
import {
  connectionFor,
  loadConnectionsWaiting,
  otherConnectionFor,
  type Route,
  type Routing,
} from '../routing/index.ts';
import type { OwnedSlot } from './bind-store.ts';
import type { Command } from './command.ts';
import type { MessageKey } from './message.ts';
import type { Reason } from './reasons.ts';
import { isCertainlyUnsent, routeOf } from './record.ts';

/**
 * A connection without any bound session for so long is down: operators restart, and reconnecting
 * takes a while.
 */
export const connectionDownMs = 60_000;
const stepMax = 500;

interface MessagePosition {
  accountId: number;
  deferred: boolean;
  dueAt: Date;
  batchId: bigint;
  position: number;
}
interface Row extends MessagePosition {
  msisdn: bigint;
  operator: string;
  sender: string;
  reason: Reason | null;
  partIds: (string | null)[] | null;
  isDue: boolean;
  isOver: boolean;
}

const selectWaiting: Statement = {
  name: 'select_waiting_sms_messages',
  text: `
    select m.account_id as "accountId", m.deferred, m.due_at as "dueAt", m.batch_id as "batchId",
      m.position, m.msisdn, m.operator, m.reason,
      m.part_ids as "partIds", b.sender, m.due_at <= jokko_now() as "isDue",
        b.valid_until <= jokko_now() as "isOver"
    from sms_message m join sms_batch b on b.id = m.batch_id
    where m.connection = $1 and m.due_at is not null 
      and (m.account_id, m.deferred, m.due_at, m.batch_id, m.position) > ($2::integer, $3::boolean,
        $4::timestamptz, $5::bigint, $6::integer)
    order by m.account_id, m.deferred, m.due_at, m.batch_id, m.position limit ${stepMax}`,
};

export interface ReroutingDeps {
  database: Session;
  routing(): Routing;
  /** How all binds stand. */
  standings(): readonly OwnedSlot[];
  record(command: Command): Promise<void>;
  /** Real time, ms; tests move it. */
  uptime(): number;
}

export interface Rerouting {
  /** One round. Returns whether there is more to look at. */
  runOnce(): Promise<boolean>;
}

export function createRerouting(deps: ReroutingDeps): Rerouting {
  const boundAt = new Map<string, number>();
  const cursors = new Map<string, MessagePosition>();
  return {
    async runOnce() {
      const now = deps.uptime();
      const inState = (wanted: string) =>
        new Set(
          deps
            .standings()
            .flatMap(({ owner, state, connection }) =>
              owner !== null && state === wanted ? [connection] : [],
            ),
        );
      const bound = inState('bound');
      const busy = inState('busy');
      let more = false;
      const known = deps.routing().connections.map(({ name }) => name);
      // Accepted under an earlier routing, or the connection is unusable here: this node would
      // never lease them.
      const unknown = await loadConnectionsWaiting(deps.database, known);
      for (const name of [...known, ...unknown]) {
        if (bound.has(name) || !boundAt.has(name)) boundAt.set(name, now);
        const isDown =
          now - boundAt.get(name)! >= connectionDownMs || (busy.has(name) && !bound.has(name));
        if (!isDown) cursors.delete(name);
        else more = (await step(deps, name, bound, cursors)) || more;
      }
      return more;
    },
  };
}

async function step(
  { database, routing, record }: ReroutingDeps,
  connection: string,
  bound: ReadonlySet<string>,
  cursors: Map<string, MessagePosition>,
): Promise<boolean> {
  const after = cursors.get(connection) ?? {
    accountId: 0,
    deferred: false,
    dueAt: new Date(0),
    batchId: 0n,
    position: 0,
  };
  const rows = await database.query<Row>(selectWaiting, [
    connection,
    after.accountId,
    after.deferred,
    after.dueAt,
    after.batchId,
    after.position,
  ]);
  const isWhole = rows.length < stepMax;
  if (isWhole) cursors.delete(connection);
  else cursors.set(connection, rows.at(-1)!);
  await Promise.all(
    rows.flatMap((row) => moveOf(row, connection, bound, routing()) ?? []).map(record),
  );
  return !isWhole;
}

/** Null: it goes on waiting. */
function moveOf(
  row: Row,
  connection: string,
  bound: ReadonlySet<string>,
  routing: Routing,
): Command | null {
  const { accountId, batchId, position, isDue, isOver, reason } = row;
  const key = { accountId, batchId, position };
  if (isOver)
    return { type: 'close', key, from: 'ACCEPTED', to: 'EXPIRED', reason: 'validity_over' };
  if (!isDue || !isCertainlyUnsent({ partIds: row.partIds ?? [], reason })) return null;
  const route = routeOf({ msisdn: String(row.msisdn), operator: row.operator }, routing);
  const to =
    route === null
      ? null
      : (otherConnectionFor(route, row.sender, connection, (name) => bound.has(name))?.name ??
        null);
  if (to !== null) return { type: 'reroute', key, from: connection, to };
  const { connections, unusableConnections } = routing;
  return connections.some(({ name }) => name === connection) || unusableConnections.has(connection)
    ? null
    : leaveGone(key, row, connection, route);
}

/** The document has the connection no more: over to one that will be up, or the end. */
function leaveGone(
  key: MessageKey,
  { sender }: Row,
  connection: string,
  route: Route | null,
): Command {
  const to = route === null ? null : connectionFor(route, sender);
  if (to?.ok === true) return { type: 'reroute', key, from: connection, to: to.connection.name };
  return {
    type: 'close',
    key,
    from: 'ACCEPTED',
    to: 'REJECTED',
    reason: to === null ? 'no_route' : 'bad_sender',
    neverLeft: true,
  };
}
