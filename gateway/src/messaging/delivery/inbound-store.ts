// Stores inbound messages: whole ones in `sms_inbound`, parts of long ones in `sms_inbound_part`.
// Called by the inbound writer, in its transaction.

import { plainArray, textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { setKey, type HeldPart, type PartSet } from './inbound-joining.ts';

export interface InboundRow {
  /** Digits. */
  id: string;
  connection: string;
  dedupeKey: string | null;
  from: string;
  to: string;
  text: string;
  complete: boolean;
  appId: number | null;
  accountId: number | null;
  consent: 'stop' | 'start' | null;
  /** In national form, of one of several countries; not stored. */
  isUnclear: boolean;
  /** The word that chose the app; not stored. */
  keyword: string | null;
}

export interface InboundApp {
  id: number;
  accountId: number;
  inboundUrl: string | null;
}

type SetName = Omit<PartSet, 'parts'>;

// Parts of one message may come over several binds at once: each waits for the other, and then sees
// it.
const lockSets: Statement = {
  name: 'lock_sms_inbound_sets',
  text: `select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) as key`,
};
const selectSeen: Statement = {
  name: 'select_seen_sms_inbound',
  text: `
    select i.connection, i.dedupe_key from unnest($1::text[], $2::text[]) as k(connection,
      dedupe_key)
    join sms_inbound i on i.connection = k.connection and i.dedupe_key = k.dedupe_key`,
};
const selectSets: Statement = {
  name: 'select_sms_inbound_sets',
  text: `
    select p.connection, p.sender, p.recipient, p.reference, p.total, p.number, p.content, p.joined
    from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::smallint[]) as k(connection,
      sender, recipient, reference, total)
    join sms_inbound_part p on p.connection = k.connection and p.sender = k.sender
      and p.recipient = k.recipient and p.reference = k.reference and p.total = k.total`,
};
const deleteSets: Statement = {
  name: 'delete_sms_inbound_sets',
  text: `
    delete from sms_inbound_part p
    using unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::smallint[]) as k(connection,
      sender, recipient, reference, total)
    where p.connection = k.connection and p.sender = k.sender and p.recipient = k.recipient
      and p.reference = k.reference and p.total = k.total`,
};
const insertParts: Statement = {
  name: 'insert_sms_inbound_parts',
  text: `
    insert into sms_inbound_part (connection, sender, recipient, reference, total, number, content,
      joined, received_at)
    select connection, sender, recipient, reference, total, number, content, joined, jokko_now()
    from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::smallint[], $6::smallint[],
      $7::text[], $8::boolean[])
      as p(connection, sender, recipient, reference, total, number, content, joined)`,
};
const insertInbound: Statement = {
  name: 'insert_sms_inbound',
  text: `
    insert into sms_inbound (id, connection, dedupe_key, sender, recipient, content, complete,
      app_id, account_id, consent, received_at)
    select id, connection, dedupe_key, sender, recipient, content, complete, app_id, account_id,
      consent, jokko_now()
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::boolean[], $8::integer[], $9::integer[], $10::text[])
      as i(id, connection, dedupe_key, sender, recipient, content, complete, app_id, account_id,
        consent)`,
};
const selectApps: Statement = {
  name: 'select_inbound_sms_apps',
  text: `select id, account_id as "accountId", case when revoked_at is null then inbound_url
    end as "inboundUrl" from sms_app where id = any($1::integer[])`,
};
// The newest batches tell for a phone with many messages; their ids grow with time on each node.
const selectAppsThatSent: Statement = {
  name: 'select_sms_apps_that_sent_to_number',
  text: `
    select distinct b.app_id as "appId" from (
      select batch_id, account_id from sms_message where msisdn = $1::bigint and connection = $3
        order by batch_id desc limit 500
    ) m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id
    where upper(b.sender) = upper($2)`,
};
const selectOldSets: Statement = {
  name: 'select_old_sms_inbound_sets',
  text: `
    select distinct connection, sender as "from", recipient as "to", reference, total from (
      select connection, sender, recipient, reference, total from sms_inbound_part
        where received_at < jokko_now() - interval '24 hours' order by received_at limit 200
    ) old`,
};

/**
 * The apps that have written to a number under a sender over a connection. `msisdn`: up to 15
 * digits.
 */
export async function loadAppsThatSent(
  session: Session,
  { from: msisdn, to: sender, connection }: Pick<InboundRow, 'from' | 'to' | 'connection'>,
): Promise<number[]> {
  const rows = await session.query<{ appId: number }>(selectAppsThatSent, [
    msisdn,
    sender,
    connection,
  ]);
  return rows.map(({ appId }) => appId);
}

/** Waits for the node that works on one of these sets. */
export function lockPartSets(session: Session, sets: readonly SetName[]): Promise<unknown> {
  return session.query(lockSets, [[...new Set(sets.map(setKey))].toSorted()]);
}

export async function loadSeen(
  session: Session,
  keys: readonly { connection: string; dedupeKey: string }[],
): Promise<Set<string>> {
  const rows = await session.query<{ connection: string; dedupe_key: string }>(selectSeen, [
    textArray(keys.map(({ connection }) => connection)),
    textArray(keys.map(({ dedupeKey }) => dedupeKey)),
  ]);
  return new Set(rows.map(({ connection, dedupe_key }) => seenKey(connection, dedupe_key)));
}
export const seenKey = (connection: string, dedupeKey: string): string =>
  `${connection} ${dedupeKey}`;

/** By `setKey`; sets of which nothing is stored are empty. */
export async function loadPartSets(
  session: Session,
  names: readonly SetName[],
): Promise<Map<string, PartSet>> {
  interface Row extends HeldPart {
    connection: string;
    sender: string;
    recipient: string;
    reference: number;
    total: number;
    number: number;
  }
  const sets = new Map(
    names.map((name): [string, PartSet] => [setKey(name), { ...nameOf(name), parts: new Map() }]),
  );
  const rows = await session.query<Row>(selectSets, nameColumns([...sets.values()]));
  for (const { connection, sender, recipient, reference, total, number, content, joined } of rows) {
    sets
      .get(setKey({ connection, from: sender, to: recipient, reference, total }))!
      .parts.set(number, { content, joined });
  }
  return sets;
}

/** Replaces what is stored of these sets. */
export function storePartSets(session: Session, sets: readonly PartSet[]): Promise<unknown>[] {
  const parts = sets.flatMap((set) =>
    [...set.parts].map(([number, part]) => ({ set, number, part })),
  );
  const writes = [session.query(deleteSets, nameColumns(sets))];
  if (parts.length === 0) return writes;
  const values = [
    ...nameColumns(parts.map(({ set }) => set)),
    plainArray(parts.map(({ number }) => number)),
    textArray(parts.map(({ part }) => part.content)),
    plainArray(parts.map(({ part }) => part.joined)),
  ];
  return [...writes, session.query(insertParts, values)];
}

/**
 * In the order of the keys by which repetitions are noticed, so that two nodes that hear the same
 * messages never wait for each other.
 */
export function storeInbound(session: Session, given: readonly InboundRow[]): Promise<unknown> {
  const keyOf = ({ connection, dedupeKey }: InboundRow) => seenKey(connection, dedupeKey ?? '');
  const rows = given.toSorted((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0,
  );
  return session.query(insertInbound, [
    plainArray(rows.map(({ id }) => id)),
    textArray(rows.map(({ connection }) => connection)),
    textArray(rows.map(({ dedupeKey }) => dedupeKey)),
    textArray(rows.map(({ from }) => from)),
    textArray(rows.map(({ to }) => to)),
    textArray(rows.map(({ text }) => text)),
    plainArray(rows.map(({ complete }) => complete)),
    plainArray(rows.map(({ appId }) => appId)),
    plainArray(rows.map(({ accountId }) => accountId)),
    plainArray(rows.map(({ consent }) => consent)),
  ]);
}

export async function loadInboundApps(
  session: Session,
  ids: readonly number[],
): Promise<Map<number, InboundApp>> {
  if (ids.length === 0) return new Map();
  return new Map((await session.query<InboundApp>(selectApps, [ids])).map((app) => [app.id, app]));
}

/** Sets of which some part is older than a day. */
export function loadOldSets(session: Session): Promise<SetName[]> {
  return session.query<SetName>(selectOldSets);
}

const nameOf = ({ connection, from, to, reference, total }: SetName): SetName => ({
  connection,
  from,
  to,
  reference,
  total,
});

function nameColumns(names: readonly SetName[]): string[] {
  return [
    textArray(names.map(({ connection }) => connection)),
    textArray(names.map(({ from }) => from)),
    textArray(names.map(({ to }) => to)),
    plainArray(names.map(({ reference }) => reference)),
    plainArray(names.map(({ total }) => total)),
  ];
}
