// Reads how every carrier connection stands: whether it is bound and since when, what last went
// wrong, and what waits on it.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { CarrierState } from '../../platform/health/index.ts';
import type { Routing } from '../routing/index.ts';
import { loadWaiting } from './waiting.ts';

// A bind whose node is gone is bound no more, whatever was written last: since that node's lease
// ended.
const selectStates: Statement = {
  name: 'select_sms_carrier_states',
  text: `
    with binds as (
      select b.connection, b.last_error, b.last_error_at, b.state in ('bound', 'busy') as said,
        b.state = 'busy' as busy,
        coalesce(n.lease_until > now(), false) as lives, b.since, n.lease_until
      from sms_bind b left join node n on n.incarnation = b.lease_owner
    ), standing as (
      select connection, last_error, last_error_at, busy, said and lives as up, case when said
        and not lives then coalesce(lease_until, since) else since end as turned_at from binds
    )
    select connection, count(*)::integer as binds, (count(*) filter (where up))::integer as bound,
      coalesce(bool_and(busy) filter (where up), false) as busy,
      coalesce(min(turned_at) filter (where up), max(turned_at)) as since,
      (array_agg(last_error order by last_error_at desc nulls last))[1] as "lastError",
        max(last_error_at) as "lastErrorAt"
    from standing group by connection`,
};

type Row = Pick<CarrierState, 'binds' | 'bound' | 'since' | 'lastError' | 'lastErrorAt'> & {
  connection: string;
  busy: boolean;
};

/** Loads the state of every connection of the routing, in its order; the unusable ones last. */
export async function loadCarrierStates(
  session: Session,
  { connections, unusableConnections }: Pick<Routing, 'connections' | 'unusableConnections'>,
): Promise<CarrierState[]> {
  const names = [...connections.map(({ name }) => name), ...unusableConnections.keys()];
  const [rows, waiting] = await Promise.all([
    session.query<Row>(selectStates),
    loadWaiting(session, names),
  ]);
  return names.map((name) => {
    const row = rows.find(({ connection }) => connection === name);
    const { count = 0, oldestSec = 0 } =
      waiting.find(({ connection }) => connection === name) ?? {};
    return {
      name,
      state: unusableConnections.has(name) ? 'unusable' : stateOf(row),
      binds: row?.binds ?? 0,
      bound: row?.bound ?? 0,
      since: row?.since ?? null,
      lastError: row?.lastError ?? null,
      lastErrorAt: row?.lastErrorAt ?? null,
      waiting: count,
      oldestSec: Math.round(oldestSec),
    };
  });
}

function stateOf(row: Row | undefined): CarrierState['state'] {
  if (row === undefined || row.bound === 0) return 'down';
  return row.busy ? 'busy' : 'bound';
}
