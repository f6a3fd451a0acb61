// Rechecks the lines of a batch against what users saw when they reviewed them. Prices, services
// and ids may have changed since.

import { defined } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import { checkLine, type LineContext, type LineProblem } from './check-line.ts';
import { findUsedIds } from './duplicate-warnings.ts';
import type { Line } from './store.ts';
import { inTurns } from '../../platform/in-turns.ts';

// Looked up by key for each line: a join could read all of them for each line of a young batch.
const storeFees: Statement = {
  name: 'store_payout_fees',
  text: `update payout_line set fee = ($2::jsonb -> number::text ->> 'fee')::bigint,
    problems = ($2::jsonb -> number::text -> 'problems')::json,
      changed_at = jokko_now()
    where batch_id = $1 and $2::jsonb ? number::text`,
};
const sumBatch: Statement = {
  name: 'sum_payout_batch',
  text: `update payout_batch b set amount = t.amount, fees = t.fees, wrong = t.wrong,
    changed_at = jokko_now()
    from (select coalesce(sum(amount) filter (where counted), 0)::bigint as amount,
      coalesce(sum(fee) filter (where counted), 0)::bigint as fees,
        count(*) filter (where not counted) as wrong
      from (select amount, fee, not (problems is not null
        and state in ('draft', 'canceled')) as counted from payout_line where batch_id = $1) as l)
        as t
    where b.id = $1`,
};
const linesAtOnce = 500;

export interface Recheck {
  number: number;
  amount: bigint;
  fee: bigint;
  problems: LineProblem[];
  /** Whether it is not what was stored. */
  changed: boolean;
}

/** @param codeService of the batch. @param externalIdOf under which each would be sent now. */
export async function recheckLines(
  session: Session,
  context: LineContext,
  lines: readonly Line[],
  { codeService, externalIdOf }: { codeService: string | null; externalIdOf(line: Line): string },
): Promise<Recheck[]> {
  const [first] = lines;
  if (first === undefined) return [];
  const used = await findUsedIds(session, first.accountId, lines.map(externalIdOf));
  const checks: Recheck[] = [];
  await inTurns(lines, linesAtOnce, (line) => {
    const externalId = externalIdOf(line);
    const given = {
      fileLine: line.fileLine,
      phone: line.phoneGiven,
      amount: line.amountGiven,
      service: line.serviceGiven,
      // A line with cells too many is never submitted.
      externalId: line.externalGiven,
      name: line.name,
      note: line.note,
      isExact: line.isExact,
      data: line.data,
      extraCells: false,
      isCutPhone: false,
      // Nor is one in another currency than its heading names.
      currency: null,
    };
    const { read, problems } = checkLine(context, given, {
      codeService,
      externalId,
      payout: line.batchId,
      number: line.number,
    });
    const usedBy = used.get(externalId);
    if (usedBy !== undefined) problems.push({ column: 'externalId', problem: 'idUsed', usedBy });
    // What was read once means the same for ever: another reading (a numbering plan, say) is
    // another payment.
    if (
      read !== null &&
      (read.phone !== line.phone ||
        read.amount !== line.amount ||
        read.codeService !== line.codeService)
    )
      problems.push({ column: 'line', problem: 'notAllowed' });
    // What is rechecked could be read before.
    const fee = read?.fee ?? line.fee!;
    checks.push({
      number: line.number,
      amount: line.amount!,
      fee,
      problems,
      changed: problems.length > 0 || fee !== line.fee,
    });
  });
  return checks;
}

/** Stores what a recheck found, and sums the batch anew. */
export async function storeRecheck(
  session: Session,
  batchId: number,
  checks: readonly Recheck[],
): Promise<void> {
  const rows = checks.map(({ number, fee, problems }) => [
    number,
    { fee: String(fee), ...defined({ problems: problems.length === 0 ? undefined : problems }) },
  ]);
  await session.query(storeFees, [batchId, JSON.stringify(Object.fromEntries(rows))]);
  await session.query(sumBatch, [batchId]);
}
