// How are the lines that failed sent again? As new operations with ids of their own; approved anew when they cost more than was approved.

import { inTransaction } from '../../db/transaction.ts';
import type { Decider } from '../approvals/index.ts';
import { recordAudit } from '../audit/index.ts';
import { findByExternalIds } from '../operations/index.ts';
import type { LineContext } from './check-line.ts';
import type { BatchOf } from './control.ts';
import { renewDoubts } from './doubts.ts';
import { externalIdOf } from './external-id.ts';
import { recheckLines, storeRecheck, type Recheck } from './recheck.ts';
import { findPaidAfterAll, sendAgain, storeAsked } from './send-again.ts';
import { lockAndFindBatch, moveLines, readLines, storeState, type Batch, type Line } from './store.ts';
import { askForPayout, type SubmitDeps } from './submit.ts';
import { linesMax } from './upload.ts';

export type Retried =
  | { ok: true; lines: number; approval: boolean }
  /** `nothing`: no line that failed can be sent as things are now; each says why. */
  /** `doubts`: lines look like payments made since they failed; they are stored, to be looked at. */
  | { ok: false; refusal: 'notFound' | 'conflict' | 'nothing' | 'doubts' };

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
    const failed = await readLines(session, batchId, { state: 'failed', after: 0, limit: linesMax });
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
    const lines = failed.filter(({ number }) => !lost.has(number));
    const nextId = (line: Line): string => externalIdOf(batchId, line.number, line.externalGiven, line.attempt + 1);
    const checks = await recheckLines(session, context, lines, { codeService: batch.codeService, externalIdOf: nextId });
    const approved = new Map(lines.map(({ number, approvedFee }) => [number, approvedFee ?? 0n]));
    const grew = ({ number, fee }: Recheck): boolean => fee > approved.get(number)!;
    const paid = await findPaidAfterAll(session, accountId, lines);
    const idUsed = new Set(lines.flatMap(({ number, failure }) => (failure?.problem === 'idUsed' ? number : [])));
    for (const check of checks) {
      // The transaction that has its id may be this very payment: in a new file it is looked at as one.
      if (idUsed.has(check.number)) check.problems.push({ column: 'externalId', problem: 'idUsed' });
      const known = paid.get(check.number);
      if (known !== undefined) check.problems.push(known);
      // An approval would hold up the lines that wait: those that cost more are sent again when these are through.
      if (batch.counts.waiting + batch.counts.sending > 0 && grew(check)) check.problems.push({ column: 'line', problem: 'feeGrew' });
    }
    await storeRecheck(session, batchId, checks);
    const good = checks.filter(({ problems }) => problems.length === 0);
    if (lost.size > 0 && !isHeld(batch)) await storeState(session, batchId, 'running');
    if (good.length === 0) return { ok: false, refusal: 'nothing' };
    const costsMore = good.some(grew);
    const numbers = good.map(({ number }) => number);
    const meant = new Set(numbers);
    const again = lines.filter(({ number }) => meant.has(number));
    if ((await renewDoubts(session, { accountId, batchId, asked: true }, again)) > 0) return { ok: false, refusal: 'doubts' };
    const [amount, fees] = [good.reduce((sum, line) => sum + line.amount, 0n), good.reduce((sum, line) => sum + line.fee, 0n)];
    if (costsMore) {
      const standing: Batch = lost.size > 0 && !isHeld(batch) ? { ...batch, state: 'running' } : batch;
      const wishId = await askForPayout(session, kinds, decider, standing, { again: true, lines: good.length, amount, fees });
      await storeAsked(session, batchId, wishId, numbers);
    } else {
      await sendAgain(session, batchId, numbers);
      if (!isHeld(batch)) await storeState(session, batchId, 'running');
      const facts = { lines: good.length, amount: String(amount), fees: String(fees) };
      await recordAudit(session, { who: decider.who, action: 'payout.retry', accountId, subject: `payout/${batchId}`, new: facts });
    }
    return { ok: true, lines: good.length, approval: costsMore };
  });
}

/** Whatever else of the batch is still under way; what is being stopped must have left nobody's hands. */
function mayRetry({ state, counts }: Batch): boolean {
  if (state === 'canceling') return counts.sending === 0;
  return state === 'running' || state === 'waiting_for_funds' || state === 'paused' || state === 'done' || state === 'canceled';
}

/** It stays held: its lines go out when it is let go on. */
const isHeld = ({ state }: Batch): boolean => state === 'paused';

/** Lines that failed without an operation, and have one after all: a node that stood still for minutes opened it. By number, its id. */
async function findLost(session: Parameters<typeof findByExternalIds>[0], failed: readonly Line[]): Promise<Map<number, string>> {
  const without = failed.filter(({ operationId, failure }) => operationId === null && failure?.problem !== 'idUsed');
  const found = await findByExternalIds(
    session,
    without.map(({ accountId, externalId }) => ({ accountId, externalId })),
  );
  const ids = new Map(found.map(({ facts }) => [facts.externalId, facts.id]));
  return new Map(without.flatMap(({ number, externalId }) => (ids.has(externalId) ? [[number, ids.get(externalId)!] as const] : [])));
}
