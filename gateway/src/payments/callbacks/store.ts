// Stores new callbacks in the commit that records the result.

import { binaryTexts } from '../../platform/db/array-binary.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { CallbackWrite } from './callback.ts';

const insertCallbacksStatement: Statement = {
  name: 'insert_callbacks',
  text: `
    with given as materialized (
      select * from rows from (
        json_to_recordset($1::json) as (a integer, o bigint, se boolean, l text, u text, s text,
          n timestamptz, w integer),
        unnest($2::text[])
      ) as c(a, o, se, l, u, s, n, w, b)
    ), bodies as (
      insert into callback_body (operation_id, account_id, second, body)
        select o, a, coalesce(se, false), b from given
    )
    insert into callback (operation_id, account_id, second, destination, url, status, created_at,
      next_attempt_at, lease_owner)
    select o, a, coalesce(se, false), l, u, s, (select jokko_now()), n, w from given`,
};

/** Written in the commit that records the result. */
export function insertCallbacks(session: Session, callbacks: CallbackWrite[]): Promise<unknown> {
  const rows = callbacks.map((callback) => ({
    a: callback.terms.accountId,
    o: callback.terms.id,
    se: callback.second || undefined,
    l: callback.destination,
    u: callback.url,
    s: callback.status,
    n: callback.nextAttemptAt,
    w: callback.leaseOwner,
  }));
  const bodies = callbacks.map(({ body }) => body);
  return session.query(insertCallbacksStatement, [JSON.stringify(rows), binaryTexts(bodies)]);
}
