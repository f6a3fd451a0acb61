// Resolves an outcome that no provider reports. One user states what happened and the evidence,
// another one agrees, and the writer of operations books it like a provider's result: state,
// ledger and callback in one commit, unless a provider event came first.

import { errorIds } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import type { ApprovedApprovalRequest, Outcome } from '../approvals/index.ts';
import {
  decisionMark,
  findLatestAttempts,
  findOperations,
  leavesOutcomeOpen,
  readHistory,
} from '../../payments/operations/index.ts';
import type { Attempt, ExecuteDeps, Operation } from '../../payments/operations/index.ts';
import { listCasesOf, type Case, type OperationKey } from './case.ts';

/** Names of invariant I-15: how it is known that a provider did not execute. */
export const evidenceOfAbsence = [
  'provider_refused',
  'provider_failed',
  'provider_canceled',
  'absent',
] as const;
export type EvidenceOfAbsence = (typeof evidenceOfAbsence)[number];

/**
 * The parameters of an approval request `resolve`. `attempt` and `sentAt` say which sending was
 * looked into: one that leaves later is another matter.
 */
export interface ResolveParameters {
  transactionId: string;
  attempt: number;
  sentAt: string;
  outcome: 'executed' | 'not_executed';
  /** The provider's own, the proof that it was executed. */
  reference: string | null;
  evidence: EvidenceOfAbsence | 'provider_reference';
  amount: string;
  currency: string;
}

export interface ResolveDeps extends Pick<ExecuteDeps, 'writer'> {
  database: Session;
}

/** The attempt whose outcome users may decide, or null: the provider may still tell it, or has. */
export function undecidedAttempt(
  { state }: Operation,
  attempt: Attempt | null,
  cases: readonly Case[],
): Attempt | null {
  if (attempt?.number !== state.attempts) return null;
  const escalated = cases.some(
    ({ kind, closedAt }) => leavesOutcomeOpen(kind) && closedAt === null,
  );
  const lost =
    attempt.state === 'UNKNOWN' && (state.state === 'UNKNOWN' || state.state === 'REFUNDING');
  // A provider that took it, and has forgotten it or does not decide; until its time is over it is
  // waited for.
  const undecided =
    escalated &&
    attempt.state === 'ACCEPTED' &&
    (state.state === 'ACCEPTED' || state.state === 'REFUNDING');
  return lost || undecided ? attempt : null;
}

/**
 * The operation before its attempt, so that what changes in between shows by the operation's time.
 */
export async function readStanding(session: Session, key: OperationKey) {
  const [operation] = await findOperations(session, [key]);
  if (operation === undefined) return null;
  const [attempts, cases] = await Promise.all([
    findLatestAttempts(session, [key]),
    listCasesOf(session, key),
  ]);
  const attempt = attempts.get(key.id) ?? null;
  return { operation, attempt, cases, undecided: undecidedAttempt(operation, attempt, cases) };
}

/**
 * Status queries change an operation each hour at least and none matters here: another reading
 * follows.
 */
const readingsMax = 5;

/**
 * Carries an approved approval request out, once: the history names the wish. Throws where the
 * database does not say what became of the commit.
 */
export async function resolveOutcome(
  deps: ResolveDeps,
  { id: approvalRequestId, accountId, parameters }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const wanted = parameters as ResolveParameters;
  const key = { accountId: accountId ?? 0, id: wanted.transactionId };
  for (let reading = 0; reading < readingsMax; reading++) {
    const standing = await readStanding(deps.database, key);
    if (standing === null) return refused('unknown transaction');
    if (await isDecided(deps.database, key, approvalRequestId))
      return { done: true, result: { state: standing.operation.state.state } };
    const { operation, undecided } = standing;
    if (undecided === null) return refused('settled meanwhile');
    if (!isAsFound(undecided, wanted)) return refused('sent again meanwhile');
    const operationEvent = operationEventOf(
      wanted,
      undecided,
      approvalRequestId,
      operation.state.updatedAt,
    );
    const decided = await deps.writer.advance({
      type: 'advance',
      terms: operation.terms,
      attempt: undecided,
      operationEvent,
    });
    if (decided.type === 'advanced')
      return { done: true, result: { state: decided.operation.state.state } };
    if (decided.type === 'refused') return refused('reference used');
  }
  return refused('settled meanwhile');
}

/** Whether the attempt is the sending that was looked into. Pure. */
export const isAsFound = (
  { number, sentAt }: Attempt,
  { attempt, sentAt: found }: Pick<ResolveParameters, 'attempt' | 'sentAt'>,
): boolean => number === attempt && sentAt.toISOString() === found;

const refused = (refusal: string): Outcome => ({ done: false, result: { refusal } });

function operationEventOf(
  { outcome, reference, evidence }: ResolveParameters,
  { refs }: Attempt,
  approvalRequestId: number,
  seen: Date,
) {
  const decision = { approvalRequestId, evidence, seen };
  if (outcome === 'executed')
    return { type: 'succeed' as const, refs: { ...refs, theirs: reference! }, decision };
  const refusal = { errorId: errorIds.executionError, message: null };
  return { type: 'fail' as const, refs, refusal, proof: 'operator' as const, decision };
}

async function isDecided(
  session: Session,
  key: OperationKey,
  approvalRequestId: number,
): Promise<boolean> {
  const { transitions } = await readHistory(session, key);
  return transitions.some(({ reason }) => reason.endsWith(`(${decisionMark(approvalRequestId)})`));
}
