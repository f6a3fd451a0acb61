// Reads the callbacks of one account for the portal, newest first, page by page, and one callback.

import type { Session, Statement } from '../../platform/db/database.ts';
import { filterValues, fitsFilter, joinBody, listedColumns, lastAttempt } from './select.ts';
import type { CallbackFilter, ListedCallback } from './select.ts';

/**
 * Where a page ended: microseconds since 1970 when it was made, transaction, whether it is the
 * second.
 */
export interface CallbackPlace {
  createdUs: string;
  operationId: string;
  second: boolean;
}

export type PagedCallback = ListedCallback & { createdUs: string; externalId: string };

const placeMax: CallbackPlace = {
  createdUs: '253402300799000000',
  operationId: '9223372036854775807',
  second: true,
};

// Abandoned and due ones stand in indexes of their own: few among many. Each is chosen first, so
// that no order makes another index look better. These indexes know nothing of time: a receiver
// that is down has thousands, and all would be read for the newest of them.
const sources = {
  one: 'c.operation_id = $1 and c.account_id = $2',
  abandoned: `c.account_id = $2 and c.state = 'abandoned'`,
  due: `c.account_id = $2 and c.next_attempt_at is not null`,
  created: `c.account_id + 0 = $2 and c.created_at >= coalesce($7::timestamptz, '-infinity')
    and c.created_at < coalesce($8::timestamptz, 'infinity')
      and c.created_at <= to_timestamp($9::bigint / 1000000.0)`,
};
const place = `(extract(epoch from c.created_at) * 1000000)::bigint`;
const comesAfter = `(${place}, c.operation_id, c.second) < ($9::bigint, $10::bigint, $11::boolean)`;
const ordered = `order by c.created_at desc, c.operation_id desc, c.second desc`;

/** What is listed, and what orders it. */
const pageColumns = `c.account_id, c.operation_id, c.second, c.destination, c.status, c.state, c.attempts, c.created_at, c.next_attempt_at,
        c.closed_at, c.given_up`;

// What tells of a claim or of a batch of payouts has a number of its own, and no operation.
const externalId = `coalesce(o.external_id, '') as "externalId"`;
const ofOperation =
  'left join operation o on o.id = c.operation_id and o.account_id = c.account_id';

const pageStatement = (source: keyof typeof sources): Statement => ({
  name: `page_callbacks_${source}`,
  text: `with c as ${source === 'created' ? 'not materialized' : 'materialized'} (
      select ${pageColumns} from callback c where ${sources[source]} and ${fitsFilter}
        and ${comesAfter}
    ), page as materialized (select ${pageColumns} from c ${ordered} limit $12)
    select ${listedColumns}, ${externalId}, ${place}::text as "createdUs"
      from page c ${ofOperation} ${lastAttempt} ${ordered}`,
});
/**
 * Callbacks of an account that are read by time for those of one state, before the state's index
 * is.
 */
const walkedMax = 2_000;
// A full page is right once an older callback was read: of its last moment there may be more.
// Nothing is read past that.
const walk: Statement = {
  name: 'page_callbacks_walk',
  text: `with walked as materialized (
      select ${pageColumns} from callback c where ${sources.created} order by c.created_at desc
        limit ${walkedMax}
    ), page as materialized (select ${pageColumns} from walked c where ${fitsFilter}
      and ${comesAfter} ${ordered} limit $12
    ), reach as (
      select case when (select count(*) from page) = $12
        and exists (select from walked where created_at < (select min(created_at) from page))
        then true else (select count(*) from walked) < ${walkedMax} end as "isRight"
    )
    select reach."isRight", ${listedColumns}, ${externalId}, ${place}::text as "createdUs"
      from reach left join page c on true ${ofOperation} ${lastAttempt} ${ordered}`,
};
const statements = {
  one: pageStatement('one'),
  abandoned: pageStatement('abandoned'),
  due: pageStatement('due'),
  created: pageStatement('created'),
};

/** At most `limit` callbacks of an account that fit and come after `after`. */
export async function pageCallbacks(
  session: Session,
  filter: CallbackFilter & { accountId: number },
  { after, limit }: { after: CallbackPlace | null; limit: number },
): Promise<PagedCallback[]> {
  const source =
    filter.operationId !== undefined
      ? 'one'
      : filter.state === 'abandoned' || filter.state === 'due'
        ? filter.state
        : 'created';
  const { createdUs, operationId, second } = after ?? placeMax;
  const values = [...filterValues(filter), createdUs, operationId, second, limit];
  if (source === 'abandoned' || source === 'due') {
    type Walked = { isRight: boolean } & (PagedCallback | { createdUs: null });
    const walked = await session.query<Walked>(walk, values);
    // Without any there is one row, of nulls.
    if (walked[0]!.isRight)
      return walked.flatMap(({ isRight: _, ...row }) => (row.createdUs === null ? [] : row));
  }
  return session.query<PagedCallback>(statements[source], values);
}

export interface WholeCallback extends ListedCallback {
  externalId: string;
  url: string;
  body: string;
}

const selectOne: Statement = {
  name: 'select_callback_of_account',
  text: `select ${listedColumns}, ${externalId}, c.url, s.body
    from callback c ${ofOperation} ${joinBody} ${lastAttempt}
    where c.operation_id = $1 and c.account_id = $2 and c.second = $3`,
};

/** Null when the account has no such callback. */
export async function loadCallback(
  session: Session,
  { accountId, operationId, second }: { accountId: number; operationId: string; second: boolean },
): Promise<WholeCallback | null> {
  const [row] = await session.query<WholeCallback>(selectOne, [operationId, accountId, second]);
  return row ?? null;
}
