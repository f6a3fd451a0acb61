// Checks that every final operation produced exactly one callback with the right status, and that
// the receiver got what the gateway reports as delivered.

import { join } from 'node:path';
import type pg from 'pg';
import { accountIdsOf, type Stack } from '../stack/index.ts';

interface CallbackRow {
  id: string;
  /** The operation's inner state. */
  operation_state: string;
  /** Null when the operation has no callback row. */
  callback_state: string | null;
  status: string | null;
}

/** What the receiver must have heard, by inner state; other states bring no callback. */
const statusOnWire: { [state: string]: string } = { SUCCESS: 'SUCCESS', FAILED: 'FAILLED' };

export async function checkCallbacks(
  client: pg.Client,
  stack: Stack,
  allFinished: boolean,
): Promise<string[]> {
  const journal = await stack.receiver.journal(join(stack.directory, 'callbacks.journal'));
  const received = new Map<number, string>();
  journal.transactionIds.forEach((id, index) =>
    received.set(id, journal.statuses[journal.statusOf[index] ?? 0] ?? ''),
  );
  const { rows } = await client.query<CallbackRow>({
    text: `
      select o.id, o.state as operation_state, c.state as callback_state, c.status
      from operation o left join callback c on c.account_id = o.account_id and c.operation_id = o.id
      where o.account_id = any($1) and o.callback_url is not null`,
    values: [accountIdsOf(stack)],
  });
  const problems = new Map<string, number>();
  const note = (problem: string) => problems.set(problem, (problems.get(problem) ?? 0) + 1);
  for (const row of rows) {
    const problem = judge(row, received.get(Number(row.id)), allFinished);
    if (problem !== null) note(problem);
    received.delete(Number(row.id));
  }
  const faults = [...problems].map(([problem, count]) => `${count} operations: ${problem}`);
  if (received.size > 0)
    faults.push(`${received.size} callbacks for operations that are not stored`);
  if (journal.duplicates > 0)
    faults.push(
      `${journal.duplicates} callbacks came again, ${journal.conflicts} of them with another status`,
    );
  if (journal.wrongHashes > 0)
    faults.push(`${journal.wrongHashes} callbacks with a wrong sha256Hash`);
  if (journal.unreadable > 0) faults.push(`${journal.unreadable} unreadable callbacks`);
  return faults;
}

/** What is wrong with one operation, or null. */
function judge(
  row: CallbackRow,
  received: string | undefined,
  allFinished: boolean,
): string | null {
  const expected = statusOnWire[row.operation_state];
  if (expected === undefined) {
    if (allFinished) return `left in state ${row.operation_state}`;
    if (row.callback_state !== null || received !== undefined)
      return `a callback in state ${row.operation_state}`;
    return null;
  }
  if (row.callback_state === null) return `final without a callback row`;
  if (row.status !== expected)
    return `the callback row says ${row.status} for ${row.operation_state}`;
  if (row.callback_state !== 'delivered')
    return `the callback is ${row.callback_state}, not delivered`;
  if (received === undefined) return 'delivered, but the receiver never heard it';
  return received === expected ? null : `the receiver heard ${received} for ${row.operation_state}`;
}
