// Who does not want messages of an app any more? A list per app, which requests are checked against when they are accepted.

import type { Session, Statement } from '../../db/database.ts';
import { plainArray } from '../../db/array-text.ts';

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
    insert into sms_opt_out (app_id, msisdn, source) select $1, msisdn, $2 from unnest($3::bigint[]) as msisdn
    on conflict do nothing returning msisdn`,
};
const remove: Statement = {
  name: 'remove_sms_opt_outs',
  text: `delete from sms_opt_out where app_id = $1 and msisdn = any($2::bigint[]) returning msisdn`,
};
const select: Statement = {
  name: 'select_sms_opt_outs',
  text: `
    select msisdn::text as msisdn, source, created_at from sms_opt_out where app_id = $1 and msisdn > $2
    order by app_id, msisdn limit $3`,
};

/** `msisdns`: digits, each once. Answers how many were not in the list before; those that were keep their source. */
export async function addOptOuts(session: Session, appId: number, msisdns: readonly string[], source: OptOutSource): Promise<number> {
  return (await session.query(insert, [appId, source, plainArray(msisdns)])).length;
}

/** Answers how many were in the list. */
export async function removeOptOuts(session: Session, appId: number, msisdns: readonly string[]): Promise<number> {
  return (await session.query(remove, [appId, plainArray(msisdns)])).length;
}

/** In the order of the numbers, those after `after` (digits). */
export function listOptOuts(session: Session, appId: number, after: string, limit: number): Promise<OptOut[]> {
  return session.query<OptOut>(select, [appId, after, limit]);
}
