// Opens a file of rows, CSV or XLSX, detected by its first bytes and not by its name. All files
// that people or providers send are read here: in a thread, within limits of memory and time.

import { Worker } from 'node:worker_threads';
import { environment } from '../environment.ts';
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
const memoryMb = 512;
/** Files that are open at once on this node; the others wait. */
const openMax = 3;

let open = 0;
const waiting: (() => void)[] = [];

export interface OpenedRows {
  /** The next rows that hold something, at most so many. `end`: there are no more. Throws RowsFault. */
  take(wanted: number): Promise<Exclude<RowsRead, { problem: unknown }>>;
  /** Always, also when the rows are over. */
  close(): void;
}

export type ReadingLimits = Pick<TableLimits, 'rowsMax'> &
  Partial<TableLimits> & {
    /** In which the thread works; waiting for whoever reads is not counted. */
    readingMs?: number;
  };

/** @param limits rowsMax: of rows that hold something, the headings among them; the others have values that fit any honest file. */
export async function openRows(bytes: Uint8Array, limits: ReadingLimits): Promise<OpenedRows> {
  if (open >= openMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else open += 1;
  const { readingMs, ...rest } = { ...usualLimits, ...limits };
  const task: ReadTask = { bytes, limits: rest };
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const ended = endOf(worker);
  let isOpen = true;
  let leftMs = readingMs;
  return {
    async take(wanted) {
      if (!isOpen) throw new Error('the file has been closed');
      if (leftMs <= 0) throw new ReadingCut();
      const begun = environment.monotonic();
      const read = await ask(worker, { wanted, leftMs, ended });
      leftMs -= environment.monotonic() - begun;
      if ('problem' in read) throw new RowsFault(read.problem);
      return read;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      void worker.terminate();
      const next = waiting.shift();
      if (next === undefined) open -= 1;
      else next();
    },
  };
}

/** Rejects when the thread ends. */
function endOf(worker: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ReadingCut() : error),
  );
  worker.once('exit', () => reject(new Error('the thread that reads a file has ended')));
  // Where nobody asks at that moment, the next one who does is told.
  promise.catch(() => {});
  return promise;
}

async function ask(
  worker: Worker,
  { wanted, leftMs, ended }: { wanted: number; leftMs: number; ended: Promise<never> },
): Promise<RowsRead> {
  const { promise, resolve, reject } = Promise.withResolvers<RowsRead>();
  const tooLong = environment.startTimer(() => {
    reject(new ReadingCut());
    void worker.terminate();
  }, leftMs);
  // A file that is kept open between two questions does not keep the process alive.
  worker.ref();
  worker.once('message', resolve);
  worker.postMessage(wanted);
  try {
    return await Promise.race([promise, ended]);
  } finally {
    environment.stopTimer(tooLong);
    worker.off('message', resolve);
    worker.unref();
  }
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
