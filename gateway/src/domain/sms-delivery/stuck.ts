// What becomes of messages whose link is down, or takes nothing? After a while they go to another link of their route, as nothing of them was sent; and whose
// validity is over ends here, as nobody claims it.

import type { Session, Statement } from '../../db/database.ts';
import { linkFor, loadLinksWaiting, otherLinkFor, type Route, type Routing } from '../sms-routing/index.ts';
import type { Standing } from './bind-store.ts';
import type { Command } from './command.ts';
import type { MessageKey } from './message.ts';
import type { Reason } from './reasons.ts';
import { isCertainlyUnsent, routeOf } from './record.ts';

/** A link without any bound session for so long is down: operators restart, and reconnecting takes a while. */
export const linkDownMs = 60_000;
const stepMax = 500;

interface Place {
  accountId: number;
  dueAt: Date;
  batchId: bigint;
  position: number;
}
interface Row extends Place {
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
    select m.account_id as "accountId", m.due_at as "dueAt", m.batch_id as "batchId", m.position, m.msisdn, m.operator, m.reason,
      m.part_ids as "partIds", b.sender, m.due_at <= jokko_now() as "isDue", b.valid_until <= jokko_now() as "isOver"
    from sms_message m join sms_batch b on b.id = m.batch_id
    where m.link = $1 and m.due_at is not null and (m.account_id, m.due_at, m.batch_id, m.position) > ($2::integer, $3::timestamptz, $4::bigint, $5::integer)
    order by m.account_id, m.due_at, m.batch_id, m.position limit ${stepMax}`,
};

export interface StuckDeps {
  database: Session;
  routing(): Routing;
  /** How all binds stand. */
  standings(): readonly Standing[];
  record(command: Command): Promise<void>;
  /** Real time, ms; tests move it. */
  uptime(): number;
}

export interface Stuck {
  /** One round. Returns whether there is more to look at. */
  runOnce(): Promise<boolean>;
}

export function createStuck(deps: StuckDeps): Stuck {
  const boundAt = new Map<string, number>();
  const cursors = new Map<string, Place>();
  return {
    async runOnce() {
      const now = deps.uptime();
      const inState = (wanted: string) =>
        new Set(deps.standings().flatMap(({ owner, state, link }) => (owner !== null && state === wanted ? [link] : [])));
      const bound = inState('bound');
      const busy = inState('busy');
      let more = false;
      const known = deps.routing().links.map(({ name }) => name);
      // A node accepted on the routing before, or this one cannot use the link: nobody here would claim them.
      const unknown = await loadLinksWaiting(deps.database, known);
      for (const name of [...known, ...unknown]) {
        if (bound.has(name) || !boundAt.has(name)) boundAt.set(name, now);
        const isDown = now - boundAt.get(name)! >= linkDownMs || (busy.has(name) && !bound.has(name));
        if (!isDown) cursors.delete(name);
        else more = (await step(deps, name, bound, cursors)) || more;
      }
      return more;
    },
  };
}

async function step(
  { database, routing, record }: StuckDeps,
  link: string,
  bound: ReadonlySet<string>,
  cursors: Map<string, Place>,
): Promise<boolean> {
  const after = cursors.get(link) ?? { accountId: 0, dueAt: new Date(0), batchId: 0n, position: 0 };
  const rows = await database.query<Row>(selectWaiting, [link, after.accountId, after.dueAt, after.batchId, after.position]);
  const isWhole = rows.length < stepMax;
  if (isWhole) cursors.delete(link);
  else cursors.set(link, rows.at(-1)!);
  await Promise.all(rows.flatMap((row) => moveOf(row, link, bound, routing()) ?? []).map(record));
  return !isWhole;
}

/** Null: it goes on waiting. */
function moveOf(row: Row, link: string, bound: ReadonlySet<string>, routing: Routing): Command | null {
  const { accountId, batchId, position, isDue, isOver, reason } = row;
  const key = { accountId, batchId, position };
  if (isOver) return { type: 'close', key, from: 'ACCEPTED', to: 'EXPIRED', reason: 'validity_over' };
  if (!isDue || !isCertainlyUnsent({ partIds: row.partIds ?? [], reason })) return null;
  const route = routeOf({ msisdn: String(row.msisdn), operator: row.operator }, routing);
  const to = route === null ? null : (otherLinkFor(route, row.sender, link, (name) => bound.has(name))?.name ?? null);
  if (to !== null) return { type: 'reroute', key, from: link, to };
  const { links, unusableLinks } = routing;
  return links.some(({ name }) => name === link) || unusableLinks.includes(link) ? null : leaveGone(key, row, link, route);
}

/** The document has the link no more: over to one that will be up, or the end. */
function leaveGone(key: MessageKey, { sender }: Row, link: string, route: Route | null): Command {
  const to = route === null ? null : linkFor(route, sender);
  if (to?.ok === true) return { type: 'reroute', key, from: link, to: to.link.name };
  return { type: 'close', key, from: 'ACCEPTED', to: 'REJECTED', reason: to === null ? 'no_route' : 'bad_sender', neverLeft: true };
}
