// Manages the opt-outs of an app. Requests are checked against this list when they are accepted.

import type { Session, Statement } from '../../platform/db/database.ts';
import { againstDeadlock } from '../../platform/db/deadlock.ts';
import { plainArray } from '../../platform/db/array-text.ts';

export type OptOutSource = 'inbound' | 'api' | 'operator';

export interface OptOut {
  /** Digits without plus. */
  msisdn: string;
  source: OptOutSource;
  created_at: Date;
}

const insert: Statement = {
  name: 'insert_sms_opt_outs',
  text: `
    insert into sms_opt_out (app_id, msisdn, source) select app_id, msisdn, $1
      from unnest($2::integer[], $3::bigint[]) as o(app_id, msisdn)
    on conflict do nothing returning msisdn`,
};
const remove: Statement = {
  name: 'remove_sms_opt_outs',
  text: `
    with held as materialized (
      select o.app_id, o.msisdn from unnest($1::integer[], $2::bigint[])
        with ordinality as k(app_id, msisdn, place)
      cross join lateral (select app_id, msisdn from sms_opt_out s where s.app_id = k.app_id
        and s.msisdn = k.msisdn for update) o
      order by k.place
    )
    delete from sms_opt_out s using held where s.app_id = held.app_id and s.msisdn = held.msisdn
      returning s.msisdn`,
};
const select: Statement = {
  name: 'select_sms_opt_outs',
  text: `
    select msisdn::text as msisdn, source, created_at from sms_opt_out where app_id = $1
      and msisdn > $2
    order by app_id, msisdn limit $3`,
};

/** `msisdn`: digits. */
export interface OptOutKey {
  appId: number;
  msisdn: string;
}

/**
 * In the transaction of the caller. Each key once. Answers how many were not in the list before;
 * those that were keep their source.
 */
export async function insertOptOuts(
  session: Session,
  keys: readonly OptOutKey[],
  source: OptOutSource,
): Promise<number> {
  return (await session.query(insert, [source, ...inOrder(keys)])).length;
}

/** In the transaction of the caller. Answers how many were in the list. */
export async function deleteOptOuts(session: Session, keys: readonly OptOutKey[]): Promise<number> {
  return (await session.query(remove, inOrder(keys))).length;
}

/** As `insertOptOuts`, a commit of its own for one app. `msisdns`: digits, each once. */
export const addOptOuts = (
  session: Session,
  appId: number,
  msisdns: readonly string[],
  source: OptOutSource,
): Promise<number> => againstDeadlock(() => insertOptOuts(session, keysOf(appId, msisdns), source));

/** As `deleteOptOuts`, a commit of its own for one app. `msisdns`: digits, each once. */
export const removeOptOuts = (
  session: Session,
  appId: number,
  msisdns: readonly string[],
): Promise<number> => againstDeadlock(() => deleteOptOuts(session, keysOf(appId, msisdns)));

const keysOf = (appId: number, msisdns: readonly string[]): OptOutKey[] =>
  msisdns.map((msisdn) => ({ appId, msisdn }));

/** Rows are locked in one order everywhere, so that there are no deadlocks. */
function inOrder(keys: readonly OptOutKey[]): string[] {
  const sorted = keys.toSorted(
    (one, other) => one.appId - other.appId || Number(one.msisdn) - Number(other.msisdn),
  );
  return [
    plainArray(sorted.map(({ appId }) => appId)),
    plainArray(sorted.map(({ msisdn }) => msisdn)),
  ];
}

/** In the order of the numbers, those after `after` (digits). */
export function listOptOuts(
  session: Session,
  appId: number,
  after: string,
  limit: number,
): Promise<OptOut[]> {
  return session.query<OptOut>(select, [appId, after, limit]);
}
