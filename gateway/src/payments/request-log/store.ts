// Stores rejected requests: a row for each, under the account whose key was shown, limited by days
// and by number per account.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Member, Waiting } from './refused-call.ts';

const insertRejectedRequests: Statement = {
  name: 'insert_refused_calls',
  text: `
    insert into rejected_request (account_id, at, endpoint, code, error, message, fields, key_name,
      key_valid, address, request_id, duration_ms,
      code_service, members)
    select coalesce(k.account_id, a.account_id), jokko_now() - r.ago * interval '1 millisecond',
      r.endpoint, r.code, r.error, r.message, r.fields,
      r.key_name, r.key_valid, r.address, r.request_id, r.duration_ms, r.code_service, r.members
    from jsonb_to_recordset($1::jsonb) as r (ago double precision, endpoint text, code integer,
      error text, message text, fields jsonb,
        key_name text, key_kind text, key_id integer, key_valid boolean, address text,
          request_id text, duration_ms integer, code_service text,
        members jsonb)
      left join api_key k on r.key_kind = 'account' and k.id = r.key_id
      left join sms_app a on r.key_kind = 'app' and a.id = r.key_id
    where coalesce(k.account_id, a.account_id) is not null`,
};

/** `now`: on the clock of `notedAt`. Calls with a key that never was are nobody's and left out. */
export async function storeRejectedRequests(
  session: Session,
  calls: readonly Waiting[],
  now: number,
): Promise<void> {
  const rows = calls.map((call) => ({
    ago: now - call.notedAt,
    endpoint: call.endpoint,
    code: call.code,
    error: call.error,
    message: call.message,
    fields: call.fields,
    key_name: call.keyName,
    key_kind: call.key.kind,
    key_id: call.key.id,
    key_valid: call.keyValid,
    address: call.address,
    request_id: call.requestId,
    duration_ms: Math.round(call.durationMs),
    code_service: call.codeService,
    members: call.members,
  }));
  await session.query(insertRejectedRequests, [JSON.stringify(rows)]);
}

export interface StoredRefusal {
  id: bigint;
  at: Date;
  endpoint: string;
  code: number;
  error: string | null;
  message: string;
  fields: { field: string; message: string }[];
  keyName: string;
  keyValid: boolean;
  address: string | null;
  requestId: string;
  durationMs: number;
  codeService: string | null;
  members: Member[];
}

const columns = `id, at, endpoint, code, error, message, fields, key_name as "keyName", key_valid as "keyValid", address,
  request_id as "requestId", duration_ms as "durationMs", code_service as "codeService", members`;

/** The place of a rejected request in the order of time. */
export interface RequestPlace {
  /** To the millisecond. */
  at: Date;
  id: bigint;
}

/**
 * Null: whatever it is. `given`: the ID of the request, or the `externalTransactionId` in it.
 * `services`: which may be seen, besides calls that name none. `until` is not included.
 */
export interface RequestFilter {
  accountId: number;
  endpoint: string | null;
  code: number | null;
  keyName: string | null;
  given: string | null;
  from: Date | null;
  until: Date | null;
  services: readonly string[] | null;
}

// They are numbered as they are written, which is not the order in which they came. An account
// keeps some thousands at most (`keptMax`), so all of them are read by the primary key and sorted.
// The index of `at` would lead to those of all accounts.
const cameAt = `date_trunc('milliseconds', at)`;
const selectRejectedRequests: Statement = {
  name: 'select_refused_calls',
  text: `select ${columns} from rejected_request
    where account_id = $1 and (${cameAt}, id) < (coalesce($2::timestamptz, 'infinity'),
      coalesce($3::bigint, 9223372036854775807))
      and ($4::text is null or endpoint = $4) and ($5::integer is null or code = $5)
        and ($6::text is null or key_name = $6)
      and ($7::text is null or request_id = $7
        or members @> jsonb_build_array(jsonb_build_object('name', 'externalTransactionId', 'value',
          $7)))
      and ${cameAt} >= coalesce($8::timestamptz, '-infinity')
        and ${cameAt} < coalesce($9::timestamptz, 'infinity')
      and ($10::text[] is null or code_service is null or code_service = any ($10))
    order by ${cameAt} desc, id desc limit $11`,
};

/** Newest first, older than the place `before`. */
export function listRejectedRequests(
  session: Session,
  filter: RequestFilter,
  before: RequestPlace | null,
  limit: number,
): Promise<StoredRefusal[]> {
  const { accountId, endpoint, code, keyName, given, from, until, services } = filter;
  return session.query(selectRejectedRequests, [
    accountId,
    before?.at,
    before?.id,
    endpoint,
    code,
    keyName,
    given,
    from,
    until,
    services,
    limit,
  ]);
}

const selectRejectedRequest: Statement = {
  name: 'select_refused_call',
  text: `select ${columns} from rejected_request
    where account_id = $1 and id = $2 and ($3::text[] is null or code_service is null
      or code_service = any ($3))`,
};
export async function findRejectedRequest(
  session: Session,
  accountId: number,
  id: bigint,
  services: readonly string[] | null,
): Promise<StoredRefusal | null> {
  return (
    (await session.query<StoredRefusal>(selectRejectedRequest, [accountId, id, services]))[0] ??
    null
  );
}

const keptDays = 7;
/** The newest of an account with a valid key, and those with a key that is not. */
const keptMax = { valid: 2_000, other: 200 };
const groupMax = 1_000;

const deleteOld: Statement = {
  name: 'delete_old_refused_calls',
  text: `with old as (
      select account_id, id from rejected_request where at < jokko_now() - $1 * interval '1 day'
        order by at limit $2 for update skip locked)
    delete from rejected_request r using old where r.account_id = old.account_id and r.id = old.id
      returning 1`,
};
// Accounts one after the other by the primary key; of each the rows behind the newest ones.
const deleteTooMany: Statement = {
  name: 'delete_too_many_refused_calls',
  text: `
    with recursive accounts (account_id) as (
      (select account_id from rejected_request order by account_id limit 1)
      union all
      select (select r.account_id from rejected_request r where r.account_id > accounts.account_id
        order by r.account_id limit 1)
      from accounts where accounts.account_id is not null
    ),
    beyond as (
      select a.account_id, extra.id from accounts a, (values (true, $1::integer),
        (false, $2::integer)) as kind (valid, kept),
        lateral (select id from rejected_request r where r.account_id = a.account_id
          and r.key_valid = kind.valid
          order by r.account_id desc, r.id desc offset kind.kept limit $3) extra
      where a.account_id is not null limit $3
    )
    delete from rejected_request r using beyond b where r.account_id = b.account_id and r.id = b.id
      returning 1`,
};

/** Removes some of what is too old or too much. True when more may be left. */
export async function purgeRejectedRequests(session: Session): Promise<boolean> {
  const old = await session.query(deleteOld, [keptDays, groupMax]);
  const beyond = await session.query(deleteTooMany, [keptMax.valid, keptMax.other, groupMax]);
  return old.length === groupMax || beyond.length === groupMax;
}
