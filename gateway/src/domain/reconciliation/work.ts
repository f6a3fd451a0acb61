// Who works off the files that have come? Any node, one file after the other, each step in one commit: what a node leaves, another goes on with.

import type { Database, Statement } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fileColumns, type StatementFile } from './file.ts';
import { matchStep } from './match-step.ts';
import { createRowReader, failFile } from './read-step.ts';
import { searchStep } from './search-step.ts';
import { removeAbandonedUploads } from './upload.ts';

// In the order of their coming, all providers together: what an older file names is no gap of a younger one.
const claim: Statement = {
  name: 'claim_reconciliation_file',
  text: `select ${fileColumns} from reconciliation_file f
    where f.id = (select min(id) from reconciliation_file where state in ('reading', 'matching', 'searching'))
      and f.state in ('reading', 'matching', 'searching') for update skip locked`,
};

/** Amounts whose sum is no amount: a column of telephone numbers, say. */
const isOutOfRange = (error: unknown): boolean => (error as { code?: unknown }).code === '22003';

export interface Reconciler {
  /** One step; true when there is more to do. */
  runOnce(): Promise<boolean>;
  close(): Promise<void>;
}

export function createReconciler(database: Database): Reconciler {
  const reader = createRowReader(database);

  async function oneStep(): Promise<boolean> {
    let claimed: number | null = null;
    try {
      return await inTransaction(database, async (session) => {
        const [file] = await session.query<StatementFile>(claim);
        if (file === undefined) return false;
        claimed = file.id;
        if (file.state === 'reading') await reader.step(session, file);
        else if (file.state === 'matching') await matchStep(session, file);
        else await searchStep(session, file);
        return true;
      });
    } catch (error) {
      if (claimed === null || !isOutOfRange(error)) throw error;
      // It would be so each time, and no file behind it would ever be worked off.
      await failFile(database, claimed, 'too_large_amounts');
      return true;
    }
  }
  return {
    async runOnce() {
      const worked = await oneStep();
      if (!worked) await removeAbandonedUploads(database);
      return worked;
    },
    close: () => reader.close(),
  };
}
