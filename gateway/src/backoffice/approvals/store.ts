// Stores approval requests.

import { isAccountKind, type ApprovalKind } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';

export type ApprovalRequestState =
  'open' | 'approved' | 'done' | 'failed' | 'refused' | 'withdrawn' | 'expired';

export interface ApprovalRequest {
  id: number;
  kind: ApprovalKind;
  accountId: number | null;
  parameters: unknown;
  reason: string;
  /** `expired`: open, and not decided within seven days. */
  state: ApprovalRequestState;
  /** Null: a key of the account asked, by API. */
  askedBy: number | null;
  /** Empty: a key asked. */
  askedByName: string;
  askedAt: Date;
  expiresAt: Date;
  decidedBy: number | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  note: string | null;
  result: unknown;
  closedAt: Date | null;
}

const approvalRequestDays = 7;
/**
 * How long one node has to carry an approval request out before another one tries (T05: within 45
 * s).
 */
const holdSeconds = 30;

const columns = `w.id, w.kind, w.account_id as "accountId", w.parameters, w.reason,
  case when w.state = 'open' and w.expires_at <= jokko_now() then 'expired'
    else w.state end as state,
  w.asked_by as "askedBy", coalesce(a.name, '') as "askedByName", w.asked_at as "askedAt",
    w.expires_at as "expiresAt",
  w.decided_by as "decidedBy", d.name as "decidedByName", w.decided_at as "decidedAt", w.note,
    w.result, w.closed_at as "closedAt"`;
const from =
  'from approval_request w left join portal_user a on a.id = w.asked_by left join portal_user d on d.id = w.decided_by';
const insertApprovalRequest: Statement = {
  name: 'insert_approval_request',
  text: `insert into approval_request (kind, side, account_id, parameters, reason, asked_by,
    ask_key, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, jokko_now() + interval '${approvalRequestDays} days')
    on conflict (asked_by, ask_key) where ask_key is not null do nothing returning id`,
};
const selectByKey: Statement = {
  name: 'select_approval_request_by_key',
  text: 'select id, kind, account_id as "accountId", parameters, reason from approval_request where asked_by = $1 and ask_key = $2',
};
const selectApprovalRequest: Statement = {
  name: 'select_approval_request',
  text: `select ${columns} ${from} where w.id = $1`,
};
const lockApprovalRequest: Statement = {
  name: 'lock_approval_request',
  text: 'select id from approval_request where id = $1 for update',
};
const decide: Statement = {
  name: 'decide_approval_request',
  text: `update approval_request set state = $2, decided_by = $3, decided_at = jokko_now(),
    note = $4,
    closed_at = case when $2 = 'approved' then null else jokko_now() end where id = $1`,
};
const close: Statement = {
  name: 'close_approval_request',
  text: `update approval_request set state = $2, result = $3, closed_at = jokko_now(),
    held_until = null where id = $1 and state = 'approved' returning 1`,
};
// Real time: who holds it is a matter of nodes, not of the sandbox's clock.
const hold: Statement = {
  name: 'hold_approval_request',
  text: `update approval_request set held_until = now() + interval '${holdSeconds} seconds',
    tries = tries + 1
    where id = $1 and state = 'approved' and (held_until is null or held_until < now())
      returning 1`,
};
const listApproved: Statement = {
  name: 'list_approved_approval_requests',
  text: `select id from approval_request where state = 'approved'
    and (held_until is null or held_until < now()) order by id limit 20`,
};
const listAccount: Statement = {
  name: 'list_approval_requests_of_account',
  text: `select ${columns} ${from} where coalesce(w.account_id, 0) = $1 and w.side = 'operator'
    and w.id < $2 order by w.id desc limit $3`,
};
const listState: Statement = {
  name: 'list_approval_requests_of_state',
  text: `select ${columns} ${from} where w.side = 'operator' and w.state = $1 and w.id < $2
    order by w.id desc limit $3`,
};
const listAll: Statement = {
  name: 'list_approval_requests',
  text: `select ${columns} ${from} where w.side = 'operator' and w.id < $1 order by w.id desc
    limit $2`,
};
const listOpen: Statement = {
  name: 'list_open_approval_requests_of_kinds',
  text: `select ${columns} ${from} where w.state = 'open' and w.expires_at > jokko_now()
    and w.kind = any($1::text[]) order by w.expires_at desc limit $2`,
};
const selectAbout: Statement = {
  name: 'select_open_approval_request_about_transaction',
  text: `select id from approval_request where coalesce(account_id, 0) = $1 and state = 'open'
    and expires_at > jokko_now() and kind = any($2::text[])
    and parameters ->> 'transactionId' = $3 order by id desc limit 1`,
};
const listKind: Statement = {
  name: 'list_approval_requests_of_account_and_kind',
  text: `select ${columns} ${from} where coalesce(w.account_id, 0) = $1 and w.kind = $2
    and w.id < $3 order by w.id desc limit $4`,
};
const listAbout: Statement = {
  name: 'list_approval_requests_about_transaction',
  text: `select ${columns} ${from} where coalesce(w.account_id, 0) = $1 and w.kind = any($2::text[])
    and w.parameters ->> 'transactionId' = $3 order by w.id`,
};
const openMax = 1_000;
const idMax = 2_147_483_647;

export interface NewApprovalRequest {
  kind: ApprovalKind;
  accountId: number | null;
  parameters: object;
  reason: string;
  /** Null: a key of the account asked, by API. */
  askedBy: number | null;
}

/**
 * Answers its id; null: the asker has stored one with this key before. One that another transaction
 * is storing is waited for.
 */
export async function storeApprovalRequest(
  session: Session,
  approvalRequest: NewApprovalRequest,
  key: string | null = null,
): Promise<number | null> {
  const { kind, accountId, parameters, reason, askedBy } = approvalRequest;
  const side = isAccountKind(kind) ? 'account' : 'operator';
  const values = [kind, side, accountId, JSON.stringify(parameters), reason, askedBy, key];
  return (await session.query<{ id: number }>(insertApprovalRequest, values))[0]?.id ?? null;
}

/** The approval request that a user stored with a key. */
export async function findByKey(
  session: Session,
  askedBy: number | null,
  key: string,
): Promise<(Omit<NewApprovalRequest, 'askedBy'> & { id: number }) | null> {
  return (
    (
      await session.query<Omit<NewApprovalRequest, 'askedBy'> & { id: number }>(selectByKey, [
        askedBy,
        key,
      ])
    )[0] ?? null
  );
}

/** Null when there is none. */
export async function findApprovalRequest(
  session: Session,
  id: number,
): Promise<ApprovalRequest | null> {
  return (await session.query<ApprovalRequest>(selectApprovalRequest, [id]))[0] ?? null;
}

/** The approval request, whose row stays locked until the transaction ends. */
export async function lockAndFind(session: Session, id: number): Promise<ApprovalRequest | null> {
  await session.query(lockApprovalRequest, [id]);
  return findApprovalRequest(session, id);
}

export async function storeDecision(
  session: Session,
  decision: {
    id: number;
    state: 'approved' | 'refused' | 'withdrawn';
    /** Null: an API call. */
    decidedBy: number | null;
    note: string | null;
  },
): Promise<void> {
  await session.query(decide, [decision.id, decision.state, decision.decidedBy, decision.note]);
}

/** False if it was closed meanwhile. */
export async function storeOutcome(
  session: Session,
  id: number,
  done: boolean,
  result: object,
): Promise<boolean> {
  return (
    (await session.query(close, [id, done ? 'done' : 'failed', JSON.stringify(result)])).length > 0
  );
}

/** True for the one who may carry it out now. */
export async function holdApprovalRequest(session: Session, id: number): Promise<boolean> {
  return (await session.query(hold, [id])).length > 0;
}

/** Approved requests that no node is executing. */
export async function listLeft(session: Session): Promise<number[]> {
  return (await session.query<{ id: number }>(listApproved)).map(({ id }) => id);
}

/**
 * The operator's, newest first; `accountId` undefined: of all. `before`: those with smaller ids
 * alone.
 */
export function listApprovalRequests(
  session: Session,
  {
    accountId,
    state,
    before,
    limit,
  }: {
    accountId?: number | null;
    state?: Exclude<ApprovalRequestState, 'expired'>;
    before?: number;
    limit: number;
  },
): Promise<ApprovalRequest[]> {
  const values = [before ?? idMax, limit];
  if (accountId !== undefined)
    return session.query<ApprovalRequest>(listAccount, [accountId ?? 0, ...values]);
  return state === undefined
    ? session.query<ApprovalRequest>(listAll, values)
    : session.query<ApprovalRequest>(listState, [state, ...values]);
}

/** Approval requests of these kinds that wait for a decision, newest first. */
export function listOpenApprovalRequests(
  session: Session,
  kinds: readonly ApprovalKind[],
): Promise<ApprovalRequest[]> {
  return session.query<ApprovalRequest>(listOpen, [kinds, openMax]);
}

/**
 * The approval request of one of these kinds that waits for a decision about a transaction; null:
 * none does.
 */
export async function findOpenApprovalRequestAbout(
  session: Session,
  {
    accountId,
    transactionId,
    kinds,
  }: { accountId: number; transactionId: string; kinds: readonly ApprovalKind[] },
): Promise<number | null> {
  return (
    (await session.query<{ id: number }>(selectAbout, [accountId, kinds, transactionId]))[0]?.id ??
    null
  );
}

/**
 * Those of one kind about an account, whoever's users decide on them. Newest first; `before`: those
 * with smaller ids alone.
 */
export function listApprovalRequestsOfKind(
  session: Session,
  {
    accountId,
    kind,
    before,
    limit,
  }: { accountId: number; kind: ApprovalKind; before: number | null; limit: number },
): Promise<ApprovalRequest[]> {
  return session.query<ApprovalRequest>(listKind, [accountId, kind, before ?? idMax, limit]);
}

/** Requests of any state, the oldest first; reads the account's requests by their index. */
export function listApprovalRequestsAbout(
  session: Session,
  kinds: readonly ApprovalKind[],
  { accountId, transactionId }: { accountId: number; transactionId: string },
): Promise<ApprovalRequest[]> {
  return session.query(listAbout, [accountId, kinds, transactionId]);
}
