// Who works off the files that have come? Any node, one file after the other, each step in one commit: what a node leaves, another goes on with.

import type { Database, Statement } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fileColumns, type StatementFile } from './file.ts';
import { matchStep } from './match-step.ts';
import { createRowReader } from './read-step.ts';
import { searchStep } from './search-step.ts';
import { removeAbandonedUploads } from './upload.ts';

// In the order of their coming, all providers together: what an older file names is no gap of a younger one.
const claim: Statement = {
  name: 'claim_reconciliation_file',
  text: `select ${fileColumns} from reconciliation_file f
    where f.id = (select min(id) from reconciliation_file where state in ('reading', 'matching', 'searching'))
      and f.state in ('reading', 'matching', 'searching') for update skip locked`,
};

export interface Reconciler {
  /** One step; true when there is more to do. */
  runOnce(): Promise<boolean>;
  close(): Promise<void>;
}

export function createReconciler(database: Database): Reconciler {
  const reader = createRowReader(database);
  return {
    async runOnce() {
      const worked = await inTransaction(database, async (session) => {
        const [file] = await session.query<StatementFile>(claim);
        if (file === undefined) return false;
        if (file.state === 'reading') await reader.step(session, file);
        else if (file.state === 'matching') await matchStep(session, file);
        else await searchStep(session, file);
        return true;
      });
      if (!worked) await removeAbandonedUploads(database);
      return worked;
    },
    close: () => reader.close(),
  };
}
