// Reads files in a thread of their own, whose memory and time are limited: a hostile file costs
// that thread, not the gateway. Rows leave it as they are asked for.

import { answerQuestions } from '../limited-thread/answer-questions.ts';
import { csvRows } from './csv-rows.ts';
import { RowsFault, type RowsEnd, type StreamedRow } from './streamed-row.ts';
import type { TableLimits, TableProblem } from './table.ts';

/** What the thread is given. */
export interface ReadTask {
  bytes: Uint8Array;
  limits: TableLimits;
}

/** Its answer to the number of rows that are wanted. `end`: there are no more. */
export type RowsRead =
  { form: 'csv' | 'xlsx'; rows: StreamedRow[]; end: RowsEnd | null } | { problem: TableProblem };

const zipStart = [0x50, 0x4b];
/**
 * What starts like this is a known form, and neither CSV nor XLSX: old Excel files (and locked new
 * ones), PDF, PNG, JPEG, GZIP.
 */
const otherForms = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [...Buffer.from('%PDF')],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b],
];

const startsWith = (bytes: Uint8Array, marks: readonly number[]): boolean =>
  marks.every((mark, index) => bytes[index] === mark);

async function* openRows({ bytes, limits }: ReadTask, form: 'csv' | 'xlsx'): Rows {
  if (bytes.length === 0) throw new RowsFault('empty');
  if (otherForms.some((marks) => startsWith(bytes, marks))) throw new RowsFault('unknown_form');
  if (form === 'csv') return yield* csvRows(bytes, limits);
  // Loaded by the first workbook: its code takes memory from then on.
  const { sheetRows } = await import('./sheet-rows.ts');
  const { XmlFault } = await import('@jokko/connectors/kit/xml');
  try {
    return yield* sheetRows(Buffer.from(bytes), limits);
  } catch (error) {
    throw error instanceof XmlFault ? new RowsFault('damaged') : error;
  }
}

type Rows = AsyncGenerator<StreamedRow, RowsEnd>;

answerQuestions((task: ReadTask): ((wanted: number) => Promise<RowsRead>) => {
  const form = startsWith(task.bytes, zipStart) ? 'xlsx' : 'csv';
  const rows = openRows(task, form);
  let count = 0;
  return async (wanted) => {
    const taken: StreamedRow[] = [];
    try {
      while (taken.length < wanted) {
        const next = await rows.next();
        if (next.done === true) return { form, rows: taken, end: next.value };
        count += 1;
        if (count > task.limits.rowsMax) throw new RowsFault('too_many_rows');
        taken.push(next.value);
      }
      return { form, rows: taken, end: null };
    } catch (error) {
      if (error instanceof RowsFault) return { problem: error.problem };
      throw error;
    }
  };
});
