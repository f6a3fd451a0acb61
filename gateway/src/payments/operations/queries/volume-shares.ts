// What was opened in each of the last 24 hours by route or by developer, and what failed of it by
// error: the ten largest, and the others together. An hour that ended long ago is cached, as in
// volume.ts.

import type { Session, Statement } from '../../../platform/db/database.ts';

export type SharedBy = 'route' | 'account' | 'error';

export interface VolumeShares {
  /** The beginnings of the hours, oldest first, ms since 1970. */
  times: number[];
  /**
   * The largest first; `key` is the route's name, the account's number or the error's id, 0 for
   * none; `opened` for each of `times`.
   */
  lines: { key: string; name: string; opened: number[] }[];
  /** The counts of all that have no line; null without any. */
  others: number[] | null;
}

export type VolumeSharesReader = (by: SharedBy) => Promise<VolumeShares>;

const hourMs = 3_600_000;
const hoursShown = 24;
const linesShown = 10;
/** The keys of one hour; smaller ones count among the others. */
const keysPerHour = 100;
const keptMs = { present: 10_000, ended: 600_000 };

/** The largest of an hour; a row without a key holds what the rest opened. */
const selectHour = (by: SharedBy, key: string, counts = ''): Statement => ({
  name: `select_hour_by_${by}`,
  text: `with counted as (
      select ${key} as key, count(*)::integer as opened from operation where created_at >= $1
        and created_at < $2 ${counts} group by 1
    ), ranked as (select key, opened, row_number() over (order by opened desc, key) as place
      from counted)
    select case when place <= $3 then key end as key, sum(opened)::integer as opened from ranked
      group by 1`,
});
const statements: Record<SharedBy, Statement> = {
  route: selectHour('route', 'route'),
  account: selectHour('account', 'account_id::text'),
  error: selectHour('error', 'coalesce(error_id, 0)::text', `and state = 'FAILED'`),
};
const selectNames: Statement = {
  name: 'select_names_of_shares',
  text: 'select id::text as key, name from account where id = any($1::integer[])',
};

interface Hour {
  freshUntil: number;
  rows: { key: string | null; opened: number }[];
}

/** `now` in ms on the database's clock. */
export function createVolumeSharesReader(session: Session, now: () => number): VolumeSharesReader {
  const kept: Record<SharedBy, Map<number, Hour>> = {
    route: new Map(),
    account: new Map(),
    error: new Map(),
  };
  const rowsOf = async (by: SharedBy, at: number): Promise<Hour['rows']> => {
    const known = kept[by].get(at);
    if (known !== undefined && known.freshUntil > now()) return known.rows;
    const values = [new Date(at), new Date(at + hourMs), keysPerHour];
    const rows = await session.query<Hour['rows'][number]>(statements[by], values);
    const ended = at + 2 * hourMs < now();
    kept[by].set(at, { freshUntil: now() + (ended ? keptMs.ended : keptMs.present), rows });
    return rows;
  };
  const namesOf = async (by: SharedBy, keys: string[]): Promise<Map<string, string>> => {
    if (by !== 'account') return new Map();
    const rows = await session.query<{ key: string; name: string }>(selectNames, [keys]);
    return new Map(rows.map(({ key, name }) => [key, name]));
  };
  return async (by) => {
    const present = Math.floor(now() / hourMs) * hourMs;
    const first = present - (hoursShown - 1) * hourMs;
    for (const at of kept[by].keys()) if (at < first) kept[by].delete(at);
    const times = Array.from({ length: hoursShown }, (_none, hour) => first + hour * hourMs);
    const hours: Hour['rows'][] = [];
    // One after the other: a page of an operator takes one connection, not 24.
    for (const at of times) hours.push(await rowsOf(by, at));
    const { lines, others } = largestOf(hours);
    const names = await namesOf(
      by,
      lines.map(({ key }) => key),
    );
    return {
      times,
      lines: lines.map((line) => ({ ...line, name: names.get(line.key) ?? line.key })),
      others,
    };
  };
}

function largestOf(hours: readonly Hour['rows'][]): {
  lines: { key: string; opened: number[] }[];
  others: number[] | null;
} {
  const sums = new Map<string, number>();
  for (const { key, opened } of hours.flat())
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + opened);
  const keys = [...sums]
    .toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, linesShown)
    .map(([key]) => key);
  const openedOf = (rows: Hour['rows'], counts: (key: string | null) => boolean): number =>
    rows.reduce((sum, { key, opened }) => sum + (counts(key) ? opened : 0), 0);
  const others = hours.map((rows) => openedOf(rows, (key) => key === null || !keys.includes(key)));
  return {
    lines: keys.map((key) => ({
      key,
      opened: hours.map((rows) => openedOf(rows, (each) => each === key)),
    })),
    others: others.some((opened) => opened > 0) ? others : null,
  };
}
