// Records a status change. A line goes into the book and into the projections at once; the
// operation shows the new status only when the line is on the disk, so nothing is reported that a
// crash could take back.

import { lineOf, textOfLine } from './journal.ts';
import { parseAmount } from './money.ts';
import { statusAfter } from './store.ts';
import type { Line, Operation, Result } from './operation.ts';
import type { Parts } from './parts.ts';

/**
 * Appends `line`; `first` says that it is the operation's first. The refund that gives back the
 * rest of its original reverses it in the same write.
 */
export async function record(
  parts: Parts,
  operation: Operation,
  line: Line,
  first: boolean,
): Promise<void> {
  const { book, clock, store } = parts;
  const before = first ? undefined : operation.status;
  const original =
    operation.originalReference === null
      ? undefined
      : store.byReference.get(operation.originalReference);
  const reversal =
    original !== undefined && line.result === 'executed' && isTheRest(parts, original, line)
      ? lineOf(original, 'reversed', clock.nowMs())
      : null;
  operation.closing = true;
  const { offset, durable } = book.append(
    textOfLine(line) + (reversal === null ? '' : textOfLine(reversal)),
  );
  if (first) operation.offset = offset;
  store.project(line, operation, before);
  if (reversal !== null) store.project(reversal, original, 'succeeded');
  await durable;
  operation.closing = false;
  operation.status = statusAfter(line);
  operation.errorId = line.errorId ?? 0;
  operation.updatedAtMs = clock.nowMs();
  if (original !== undefined && reversal !== null) original.status = 'reversed';
}

/** Has an operation been given back whole once this refund is executed? */
const isTheRest = ({ store }: Parts, original: Operation, { amount }: Line): boolean =>
  store.refunds.doneMinor(original) + (parseAmount(amount) ?? 0n) >=
  (parseAmount(original.amount) ?? 0n);

/**
 * Ends a pending operation, once; false when it had ended, or is ending. `notices`: how often the
 * result is told.
 */
export async function finish(
  parts: Parts,
  operation: Operation,
  result: Result,
  errorId: number,
  notices: number,
): Promise<boolean> {
  if (operation.status !== 'pending' || operation.closing) return false;
  const { live } = operation;
  parts.clock.cancel(live?.due ?? null);
  const line = lineOf(operation, result, parts.clock.nowMs());
  if (errorId !== 0) line.errorId = errorId;
  await record(parts, operation, line, false);
  operation.live = null;
  if (live?.callbackUrl)
    for (let count = 0; count < notices; count += 1)
      void parts.announce({ operation, callbackUrl: live.callbackUrl, forged: false });
  return true;
}

/** The operation's first line, for what is not kept in memory. */
export function firstLine(parts: Parts, operation: Operation): Line {
  return JSON.parse(parts.book.readLineAt(operation.offset)) as Line;
}
