// Counts and sums the newest operations that fit a list's filters, by state and currency, in one
// statement. It reads as far back as the list itself would.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { listIdentified, partOf, rowsCheckedMax, walkWindows } from './list.ts';
import {
  fitsInAnyState,
  newestFirst,
  newestOfAccount,
  ofWindow,
  own,
  readWindow,
  valuesOf,
  type Identified,
  type ListFilter,
  type WindowRow,
} from './list-store.ts';
import type { State } from '../model/states.ts';

/** `amount` in ten-thousandths. */
export interface StateSum {
  state: State;
  currency: string;
  count: number;
  amount: bigint;
}

/**
 * Those of one state and currency may stand in several parts. `more`: there may be older ones,
 * which are in none.
 */
export interface Summed {
  sums: StateSum[];
  more: boolean;
}

/** Sums of the newest `max`: `all` in any state, `chosen` in the filter's. */
export interface ListSums {
  all: Summed;
  chosen: Summed;
}

// Each reads `checked` only as far as it must: an account's rows are fetched as they are asked for.
const newest = (isChosen: string, limit: string) => `
      select state, currency, amount from checked o
      where ${isChosen} and ($1::integer is null or o.account_id = $1)
        and ${fitsInAnyState} ${newestFirst('o')} limit ${limit}`;
const newestOf = (limitOfAll: string, limitOfChosen: string) => `
    fitting as materialized (${newest('true', limitOfAll)}
    ), chosen as materialized (${newest('$8::text[] is not null and o.state = any ($8)', limitOfChosen)}
    )`;
const sumOf = (isChosen: boolean, rows: string) =>
  `select ${isChosen} as "isChosen", state, currency, count(*)::integer as count,
    sum(amount)::text as amount
      from ${rows} group by state, currency`;
const sums = `(${sumOf(false, 'fitting')}
      union all ${sumOf(true, 'chosen')})`;

const sumAccount: Statement = {
  name: 'sum_operations_of_account',
  text: `
    with checked as materialized (${newestOfAccount}), ${newestOf(own(2), own(2))}, reach as (
      select case when (select count(*) from fitting) = ${own(2)}
        and ($8::text[] is null or (select count(*) from chosen) = ${own(2)})
        then false else (select count(*) from checked) < ${own(1)} end as "isLast"
    )
    select r."isLast", s.* from reach r left join ${sums} s on true`,
};

const sumWindow: Statement = {
  name: 'sum_operations_of_window',
  text: `
    with ${ofWindow}, ${newestOf(own(3), own(4))}
    select b.start, b.start <= b.first as "isLast", l.*, s.*
    from bounds b cross join last l left join ${sums} s on true`,
};

/** Null members: nothing fits. */
type SumRow = { isLast: boolean } & (
  | { isChosen: null }
  | ({ isChosen: boolean; amount: string } & Pick<StateSum, 'state' | 'currency' | 'count'>)
);

export async function sumOperations(
  session: Session,
  filter: ListFilter,
  max: number,
): Promise<ListSums> {
  const { identified } = filter;
  if (filter.accounts?.length === 0) return { all: nothing, chosen: nothing };
  if (identified !== null) {
    const found = await sumIdentified(session, { ...filter, identified }, max);
    const part = partOf(identified);
    if (found.all.sums.length > 0 || part === null) return found;
    return sumOperations(session, { ...filter, identified: null, part }, max);
  }
  return filter.accountId === null
    ? sumAcross(session, filter, max)
    : sumOfAccount(session, filter, max);
}

const nothing: Summed = { sums: [], more: false };

async function sumIdentified(
  session: Session,
  filter: ListFilter & { identified: Identified },
  max: number,
): Promise<ListSums> {
  const read = async (states: ListFilter['states']): Promise<Summed> => {
    const { items, next } = await listIdentified(session, { ...filter, states }, null, max);
    const sums = items.map(({ state, currency, amount }) => ({
      state,
      currency,
      count: 1,
      amount,
    }));
    return { sums, more: next !== null };
  };
  const all = await read(null);
  return { all, chosen: filter.states === null ? all : await read(filter.states) };
}

async function sumOfAccount(session: Session, filter: ListFilter, max: number): Promise<ListSums> {
  const rows = await session.query<SumRow>(sumAccount, [
    ...valuesOf(filter, null),
    rowsCheckedMax,
    max,
  ]);
  return sumsOf(filter, rows, { max, isLast: rows[0]!.isLast });
}

/** Every window adds to those that are newer. */
async function sumAcross(session: Session, filter: ListFilter, max: number): Promise<ListSums> {
  const rows: SumRow[] = [];
  const next = await walkWindows(null, async (place, { windowMs, lookAt }) => {
    const left = (isChosen: boolean) => max - countOf(sumsIn(rows, isChosen));
    const found = await session.query<SumRow & WindowRow>(sumWindow, [
      ...valuesOf(filter, place),
      windowMs,
      lookAt,
      left(false),
      left(true),
    ]);
    rows.push(...found);
    const isFull = left(false) === 0 && (filter.states === null || left(true) === 0);
    return { ...readWindow(found[0]!, lookAt), isFull };
  });
  return sumsOf(filter, rows, { max, isLast: next === null });
}

function sumsOf(
  filter: ListFilter,
  rows: readonly SumRow[],
  { max, isLast }: { max: number; isLast: boolean },
): ListSums {
  const summed = (isChosen: boolean): Summed => {
    const sums = sumsIn(rows, isChosen);
    return { sums, more: !isLast || countOf(sums) === max };
  };
  const all = summed(false);
  return { all, chosen: filter.states === null ? all : summed(true) };
}

const sumsIn = (rows: readonly SumRow[], chosen: boolean): StateSum[] =>
  rows.flatMap((row) => {
    if (row.isChosen !== chosen) return [];
    const { state, currency, count, amount } = row;
    return [{ state, currency, count, amount: BigInt(amount) }];
  });

const countOf = (sums: readonly StateSum[]): number =>
  sums.reduce((all, { count }) => all + count, 0);
