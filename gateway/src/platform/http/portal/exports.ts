// Exports files of many rows without delaying payments: a piece at a time, few files per node at
// once and one per user, and between two pieces everything else has its turn.

import { Readable } from 'node:stream';
import { environment } from '../../environment.ts';
import { createLimiter } from '../../limiter.ts';

type Content = AsyncIterable<Buffer | string>;

/** Files of which a piece is being made at the same moment. */
const atOnce = 2;
/**
 * The headings, and what came of the first read: what cannot be read is said before the answer
 * begins.
 */
const piecesFirst = 2;

export interface Exports {
  /** Null: this user's last file is still on its way. Throws what the first rows throw. */
  begin(userId: number, content: Content): Promise<Readable | null>;
}

export function createExports(): Exports {
  const busy = new Set<number>();
  const limiter = createLimiter(atOnce);

  async function* rest(first: (Buffer | string)[], source: AsyncIterator<Buffer | string>) {
    yield* first;
    for (;;) {
      const piece = await limiter.take(() => source.next());
      if (piece.done === true) return;
      yield piece.value;
      await environment.othersTurn();
    }
  }

  return {
    async begin(userId, content) {
      if (busy.has(userId)) return null;
      busy.add(userId);
      const source = content[Symbol.asyncIterator]();
      const first: (Buffer | string)[] = [];
      try {
        while (first.length < piecesFirst) {
          const piece = await limiter.take(() => source.next());
          if (piece.done === true) break;
          first.push(piece.value);
        }
      } catch (error) {
        busy.delete(userId);
        throw error;
      }
      const file = Readable.from(rest(first, source));
      // However it ends, even if it is never read.
      file.once('close', () => {
        busy.delete(userId);
        void Promise.resolve(source.return?.()).catch(() => undefined);
      });
      return file;
    },
  };
}
