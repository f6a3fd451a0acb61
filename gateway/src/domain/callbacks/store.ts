// How are new callbacks stored? In the commit that records the result.

import type { Session, Statement } from '../../db/database.ts';
import type { CallbackWrite } from './callback.ts';

const insertCallbacksStatement: Statement = {
  name: 'insert_callbacks',
  text: `
    with given as materialized (
      select * from json_to_recordset($1::json)
        as c(a integer, o bigint, se boolean, l text, u text, s text, b text, n timestamptz, w integer)
    )
    insert into callback (account_id, operation_id, second, lane, url, status, body, next_attempt_at, lease_owner)
    select a, o, coalesce(se, false), l, u, s, b, n, w from given`,
};

/** Written in the commit that records the result. */
export function insertCallbacks(session: Session, callbacks: CallbackWrite[]): Promise<unknown> {
  const rows = callbacks.map((callback) => ({
    a: callback.facts.accountId,
    o: callback.facts.id,
    se: callback.second || undefined,
    l: callback.lane,
    u: callback.url,
    s: callback.status,
    b: callback.body,
    n: callback.nextAttemptAt,
    w: callback.leaseOwner,
  }));
  return session.query(insertCallbacksStatement, [JSON.stringify(rows)]);
}
