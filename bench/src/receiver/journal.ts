// Journal of the callback receiver: for each transaction, how often it arrived, with which status,
// when first, and whether its hash was right. Kept in typed arrays, because a long run has
// hundreds of thousands of them and this process must stay cheap.

import { readFileSync, writeFileSync } from 'node:fs';

export interface CallbackJournal {
  /** Distinct transactions, in the order of their first callback. */
  transactionIds: Float64Array;
  /** Milliseconds since 1970 at which the first callback of each was complete. */
  arrivedMs: Float64Array;
  /** Statuses of the first callback of each: an index into `statuses`. */
  statusOf: Uint8Array;
  statuses: string[];
  /** Callbacks that came again for a transaction already seen. */
  duplicates: number;
  /** Among the duplicates, those whose status differed from the first. */
  conflicts: number;
  /**
   * Callbacks whose `sha256Hash` was not the expected one; 0 when no key was given to check with.
   */
  wrongHashes: number;
  /** Bodies without transaction id or status. */
  unreadable: number;
}

export interface CallbackRecorder {
  /** Distinct transactions so far. */
  readonly count: number;
  record(transactionId: number, status: string): void;
  addWrongHash(): void;
  addUnreadable(): void;
  write(file: string): void;
}

const firstCapacity = 1 << 16;

export function createRecorder(): CallbackRecorder {
  const indexOf = new Map<number, number>();
  let ids = new Float64Array(firstCapacity);
  let arrivals = new Float64Array(firstCapacity);
  let statusOf = new Uint8Array(firstCapacity);
  const statuses: string[] = [];
  const totals = { duplicates: 0, conflicts: 0, wrongHashes: 0, unreadable: 0 };

  function grow(): void {
    ids = enlarged(ids, new Float64Array(ids.length * 2));
    arrivals = enlarged(arrivals, new Float64Array(arrivals.length * 2));
    statusOf = enlarged(statusOf, new Uint8Array(statusOf.length * 2));
  }

  function statusIndex(status: string): number {
    const known = statuses.indexOf(status);
    return known >= 0 ? known : statuses.push(status) - 1;
  }

  return {
    get count() {
      return indexOf.size;
    },
    record(transactionId, status) {
      const statusNumber = statusIndex(status);
      const seen = indexOf.get(transactionId);
      if (seen !== undefined) {
        totals.duplicates++;
        if (statusOf[seen] !== statusNumber) totals.conflicts++;
        return;
      }
      const index = indexOf.size;
      if (index === ids.length) grow();
      indexOf.set(transactionId, index);
      ids[index] = transactionId;
      arrivals[index] = Date.now();
      statusOf[index] = statusNumber;
    },
    addWrongHash: () => totals.wrongHashes++,
    addUnreadable: () => totals.unreadable++,
    write(file) {
      const count = indexOf.size;
      const head = Buffer.from(JSON.stringify({ count, statuses, ...totals }));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(head.length);
      writeFileSync(
        file,
        Buffer.concat([
          length,
          head,
          bytesOf(ids, count),
          bytesOf(arrivals, count),
          bytesOf(statusOf, count),
        ]),
      );
    },
  };
}

function enlarged<A extends Float64Array | Uint8Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

function bytesOf(array: Float64Array | Uint8Array, count: number): Uint8Array {
  return new Uint8Array(array.buffer, 0, count * array.BYTES_PER_ELEMENT);
}

export function readCallbackJournal(file: string): CallbackJournal {
  const bytes = readFileSync(file);
  const headEnd = 4 + bytes.readUInt32LE(0);
  const { count, ...head } = JSON.parse(bytes.toString('utf8', 4, headEnd)) as Omit<
    CallbackJournal,
    'transactionIds' | 'arrivedMs' | 'statusOf'
  > & { count: number };
  const floats = (from: number) =>
    new Float64Array(new Uint8Array(bytes.subarray(from, from + count * 8)).buffer);
  const arrivalsStart = headEnd + count * 8;
  return {
    ...head,
    transactionIds: floats(headEnd),
    arrivedMs: floats(arrivalsStart),
    statusOf: new Uint8Array(bytes.subarray(arrivalsStart + count * 8)),
  };
}
