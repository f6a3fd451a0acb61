// Reads lists of operations. One statement for each access path, each with its index; further
// conditions filter what that index finds.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { State } from '../model/states.ts';
import { removedPhone } from '../model/removed-phone.ts';

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

/** A piece of an id or of a phone. */
export interface IdentifiedPart {
  /** In small letters. */
  text: string;
  /** Where it may be of a phone; '' otherwise. */
  digits: string;
}

/** Null members filter nothing. */
export interface ListFilter {
  accountId: number | null;
  /** Any of these, where it is not one alone. */
  accounts: readonly number[] | null;
  identified: Identified | null;
  /** What stands in one of their ids or phones, where none has it whole. */
  part: IdentifiedPart | null;
  /** Ten-thousandths, both included. */
  amount: { from: bigint; until: bigint | null } | null;
  states: readonly State[] | null;
  services: readonly string[] | null;
  /** Failed with one of these; 0: failed without any. */
  errors: readonly number[] | null;
  route: string | null;
  /** Digits that stand together anywhere in the number; one that was removed is not found. */
  phonePart: string | null;
  from: Date | null;
  /** Not included. */
  until: Date | null;
}

export const everyOperation: ListFilter = {
  accountId: null,
  accounts: null,
  identified: null,
  part: null,
  amount: null,
  states: null,
  services: null,
  errors: null,
  route: null,
  phonePart: null,
  from: null,
  until: null,
};

export const listedColumns = `o.account_id as "accountId", a.name as "accountName",
  o.id::text as id, o.external_id as "externalId",
  o.code_service as "codeService", o.direction, o.phone, o.amount, o.commission, o.currency,
    o.state, o.error_id as "errorId",
  o.provider_reference as "providerReference", o.created_at as "createdAt",
    o.updated_at as "updatedAt"`;
/** The columns that `listedColumns` and the conditions read. */
const stored = `account_id, id, external_id, code_service, direction, route, phone, amount, commission, currency, state, error_id,
  provider_reference, created_at, updated_at`;
// $1 account, $2 from, $3 until, $4 and $5 the place, from $6 on the further conditions: a new one
// has the next number here, and the last place in `valuesOf`. Not as a comparison of rows: beside
// another bound that is only a filter of the index, and all rows that are newer than the place were
// read.
export const periodOf = (table: string) =>
  `${table}.created_at >= $2::timestamptz and ${table}.created_at < $3::timestamptz
    and ${table}.created_at <= $4::timestamptz and (${table}.created_at < $4::timestamptz or ${table}.id < $5::bigint)`;
/** The conditions without that of a state. */
export const fitsInAnyState = `($6::bigint is null or o.amount >= $6)
  and ($7::bigint is null or o.amount <= $7)
  and ($9::text[] is null or o.code_service = any ($9))
  and ($10::integer[] is null or (o.state = 'FAILED' and coalesce(o.error_id, 0) = any ($10)))
  and ($11::text is null or o.route = $11)
  and ($12::text is null or (strpos(o.phone, $12) > 0 and not starts_with(o.phone, '*')))
  and ($13::integer[] is null or o.account_id = any ($13))
  and ($14::text is null or strpos(lower(o.external_id), $14) > 0 or strpos(o.id::text, $14) > 0
    or strpos(lower(coalesce(o.provider_reference, '')), $14) > 0
    or ($15 <> '' and strpos(o.phone, $15) > 0 and not starts_with(o.phone, '*')))`;
const fits = `($8::text[] is null or o.state = any ($8)) and ${fitsInAnyState}`;
export const newestFirst = (table: string) => `order by ${table}.created_at desc, ${table}.id desc`;
const withAccount = (rows: string, limit: string) =>
  `select ${listedColumns} from (${rows}) o join account a
    on a.id = o.account_id ${newestFirst('o')} limit ${limit}`;

const idMax = '9223372036854775807';

/** The values of the parameters $1 to $5. */
export const periodValues = (filter: ListFilter, after: ListPlace | null): unknown[] => [
  filter.accountId,
  filter.from ?? '-infinity',
  filter.until ?? 'infinity',
  after?.at ?? 'infinity',
  after?.id ?? idMax,
];

/**
 * The values of the parameters that all statements have; those of one alone follow them (`own`).
 */
export function valuesOf(filter: ListFilter, after: ListPlace | null): unknown[] {
  const { amount, states, services, errors, route, phonePart, accounts, part } = filter;
  return [
    ...periodValues(filter, after),
    ...[amount?.from, amount?.until, states, services, errors, route, phonePart, accounts],
    ...[part?.text, part?.digits ?? ''],
  ];
}

const sharedParameters = valuesOf(everyOperation, null).length;
/** The first, second … parameter behind those that all statements have. */
export const own = (place: number): string => `$${sharedParameters + place}`;

/** Along the index operation_of_account; `own(1)` is how many. */
export const newestOfAccount = `select ${stored} from operation x
  where x.account_id + 0 = $1::integer and ${periodOf('x')} ${newestFirst('x')} limit ${own(1)}`;
const selectOfAccount: Statement = {
  name: 'list_operations_of_account',
  text: withAccount(
    `select ${stored} from (${newestOfAccount}) o where ${fits} ${newestFirst('o')}
      limit ${own(2)}`,
    own(2),
  ),
};

/**
 * Lists those of one account, along the index operation_of_account. Looks at no more than `lookAt`
 * rows.
 */
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
  text: `select count(*)::integer as count, (array_agg(created_at order by created_at, id))[1]
    as at, (array_agg(id::text order by created_at, id))[1] as id
    from (select created_at, id from operation x where x.account_id + 0 = $1::integer
      and ${periodOf('x')} ${newestFirst('x')} limit $6) o`,
};

/** The last of the `lookAt` rows that `listOfAccount` looks at; null when there are no more. */
export async function reachOfAccount(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  lookAt: number,
): Promise<ListPlace | null> {
  const [row] = await session.query<{ count: number; at: Date; id: string }>(selectReach, [
    ...periodValues(filter, after),
    lookAt,
  ]);
  return row!.count < lookAt ? null : { at: row!.at, id: row!.id };
}

/**
 * What was created in a window of time, by the blocks that the index operation_created names.
 * `own(1)`: its length in ms; `own(2)`: rows at most.
 */
export const ofWindow = `
    bounds as materialized (
      select greatest($2::timestamptz, least($3::timestamptz, $4::timestamptz,
        date_trunc('milliseconds', jokko_now())) - ${own(1)}::float8 * interval '1 ms') as start,
        greatest($2::timestamptz, (select created_at from installation)) as first
    ), checked as materialized (
      select ${stored} from operation x where x.created_at >= (select start from bounds)
        and ${periodOf('x')}
      ${newestFirst('x')} limit ${own(2)}
    ), last as (
      select count(*)::integer as checked, (array_agg(created_at order by created_at, id))[1]
        as "lastAt", (array_agg(id::text order by created_at, id))[1] as "lastId"
      from checked
    )`;

// The window's beginning is a column of its own, so that it is returned even if there are no rows
// in it.
const selectWindow: Statement = {
  name: 'list_operations_of_window',
  text: `
    with ${ofWindow}
    select b.start, b.start <= b.first as "isLast", l.*, listed.*
    from bounds b cross join last l left join lateral (
      ${withAccount(`select ${stored} from checked o where ($1::integer is null or o.account_id = $1) and ${fits} ${newestFirst('o')} limit ${own(3)}`, own(3))}
    ) listed on true`,
};

/** How far a window of time was read, of all accounts. */
export interface ListWindow {
  /** Rows that were compared with the filter. */
  checked: number;
  /** Where the next window ends. */
  end: ListPlace;
  /** Nothing of the period is older. */
  isLast: boolean;
}

/** What a statement over `ofWindow` says of its window. */
export interface WindowRow {
  start: Date;
  isLast: boolean;
  checked: number;
  lastAt: Date;
  lastId: string;
}

export function readWindow(
  { start, isLast, checked, lastAt, lastId }: WindowRow,
  lookAt: number,
): ListWindow {
  return checked === lookAt
    ? { checked, end: { at: lastAt, id: lastId }, isLast: false }
    : // Rows at the very beginning of the window are in it: the next one ends before the first of them.
      { checked, end: { at: start, id: '0' }, isLast };
}

/** Created in the `windowMs` before `after`. */
export async function listOfWindow(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  { windowMs, lookAt, limit }: { windowMs: number; lookAt: number; limit: number },
): Promise<ListWindow & { rows: ListedOperation[] }> {
  const found = await session.query<ListedOperation & WindowRow>(selectWindow, [
    ...valuesOf(filter, after),
    windowMs,
    lookAt,
    limit,
  ]);
  return { rows: found.filter(({ id }) => id !== null), ...readWindow(found[0]!, lookAt) };
}

// Materialized: else the planner finds the rows of the period first. One row may be found in
// several ways. `narrow` is no key of an index: with young statistics the planner would read all
// rows of the account for a phone or a reference.
const searchStatement = (name: string, ofAccount: string, narrow: string): Statement => ({
  name,
  text: `
    with found as materialized (
      select ${stored} from operation where id = ${own(1)}::bigint${ofAccount}
      union all select ${stored} from operation
        where external_id = any (${own(2)}::text[])${ofAccount}
      union all select ${stored} from operation
        where provider_reference = any (${own(2)}::text[])${narrow}
      union all select ${stored} from operation where phone || '' = any (${own(3)}::text[])${narrow}
    )
    ${withAccount(
      `select distinct on (o.created_at, o.id) ${stored} from found o
        where ($1::integer is null or o.account_id = $1) and ${periodOf('o')} and ${fits} ${newestFirst('o')} limit ${own(4)}`,
      own(4),
    )}`,
});
export const searchInAccount = searchStatement(
  'look_up_operations_of_account',
  ' and account_id = $1',
  ' and account_id - 0 = $1',
);
export const searchInAll = searchStatement('look_up_operations_of_all', '', '');

/** By ids and phones, each with its index; ids as typed, in capitals and in small letters. */
export function searchOperations(
  session: Session,
  filter: ListFilter,
  after: ListPlace | null,
  limit: number,
): Promise<ListedOperation[]> {
  const { id, text } = filter.identified!;
  const phones = filter.identified!.phones.flatMap((phone) => [
    phone,
    removedPhone(session, phone),
  ]);
  // Ids are kept as they were given; who reads one aloud, or types it, does not know its case.
  const texts = [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
  return session.query(filter.accountId === null ? searchInAll : searchInAccount, [
    ...valuesOf(filter, after),
    id,
    texts,
    phones,
    limit,
  ]);
}
