// Writes a group of changed operations to the tables. Called only by the writer, which holds the
// account locks.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { placeOf } from '../../../platform/db/partitions.ts';
import { outcomeCaseKinds } from '../model/case-kinds.ts';
import { withoutMedia } from './media.ts';
import { requestTexts } from './request-text.ts';
import type { Attempt, OperationTerms, Operation, OperationState } from '../model/operation.ts';
import type { State } from '../model/states.ts';

const insertOperationsStatement: Statement = {
  name: 'insert_operations',
  text: `
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, client_data, callback_url, callback_hash, payment_page_token, ruled, state,
        error_id, error_message, proof, attempts,
      balance_before, balance_after, next_step_at, lease_owner, created_at, updated_at)
    select a, i, e, decode(f, 'hex'), s, d, r, pg, p, m, c, u, x, cd, cu, decode(ch, 'hex'), lt, ru,
      st, ei, em, pr, n, bb, ba,
      case when q then $2::timestamptz end, case when l then $3::integer end, $2, $2
    from json_to_recordset($1::json) as o(a integer, i bigint, e text, f text, s text, d text,
      r text, pg text, p text, m bigint, c bigint,
      u text, x json, cd json, cu text, ch text, lt text, ru boolean, st text, ei integer, em text,
        pr text, n integer, bb bigint, ba bigint,
      q boolean, l boolean)`,
};
const updateOperationsStatement: Statement = {
  name: 'update_operations',
  text: `
    update operation o set state = c.state, stage = c.stage, challenge = c.challenge,
      error_id = c.error_id,
      error_message = c.error_message, proof = c.proof, provider_reference = c.provider_reference,
        voucher = c.voucher, attempts = c.attempts,
      cancel_requested = c.cancel_requested, next_step_at = c.next_step_at,
        lease_owner = c.lease_owner, updated_at = c.updated_at
    from json_to_recordset($1::json) as c(account_id integer, id bigint, state text, stage text,
      challenge json, error_id integer,
      error_message text, proof text, provider_reference text, voucher json, attempts integer,
        cancel_requested boolean, next_step_at timestamptz,
      lease_owner integer, updated_at timestamptz)
    where o.account_id = c.account_id and o.id = c.id`,
};
const insertAttemptsStatement: Statement = {
  name: 'insert_attempts',
  text: `
    with given as materialized (
      select * from rows from (
        json_to_recordset($1::json) as (a integer, o bigint, n integer, p text, r text, s text,
          x json),
        unnest($3::text[])
      ) as g(account_id, operation_id, number, purpose, route, state, refs, prepared)
    ), requests as (
      insert into attempt_request (operation_id, account_id, number, prepared)
      select operation_id, account_id, number, prepared::json from given
    )
    insert into attempt (operation_id, account_id, number, purpose, route, state, refs, created_at,
      sent_at, updated_at)
    select operation_id, account_id, number, purpose, route, state, refs, $2, $2, $2 from given`,
};
// An older copy of the attempt must not undo a sending that was noted meanwhile.
const updateAttemptsStatement = (place: string): Statement => ({
  name: `update_${place}`,
  text: `
    update ${place} t set state = a.state, refs = a.refs, cause = a.cause, absences = a.absences,
      queries = a.queries,
      sent_at = greatest(t.sent_at, a.sent_at), fee = coalesce(a.fee, t.fee),
      updated_at = a.now
    from json_to_recordset($1::json) as a(account_id integer, operation_id bigint, number integer,
      state text, refs json, cause text,
      absences smallint, queries smallint, sent_at timestamptz, fee bigint, now timestamptz)
    where t.account_id = a.account_id and t.operation_id = a.operation_id and t.number = a.number`,
});
const insertTransitionsStatement: Statement = {
  name: 'insert_transitions',
  text: `
    insert into operation_transition (account_id, operation_id, from_state, to_state, reason,
      created_at)
    select t.*, $2 from json_to_recordset($1::json) as t(a integer, o bigint, f text, t text,
      r text)`,
};
/** Whether users have booked, with a `transfer t`, what the provider says that it moved. */
export const isCorrection = `t.verb = 'adjust' and (t.debit like 'provider:%' or t.credit like 'provider:%')`;
const outcomeKinds = outcomeCaseKinds.map((kind) => `'${kind}'`).join(', ');
// A notice may come ten times: what users have booked is no case any more.
const insertOperationCasesStatement: Statement = {
  name: 'insert_discrepancies',
  text: `
    insert into operation_case (account_id, operation_id, kind, evidence)
    select * from json_to_recordset($1::json) as d(a integer, o bigint, k text, e text)
    where k in (${outcomeKinds})
      or not exists (select from transfer t where t.operation_id = d.o and t.account_id = d.a
        and ${isCorrection})
    on conflict do nothing`,
};

const closeCasesStatement: Statement = {
  name: 'close_cases',
  text: `
    update operation_case d set resolved_at = $2, resolution = c.r, note = c.n,
      approval_request_id = c.w
    from json_to_recordset($1::json) as c(a integer, o bigint, r text, n text, w integer)
    where d.account_id = c.a and d.operation_id = c.o and d.resolved_at is null
      and (d.kind in (${outcomeKinds}) or (d.kind = 'mismatched_result' and c.w is not null))`,
};

/**
 * Opened at `now`; those that are due are due at once, those that are leased are leased to `node`.
 */
export function insertOperations(
  session: Session,
  operations: Operation[],
  now: Date,
  node: number,
): Promise<unknown> {
  return session.query(insertOperationsStatement, [
    JSON.stringify(operations.map(openedRow)),
    now,
    node,
  ]);
}

/**
 * Short member names: this is the hottest statement, and its parameter is parsed by the database
 * for every operation.
 */
function openedRow({ terms, state, balanceBefore, balanceAfter }: Operation) {
  return {
    a: terms.accountId,
    i: terms.id,
    e: terms.externalId,
    f: terms.fingerprint,
    s: terms.codeService,
    d: terms.direction,
    r: terms.route,
    pg: terms.phoneGiven,
    p: terms.phone,
    m: String(terms.amount),
    c: String(terms.commission),
    u: terms.currency,
    x: withoutMedia(terms).details,
    cd: terms.clientData ?? undefined,
    cu: terms.callbackUrl ?? undefined,
    ch: terms.callbackHash ?? undefined,
    lt: terms.paymentPageToken ?? undefined,
    ru: terms.ruled,
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

export function updateOperations(
  session: Session,
  changed: { terms: OperationTerms; state: OperationState }[],
): Promise<unknown> {
  const rows = changed.map(({ terms, state }) => ({
    account_id: terms.accountId,
    id: terms.id,
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
  terms: OperationTerms;
  attempt: Attempt;
}

/** Written before the first byte leaves. */
export function insertAttempts(
  session: Session,
  writes: AttemptWrite[],
  now: Date,
): Promise<unknown> {
  const rows = writes.map(({ terms, attempt }) => ({
    a: terms.accountId,
    o: terms.id,
    n: attempt.number,
    p: attempt.purpose,
    r: attempt.route,
    s: attempt.state,
    x: attempt.refs,
  }));
  const requests = requestTexts(writes.map(({ attempt }) => attempt));
  return session.query(insertAttemptsStatement, [JSON.stringify(rows), now, requests]);
}

export function updateAttempts(
  session: Session,
  writes: AttemptWrite[],
  now: Date,
): Promise<unknown> {
  const rows = writes.map(({ terms, attempt }) => ({
    account_id: terms.accountId,
    operation_id: terms.id,
    number: attempt.number,
    state: attempt.state,
    refs: attempt.refs,
    cause: attempt.cause,
    absences: attempt.absences,
    queries: attempt.queries,
    sent_at: attempt.sentAt,
    fee: attempt.fee === undefined ? undefined : String(attempt.fee),
    now,
  }));
  const place = placeOf(
    'attempt',
    writes.map(({ terms }) => terms.id),
  );
  return session.query(updateAttemptsStatement(place), [JSON.stringify(rows)]);
}

export interface Transition {
  terms: OperationTerms;
  from: State;
  to: State;
  reason: string;
}

export function insertTransitions(
  session: Session,
  transitions: Transition[],
  now: Date,
): Promise<unknown> {
  const rows = transitions.map(({ terms, from, to, reason }) => ({
    a: terms.accountId,
    o: terms.id,
    f: from,
    t: to,
    r: reason,
  }));
  return session.query(insertTransitionsStatement, [JSON.stringify(rows), now]);
}

export interface OperationCase {
  terms: OperationTerms;
  kind: string;
  evidence: string;
}

export function insertOperationCases(
  session: Session,
  operationCases: OperationCase[],
): Promise<unknown> {
  const rows = operationCases.map(({ terms, kind, evidence }) => ({
    a: terms.accountId,
    o: terms.id,
    k: kind,
    e: evidence,
  }));
  return session.query(insertOperationCasesStatement, [JSON.stringify(rows)]);
}

/** A case about an outcome that is known now. */
export interface ClosedCase {
  terms: OperationTerms;
  resolution: 'executed' | 'not_executed' | 'settled';
  note: string | null;
  approvalRequestId: number | null;
}

/** Closes the open cases of these operations, where there are any. */
export function closeCases(session: Session, cases: ClosedCase[], now: Date): Promise<unknown> {
  const rows = cases.map(({ terms, resolution, note, approvalRequestId }) => ({
    a: terms.accountId,
    o: terms.id,
    r: resolution,
    n: note,
    w: approvalRequestId,
  }));
  return session.query(closeCasesStatement, [JSON.stringify(rows), now]);
}
