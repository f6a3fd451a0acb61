// How long do commands of the money path wait for their commit?

import { createCommitWait } from '../../db/commit-wait.ts';
import type { Writer } from './writer.ts';

export interface WatchedWriter {
  /** The same writer, watched. */
  writer: Writer;
  /** In ms (db/commit-wait.ts). */
  waitMs(): number;
}

/** `now` in ms, of a clock that never goes back. */
export function watchCommits(writer: Writer, now?: () => number): WatchedWriter {
  const wait = createCommitWait(now);
  return {
    writer: {
      open: (command) => wait.watch(writer.open(command)),
      advance: (command) => wait.watch(writer.advance(command)),
      get waiting() {
        return writer.waiting;
      },
      close: () => writer.close(),
    },
    waitMs: wait.waitMs,
  };
}
