// Who works off the files that have come? Any node, one file after the other, each step in one commit: what a node leaves, another goes on with.

import type { Database, Statement } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fileColumns, type StatementFile } from './file.ts';
import { matchStep } from './match-step.ts';
import { createRowReader, failFile } from './read-step.ts';
import { matchAgainWithout } from './repeat.ts';
import { searchStep } from './search-step.ts';
import { removeAbandonedUploads } from './upload.ts';

// In the order of their coming, all providers together: what an older file names is no gap of a younger one.
const claim: Statement = {
  name: 'claim_reconciliation_file',
  text: `select ${fileColumns} from reconciliation_file f
    where f.id = (select min(id) from reconciliation_file where state in ('reading', 'matching', 'searching'))
      and f.state in ('reading', 'matching', 'searching') for update skip locked`,
};

// Whatever else fails is tried again, and told on the file's page meanwhile: the next step that works removes it.
const noteTrouble: Statement = {
  name: 'note_reconciliation_trouble',
  text: `update reconciliation_file set problem = $2 where id = $1 and state in ('reading', 'matching', 'searching') and problem is distinct from $2`,
};
const troubleCharactersMax = 200;

/**
 * Why a file can never be worked off, whoever tries how often; null: another try may succeed. Values that the database does not take (classes 22
 * and 23 of its codes) are as they are, and so is what our own reading of a cell throws.
 */
function lastingProblem(error: unknown, state: StatementFile['state']): string | null {
  const code = String((error as { code?: unknown }).code ?? '');
  // Amounts whose sum is no amount: a column of telephone numbers, say.
  if (code === '22003') return 'too_large_amounts';
  const isOurs = state === 'reading' && (error instanceof RangeError || error instanceof TypeError);
  return /^2[23]/.test(code) || isOurs ? `unexpected: ${textOf(error)}` : null;
}

const textOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .slice(0, troubleCharactersMax)
    .toWellFormed()
    .replaceAll('\0', '');

export interface Reconciler {
  /** One step; true when there is more to do. */
  runOnce(): Promise<boolean>;
  close(): Promise<void>;
}

export function createReconciler(database: Database): Reconciler {
  const reader = createRowReader(database);

  async function oneStep(): Promise<boolean> {
    const claimed: StatementFile[] = [];
    try {
      return await inTransaction(database, async (session) => {
        const [file] = await session.query<StatementFile>(claim);
        if (file === undefined) return false;
        claimed.push(file);
        if (file.state === 'reading') await reader.step(session, file);
        else if (file.state === 'matching') await matchStep(session, file);
        else await searchStep(session, file);
        return true;
      });
    } catch (error) {
      const [file] = claimed;
      if (file === undefined) throw error;
      const { id, state } = file;
      const problem = lastingProblem(error, state);
      if (problem === null) {
        // A database that is away hears nothing of it, and a task that fails is told by itself.
        await database.query(noteTrouble, [id, textOf(error)]).catch(() => []);
        throw error;
      }
      // It would be so each time, and no file behind it would ever be worked off.
      await inTransaction(database, async (session) => {
        await matchAgainWithout(session, id);
        await failFile(session, id, problem);
      });
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
