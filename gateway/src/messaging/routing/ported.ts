// Finds numbers that are with another operator than their prefix says. Rows are imported and
// queried for all recipients of a request at once.

import { textArray } from '../../platform/db/array-text.ts';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { changeWithAudit, type Who } from '../../platform/audit/index.ts';
import type { Routing } from './routing.ts';
import { routingVersions } from './store.ts';

export interface Ported {
  /** Digits. */
  msisdn: string;
  operator: string;
}

// Nodes keep in mind whether there is any ported number.
const publish = `pg_notify('${routingVersions.channel}', 'ported')`;

const selectPorted: Statement = {
  name: 'select_sms_ported',
  text: 'select msisdn, operator from sms_ported where msisdn = any ($1::bigint[])',
};
const selectAny: Statement = {
  name: 'select_any_sms_ported',
  text: 'select exists (select from sms_ported) as ported',
};
const selectPage: Statement = {
  name: 'list_sms_ported',
  text: 'select msisdn::text, operator from sms_ported where msisdn > $1::bigint order by msisdn limit $2',
};
const upsert: Statement = {
  name: 'upsert_sms_ported',
  text: `
    insert into sms_ported (msisdn, operator)
    select * from unnest($1::bigint[], $2::text[])
    on conflict (msisdn) do update set operator = excluded.operator, updated_at = jokko_now()
      where sms_ported.operator <> excluded.operator`,
};
const remove: Statement = {
  name: 'delete_sms_ported',
  text: `with gone as (delete from sms_ported where msisdn = $1::bigint returning 1)
    select ${publish} from gone`,
};
const removeAll: Statement = { name: 'delete_all_sms_ported', text: 'delete from sms_ported' };
const notify: Statement = { name: 'notify_sms_ported', text: `select ${publish}` };

const none: ReadonlyMap<string, string> = new Map();

/**
 * Operators of those among the numbers (digits) that are ported, in one statement; none where no
 * number is ported at all.
 */
export async function loadPorted(
  session: Session,
  routing: Pick<Routing, 'hasPorted'>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!routing.hasPorted || numbers.length === 0) return none;
  const rows = await session.query<{ msisdn: bigint; operator: string }>(selectPorted, [
    `{${numbers.join()}}`,
  ]);
  return new Map(rows.map((row) => [String(row.msisdn), row.operator]));
}

/**
 * Country, operator and operators of the country of one number, E.164 with plus, as `operatorOf`
 * and `operatorsFor` tell them; null where it is no mobile number of the number plan.
 */
export async function numberInfo(session: Session, routing: Routing, e164: string) {
  const digits = e164.slice(1);
  const ported = (await loadPorted(session, routing, [digits])).get(digits) ?? null;
  const found = routing.operatorOf(digits, ported);
  const operators = routing.operatorsFor(digits) ?? [];
  return found === null ? null : { ...found, isPorted: ported !== null, operators };
}

export async function anyPorted(session: Session): Promise<boolean> {
  const [row] = await session.query<{ ported: boolean }>(selectAny);
  return row!.ported;
}

/** In the order of the numbers, behind `after` (digits, or 0). */
export function listPorted(session: Session, after: string, limit: number): Promise<Ported[]> {
  return session.query<Ported>(selectPage, [after, limit]);
}

/** False when the number was not ported. */
export function removePorted(database: Database, who: Who, msisdn: string): Promise<boolean> {
  return changeWithAudit(database, async (session) => {
    const isRemoved = (await session.query(remove, [msisdn])).length > 0;
    const entry = { who, action: 'sms-ported.remove', old: { msisdn } } as const;
    return { result: isRemoved, entry: isRemoved ? entry : null };
  });
}

/** Part of an import; no number twice. */
export async function writePorted(
  session: Session,
  numbers: ReadonlyMap<string, string>,
): Promise<void> {
  await session.query(upsert, [
    `{${[...numbers.keys()].join()}}`,
    textArray([...numbers.values()]),
  ]);
}

export async function clearPorted(session: Session): Promise<void> {
  await session.query(removeAll);
}

export async function notifyPorted(session: Session): Promise<void> {
  await session.query(notify);
}
