// Resends the lines that failed, as new operations with ids of their own; needs a new approval
// when they cost more than was approved.

import type { Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Decider } from '../approvals/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { findByExternalIds } from '../../payments/operations/index.ts';
import type { LineContext } from './check-line.ts';
import type { BatchOf } from './control.ts';
import { renewDuplicates } from './duplicate-warnings.ts';
import { externalIdOf } from './external-id.ts';
import { recheckLines, storeRecheck, type Recheck } from './recheck.ts';
import { findPaidAfterAll, sendAgain, storeAsked } from './send-again.ts';
import {
  lockAndFindBatch,
  moveLines,
  readLines,
  storeState,
  type Batch,
  type Line,
} from './store.ts';
import { requestPayout, type SubmitDeps } from './submit.ts';
import { linesMax } from './upload.ts';

export type Retried =
  | { ok: true; lines: number; approval: boolean }
  /** `nothing`: no line that failed can be sent as things are now; each says why. */
  /**
   * `duplicate warnings`: lines look like payments made since they failed; they are stored, to be
   * looked at.
   */
  | { ok: false; refusal: 'notFound' | 'conflict' | 'nothing' | 'duplicates' };

export function retryPayouts(
  { database, kinds }: SubmitDeps,
  decider: Decider,
  context: LineContext,
  { batchId, accountId }: BatchOf,
): Promise<Retried> {
  return inTransaction(database, async (session): Promise<Retried> => {
    const batch = await lockAndFindBatch(session, batchId);
    if (batch === null || batch.accountId !== accountId) return { ok: false, refusal: 'notFound' };
    if (!mayRetry(batch)) return { ok: false, refusal: 'conflict' };
    const { lines, lostCount } = await readRetryable(session, batchId);
    const grew = feeGrewSince(lines);
    const checks = await checkAgain(session, context, { batch, lines, grew });
    const good = checks.filter(({ problems }) => problems.length === 0);
    const runs = lostCount > 0 && !isHeld(batch);
    if (runs) await storeState(session, batchId, 'running');
    if (good.length === 0) return { ok: false, refusal: 'nothing' };
    const meant = new Set(good.map(({ number }) => number));
    const again = lines.filter(({ number }) => meant.has(number));
    if (await renewDuplicates(session, { accountId, batchId, asked: true }, again))
      return { ok: false, refusal: 'duplicates' };
    const approval = good.some(grew);
    if (approval) {
      const standing: Batch = runs ? { ...batch, state: 'running' } : batch;
      await requestAgain(session, kinds, decider, standing, good);
    } else await sendNow(session, decider, batch, good);
    return { ok: true, lines: good.length, approval };
  });
}

/**
 * The lines that failed, without those that have an operation after all: these are noted as sent.
 */
async function readRetryable(
  session: Session,
  batchId: number,
): Promise<{ lines: Line[]; lostCount: number }> {
  const failed = await readLines(session, batchId, {
    state: 'failed',
    limit: linesMax,
  });
  const lost = await findLost(session, failed);
  for (const [number, operationId] of lost)
    await moveLines(session, batchId, {
      name: 'found',
      from: 'failed',
      to: 'sent',
      numbers: [number],
      set: 'operation_id = $5',
      values: [operationId],
    });
  return { lines: failed.filter(({ number }) => !lost.has(number)), lostCount: lost.size };
}

function feeGrewSince(lines: readonly Line[]): (check: Recheck) => boolean {
  const approved = new Map(lines.map(({ number, approvedFee }) => [number, approvedFee!]));
  return ({ number, fee }) => fee > approved.get(number)!;
}

/** Checks the lines as things are now and stores what speaks against each. */
async function checkAgain(
  session: Session,
  context: LineContext,
  { batch, lines, grew }: { batch: Batch; lines: Line[]; grew(check: Recheck): boolean },
): Promise<Recheck[]> {
  const { id: batchId, accountId, counts } = batch;
  const checks = await recheckLines(session, context, lines, {
    codeService: batch.codeService,
    externalIdOf: (line: Line) =>
      externalIdOf(batchId, line.number, line.externalGiven, line.attempt + 1),
  });
  const paid = await findPaidAfterAll(session, accountId, lines);
  const idUsed = new Set(
    lines.flatMap(({ number, failure }) => (failure?.problem === 'idUsed' ? number : [])),
  );
  for (const check of checks) {
    // The transaction that has its id may be this very payment: in a new file it is looked at as
    // one.
    if (idUsed.has(check.number)) check.problems.push({ column: 'externalId', problem: 'idUsed' });
    const known = paid.get(check.number);
    if (known !== undefined) check.problems.push(known);
    // An approval would hold up the lines that wait: those that cost more are sent again when these
    // are through.
    if (counts.waiting + counts.sending > 0 && grew(check))
      check.problems.push({ column: 'line', problem: 'feeGrew' });
  }
  await storeRecheck(session, batchId, checks);
  return checks;
}

const numbersOf = (checks: readonly Recheck[]): number[] => checks.map(({ number }) => number);
const sumsOf = (checks: readonly Recheck[]): { amount: bigint; fees: bigint } => ({
  amount: checks.reduce((sum, line) => sum + line.amount, 0n),
  fees: checks.reduce((sum, line) => sum + line.fee, 0n),
});

async function requestAgain(
  session: Session,
  kinds: SubmitDeps['kinds'],
  decider: Decider,
  batch: Batch,
  good: readonly Recheck[],
): Promise<void> {
  const approvalRequestId = await requestPayout(session, kinds, decider, batch, {
    again: true,
    lines: good.length,
    ...sumsOf(good),
  });
  await storeAsked(session, batch.id, approvalRequestId, numbersOf(good));
}

async function sendNow(
  session: Session,
  { who }: Decider,
  batch: Batch,
  good: readonly Recheck[],
): Promise<void> {
  const { id: batchId, accountId } = batch;
  await sendAgain(session, batchId, numbersOf(good));
  if (!isHeld(batch)) await storeState(session, batchId, 'running');
  const { amount, fees } = sumsOf(good);
  await recordAudit(session, {
    who,
    action: 'payout.retry',
    accountId,
    subject: `payout/${batchId}`,
    new: { lines: good.length, amount: String(amount), fees: String(fees) },
  });
}

/** Whether lines of the batch are still in progress. */
function mayRetry({ state, counts }: Batch): boolean {
  if (state === 'canceling') return counts.sending === 0;
  return (
    state === 'running' ||
    state === 'waiting_for_funds' ||
    state === 'paused' ||
    state === 'done' ||
    state === 'canceled'
  );
}

/** It stays held: its lines go out when it is let go on. */
const isHeld = ({ state }: Batch): boolean => state === 'paused';

/**
 * Lines that failed without an operation, and have one after all: a node that stood still for
 * minutes opened it. By number, its id.
 */
async function findLost(session: Session, failed: readonly Line[]): Promise<Map<number, string>> {
  const without = failed.filter(
    ({ operationId, failure }) => operationId === null && failure?.problem !== 'idUsed',
  );
  const found = await findByExternalIds(
    session,
    without.map(({ accountId, externalId }) => ({ accountId, externalId })),
  );
  const ids = new Map(found.map(({ terms }) => [terms.externalId, terms.id]));
  return new Map(
    without.flatMap(({ number, externalId }) =>
      ids.has(externalId) ? [[number, ids.get(externalId)!] as const] : [],
    ),
  );
}
