// How does a batch of changed operations reach the tables? Called only by the writer, which holds the account locks.

import type { Session, Statement } from '../../db/database.ts';
import type { Attempt, Facts, Operation, OperationState } from './operation.ts';
import type { State } from './states.ts';

const insertOperationsStatement: Statement = {
  name: 'insert_operations',
  text: `
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route, phone_given, phone, amount, commission,
      currency, details, client_data, callback_url, callback_hash, link_token, ruled, state, error_id, error_message, proof, attempts,
      balance_before, balance_after, next_step_at, lease_owner, created_at, updated_at)
    select a, i, e, decode(f, 'hex'), s, d, r, pg, p, m, c, u, x, cd, cu, decode(ch, 'hex'), lt, ru, st, ei, em, pr, n, bb, ba,
      case when q then $2::timestamptz end, case when l then $3::integer end, $2, $2
    from json_to_recordset($1::json) as o(a integer, i bigint, e text, f text, s text, d text, r text, pg text, p text, m bigint, c bigint,
      u text, x json, cd json, cu text, ch text, lt text, ru boolean, st text, ei integer, em text, pr text, n smallint, bb bigint, ba bigint,
      q boolean, l boolean)`,
};
const updateOperationsStatement: Statement = {
  name: 'update_operations',
  text: `
    update operation o set state = c.state, stage = c.stage, challenge = c.challenge, error_id = c.error_id,
      error_message = c.error_message, proof = c.proof, provider_reference = c.provider_reference, voucher = c.voucher, attempts = c.attempts,
      cancel_requested = c.cancel_requested, next_step_at = c.next_step_at, lease_owner = c.lease_owner, updated_at = c.updated_at
    from json_to_recordset($1::json) as c(account_id integer, id bigint, state text, stage text, challenge json, error_id integer,
      error_message text, proof text, provider_reference text, voucher text, attempts smallint, cancel_requested boolean, next_step_at timestamptz,
      lease_owner integer, updated_at timestamptz)
    where o.account_id = c.account_id and o.id = c.id`,
};
const insertAttemptsStatement: Statement = {
  name: 'insert_attempts',
  text: `
    insert into attempt (account_id, operation_id, number, purpose, route, state, prepared, refs, created_at, sent_at, updated_at)
    select account_id, operation_id, number, purpose, route, state, prepared, refs, now, now, now
    from json_to_recordset($1::json) as a(account_id integer, operation_id bigint, number smallint, purpose text, route text, state text,
      prepared json, refs json, now timestamptz)`,
};
const updateAttemptsStatement: Statement = {
  name: 'update_attempts',
  text: `
    update attempt t set state = a.state, refs = a.refs, cause = a.cause, absences = a.absences, looks = a.looks, sent_at = a.sent_at,
      updated_at = a.now
    from json_to_recordset($1::json) as a(account_id integer, operation_id bigint, number smallint, state text, refs json, cause text,
      absences smallint, looks smallint, sent_at timestamptz, now timestamptz)
    where t.account_id = a.account_id and t.operation_id = a.operation_id and t.number = a.number`,
};
const insertTransitionsStatement: Statement = {
  name: 'insert_transitions',
  text: `
    insert into operation_transition (account_id, operation_id, from_state, to_state, reason, created_at)
    select t.*, $2 from json_to_recordset($1::json) as t(a integer, o bigint, f text, t text, r text)`,
};
/** Of a `transfer t`: persons have booked what the provider says that it moved. */
export const isCorrection = `t.verb = 'adjust' and (t.debit like 'provider:%' or t.credit like 'provider:%')`;
// A notice may come ten times: what persons have booked is no case any more.
const insertDiscrepanciesStatement: Statement = {
  name: 'insert_discrepancies',
  text: `
    insert into discrepancy (account_id, operation_id, kind, evidence)
    select * from json_to_recordset($1::json) as d(a integer, o bigint, k text, e text)
    where k = 'unknown_outcome'
      or not exists (select from transfer t where t.operation_id = d.o and t.account_id = d.a and ${isCorrection})
    on conflict do nothing`,
};

const closeCasesStatement: Statement = {
  name: 'close_cases',
  text: `
    update discrepancy d set resolved_at = $2, resolution = c.r, note = c.n, wish_id = c.w
    from json_to_recordset($1::json) as c(a integer, o bigint, r text, n text, w integer)
    where d.account_id = c.a and d.operation_id = c.o and d.kind = 'unknown_outcome' and d.resolved_at is null`,
};

/** Opened at `now`; those that are due are due at once, those that are leased are leased to `node`. */
export function insertOperations(session: Session, operations: Operation[], now: Date, node: number): Promise<unknown> {
  return session.query(insertOperationsStatement, [JSON.stringify(operations.map(openedRow)), now, node]);
}

/** Short member names: this is the hottest statement, and its parameter is parsed by the database for every operation. */
function openedRow({ facts, state, balanceBefore, balanceAfter }: Operation) {
  return {
    a: facts.accountId,
    i: facts.id,
    e: facts.externalId,
    f: facts.fingerprint,
    s: facts.codeService,
    d: facts.direction,
    r: facts.route,
    pg: facts.phoneGiven,
    p: facts.phone,
    m: String(facts.amount),
    c: String(facts.commission),
    u: facts.currency,
    x: facts.details,
    cd: facts.clientData ?? undefined,
    cu: facts.callbackUrl ?? undefined,
    ch: facts.callbackHash ?? undefined,
    lt: facts.linkToken ?? undefined,
    ru: facts.ruled,
    st: state.state,
    ei: state.errorId ?? undefined,
    em: state.errorMessage ?? undefined,
    pr: state.proof ?? undefined,
    n: state.attempts,
    bb: String(balanceBefore),
    ba: String(balanceAfter),
    q: state.nextStepAt !== null,
    l: state.leaseOwner !== null,
  };
}

export function updateOperations(session: Session, changed: { facts: Facts; state: OperationState }[]): Promise<unknown> {
  const rows = changed.map(({ facts, state }) => ({
    account_id: facts.accountId,
    id: facts.id,
    state: state.state,
    stage: state.stage,
    challenge: state.challenge,
    error_id: state.errorId,
    error_message: state.errorMessage,
    proof: state.proof,
    provider_reference: state.providerReference,
    voucher: state.voucher,
    attempts: state.attempts,
    cancel_requested: state.cancelRequested,
    next_step_at: state.nextStepAt,
    lease_owner: state.leaseOwner,
    updated_at: state.updatedAt,
  }));
  return session.query(updateOperationsStatement, [JSON.stringify(rows)]);
}

export interface AttemptWrite {
  facts: Facts;
  attempt: Attempt;
}

/** Written before the first byte leaves. */
export function insertAttempts(session: Session, writes: AttemptWrite[], now: Date): Promise<unknown> {
  const rows = writes.map(({ facts, attempt }) => ({
    account_id: facts.accountId,
    operation_id: facts.id,
    number: attempt.number,
    purpose: attempt.purpose,
    route: attempt.route,
    state: attempt.state,
    prepared: attempt.prepared,
    refs: attempt.refs,
    now,
  }));
  return session.query(insertAttemptsStatement, [JSON.stringify(rows)]);
}

export function updateAttempts(session: Session, writes: AttemptWrite[], now: Date): Promise<unknown> {
  const rows = writes.map(({ facts, attempt }) => ({
    account_id: facts.accountId,
    operation_id: facts.id,
    number: attempt.number,
    state: attempt.state,
    refs: attempt.refs,
    cause: attempt.cause,
    absences: attempt.absences,
    looks: attempt.looks,
    sent_at: attempt.sentAt,
    now,
  }));
  return session.query(updateAttemptsStatement, [JSON.stringify(rows)]);
}

export interface Transition {
  facts: Facts;
  from: State;
  to: State;
  reason: string;
}

export function insertTransitions(session: Session, transitions: Transition[], now: Date): Promise<unknown> {
  const rows = transitions.map(({ facts, from, to, reason }) => ({ a: facts.accountId, o: facts.id, f: from, t: to, r: reason }));
  return session.query(insertTransitionsStatement, [JSON.stringify(rows), now]);
}

export interface Discrepancy {
  facts: Facts;
  kind: string;
  evidence: string;
}

export function insertDiscrepancies(session: Session, discrepancies: Discrepancy[]): Promise<unknown> {
  const rows = discrepancies.map(({ facts, kind, evidence }) => ({ a: facts.accountId, o: facts.id, k: kind, e: evidence }));
  return session.query(insertDiscrepanciesStatement, [JSON.stringify(rows)]);
}

/** An unknown outcome that is known now. */
export interface ClosedCase {
  facts: Facts;
  resolution: 'executed' | 'not_executed' | 'settled';
  note: string | null;
  wishId: number | null;
}

/** Closes the open cases of these operations, where there are any. */
export function closeCases(session: Session, cases: ClosedCase[], now: Date): Promise<unknown> {
  const rows = cases.map(({ facts, resolution, note, wishId }) => ({ a: facts.accountId, o: facts.id, r: resolution, n: note, w: wishId }));
  return session.query(closeCasesStatement, [JSON.stringify(rows), now]);
}
