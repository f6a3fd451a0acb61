// Turns a file into a draft. Each line is read and checked, duplicate warnings are computed, and
// all of it is stored for review by users.

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Table } from '../../platform/spreadsheet/index.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { LineContext } from './check-line.ts';
import { findHeadings, readGiven, titleRowsMax } from './columns.ts';
import { checkDraft, storeDraft } from './draft.ts';
import { lockAndFindBatch, removeBatch, storeBatch } from './store.ts';

export const linesMax = 10_000;
/** Rows that a file may hold: titles may stand above its headings. */
export const rowsMax = linesMax + titleRowsMax;
export interface Upload {
  accountId: number;
  madeBy: number;
  name: string;
  fileName: string;
  /** SHA-256 of its bytes. */
  fileHash: Buffer;
  /** For lines that name none. */
  codeService: string | null;
  table: Table;
  /** A draft that this file takes the place of. */
  replaces: number | null;
}

export type Uploaded =
  | { ok: true; id: number }
  | { ok: false; refusal: 'noColumns' | 'empty' | 'tooManyLines' | 'notFound' | 'conflict' };

/** Stores a draft; nothing is sent. What is wrong with single lines is stored with them. */
export async function uploadPayouts(
  database: Database,
  who: Who,
  context: LineContext,
  upload: Upload,
): Promise<Uploaded> {
  const { accountId, name, fileName, codeService, table, replaces } = upload;
  const headings = findHeadings(table);
  if (headings === null) return { ok: false, refusal: 'noColumns' };
  if (headings.rows.length === 0) return { ok: false, refusal: 'empty' };
  if (headings.rows.length > linesMax) return { ok: false, refusal: 'tooManyLines' };
  const given = headings.rows.map((row) => readGiven(headings.columns, row));
  return inTransaction(database, async (session): Promise<Uploaded> => {
    if (replaces !== null) {
      const before = await lockAndFindBatch(session, replaces);
      if (before === null || before.accountId !== accountId)
        return { ok: false, refusal: 'notFound' };
      if (before.state !== 'draft') return { ok: false, refusal: 'conflict' };
      await removeBatch(session, replaces);
    }
    const id = (await storeBatch(session, {
      ...upload,
      maker: { userId: upload.madeBy },
      sheet: table.sheet,
      hiddenRows: table.hiddenRows,
    }))!;
    const draft = await checkDraft(session, context, given, { id, codeService });
    await storeDraft(session, { id, accountId }, draft);
    const subject = `payout/${id}` as const;
    await recordAudit(session, {
      who,
      action: 'payout.upload',
      accountId,
      subject,
      new: { name, fileName, hash: upload.fileHash.toString('hex'), lines: given.length, replaces },
    });
    return { ok: true, id };
  });
}
