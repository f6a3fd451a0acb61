// Reads the files that commands are given; `-` is standard input.

import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { decodeText } from '../platform/text-encoding.ts';
import { UsageError } from './errors.ts';

/** How a FILE argument is explained. */
export const fileSummary = 'Path of the file; - reads standard input.';

export function readFileText(file: string): string {
  const text = decodeText(readFileBytes(file));
  if (text === null)
    throw new UsageError(`the accented letters of ${file} are unclear: save it as UTF-8`);
  return text;
}

function readFileBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

export async function* readFileChunks(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  try {
    for await (const chunk of stream.setEncoding('utf8')) yield chunk as string;
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
