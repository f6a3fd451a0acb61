// Says what would have become of the orders that a route really took while a simulated breaker is
// not closed: another route, waiting, or a refusal. By the catalogue as it is now.

import type { Session, Statement } from '../../platform/db/database.ts';
import { chooseRoute, withBreakers, type Catalogue } from '../catalogue/index.ts';
import { wayOf } from '../operations/index.ts';

const selectOrders: Statement = {
  name: 'select_orders_of_route_in_periods',
  text: `select o.code_service as "codeService", o.details ->> 'neverParked' is not null
    as "neverParked", o.currency,
      count(*)::integer as count, sum(o.amount)::bigint as amount
    from unnest($2::timestamptz[], $3::timestamptz[]) as period (began, ended)
    join operation o on o.created_at >= period.began and o.created_at < period.ended
    where o.route = $1 group by 1, 2, 3 order by 1, 2, 3`,
};

interface OrderRow {
  codeService: string;
  neverParked: boolean;
  currency: string;
  count: number;
  amount: bigint;
}

export interface KeptOrders {
  codeService: string;
  currency: string;
  count: number;
  /** Ten-thousandths. */
  amount: bigint;
  /** `route`: what takes them instead. */
  fate: { type: 'diverted'; route: string } | { type: 'parked' } | { type: 'refused' };
}

/** The orders that were begun on the route within the periods. */
export async function keptOrders(
  session: Session,
  catalogue: Catalogue,
  route: string,
  periods: readonly { from: Date; until: Date }[],
): Promise<KeptOrders[]> {
  if (periods.length === 0) return [];
  const rows = await session.query<OrderRow>(selectOrders, [
    route,
    periods.map(({ from }) => from),
    periods.map(({ until }) => until),
  ]);
  const without = withBreakers(catalogue, new Map([[route, 'open']]));
  return rows.map(({ neverParked, ...row }) => ({
    ...row,
    fate: fateOf(without, row.codeService, neverParked),
  }));
}

/** As `initiate` decides it. A service that the catalogue has no more would be refused. */
function fateOf(
  catalogue: Catalogue,
  codeService: string,
  neverParked: boolean,
): KeptOrders['fate'] {
  const service = catalogue.service(codeService);
  if (service === undefined) return { type: 'refused' };
  const { name, standing } = chooseRoute(catalogue, service);
  const order = { standing, service, terms: { route: name } };
  const way = wayOf(catalogue, { parksPayouts: !neverParked }, order);
  if (way === 'go') return { type: 'diverted', route: name };
  return { type: way === 'refuse' ? 'refused' : 'parked' };
}
