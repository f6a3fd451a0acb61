// How long do commands wait for their commit? One command at a time is watched from its submission on: the cost is next to nothing, and the
// queue is one, so each tells how the others fare.

import type { Writer } from './writer.ts';

export interface CommitWait {
  /** The same writer, watched. */
  writer: Writer;
  /** How long the last watched command has waited, or waits by now; 0 when nothing was submitted of late. In ms. */
  waitMs(): number;
}

/** A wait that ended longer ago says nothing of now. */
const memoryMs = 200;

/** `now` in ms, of a clock that never goes back. */
export function watchCommits(writer: Writer, now: () => number = () => performance.now()): CommitWait {
  let submittedAt: number | null = null;
  let last = { waitMs: 0, endedAt: Number.NEGATIVE_INFINITY };
  const watch = (committed: Promise<unknown>): void => {
    const from = now();
    submittedAt = from;
    const end = (): void => {
      submittedAt = null;
      last = { waitMs: now() - from, endedAt: now() };
    };
    committed.then(end, end);
  };
  return {
    writer: {
      open(command) {
        const committed = writer.open(command);
        if (submittedAt === null) watch(committed);
        return committed;
      },
      advance(command) {
        const committed = writer.advance(command);
        if (submittedAt === null) watch(committed);
        return committed;
      },
      get waiting() {
        return writer.waiting;
      },
      close: () => writer.close(),
    },
    waitMs() {
      const at = now();
      const before = at - last.endedAt <= memoryMs ? last.waitMs : 0;
      return submittedAt === null ? before : Math.max(before, at - submittedAt);
    },
  };
}
