// What became of handing lines over is written down in one commit, and of the attempt that was
// handed over alone: a node that stood still finds another one's attempt in its place, and says
// nothing about that.

import { errorIds } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Operation } from '../../payments/operations/index.ts';
import type { LineProblem } from './check-line.ts';
import { nextAttempt } from './external-id.ts';
import type { LeasedLine } from './lease.ts';
import { closeIfEnded } from './close.ts';
import { lineStateOf } from './line-state.ts';
import { lockAndFindBatch, moveLines, storeState, type Batch, type LineState } from './store.ts';

/** Outcome of initiating a line. `unknown`: it stays leased and is retried under the same id. */
export type Handed =
  | { type: 'operation'; operation: Operation }
  | { type: 'failed'; failure: LineProblem }
  | { type: 'unknown' };

/** Soon tried again, since money may be coming; not at once. */
const shortMs = 3_000;

/** One commit for what came of a few lines of a batch. */
export function recordHanded(
  database: Database,
  batchId: number,
  results: readonly { line: LeasedLine; handed: Handed }[],
): Promise<void> {
  return inTransaction(database, async (session) => {
    const batch = await lockAndFindBatch(session, batchId);
    if (batch === null) return;
    const became: (Became | null)[] = [];
    for (const { line, handed } of results)
      became.push(await recordLine(session, batch, line, handed));
    if (became.includes('short') && batch.state === 'running')
      await storeState(session, batchId, 'waiting_for_funds', shortMs);
    // Its people, and those who look at what was sent, took it for done.
    if (became.includes('found') && batch.state === 'done')
      await storeState(session, batchId, 'running');
    await closeIfEnded(session, batchId);
  });
}

/** `short`: it waits for money. `found`: it was given up, and has been sent all the same. */
type Became = 'short' | 'found';

async function recordLine(
  session: Session,
  { id, state: batch }: Batch,
  line: LeasedLine,
  handed: Handed,
): Promise<Became | null> {
  if (handed.type === 'unknown') return null;
  const move = { from: 'sending', numbers: [line.number], only: 'attempt = $5' } as const;
  if (handed.type === 'failed') {
    const set = 'held_until = null, failure = $6, operation_id = null';
    await moveLines(session, id, {
      ...move,
      name: 'not_sent',
      to: 'failed',
      set,
      values: [line.attempt, JSON.stringify(handed.failure)],
    });
    return null;
  }
  const { terms, state } = handed.operation;
  if (state.proof === 'refused_at_opening' && state.errorId === errorIds.insufficientBalance) {
    // Certainly not sent: its next attempt waits for money, under an id of its own, unless the
    // batch is being stopped.
    if (batch === 'canceling') {
      await moveLines(session, id, {
        ...move,
        name: 'stopped',
        to: 'canceled',
        values: [line.attempt],
      });
      return null;
    }
    await moveLines(session, id, {
      ...move,
      name: 'short',
      to: 'waiting',
      set: nextAttempt,
      values: [line.attempt],
    });
    return 'short';
  }
  const to: LineState = lineStateOf(state.state) ?? 'sent';
  const sent = {
    set: 'held_until = null, operation_id = $6, failure = null',
    values: [line.attempt, terms.id],
    to,
  };
  if ((await moveLines(session, id, { ...move, ...sent, name: 'handed' })).length > 0) return null;
  const late = {
    from: 'failed',
    numbers: [line.number],
    only: 'attempt = $5 and operation_id is null',
  } as const;
  return (await moveLines(session, id, { ...late, ...sent, name: 'found_late' })).length > 0
    ? 'found'
    : null;
}
