// How are lists of operations read? One statement for each way in, each with its index; what else is asked for filters what that index finds.

import type { Session, Statement } from '../../db/database.ts';
import type { State } from './states.ts';

export interface ListedOperation {
  accountId: number;
  accountName: string;
  id: string;
  externalId: string;
  codeService: string;
  direction: 'DEBIT' | 'CREDIT';
  phone: string;
  /** Ten-thousandths. */
  amount: bigint;
  commission: bigint;
  currency: string;
  state: State;
  errorId: number | null;
  providerReference: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The place of an operation in the order of time. */
export interface ListPlace {
  at: Date;
  id: string;
}

/** What was typed to find one: every reading of it. */
export interface Identified {
  id: string | null;
  text: string;
  /** E.164. */
  phones: readonly string[];
}

/** Null members filter nothing. */
export interface ListFilter {
  accountId: number | null;
  identified: Identified | null;
  /** Ten-thousandths. */
  amount: bigint | null;
  states: readonly State[] | null;
  services: readonly string[] | null;
  from: Date | null;
  /** Not included. */
  until: Date | null;
}

const columns = `o.account_id as "accountId", a.name as "accountName", o.id::text as id, o.external_id as "externalId",
  o.code_service as "codeService", o.direction, o.phone, o.amount, o.commission, o.currency, o.state, o.error_id as "errorId",
  o.provider_reference as "providerReference", o.created_at as "createdAt", o.updated_at as "updatedAt"`;
// $1 account, $2 from, $3 until, $4 and $5 the place, $6 amount, $7 states, $8 services.
const period = (table: string) =>
  `${table}.created_at >= $2::timestamptz and ${table}.created_at < $3::timestamptz and (${table}.created_at, ${table}.id) < ($4::timestamptz, $5::bigint)`;
const fits = `($6::bigint is null or o.amount = $6) and ($7::text[] is null or o.state = any ($7)) and ($8::text[] is null or o.code_service = any ($8))`;
const newestFirst = 'order by created_at desc, id desc';
const withAccount = (rows: string, limit: string) =>
  `select ${columns} from (${rows}) o join account a on a.id = o.account_id order by o.created_at desc, o.id desc limit ${limit}`;

const idMax = '9223372036854775807';

function valuesOf(filter: ListFilter, after: ListPlace | null): unknown[] {
  return [
    filter.accountId,
    filter.from ?? '-infinity',
    filter.until ?? 'infinity',
    after?.at ?? 'infinity',
    after?.id ?? idMax,
    filter.amount,
    filter.states,
    filter.services,
  ];
}

const newestOfAccount = `select * from operation x where x.account_id + 0 = $1::integer and ${period('x')} ${newestFirst} limit $9`;
const selectOfAccount: Statement = {
  name: 'list_operations_of_account',
  text: withAccount(`select * from (${newestOfAccount}) o where ${fits} ${newestFirst} limit $10`, '$10'),
};

/** Of one account, along the index operation_of_account. Looks at no more than `lookAt` rows. */
export function listOfAccount(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  { lookAt, limit }: { lookAt: number; limit: number },
): Promise<ListedOperation[]> {
  return session.query(selectOfAccount, [...valuesOf(filter, after), lookAt, limit]);
}

const selectReach: Statement = {
  name: 'list_operations_reach',
  text: `select count(*)::integer as count, (array_agg(created_at order by created_at, id))[1] as at, (array_agg(id::text order by created_at, id))[1] as id
    from (select created_at, id from operation x where x.account_id + 0 = $1::integer and ${period('x')} ${newestFirst} limit $6) o`,
};

/** The last of the `lookAt` rows that `listOfAccount` looks at; null when there are no more. */
export async function reachOfAccount(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  lookAt: number,
): Promise<ListPlace | null> {
  const [row] = await session.query<{ count: number; at: Date; id: string }>(selectReach, [...valuesOf(filter, after).slice(0, 5), lookAt]);
  return row!.count < lookAt ? null : { at: row!.at, id: row!.id };
}

// The window's beginning is a column of its own, so that it is told even where there are no rows in it.
const selectOfAll: Statement = {
  name: 'list_operations_of_all',
  text: `
    with bounds as materialized (
      select greatest($2::timestamptz, least($3::timestamptz, $4::timestamptz, date_trunc('milliseconds', jokko_now())) - $9::float8 * interval '1 ms') as start,
        greatest($2::timestamptz, (select created_at from installation)) as first
    )
    select b.start, b.start <= b.first as "isLast", o.*
    from bounds b left join lateral (
      ${withAccount(`select * from operation o where o.created_at >= b.start and ($1::integer is null or o.account_id = $1) and ${period('o')} and ${fits} ${newestFirst} limit $10`, '$10')}
    ) o on true`,
};

/** Of all accounts, created in the `windowMs` before `after`, by the blocks that the index operation_created names. */
export async function listOfAll(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  windowMs: number,
  limit: number,
): Promise<{ rows: ListedOperation[]; start: Date; isLast: boolean }> {
  type Row = ListedOperation & { start: Date; isLast: boolean };
  const found = await session.query<Row>(selectOfAll, [...valuesOf(filter, after), windowMs, limit]);
  const [{ start, isLast }] = found as [Row];
  return { rows: found.filter(({ id }) => id !== null), start, isLast };
}

// Materialized: else the planner finds the rows of the period first. One row may be found in several ways.
const lookUpStatement = (name: string, ofAccount: string): Statement => ({
  name,
  text: `
    with found as materialized (
      select * from operation where id = $9::bigint${ofAccount}
      union all select * from operation where external_id = any ($10::text[])${ofAccount}
      union all select * from operation where provider_reference = any ($10::text[])${ofAccount}
      union all select * from operation where phone || '' = any ($11::text[])${ofAccount}
    )
    ${withAccount(
      `select distinct on (o.created_at, o.id) o.* from found o
        where ($1::integer is null or o.account_id = $1) and ${period('o')} and ${fits} order by o.created_at desc, o.id desc limit $12`,
      '$12',
    )}`,
});
const lookUpInAccount = lookUpStatement('look_up_operations_of_account', ' and account_id = $1');
const lookUpInAll = lookUpStatement('look_up_operations_of_all', '');

/** By ids and phones, each with its index; ids as typed, in capitals and in small letters. */
export function lookUp(session: Session, filter: ListFilter, after: ListPlace | null, limit: number): Promise<ListedOperation[]> {
  const { id, text, phones } = filter.identified!;
  // Ids are kept as they were given; who reads one aloud, or types it, does not know its case.
  const texts = [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
  return session.query(filter.accountId === null ? lookUpInAll : lookUpInAccount, [...valuesOf(filter, after), id, texts, phones, limit]);
}
