// Imports a statement from beginning to end, as a command does: upload, mapping, comparison with
// the ledger.

import type { Database } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { findFile, isUnderWay, type ListedFile } from './file.ts';
import type { OtherRoute } from './known-references.ts';
import type { Mapping } from './mapping.ts';
import { previewFile } from './preview.ts';
import { readSums } from './sums.ts';
import {
  addPiece,
  beginFile,
  startUpload,
  type Begun,
  type Party,
  type Uploader,
} from './upload.ts';
import { createReconciler } from './work.ts';

const lookAgainMs = 100;

export interface Statement {
  party: Party;
  /** The name of the file, without its folder. */
  name: string;
  pieces: Iterable<Buffer>;
  /** Null: the mapping of the party's last statement. */
  mapping: Mapping | null;
  period: { from: Date; until: Date } | null;
  by: Uploader;
}

export type ImportedStatement =
  | { ok: true; statement: ListedFile & Awaited<ReturnType<typeof readSums>> }
  | { ok: false; refusal: 'tooLarge' }
  | { ok: false; refusal: 'unreadable'; problem: string }
  | { ok: false; refusal: 'noMapping'; suggestion: Mapping }
  | { ok: false; refusal: 'otherRoute'; other: OtherRoute }
  | { ok: false; refusal: 'failed'; id: number; problem: string | null }
  | Exclude<Begun, { ok: true }>;

export async function importStatement(
  database: Database,
  { party, name, pieces, mapping: given, period, by }: Statement,
): Promise<ImportedStatement> {
  const id = await startUpload(database, { ...party, name, by });
  let number = 0;
  for (const bytes of pieces) {
    if ((await addPiece(database, { id, number, bytes })) === 'tooLarge')
      return { ok: false, refusal: 'tooLarge' };
    number += 1;
  }
  const found = await findMapping(database, id, given);
  if (!found.ok) return found;
  const { mapping } = found;
  const begun = await beginFile(database, { id, mapping, period, balances: [], by });
  if (!begun.ok) return begun;
  const done = await workOff(database, id);
  if (done.state === 'failed') return { ok: false, refusal: 'failed', id, problem: done.problem };
  return { ok: true, statement: { ...done, ...(await readSums(database, id)) } };
}

/** Works until the file is done. A node that works on it, or on one before it, is waited for. */
async function workOff(database: Database, id: number): Promise<ListedFile> {
  const reconciler = createReconciler(database);
  try {
    for (;;) {
      while (await reconciler.runOnce());
      const file = (await findFile(database, id))!;
      if (!isUnderWay(file)) return file;
      await environment.sleep(lookAgainMs);
    }
  } finally {
    await reconciler.close();
  }
}

/**
 * The given mapping, else that of the party's last statement. A guessed one is suggested and never
 * used.
 */
async function findMapping(
  database: Database,
  id: number,
  given: Mapping | null,
): Promise<
  | { ok: true; mapping: Mapping }
  | Extract<ImportedStatement, { refusal: 'unreadable' | 'noMapping' | 'otherRoute' }>
> {
  const previewed = await previewFile(database, id, given, 'UTC');
  // What is wrong with a mapping that was given is said when the file begins.
  if (!previewed.ok && given !== null) return { ok: true, mapping: given };
  if (!previewed.ok) {
    const problem = previewed.refusal === 'file' ? previewed.problem : previewed.refusal;
    return { ok: false, refusal: 'unreadable', problem };
  }
  const { mapping, isKept, faults, otherRoute } = previewed.preview;
  if (faults.includes('otherAccount'))
    return { ok: false, refusal: 'unreadable', problem: 'bank_account: ' };
  if (otherRoute !== null) return { ok: false, refusal: 'otherRoute', other: otherRoute };
  if (given !== null) return { ok: true, mapping: given };
  if (isKept && faults.length === 0) return { ok: true, mapping };
  return { ok: false, refusal: 'noMapping', suggestion: mapping };
}
