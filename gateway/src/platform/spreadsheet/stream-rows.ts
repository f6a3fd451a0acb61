// Streams the rows of a long file, CSV or XLSX, row by row, in memory that does not grow with the
// number of rows.

import { streamCsv } from './stream-csv.ts';
import { streamSheet } from './stream-sheet.ts';
import { RowsFault, type StreamedRow } from './streamed-row.ts';

export interface RowStream {
  form: 'csv' | 'xlsx';
  /** Rows that hold something, the first ones included. Throws RowsFault where the file breaks off or is too much. */
  rows: AsyncGenerator<StreamedRow>;
}

const zipStart = Buffer.from('PK');
/** Old Excel files (and locked new ones), PDF, PNG, JPEG, GZIP. */
const otherForms = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b],
];

/** @param pieces the bytes in order, each piece of any size. An XLSX file is kept packed in memory, since its directory stands at its end. */
export async function streamRows(pieces: AsyncIterable<Buffer>): Promise<RowStream> {
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true || first.value.length === 0) throw new RowsFault('empty');
  const head = first.value;
  if (otherForms.some((marks) => marks.every((mark, index) => head[index] === mark)))
    throw new RowsFault('unknown_form');
  if (!head.subarray(0, 2).equals(zipStart))
    return { form: 'csv', rows: streamCsv(from(head, source), head) };
  const all = [head];
  for await (const piece of { [Symbol.asyncIterator]: () => source }) all.push(piece);
  return { form: 'xlsx', rows: streamSheet(Buffer.concat(all)) };
}

async function* from(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for await (const piece of { [Symbol.asyncIterator]: () => source }) yield piece;
}
