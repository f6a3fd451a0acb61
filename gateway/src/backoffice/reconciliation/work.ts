// Processes imported files on any node, one file after the other, each step in one commit: what
// one node leaves, another continues.

import type { Database, Statement } from '../../platform/db/database.ts';
import { NoAnswer } from '../../platform/db/database-away.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  leaseReading,
  lockRead,
  readingsMax,
  releaseReading,
  type LeasedFile,
} from './lease-reading.ts';
import { fileColumns, type StatementFile } from './file.ts';
import { matchStep } from './match-step.ts';
import { createRowReader, failFile, storeReading } from './read-step.ts';
import { matchAgainWithout } from './repeat.ts';
import { ruleStep } from './rule-step.ts';
import { searchStep } from './search-step.ts';
import { removeAbandonedUploads } from './upload.ts';

// In the order of their coming, all providers together: what an older file names is no discrepancy
// of a younger one.
const lease: Statement = {
  name: 'lease_reconciliation_file',
  text: `select ${fileColumns} from reconciliation_file f
    where f.id = (select min(id) from reconciliation_file
      where state in ('reading', 'matching', 'searching'))
      and f.state in ('matching', 'searching') for update skip locked`,
};

// Other failures are retried and shown on the file's page until a step succeeds.
const noteTrouble: Statement = {
  name: 'note_reconciliation_trouble',
  text: `update reconciliation_file set problem = $2 where id = $1
    and state in ('reading', 'matching', 'searching') and problem is distinct from $2`,
};
const troubleCharactersMax = 200;

/**
 * The smallest step was too long again and again, while the database answered otherwise: it will
 * not get shorter, and others wait behind it.
 */
const slowStepsMax = 15;
const noteSlowStep: Statement = {
  name: 'note_slow_reconciliation_step',
  text: `update reconciliation_file set slow_steps = slow_steps + 1, problem = $2
    where id = $1 and state in ('reading', 'matching', 'searching')
      returning slow_steps as "slowSteps"`,
};

/**
 * Why a file can never be processed; null: another try may succeed. Values that the database does
 * not take (classes 22 and 23 of its codes) are as they are, and so is what our own reading of a
 * cell throws.
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

/** How many steps in a row were too long; null: the database does not answer at all. */
async function noteSlow(
  database: Database,
  { id }: StatementFile,
  error: NoAnswer,
): Promise<number | null> {
  const noted = await database
    .query<{ slowSteps: number }>(noteSlowStep, [id, textOf(error)])
    .catch(() => []);
  return noted[0]?.slowSteps ?? null;
}

/**
 * It would be so each time, and no file behind it would ever be worked off. All of its rows are
 * removed at once, which may take a while.
 */
const failForEver = (database: Database, { id }: StatementFile, problem: string): Promise<void> =>
  inTransaction(
    database,
    async (session) => {
      await matchAgainWithout(session, id);
      await failFile(session, id, problem);
    },
    'import',
  );

export interface Reconciler {
  /** One step; true when there is more to do. */
  runOnce(): Promise<boolean>;
  close(): Promise<void>;
}

export function createReconciler(database: Database, limits?: { readingMs: number }): Reconciler {
  const reader = createRowReader(database, limits);
  /** The file whose reading this process has leased and not let go of. */
  let held: number | null = null;

  /** True: there was something to read. `noted` learns of the file before anything can fail. */
  async function readStep(noted: (file: StatementFile) => void): Promise<boolean> {
    const file = await leaseReading(database, held);
    if (file === null) {
      // Another node has read on.
      reader.close();
      held = null;
      return false;
    }
    noted(file);
    held = file.id;
    const isTooMuch = file.readingsBegun > readingsMax;
    if (isTooMuch) await failForEver(database, file, 'cut_short');
    else await readOn(file);
    held = null;
    return true;
  }
  async function readOn(file: LeasedFile): Promise<void> {
    const reading = await reader.read(file);
    if (!reading.ok && reading.wasCut && file.readingsBegun < readingsMax)
      return releaseReading(database, file.id, { wasCut: true });
    await inTransaction(database, async (session) => {
      if (await lockRead(session, file)) await storeReading(session, file, reading);
    });
    if (!reading.ok || reading.over) reader.close();
  }
  const matchOn = (noted: (file: StatementFile) => void): Promise<boolean> =>
    inTransaction(database, async (session) => {
      const [file] = await session.query<StatementFile>(lease);
      if (file === undefined) return false;
      noted(file);
      await (file.state === 'matching' ? matchStep(session, file) : searchStep(session, file));
      return true;
    });

  async function oneStep(): Promise<boolean> {
    let file: StatementFile | null = null;
    const noted = (leased: StatementFile): void => void (file = leased);
    try {
      return (await readStep(noted)) || (await matchOn(noted));
    } catch (error) {
      return afterFailure(database, file, error);
    }
  }
  return {
    async runOnce() {
      const worked = (await oneStep()) || (await inTransaction(database, ruleStep));
      if (!worked) await removeAbandonedUploads(database);
      return worked;
    },
    async close() {
      reader.close();
      if (held !== null) await releaseReading(database, held, { wasCut: false });
      held = null;
    },
  };
}

/** True: there is more to do. Throws what another try may mend. */
async function afterFailure(
  database: Database,
  file: StatementFile | null,
  error: unknown,
): Promise<boolean> {
  if (file === null) throw error;
  const slowSteps = error instanceof NoAnswer ? await noteSlow(database, file, error) : null;
  // The next one is shorter.
  if (slowSteps !== null && slowSteps <= slowStepsMax) return true;
  const problem = slowSteps === null ? lastingProblem(error, file.state) : 'too_slow';
  if (problem === null) {
    // Not recorded when the database is down; failing tasks are reported by the task runner.
    await database.query(noteTrouble, [file.id, textOf(error)]).catch(() => []);
    throw error;
  }
  await failForEver(database, file, problem);
  return true;
}
