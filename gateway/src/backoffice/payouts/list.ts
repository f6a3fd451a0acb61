// Lists batches and their lines, for pages and files: batches newest first, lines in the order of
// the file.

import { phoneText } from '@jokko/contract';
import { textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import {
  batchColumns,
  lineColumns,
  type Batch,
  type BatchState,
  type Line,
  type LineState,
} from './store.ts';

/** A batch with the names of who made it, who asked, and who decided. */
export interface ListedBatch extends Batch {
  /** The name of the key, or its last characters, where it came by API. */
  madeByName: string;
  submittedByName: string | null;
  decidedByName: string | null;
  /** What the one who decided said. */
  decisionNote: string | null;
  /** Nobody decided in time: it must be withdrawn and asked for again. */
  approvalRequestExpired: boolean;
  /** The approval that it waits for is about lines that failed, to be sent again. */
  again: boolean;
}

/** A line with what its operation says. */
export interface ListedLine extends Line {
  errorId: number | null;
}

const listed = `${batchColumns}, coalesce(m.name, nullif(k.name, ''), '…' || k.last_four) as "madeByName", s.name as "submittedByName", d.name as "decidedByName", w.note as "decisionNote",
  coalesce(w.state = 'open' and w.expires_at <= jokko_now(), false) as "approvalRequestExpired",
  coalesce(b.state = 'awaiting_approval' and (w.parameters ->> 'again')::boolean, false) as again`;
const joined = `payout_batch b left join portal_user m on m.id = b.made_by left join api_key k
  on k.id = b.key_id left join portal_user s on s.id = b.submitted_by
  left join approval_request w on w.id = b.approval_request_id left join portal_user d
    on d.id = w.decided_by`;
// One row for each file: the condition is looked at along the key.
const wanted = `b.id < $1 and ($2::text[] is null or b.countries <@ $2)
  and ($4::text is null or b.state = $4)
  and ($5::text is null or strpos(lower(b.name), $5) > 0)
    and ($6::timestamptz is null or b.created_at >= $6)
  and ($7::timestamptz is null or b.created_at < $7) order by b.id desc limit $3`;
const listOfAccount: Statement = {
  name: 'list_payout_batches',
  text: `select ${listed} from ${joined} where b.account_id = $8 and ${wanted}`,
};
const listOfAll: Statement = {
  name: 'list_all_payout_batches',
  text: `select ${listed} from ${joined} where ${wanted}`,
};
const selectSameFile: Statement = {
  name: 'select_batch_of_same_file',
  text: `select o.id from payout_batch b join payout_batch o on o.account_id = b.account_id
    and o.file_hash = b.file_hash and o.id < b.id
    where b.id = $1 and ($2::text[] is null or o.countries <@ $2) order by o.id desc limit 1`,
};
const selectOtherService: Statement = {
  name: 'select_other_service_of_payouts',
  text: `select code_service as code from payout_line where batch_id = $1 and problems is null
    and code_service <> all($2::text[]) limit 1`,
};
const sumStates: Statement = {
  name: 'sum_payout_lines',
  text: `select state, sum(amount)::bigint as amount, sum(fee)::bigint as fees from payout_line
    where batch_id = $1 and state <> 'draft' group by state
    order by array_position(array['succeeded', 'failed', 'sent', 'sending', 'waiting', 'canceled'],
      state)`,
};
const findOne: Statement = {
  name: 'find_listed_payout_batch',
  text: `select ${listed} from ${joined} where b.id = $1`,
};
const withOperation = `select l.*, o.error_id as "errorId" from page as l
  left join lateral (select error_id from operation where id = l."operationId"::bigint
    and account_id = l."accountId" and l.state = 'failed') as o on true
  order by l.number`;
const page = (condition: string): string =>
  `with page as materialized (select ${lineColumns} from payout_line l where l.batch_id = $1
    and l.number > $2 and ${condition}
      and ($4::text is null or strpos(lower(l.name), $4) > 0 or strpos(lower(l.external_id), $4) > 0
        or ($5 <> '' and strpos(translate(coalesce(l.phone, l.phone_given), ' ', ''), $5) > 0))
    order by l.number limit $3) ${withOperation}`;
const listings: { readonly [show in 'all' | 'wrong' | 'duplicated']: Statement } = {
  all: { name: 'list_payout_lines', text: page('true') },
  wrong: { name: 'list_wrong_payout_lines', text: page('l.problems is not null') },
  duplicated: { name: 'list_doubtful_payout_lines', text: page('l.duplicates is not null') },
};
const listOfState: Statement = { name: 'list_payout_lines_of_state', text: page('l.state = $6') };
const sumAsked: Statement = {
  name: 'sum_asked_payouts',
  text: `select count(*)::integer as lines, coalesce(sum(amount), 0)::bigint as amount,
    coalesce(sum(fee), 0)::bigint as fees from payout_line
    where batch_id = $1 and state = 'failed' and problems is null and asked_in = $2`,
};
const idMax = 2_147_483_647;

/** What a list is narrowed to; null: nothing. */
export interface BatchFilter {
  state: BatchState | null;
  /** Part of the name, in any case. */
  name: string | null;
  /** Made from this moment on, and before that one. */
  from: Date | null;
  until: Date | null;
}

const anyBatch: BatchFilter = { state: null, name: null, from: null, until: null };

/**
 * @param accountId null: of all accounts. @param countries null: all; else batches within them
 * alone. @param before those with smaller ids.
 */
export function listBatches(
  session: Session,
  scope: {
    accountId: number | null;
    countries: readonly string[] | null;
    before: number | null;
    limit: number;
  },
  { state, name, from, until }: BatchFilter = anyBatch,
): Promise<ListedBatch[]> {
  const { accountId, countries, before, limit } = scope;
  const values = [
    before ?? idMax,
    withinCountries(countries),
    limit,
    state,
    name?.toLowerCase() ?? null,
    from,
    until,
  ];
  return accountId === null
    ? session.query<ListedBatch>(listOfAll, values)
    : session.query<ListedBatch>(listOfAccount, [...values, accountId]);
}

const withinCountries = (countries: readonly string[] | null): string | null =>
  countries === null ? null : textArray(countries);

/**
 * The last batch before this one that came from the very same bytes, where it may be seen; null:
 * none did.
 */
export async function findSameFile(
  session: Session,
  id: number,
  countries: readonly string[] | null,
): Promise<number | null> {
  return (
    (await session.query<{ id: number }>(selectSameFile, [id, withinCountries(countries)]))[0]
      ?.id ?? null
  );
}

export interface StateSum {
  state: Exclude<LineState, 'draft'>;
  amount: bigint;
  /** As they were quoted for the lines. */
  fees: bigint;
}

/** What the lines that were submitted come to, by what became of them; in ten-thousandths. */
export function sumLines(session: Session, id: number): Promise<StateSum[]> {
  return session.query<StateSum>(sumStates, [id]);
}

/** Null: there is none that may be seen. */
export async function findListedBatch(
  session: Session,
  id: number,
  { accountId, countries }: { accountId: number | null; countries: readonly string[] | null },
): Promise<ListedBatch | null> {
  const [batch] = await session.query<ListedBatch>(findOne, [id]);
  if (batch === undefined || (accountId !== null && batch.accountId !== accountId)) return null;
  return countries === null || batch.countries.every((country) => countries.includes(country))
    ? batch
    : null;
}

export type LinesShown = 'all' | 'wrong' | 'duplicated' | LineState;

/**
 * The failed lines that the approval is about; null: it is about the whole batch, or there is none.
 * In ten-thousandths.
 */
export async function sumRetry(
  session: Session,
  batch: ListedBatch,
): Promise<{ lines: number; amount: bigint; fees: bigint } | null> {
  if (!batch.again) return null;
  return (
    await session.query<{ lines: number; amount: bigint; fees: bigint }>(sumAsked, [
      batch.id,
      batch.approvalRequestId,
    ])
  )[0]!;
}

/**
 * @param after those behind this number of the batch. @param q part of a name, an external id or a
 * number; absent: all.
 */
export function listLines(
  session: Session,
  batchId: number,
  {
    show,
    after,
    limit,
    q = null,
  }: { show: LinesShown; after: number; limit: number; q?: string | null },
): Promise<ListedLine[]> {
  const [, digits = ''] = /^\+?(\d{3,})$/.exec(phoneText(q ?? '')) ?? [];
  const values = [batchId, after, limit, q?.toLowerCase() ?? null, digits];
  if (show === 'all' || show === 'wrong' || show === 'duplicated')
    return session.query<ListedLine>(listings[show], values);
  return session.query<ListedLine>(listOfState, [...values, show]);
}

/** A service of the batch's lines that is none of these; null: there is no such line. */
export async function otherServiceOf(
  session: Session,
  batchId: number,
  services: ReadonlySet<string>,
): Promise<string | null> {
  const [other] = await session.query<{ code: string }>(selectOtherService, [
    batchId,
    textArray([...services]),
  ]);
  return other?.code ?? null;
}
