// How are operations and attempts stored? One statement per function; rows travel as one JSON parameter, so a batch is one statement.

import type { Refs } from '@jokko/connector-kit';
import type { Session, Statement } from '../../db/database.ts';
import type { Attempt, AttemptState, Details, Facts, Operation, OperationState, Proof } from './operation.ts';
import type { State } from './states.ts';

export interface OperationKey {
  accountId: number;
  id: string;
}

const stateColumns = `state, stage, challenge, error_id, error_message, proof, provider_reference, voucher, attempts, cancel_requested,
  next_step_at, lease_owner, updated_at, balance_before, balance_after, created_at`;
const factColumns = `account_id, id, external_id, encode(fingerprint, 'hex') as fingerprint, code_service, direction, route, phone_given,
  phone, amount, commission, currency, details, client_data, callback_url, encode(callback_hash, 'hex') as callback_hash, link_token, ruled`;

/** All columns of an operation, as `operationOf` reads them. */
export const operationColumns = `${factColumns}, ${stateColumns}`;

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
  voucher: string | null;
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
  client_data: Facts['clientData'];
  callback_url: string | null;
  callback_hash: string | null;
  link_token: string | null;
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
  text: `select account_id, id, ${stateColumns} from operation
    where (account_id, id) in (select * from unnest($1::integer[], $2::bigint[]))`,
};
const selectByIds: Statement = {
  name: 'select_operations_by_id',
  text: `select ${operationColumns} from operation
    where (account_id, id) in (select * from unnest($1::integer[], $2::bigint[]))`,
};
const selectByExternalIds: Statement = {
  name: 'select_operations_by_external_id',
  text: `select ${operationColumns} from operation
    where (account_id, external_id) in (select * from unnest($1::integer[], $2::text[]))`,
};
const selectLiveAttempts: Statement = {
  name: 'select_latest_attempts',
  text: `select a.* from unnest($1::integer[], $2::bigint[]) as k(account_id, id)
    cross join lateral (select * from attempt where account_id = k.account_id and operation_id = k.id order by number desc limit 1) a`,
};

/** States of the given operations; call under the account lock. */
export async function loadStates(session: Session, keys: OperationKey[]): Promise<Map<string, StoredState>> {
  const rows = await session.query<StateRow>(selectStates, [keys.map((key) => key.accountId), keys.map((key) => key.id)]);
  return new Map(rows.map((row) => [String(row.id), storedState(row)]));
}

export async function findOperations(session: Session, keys: OperationKey[]): Promise<Operation[]> {
  if (keys.length === 0) return [];
  const rows = await session.query<OperationRow>(selectByIds, [keys.map((key) => key.accountId), keys.map((key) => key.id)]);
  return rows.map(operationOf);
}

export async function findByExternalIds(session: Session, keys: { accountId: number; externalId: string }[]): Promise<Operation[]> {
  const rows = await session.query<OperationRow>(selectByExternalIds, [
    keys.map((key) => key.accountId),
    keys.map((key) => key.externalId),
  ]);
  return rows.map(operationOf);
}

const selectExecuted: Statement = {
  name: 'select_executed_attempt',
  text: `select * from attempt where operation_id = $2 and account_id = $1 and purpose = 'execute' and state = 'SUCCEEDED' order by number desc limit 1`,
};

/** The attempt by which an operation succeeded: what a refund undoes, however many refunds were refused meanwhile. */
export async function findExecutedAttempt(session: Session, key: OperationKey): Promise<Attempt | null> {
  const [row] = await session.query<AttemptRow>(selectExecuted, [key.accountId, key.id]);
  return row === undefined ? null : attemptOf(row);
}

/** The newest attempt of each operation that has one, by operation id. */
export async function findLatestAttempts(session: Session, keys: OperationKey[]): Promise<Map<string, Attempt>> {
  const rows = await session.query<AttemptRow>(selectLiveAttempts, [keys.map((key) => key.accountId), keys.map((key) => key.id)]);
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
  const facts: Facts = {
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
    linkToken: row.link_token,
    ruled: row.ruled,
  };
  return { facts, ...storedState(row) };
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
  looks: number;
  sent_at: Date;
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
    looks: row.looks,
    sentAt: row.sent_at,
  };
}
