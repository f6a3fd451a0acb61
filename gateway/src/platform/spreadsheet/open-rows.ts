// Opens a file of rows, CSV or XLSX, detected by its first bytes and not by its name. All files
// that people or providers send are read here: in a thread, within limits of memory and time.

import { environment } from '../environment.ts';
import { openThread, ThreadCut } from '../limited-thread/limited-thread.ts';
import type { ReadTask, RowsRead } from './read-thread.ts';
import { ReadingCut, RowsFault, type RowsEnd, type StreamedRow } from './streamed-row.ts';
import type { TableLimits } from './table.ts';

const usualLimits = {
  columnsMax: 200,
  unpackedBytesMax: 96 * 1024 * 1024,
  /** 200,000 rows of ten columns take some 100 MB. */
  sheetBytesMax: 512 * 1024 * 1024,
  /** Twenty megabytes take ten seconds on a slow machine. */
  readingMs: 60_000,
};
const threadEntry = new URL('./read-thread.ts', import.meta.url);

export interface OpenedRows {
  /**
   * The next rows that hold something, at most so many. `end`: there are no more. Throws RowsFault.
   */
  take(wanted: number): Promise<Exclude<RowsRead, { problem: unknown }>>;
  /** Always, also when the rows are over. */
  close(): void;
}

export type ReadingLimits = Pick<TableLimits, 'rowsMax'> &
  Partial<TableLimits> & {
    /** In which the thread works; waiting for whoever reads is not counted. */
    readingMs?: number;
  };

/**
 * @param limits rowsMax: of rows that hold something, the headings among them; the others have
 * values that fit any honest file.
 */
export async function openRows(bytes: Uint8Array, limits: ReadingLimits): Promise<OpenedRows> {
  const { readingMs, ...rest } = { ...usualLimits, ...limits };
  const thread = await openThread<ReadTask, number, RowsRead>(threadEntry, {
    task: { bytes, limits: rest },
    workingMs: readingMs,
  });
  return {
    async take(wanted) {
      const read = await thread.ask(wanted).catch((error: unknown) => {
        throw error instanceof ThreadCut ? new ReadingCut() : error;
      });
      if ('problem' in read) throw new RowsFault(read.problem);
      return read;
    },
    close: () => thread.close(),
  };
}

/** All rows in order, taken some hundreds at a time. Ends the reading when it is left. */
export async function* allRows(
  bytes: Uint8Array,
  limits: ReadingLimits,
): AsyncGenerator<StreamedRow, RowsEnd & { form: 'csv' | 'xlsx' }> {
  const opened = await openRows(bytes, limits);
  try {
    for (;;) {
      const { form, rows, end } = await opened.take(rowsAtOnce);
      yield* rows;
      if (end !== null) return { form, ...end };
      await environment.othersTurn();
    }
  } finally {
    opened.close();
  }
}

const rowsAtOnce = 1_000;
