// Selects callbacks: the filter of a request, the rows that match it, and one callback with its
// whole log.

import type { ErrorClass } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';

export type CallbackState = 'due' | 'delivered' | 'abandoned';

/** Absent members filter nothing. Times are those of the result. */
export interface CallbackFilter {
  operationId?: string;
  accountId?: number;
  /** scheme://host:port */
  destination?: string;
  state?: CallbackState;
  /** SUCCESS, FAILLED, CANCELED or REFUNDED. */
  status?: string;
  /** The fault of the last attempt. */
  errorClass?: ErrorClass;
  since?: Date;
  until?: Date;
}

/** $1 to $8 of a statement; `c` is the callback. */
export const fitsFilter = `($1::bigint is null or c.operation_id = $1)
  and ($2::integer is null or c.account_id = $2)
      and ($3::text is null or c.destination = $3) and ($4::text is null or c.state = $4)
        and ($5::text is null or c.status = $5)
      and ($7::timestamptz is null or c.created_at >= $7)
        and ($8::timestamptz is null or c.created_at < $8)
      and ($6::text is null or $6 = (
        select a.error_class from callback_attempt a
        where a.operation_id = c.operation_id and a.account_id = c.account_id
          and a.second = c.second and a.number = c.attempts))`;

export function filterValues(filter: CallbackFilter): unknown[] {
  const { operationId, accountId, destination, state, status, errorClass, since, until } = filter;
  return [operationId, accountId, destination, state, status, errorClass, since, until].map(
    (value) => value ?? null,
  );
}

/**
 * The table as far as an index can narrow it down. One statement for all filters would be planned
 * for none: with most of its parameters absent it would read the table whole.
 */
export function narrowed({ operationId, accountId, state }: CallbackFilter): {
  name: string;
  where: string;
} {
  if (operationId !== undefined) return { name: 'one', where: 'c.operation_id = $1' };
  if (state === 'abandoned')
    return {
      name: 'abandoned',
      where: `c.state = 'abandoned'${accountId === undefined ? '' : ' and c.account_id = $2'}`,
    };
  if (state === 'due')
    return {
      name: 'due',
      where: `c.next_attempt_at is not null${accountId === undefined ? '' : ' and c.account_id = $2'}`,
    };
  const ofAccount = accountId === undefined ? '' : 'c.account_id = $2 and ';
  return {
    name: 'created',
    where: `${ofAccount}c.created_at >= coalesce($7::timestamptz, '-infinity') and c.created_at < coalesce($8::timestamptz, 'infinity')`,
  };
}

export interface ListedCallback {
  operationId: string;
  accountId: number;
  second: boolean;
  destination: string;
  status: string;
  state: CallbackState;
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  closedAt: Date | null;
  /** Why a user abandoned it; null: it was not. */
  givenUp: string | null;
  lastErrorClass: ErrorClass | null;
  lastHttpStatus: number | null;
}

export const listedColumns = `c.operation_id::text as "operationId", c.account_id as "accountId",
  c.second, c.destination, c.status, c.state, c.attempts,
      c.created_at as "createdAt", c.next_attempt_at as "nextAttemptAt", c.closed_at as "closedAt",
        c.given_up as "givenUp",
      a.error_class as "lastErrorClass", a.http_status as "lastHttpStatus"`;
/** Joins what a callback `c` sends: `s.body`. */
export const joinBody =
  'join callback_body s on s.operation_id = c.operation_id and s.account_id = c.account_id and s.second = c.second';
export const lastAttempt = `left join callback_attempt a on a.operation_id = c.operation_id
  and a.account_id = c.account_id and a.second = c.second and a.number = c.attempts`;

/** The newest `limit` that fit. */
export function listCallbacks(
  session: Session,
  filter: CallbackFilter,
  limit: number,
): Promise<ListedCallback[]> {
  const { name, where } = narrowed(filter);
  const statement: Statement = {
    name: `list_callbacks_${name}${filter.accountId === undefined ? '' : '_of'}`,
    text: `select ${listedColumns} from callback c ${lastAttempt}
      where ${where} and ${fitsFilter} order by c.created_at desc, c.operation_id limit $9`,
  };
  return session.query<ListedCallback>(statement, [...filterValues(filter), limit]);
}

export async function countCallbacks(session: Session, filter: CallbackFilter): Promise<number> {
  const { name, where } = narrowed(filter);
  const statement: Statement = {
    name: `count_callbacks_${name}${filter.accountId === undefined ? '' : '_of'}`,
    text: `select count(*)::integer as count from callback c where ${where} and ${fitsFilter}`,
  };
  const [row] = await session.query<{ count: number }>(statement, filterValues(filter));
  return row!.count;
}

export interface LoggedAttempt {
  number: number;
  startedAt: Date;
  durationMs: number;
  httpStatus: number | null;
  errorClass: ErrorClass | null;
  timeoutPhase: string | null;
  address: string | null;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  tlsVersion: number | null;
  pinMatched: boolean | null;
  /** Base64. */
  pinSeen: string | null;
  answer: Buffer | null;
  answerCut: boolean;
  answerHeaders: { [name: string]: string } | null;
}

const selectAttempts: Statement = {
  name: 'select_callback_attempts',
  text: `select number, started_at as "startedAt", duration_ms as "durationMs",
    http_status as "httpStatus", error_class as "errorClass",
      timeout_phase as "timeoutPhase", host(address) as address, dns_ms as "dnsMs",
        connect_ms as "connectMs", tls_ms as "tlsMs",
      first_byte_ms as "firstByteMs", tls_version as "tlsVersion", pin_matched as "pinMatched",
        encode(pin_seen, 'base64') as "pinSeen",
      answer, answer_cut as "answerCut", answer_headers::json as "answerHeaders"
    from callback_attempt where operation_id = $1 and account_id = $2 and second = $3
      and number < $5 order by number desc limit $4`,
};

const numberMax = 2 ** 31 - 1;

/** The newest `limit` attempts with smaller numbers than `before`, newest first. */
export function loadAttempts(
  session: Session,
  { operationId, accountId, second }: Pick<ListedCallback, 'operationId' | 'accountId' | 'second'>,
  limit: number,
  before = numberMax,
): Promise<LoggedAttempt[]> {
  return session.query<LoggedAttempt>(selectAttempts, [
    operationId,
    accountId,
    second,
    limit,
    before,
  ]);
}
