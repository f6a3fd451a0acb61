// After a restore: takes for unknown what was written for a file that the database does not have.
// The file may be one that the backup has missed, and may have left; giving its orders back would
// pay them twice (F54).

import type { Session } from '../../platform/db/database.ts';
import { createOperationReader, type Writer } from '../operations/index.ts';
import { listStrayAttempts } from './store.ts';

const atOnce = 1_000;

/** While no node runs. Repeating it changes nothing. */
export async function loseStrays(
  { database, writer }: { database: Session; writer: Pick<Writer, 'advance'> },
  routes: readonly string[],
): Promise<void> {
  const reader = createOperationReader(database);
  for (const route of routes) {
    let lost: number;
    do {
      const keys = await listStrayAttempts(database, route, atOnce);
      const results = await Promise.all(keys.map((key) => lose(key)));
      lost = results.filter((isLost) => isLost).length;
    } while (lost > 0);
  }

  async function lose(key: { transactionId: string; number: number }): Promise<boolean> {
    const standing = await reader.find(key);
    if (standing?.attempt.prepared.file === undefined) return false;
    const { operation, attempt } = standing;
    const { type } = await writer.advance({
      type: 'advance',
      terms: operation.terms,
      attempt,
      operationEvent: {
        type: 'lose_answer',
        refs: attempt.refs,
        cause: 'restored',
        nextStepInMs: 0,
      },
    });
    return type === 'advanced';
  }
}
