// Reads the files that commands are given; `-` is standard input.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { decodeText } from '../platform/text-encoding.ts';
import { UsageError } from './errors.ts';

/** How a FILE argument is explained. */
export const fileSummary = 'Path of the file; - reads standard input.';

/** A text of more characters cannot be held, by Node.js, in one piece. */
const textBytesMax = 500 * 1024 * 1024;

export function readFileText(file: string): string {
  const bytes = readFileBytes(file);
  if (bytes.length > textBytesMax)
    throw new UsageError(`${file} is larger than ${textBytesMax} bytes`);
  const text = decodeText(bytes);
  if (text === null)
    throw new UsageError(`the accented letters of ${file} are unclear: save it as UTF-8`);
  return text;
}

export function readFileBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): UsageError {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  return new UsageError(`cannot read ${file}: ${reason}`, { cause: error });
}

/** The bytes of a file in pieces of at most `bytesMax`. */
export function* readFilePieces(file: string, bytesMax: number): Generator<Buffer> {
  const handle = openFile(file);
  try {
    for (;;) {
      const piece = Buffer.alloc(bytesMax);
      const count = readSync(handle, piece, 0, bytesMax, null);
      if (count === 0) return;
      yield piece.subarray(0, count);
    }
  } finally {
    closeSync(handle);
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    throw unreadable(file, error);
  }
}
