// Stores operations and attempts. One statement per function; rows travel as one JSON parameter,
// so a group is one statement.

import { defined } from '@jokko/contract';
import type { Refs, Voucher } from '@jokko/connectors/kit';
import { outcomeCaseKinds } from '../model/case-kinds.ts';
import type { Session, Statement } from '../../../platform/db/database.ts';
import type {
  Attempt,
  AttemptState,
  Details,
  OperationTerms,
  Operation,
  OperationState,
  Proof,
} from '../model/operation.ts';
import { joinRequest } from './join-request.ts';
import type { AttemptKey } from '../model/reference.ts';
import type { State } from '../model/states.ts';

export interface OperationKey {
  accountId: number;
  id: string;
}

const stateColumns = `state, stage, challenge, error_id, error_message, proof, provider_reference, voucher, attempts, cancel_requested,
  next_step_at, lease_owner, updated_at, balance_before, balance_after, created_at`;
const termColumns = `account_id, id, external_id, encode(fingerprint, 'hex') as fingerprint, code_service, direction, route, phone_given,
  phone, amount, commission, currency, details, client_data, callback_url, encode(callback_hash, 'hex') as callback_hash, payment_page_token, ruled`;

/** All columns of an operation, as `operationOf` reads them. */
export const operationColumns = `${termColumns}, ${stateColumns}`;

/** All columns of an attempt, as `attemptOf` reads them. */
const attemptColumns = `a.account_id, a.operation_id, a.number, a.purpose, a.route, a.state, r.prepared, a.refs, a.cause, a.absences, a.queries,
  a.sent_at, a.fee`;

interface StateRow {
  account_id: number;
  id: bigint;
  state: State;
  stage: 'payer' | 'provider' | null;
  challenge: OperationState['challenge'];
  error_id: number | null;
  error_message: string | null;
  proof: Proof | null;
  provider_reference: string | null;
  voucher: Voucher | null;
  attempts: number;
  cancel_requested: boolean;
  next_step_at: Date | null;
  lease_owner: number | null;
  updated_at: Date;
  balance_before: bigint;
  balance_after: bigint;
  created_at: Date;
}
export interface OperationRow extends StateRow {
  external_id: string;
  fingerprint: string;
  code_service: string;
  direction: 'DEBIT' | 'CREDIT';
  route: string;
  phone_given: string;
  phone: string;
  amount: bigint;
  commission: bigint;
  currency: string;
  details: Details;
  client_data: OperationTerms['clientData'];
  callback_url: string | null;
  callback_hash: string | null;
  payment_page_token: string | null;
  ruled: boolean;
}

/** The changing half of an operation as read under the lock. */
export interface StoredState {
  state: OperationState;
  balanceBefore: bigint;
  balanceAfter: bigint;
  createdAt: Date;
}

const selectStates: Statement = {
  name: 'select_operation_states',
  text: `select account_id, id, ${stateColumns}, exists (
      select from operation_case c where c.account_id = o.account_id and c.operation_id = o.id
        and c.resolved_at is null
        and c.kind = any(array[${outcomeCaseKinds.map((kind) => `'${kind}'`).join(', ')}])
    ) as has_outcome_case
    from operation o where (account_id, id) in (select * from unnest($1::integer[], $2::bigint[]))`,
};
const selectByIds: Statement = {
  name: 'select_operations_by_id',
  text: `select ${operationColumns} from operation
    where (account_id, id) in (select * from unnest($1::integer[], $2::bigint[]))`,
};
const selectByIdsOnly: Statement = {
  name: 'select_operations_by_id_only',
  text: `select ${operationColumns} from operation
    where id in (select * from unnest($1::bigint[]))`,
};
const selectAttempts: Statement = {
  name: 'select_attempts',
  text: `select ${attemptColumns} from unnest($1::bigint[], $2::integer[]) as k(id, attempt_number)
    join attempt a on a.operation_id = k.id and a.number = k.attempt_number ${joinRequest}`,
};
const selectByExternalIds: Statement = {
  name: 'select_operations_by_external_id',
  text: `select ${operationColumns} from operation
    where (account_id, external_id) in (select * from unnest($1::integer[], $2::text[]))`,
};
const selectLiveAttempts: Statement = {
  name: 'select_latest_attempts',
  text: `select newest.* from unnest($1::integer[], $2::bigint[]) as k(account_id, id)
    cross join lateral (
      select ${attemptColumns} from attempt a ${joinRequest}
      where a.account_id = k.account_id and a.operation_id = k.id order by a.number desc limit 1
    ) newest`,
};

export interface LockedStates {
  states: Map<string, StoredState>;
  /** Ids of operations with an open case that their outcome closes. */
  withOutcomeCase: Set<string>;
}

/** States of the given operations; call under the account lock. */
export async function loadStates(session: Session, keys: OperationKey[]): Promise<LockedStates> {
  const rows = await session.query<StateRow & { has_outcome_case: boolean }>(selectStates, [
    keys.map((key) => key.accountId),
    keys.map((key) => key.id),
  ]);
  return {
    states: new Map(rows.map((row) => [String(row.id), storedState(row)])),
    withOutcomeCase: new Set(
      rows.filter((row) => row.has_outcome_case).map((row) => String(row.id)),
    ),
  };
}

export async function findOperations(session: Session, keys: OperationKey[]): Promise<Operation[]> {
  if (keys.length === 0) return [];
  const rows = await session.query<OperationRow>(selectByIds, [
    keys.map((key) => key.accountId),
    keys.map((key) => key.id),
  ]);
  return rows.map(operationOf);
}

/** Finds operations of any account: ids are unique across accounts. */
export async function findOperationsById(session: Session, ids: string[]): Promise<Operation[]> {
  return (await session.query<OperationRow>(selectByIdsOnly, [ids])).map(operationOf);
}

/** The attempts that exist, by `attemptKey`. */
export async function findAttempts(
  session: Session,
  keys: readonly AttemptKey[],
): Promise<Map<string, Attempt>> {
  const rows = await session.query<AttemptRow>(selectAttempts, [
    keys.map((key) => key.transactionId),
    keys.map((key) => key.number),
  ]);
  return new Map(
    rows.map((row) => [
      attemptKey({ transactionId: String(row.operation_id), number: row.number }),
      attemptOf(row),
    ]),
  );
}

export const attemptKey = ({ transactionId, number }: AttemptKey): string =>
  `${transactionId} ${number}`;

export async function findByExternalIds(
  session: Session,
  keys: { accountId: number; externalId: string }[],
): Promise<Operation[]> {
  const rows = await session.query<OperationRow>(selectByExternalIds, [
    keys.map((key) => key.accountId),
    keys.map((key) => key.externalId),
  ]);
  return rows.map(operationOf);
}

const selectExecuted: Statement = {
  name: 'select_executed_attempt',
  text: `select ${attemptColumns} from attempt a ${joinRequest}
    where a.operation_id = $2 and a.account_id = $1 and a.purpose = 'execute'
      and a.state = 'SUCCEEDED' order by a.number desc limit 1`,
};

/**
 * The attempt by which an operation succeeded: what a refund undoes, however many refunds were
 * refused meanwhile.
 */
export async function findExecutedAttempt(
  session: Session,
  key: OperationKey,
): Promise<Attempt | null> {
  const [row] = await session.query<AttemptRow>(selectExecuted, [key.accountId, key.id]);
  return row === undefined ? null : attemptOf(row);
}

/** The newest attempt of each operation that has one, by operation id. */
export async function findLatestAttempts(
  session: Session,
  keys: OperationKey[],
): Promise<Map<string, Attempt>> {
  const rows = await session.query<AttemptRow>(selectLiveAttempts, [
    keys.map((key) => key.accountId),
    keys.map((key) => key.id),
  ]);
  return new Map(rows.map((row) => [String(row.operation_id), attemptOf(row)]));
}

export function storedState(row: StateRow): StoredState {
  return {
    state: {
      state: row.state,
      stage: row.stage,
      challenge: row.challenge,
      errorId: row.error_id,
      errorMessage: row.error_message,
      proof: row.proof,
      providerReference: row.provider_reference,
      voucher: row.voucher,
      attempts: row.attempts,
      cancelRequested: row.cancel_requested,
      nextStepAt: row.next_step_at,
      leaseOwner: row.lease_owner,
      updatedAt: row.updated_at,
    },
    balanceBefore: row.balance_before,
    balanceAfter: row.balance_after,
    createdAt: row.created_at,
  };
}

export function operationOf(row: OperationRow): Operation {
  const terms: OperationTerms = {
    accountId: row.account_id,
    id: String(row.id),
    externalId: row.external_id,
    fingerprint: row.fingerprint,
    codeService: row.code_service,
    direction: row.direction,
    route: row.route,
    phoneGiven: row.phone_given,
    phone: row.phone,
    amount: row.amount,
    commission: row.commission,
    currency: row.currency,
    details: row.details,
    clientData: row.client_data,
    callbackUrl: row.callback_url,
    callbackHash: row.callback_hash,
    paymentPageToken: row.payment_page_token,
    ruled: row.ruled,
  };
  return { terms, ...storedState(row) };
}

export interface AttemptRow {
  account_id: number;
  operation_id: bigint;
  number: number;
  purpose: 'execute' | 'refund';
  route: string;
  state: AttemptState;
  prepared: Attempt['prepared'];
  refs: Refs;
  cause: string | null;
  absences: number;
  queries: number;
  sent_at: Date;
  fee: bigint | null;
}

export function attemptOf(row: AttemptRow): Attempt {
  return {
    number: row.number,
    purpose: row.purpose,
    route: row.route,
    state: row.state,
    prepared: row.prepared,
    refs: row.refs,
    cause: row.cause,
    absences: row.absences,
    queries: row.queries,
    sentAt: row.sent_at,
    ...defined({ fee: row.fee }),
  };
}
