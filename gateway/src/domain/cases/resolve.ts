// How is an outcome decided that no provider tells? One person says what happened and by what they know it, another one agrees, and the writer of
// operations books it as it books a provider's word: state, ledger and callback in one commit, unless news came first.

import { errorIds } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import type { ApprovedWish, Outcome } from '../approvals/index.ts';
import { decisionMark, findLatestAttempts, findOperations, readHistory } from '../operations/index.ts';
import type { Attempt, ExecuteDeps, Operation } from '../operations/index.ts';
import { listCasesOf, type Case, type OperationKey } from './case.ts';

/** Names of invariant I-15: how it is known that a provider did not execute. */
export const groundsOfAbsence = ['provider_refused', 'provider_failed', 'provider_canceled', 'absent'] as const;
export type GroundOfAbsence = (typeof groundsOfAbsence)[number];

/** Of a wish `resolve`. `attempt` and `sentAt` say which sending was looked into: one that leaves later is another matter. */
export interface ResolveParameters {
  transactionId: string;
  attempt: number;
  sentAt: string;
  outcome: 'executed' | 'not_executed';
  /** The provider's own, the proof that it was executed. */
  reference: string | null;
  ground: GroundOfAbsence | 'provider_reference';
  amount: string;
  currency: string;
}

export interface ResolveDeps extends Pick<ExecuteDeps, 'writer'> {
  database: Session;
}

/** The attempt whose outcome persons may decide, or null: the provider may still tell it, or has. */
export function undecidedAttempt({ state }: Operation, attempt: Attempt | null, cases: readonly Case[]): Attempt | null {
  if (attempt?.number !== state.attempts) return null;
  const escalated = cases.some(({ kind, closedAt }) => kind === 'unknown_outcome' && closedAt === null);
  const lost = attempt.state === 'UNKNOWN' && (state.state === 'UNKNOWN' || state.state === 'REFUNDING');
  // A provider that took it and has forgotten it; one that only waits for a payer is waited for.
  const forgotten = escalated && attempt.state === 'ACCEPTED' && (state.state === 'ACCEPTED' || state.state === 'REFUNDING');
  return lost || forgotten ? attempt : null;
}

/** The operation before its attempt, so that what changes in between shows by the operation's time. */
export async function readStanding(session: Session, key: OperationKey) {
  const [operation] = await findOperations(session, [key]);
  if (operation === undefined) return null;
  const [attempts, cases] = await Promise.all([findLatestAttempts(session, [key]), listCasesOf(session, key)]);
  const attempt = attempts.get(key.id) ?? null;
  return { operation, attempt, cases, undecided: undecidedAttempt(operation, attempt, cases) };
}

/** Look-ups change an operation each hour at least and none matters here: another reading follows. */
const readingsMax = 5;

/** Carries an approved wish out, once: the history names the wish. Throws where the database does not say what became of the commit. */
export async function resolveOutcome(deps: ResolveDeps, { id: wishId, accountId, parameters }: ApprovedWish): Promise<Outcome> {
  const wanted = parameters as ResolveParameters;
  const key = { accountId: accountId ?? 0, id: wanted.transactionId };
  for (let reading = 0; reading < readingsMax; reading++) {
    const standing = await readStanding(deps.database, key);
    if (standing === null) return refused('unknown transaction');
    if (await isDecided(deps.database, key, wishId)) return { done: true, result: { state: standing.operation.state.state } };
    const { operation, undecided } = standing;
    if (undecided === null) return refused('settled meanwhile');
    if (undecided.number !== wanted.attempt || undecided.sentAt.toISOString() !== wanted.sentAt) return refused('sent again meanwhile');
    const happening = happeningOf(wanted, undecided, wishId, operation.state.updatedAt);
    const decided = await deps.writer.advance({ type: 'advance', facts: operation.facts, attempt: undecided, happening });
    if (decided.type === 'advanced') return { done: true, result: { state: decided.operation.state.state } };
    if (decided.type === 'refused') return refused('not covered');
  }
  return refused('settled meanwhile');
}

const refused = (refusal: string): Outcome => ({ done: false, result: { refusal } });

function happeningOf({ outcome, reference, ground }: ResolveParameters, { refs }: Attempt, wishId: number, seen: Date) {
  const decision = { wishId, ground, seen };
  if (outcome === 'executed') return { type: 'succeed' as const, refs: { ...refs, theirs: reference! }, decision };
  const refusal = { errorId: errorIds.executionError, message: null };
  return { type: 'fail' as const, refs, refusal, proof: 'operator' as const, decision };
}

async function isDecided(session: Session, key: OperationKey, wishId: number): Promise<boolean> {
  const { transitions } = await readHistory(session, key);
  return transitions.some(({ reason }) => reason.endsWith(`(${decisionMark(wishId)})`));
}
