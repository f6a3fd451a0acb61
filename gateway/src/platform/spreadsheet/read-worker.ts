// Reads one file in a thread of its own, whose memory is limited: a hostile file costs that thread, not the gateway.

import { parentPort, workerData } from 'node:worker_threads';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { refuse, type TableLimits, type TableRead } from './table.ts';

const zipStart = [0x50, 0x4b];
/** What starts like this is a known form, and neither CSV nor XLSX: old Excel files (and locked new ones), PDF, PNG, JPEG, GZIP. */
const otherForms = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [...Buffer.from('%PDF')],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b],
];

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: TableLimits };
const starts = (marks: readonly number[]): boolean =>
  marks.every((mark, index) => bytes[index] === mark);

async function read(): Promise<TableRead> {
  if (bytes.length === 0) return refuse('empty');
  if (otherForms.some(starts)) return refuse('unknown_form');
  return starts(zipStart) ? readXlsx(Buffer.from(bytes), limits) : readCsv(bytes, limits);
}

parentPort?.postMessage(await read());
