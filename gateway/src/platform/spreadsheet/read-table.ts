// Reads the rows of an uploaded file: CSV or XLSX, detected by its first bytes and not by its
// name.

import { Worker } from 'node:worker_threads';
import { refuse, type TableLimits, type TableRead } from './table.ts';
import { environment } from '../environment.ts';

const columnsMax = 100;
const unpackedBytesMax = 64 * 1024 * 1024;
const memoryMb = 512;
/** Ten megabytes take two seconds on a slow machine. */
const readingMs = 60_000;
/** Files that are read at once by this node; the others wait. */
const readersMax = 2;

let reading = 0;
const waiting: (() => void)[] = [];

/** The rows of a file, or what is wrong with it as a whole. @param limits rowsMax: data rows that it may hold; the others have values that fit any honest file. */
export async function readTable(
  bytes: Uint8Array,
  limits: Pick<TableLimits, 'rowsMax'> & Partial<TableLimits>,
): Promise<TableRead> {
  if (reading >= readersMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else reading += 1;
  try {
    return await inThread(bytes, { columnsMax, unpackedBytesMax, ...limits });
  } finally {
    const next = waiting.shift();
    if (next === undefined) reading -= 1;
    else next();
  }
}

function inThread(bytes: Uint8Array, limits: TableLimits): Promise<TableRead> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: { bytes, limits },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const tooLong = environment.startTimer(() => {
      resolve(refuse('too_big'));
      void worker.terminate();
    }, readingMs);
    worker.once('message', (read: TableRead) => resolve(read));
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(refuse('too_big'));
      else reject(error);
    });
    worker.once('exit', () => {
      environment.stopTimer(tooLong);
      reject(new Error('the thread that reads a table ended without a word'));
    });
  });
}
