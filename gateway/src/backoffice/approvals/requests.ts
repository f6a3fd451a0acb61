// Approval requests between two users: one requests, another one decides within seven days, and
// only then the request is executed, once.

import { isDeepStrictEqual } from 'node:util';
import { isAccountKind, type ApprovalKind, type AuditAction } from '@jokko/contract/portal';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { AuditEntry, Who } from '../../platform/audit/index.ts';
import { twoUsersRefusal, type TwoUsersRefusal } from '../users/index.ts';
import type {
  ApprovedApprovalRequest,
  Outcome,
  ApprovalRequestKind,
  ApprovalRequestKinds,
} from './kinds.ts';
import {
  findByKey,
  findApprovalRequest,
  holdApprovalRequest,
  listLeft,
  lockAndFind,
  storeDecision,
  storeOutcome,
  storeApprovalRequest,
} from './store.ts';
import type { NewApprovalRequest, ApprovalRequest } from './store.ts';
import { listFilesOf } from './file-store.ts';

export interface ApprovalRequestDeps {
  database: Database;
  kinds: ApprovalRequestKinds;
}

export type ApprovalRequestRefused = { ok: false } & (
  { refusal: 'notFound' | 'conflict' | 'ownRequest' } | TwoUsersRefusal
);
export type Decided =
  { ok: true; state: ApprovalRequest['state']; result: unknown } | ApprovalRequestRefused;
/** `approved`: it is carried out later. */
export type Approved =
  { ok: true; state: 'approved' | 'done' | 'failed'; result: unknown } | ApprovalRequestRefused;
/** `userId` null: a key of the account, by API. */
export interface Asker {
  who: Who;
  userId: number | null;
}

/**
 * Who decides: `who` for the audit log, `userId` for the rule that users cannot approve their own
 * requests.
 */
export interface Decider {
  who: Who;
  userId: number;
  /** The account whose user it is; absent: the operator's. */
  accountId?: number;
}

const entry = <const Values extends Pick<AuditEntry, 'old' | 'new'>>(
  who: Who,
  action: AuditAction,
  approvalRequest: Pick<ApprovalRequest, 'id' | 'accountId'>,
  values: Values,
): Omit<AuditEntry, 'old' | 'new'> & Values => ({
  who,
  action,
  accountId: approvalRequest.accountId,
  subject: `wish/${approvalRequest.id}`,
  ...values,
});

/**
 * Stores an approval request; what is wrong with its parameters is answered in words for the log of
 * developers, since forms check before.
 */
export function requestApproval(
  { database, kinds }: ApprovalRequestDeps,
  who: Who,
  approvalRequest: NewApprovalRequest,
): Promise<{ ok: true; id: number } | { ok: false; problem: string }> {
  const problem = kindOf(kinds, approvalRequest.kind).check(approvalRequest.parameters);
  if (problem !== null) return Promise.resolve({ ok: false, problem });
  return inTransaction(database, async (session) => ({
    ok: true,
    id: await askIn(session, kinds, who, approvalRequest),
  }));
}

/**
 * Stores an approval request whose parameters are known to be right, within the transaction of what
 * it is about. Answers its id.
 */
export async function askIn(
  session: Session,
  kinds: ApprovalRequestKinds,
  who: Who,
  approvalRequest: NewApprovalRequest,
): Promise<number> {
  kindOf(kinds, approvalRequest.kind);
  const id = await storeApprovalRequest(session, approvalRequest);
  if (id === null) throw new Error('an approval request without key was not stored');
  await noteAsked(session, who, approvalRequest, id);
  return id;
}

/**
 * `repeated`: this very approval request was stored before under the same key, and its first answer
 * was lost. `keyUsed`: another one was.
 */
export type AskedOnce =
  | { ok: true; id: number; repeated: boolean }
  | { ok: false; problem: string }
  | { ok: false; keyUsed: true };

/**
 * As `requestApproval`, at most once for each key of the asker: who asks again because no answer
 * came gets the approval request that there is.
 */
export function askOnce(
  { database, kinds }: ApprovalRequestDeps,
  who: Who,
  approvalRequest: NewApprovalRequest,
  key: string,
): Promise<AskedOnce> {
  const kind = kindOf(kinds, approvalRequest.kind);
  const problem = kind.check(approvalRequest.parameters);
  if (problem !== null) return Promise.resolve({ ok: false, problem });
  return inTransaction(database, async (session): Promise<AskedOnce> => {
    const id = await storeApprovalRequest(session, approvalRequest, key);
    if (id !== null) {
      await noteAsked(session, who, approvalRequest, id);
      return { ok: true, id, repeated: false };
    }
    const { id: known, ...stored } = (await findByKey(session, approvalRequest.askedBy, key))!;
    const { askedBy: _asker, ...asked } = approvalRequest;
    return isDeepStrictEqual(stored, asked)
      ? { ok: true, id: known, repeated: true }
      : { ok: false, keyUsed: true };
  });
}

function noteAsked(
  session: Session,
  who: Who,
  approvalRequest: NewApprovalRequest,
  id: number,
): Promise<void> {
  const { kind, parameters, reason } = approvalRequest;
  return recordAudit(
    session,
    entry(who, 'wish.ask', { ...approvalRequest, id }, { new: { kind, parameters, reason } }),
  );
}

function kindOf(kinds: ApprovalRequestKinds, name: ApprovalKind): ApprovalRequestKind {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined) throw new Error(`there is no kind of approval request called ${name}`);
  return kind;
}

/**
 * Approves and carries out. What cannot be carried out at once (a node that stops, say) is done by
 * `executeApproved`.
 * @param filesSeen how many proofs of the request the user was shown: with another one, nobody has
 * seen it all
 */
export async function approve(
  deps: ApprovalRequestDeps,
  decider: Decider,
  id: number,
  note: string | null,
  filesSeen = 0,
): Promise<Approved> {
  const decided = await inTransaction(deps.database, async (session): Promise<Approved> => {
    const approvalRequest = await lockAndFind(session, id);
    const refusal = refusalOf(approvalRequest, decider, { by: 'other', purpose: 'approve' });
    if (approvalRequest === null || refusal !== null) return refusal!;
    if ((await listFilesOf(session, [id])).length !== filesSeen)
      return { ok: false, refusal: 'conflict' };
    const { askedBy, askedAt } = approvalRequest;
    const seats = {
      askedBy,
      askedAt,
      decidedBy: decider.userId,
      accountId: decider.accountId ?? null,
    };
    const notTwo = await twoUsersRefusal(session, seats);
    if (notTwo !== null) return { ok: false, ...notTwo };
    await storeDecision(session, { id, state: 'approved', decidedBy: decider.userId, note });
    const kind = kindOf(deps.kinds, approvalRequest.kind);
    const outcome =
      'within' in kind
        ? await kind.within(session, approved(approvalRequest, decider.userId))
        : null;
    if (outcome !== null) await storeOutcome(session, id, outcome.done, outcome.result);
    await recordAudit(
      session,
      entry(decider.who, 'wish.approve', approvalRequest, { new: { note, ...outcome } }),
    );
    if (outcome === null) return { ok: true, state: 'approved', result: null };
    return { ok: true, state: outcome.done ? 'done' : 'failed', result: outcome.result };
  });
  if (!decided.ok || decided.state !== 'approved') return decided;
  await execute(deps, id);
  const { state, result } = (await findApprovalRequest(deps.database, id))!;
  return { ok: true, state: state === 'done' || state === 'failed' ? state : 'approved', result };
}

export function refuseApprovalRequest(
  deps: ApprovalRequestDeps,
  decider: Decider,
  id: number,
  note: string | null,
): Promise<Decided> {
  return end(deps, decider, id, { state: 'refused', by: 'other', note });
}

/** By the user who asked. */
export function withdrawApprovalRequest(
  deps: ApprovalRequestDeps,
  decider: Decider,
  id: number,
): Promise<Decided> {
  return end(deps, decider, id, { state: 'withdrawn', by: 'asker', note: null });
}

/**
 * Closes an approval request whose subject is withdrawn in that transaction; a closed one is left
 * unchanged. Its row is locked before (`lockApprovalRequest`).
 */
export async function withdrawIn(
  session: Session,
  kinds: ApprovalRequestKinds,
  { who, userId }: Asker,
  id: number,
): Promise<void> {
  const approvalRequest = await lockAndFind(session, id);
  if (
    approvalRequest === null ||
    (approvalRequest.state !== 'open' && approvalRequest.state !== 'expired')
  )
    return;
  await kindOf(kinds, approvalRequest.kind).ended?.(session, approvalRequest, 'withdrawn');
  await storeDecision(session, { id, state: 'withdrawn', decidedBy: userId, note: null });
  await recordAudit(session, entry(who, 'wish.withdraw', approvalRequest, { new: { note: null } }));
}

function end(
  { database, kinds }: ApprovalRequestDeps,
  decider: Decider,
  id: number,
  {
    state,
    by,
    note,
  }: { state: 'refused' | 'withdrawn'; by: 'asker' | 'other'; note: string | null },
): Promise<Decided> {
  return inTransaction(database, async (session): Promise<Decided> => {
    const approvalRequest = await lockAndFind(session, id);
    const refusal = refusalOf(approvalRequest, decider, { by, purpose: 'end' });
    if (approvalRequest === null || refusal !== null) return refusal!;
    await kindOf(kinds, approvalRequest.kind).ended?.(session, approvalRequest, state);
    await storeDecision(session, { id, state, decidedBy: decider.userId, note });
    await recordAudit(
      session,
      entry(decider.who, state === 'refused' ? 'wish.refuse' : 'wish.withdraw', approvalRequest, {
        new: { note },
      }),
    );
    return { ok: true, state, result: null };
  });
}

function refusalOf(
  approvalRequest: ApprovalRequest | null,
  { userId, accountId }: Decider,
  { by, purpose }: { by: 'asker' | 'other'; purpose: 'approve' | 'end' },
): ApprovalRequestRefused | null {
  if (approvalRequest === null) return { ok: false, refusal: 'notFound' };
  const ofAccount = isAccountKind(approvalRequest.kind);
  // Only members of an account decide on its own approval requests.
  if (
    ofAccount
      ? accountId === undefined || accountId !== approvalRequest.accountId
      : accountId !== undefined
  )
    return { ok: false, refusal: 'notFound' };
  // An expired request can still be withdrawn.
  if (
    approvalRequest.state !== 'open' &&
    !(purpose === 'end' && approvalRequest.state === 'expired')
  )
    return { ok: false, refusal: 'conflict' };
  const own = approvalRequest.askedBy === userId;
  if (by === 'other' && own) return { ok: false, refusal: 'ownRequest' };
  return by === 'asker' && !own ? { ok: false, refusal: 'notFound' } : null;
}

const approved = (
  { id, accountId, parameters, reason, askedBy }: ApprovalRequest,
  decidedBy: number,
): ApprovedApprovalRequest => ({
  id,
  accountId,
  parameters,
  reason,
  askedBy,
  decidedBy,
});

/** One node at a time; a failure leaves the approval request approved, for the next round. */
async function execute({ database, kinds }: ApprovalRequestDeps, id: number): Promise<void> {
  if (!(await holdApprovalRequest(database, id))) return;
  const approvalRequest = (await findApprovalRequest(database, id))!;
  const kind = kindOf(kinds, approvalRequest.kind);
  if (!('after' in kind))
    throw new Error(`approval request ${id} is approved and was not executed`);
  const outcome = await kind.after({
    ...approved(approvalRequest, approvalRequest.decidedBy!),
    decidedAt: approvalRequest.decidedAt!,
  });
  await inTransaction(database, (session) =>
    closeApprovalRequest(session, approvalRequest, outcome),
  );
}

async function closeApprovalRequest(
  session: Session,
  approvalRequest: ApprovalRequest,
  { done, result }: Outcome,
): Promise<void> {
  if (!(await storeOutcome(session, approvalRequest.id, done, result))) return;
  await recordAudit(
    session,
    entry({ kind: 'system' }, 'wish.carry-out', approvalRequest, { new: { done, result } }),
  );
}

/** Carries out what was approved and left over. */
export async function executeApproved(deps: ApprovalRequestDeps): Promise<void> {
  for (const id of await listLeft(deps.database)) await execute(deps, id);
}
