// Journal of the outcome of each request as one number: 0 not sent, -1 sent and not answered, -2
// refused, else the id that the answer gave. Written by the generator as raw 64-bit floats (ids
// are below 2^53) and read by the verifier of the books.

import { readFileSync, writeFileSync } from 'node:fs';

export const sentUnanswered = -1;
export const refused = -2;

export interface LoadJournal {
  /** What became of the request with this number. */
  set(number: number, what: number): void;
  write(file: string): void;
}

const firstCapacity = 1 << 16;

export function createJournal(firstNumber: number): LoadJournal {
  let entries = new Float64Array(firstCapacity);
  let length = 0;
  return {
    set(number, what) {
      const index = number - firstNumber;
      if (index >= entries.length) {
        const larger = new Float64Array(entries.length * 2);
        larger.set(entries);
        entries = larger;
      }
      entries[index] = what;
      if (index >= length) length = index + 1;
    },
    write(file) {
      writeFileSync(
        file,
        new Uint8Array(entries.buffer, 0, length * Float64Array.BYTES_PER_ELEMENT),
      );
    },
  };
}

/** Entry `i` belongs to the request with number `firstNumber + i`. */
export function readJournal(file: string): Float64Array {
  const bytes = readFileSync(file);
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return new Float64Array(copy.buffer);
}
