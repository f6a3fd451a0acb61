// Reads a whole table that somebody has uploaded.

import { allRows, type ReadingLimits } from './open-rows.ts';
import { RowsFault, type StreamedRow } from './streamed-row.ts';
import type { Table, TableRead } from './table.ts';

/**
 * The rows of a file, or what is wrong with it as a whole. @param limits rowsMax: data rows that it
 * may hold; the others have values that fit any honest file.
 */
export async function readTable(bytes: Uint8Array, limits: ReadingLimits): Promise<TableRead> {
  try {
    const table = await tableOf(bytes, { ...limits, rowsMax: limits.rowsMax + 1 });
    return table === null ? { ok: false, problem: 'empty' } : { ok: true, table };
  } catch (error) {
    if (error instanceof RowsFault) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Null: it has no row below its headings. */
async function tableOf(bytes: Uint8Array, limits: ReadingLimits): Promise<Table | null> {
  const rows: StreamedRow[] = [];
  const reading = allRows(bytes, limits);
  for (;;) {
    const next = await reading.next();
    if (next.done !== true) {
      rows.push(next.value);
      continue;
    }
    const [header, ...rest] = rows.map(({ line, cells, numbers }) => ({ line, cells, numbers }));
    if (header === undefined || rest.length === 0) return null;
    const { form, sheet, hiddenRows } = next.value;
    return { form, sheet, hiddenRows, header: header.cells, rows: rest };
  }
}
