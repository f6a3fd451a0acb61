// Reads what waits for a route.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { OperationKey } from '../operations/index.ts';

const selectRoutes: Statement = {
  name: 'select_routes_with_parked',
  text: `select r.route from unnest($1::text[]) as r(route)
    where exists (select from operation o where o.state = 'PARKED' and o.route = r.route)`,
};
const selectOldest: Statement = {
  name: 'select_oldest_parked',
  text: `select account_id as "accountId", id::text as id from operation
    where state = 'PARKED' and route = $1 order by created_at, id limit $2`,
};
// By the conditions of the index operation_due; what is parked or unknown is looked at later than
// these.
const countStatement: Statement = {
  name: 'count_under_way',
  text: `select count(*)::integer as count from (
      select state from operation
      where route = $1 and (case state when 'ACCEPTED' then 1 else 0 end) = 0
        and next_step_at is not null
      order by next_step_at limit 1000) o
    where state in ('READY', 'SENDING')`,
};
const countParked: Statement = {
  name: 'count_parked',
  text: `select route, currency, count(*)::integer as count, sum(amount)::bigint as amount,
    min(created_at) as oldest
    from operation where state = 'PARKED' group by route, currency order by route, currency`,
};
const listStatement: Statement = {
  name: 'list_parked',
  text: `select o.id::text as id, o.account_id as "accountId", a.name as account,
    o.code_service as service, o.route, o.amount, o.currency,
      o.created_at as "createdAt", o.next_step_at as "expiresAt"
    from operation o join account a on a.id = o.account_id
    where o.state = 'PARKED' and ($1::text is null or o.route = $1) order by o.created_at, o.id
      limit $2`,
};

export interface ParkedTotal {
  route: string;
  currency: string;
  count: number;
  /** Ten-thousandths. */
  amount: bigint;
  oldest: Date;
}

export interface ParkedOperation {
  id: string;
  accountId: number;
  account: string;
  service: string;
  route: string;
  /** Ten-thousandths. */
  amount: bigint;
  currency: string;
  createdAt: Date;
  /** Given up then. */
  expiresAt: Date;
}

/** Returns those of the given routes that something waits for. */
export async function routesWithParked(
  session: Session,
  routes: readonly string[],
): Promise<string[]> {
  return (await session.query<{ route: string }>(selectRoutes, [routes])).map(({ route }) => route);
}

export const oldestParked = (
  session: Session,
  route: string,
  max: number,
): Promise<OperationKey[]> => session.query<OperationKey>(selectOldest, [route, max]);

/**
 * Those of a route that are about to be sent or being sent; with a long backlog, those among the
 * first thousand.
 */
export async function countUnderWay(session: Session, route: string): Promise<number> {
  const [row] = await session.query<{ count: number }>(countStatement, [route]);
  return row!.count;
}

export const totalParked = (session: Session): Promise<ParkedTotal[]> =>
  session.query<ParkedTotal>(countParked);

/** The oldest first; `route` null: of all. */
export const listParked = (
  session: Session,
  route: string | null,
  max: number,
): Promise<ParkedOperation[]> => session.query<ParkedOperation>(listStatement, [route, max]);
