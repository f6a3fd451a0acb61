// Selects the lines to resend and their ids: those that failed and are not subject to an open
// case, each as a new operation.

import { plainArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { findContested, type Contested } from '../cases/index.ts';
import type { LineProblem } from './check-line.ts';
import { nextAttempt } from './external-id.ts';
import { moveLines, type Batch, type Line } from './store.ts';

const noteAsked: Statement = {
  name: 'note_asked_payouts',
  text: `update payout_line set asked_in = $2 where batch_id = $1 and number = any($3::integer[])`,
};
const selectAsked: Statement = {
  name: 'select_asked_payouts',
  text: `select number, operation_id::text as "operationId" from payout_line
    where batch_id = $1 and state = 'failed' and problems is null and asked_in = $2
      order by number`,
};
const problemOf: { readonly [contested in Contested]: LineProblem } = {
  open: { column: 'line', problem: 'caseOpen' },
  executed: { column: 'line', problem: 'paidAfterAll' },
};

/**
 * Why a line that failed must not be sent again though nothing is wrong with itself; by its number.
 */
export async function findPaidAfterAll(
  session: Session,
  accountId: number,
  lines: readonly Pick<Line, 'number' | 'operationId'>[],
): Promise<Map<number, LineProblem>> {
  const contested = await findContested(
    session,
    accountId,
    lines.flatMap(({ operationId }) => operationId ?? []),
  );
  return new Map(
    lines.flatMap(({ number, operationId }) => {
      const found = operationId === null ? undefined : contested.get(operationId);
      return found === undefined ? [] : [[number, problemOf[found]]];
    }),
  );
}

/** Failed lines wait to be sent as their next attempts. Call under `lockAndFindBatch`. */
export async function sendAgain(
  session: Session,
  batchId: number,
  numbers: readonly number[],
): Promise<void> {
  const set = `approved_fee = fee, operation_id = null, failure = null, ${nextAttempt}`;
  await moveLines(session, batchId, { name: 'again', from: 'failed', to: 'waiting', numbers, set });
}

/**
 * Ties lines to the approval request for sending them again; lines that fail later are not covered.
 */
export async function storeAsked(
  session: Session,
  batchId: number,
  approvalRequestId: number,
  numbers: readonly number[],
): Promise<void> {
  await session.query(noteAsked, [batchId, approvalRequestId, plainArray(numbers)]);
}

/**
 * The lines of an approved approval request, without those that turned out to be paid meanwhile.
 */
export async function sendAsked(
  session: Session,
  { id, accountId }: Batch,
  approvalRequestId: number,
): Promise<void> {
  const asked = await session.query<Pick<Line, 'number' | 'operationId'>>(selectAsked, [
    id,
    approvalRequestId,
  ]);
  const paid = await findPaidAfterAll(session, accountId, asked);
  const numbers = asked.flatMap(({ number }) => (paid.has(number) ? [] : number));
  await sendAgain(session, id, numbers);
}
