// How do files of many rows leave without payments waiting for them? A piece at a time, few files of a node at once and one of a person, and
// between two pieces everything else has its turn.

import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';

type Content = AsyncIterable<Buffer | string>;

/** Files of which a piece is being made at the same moment. */
const atOnce = 2;
/** The headings, and what came of the first read: what cannot be read is said before the answer begins. */
const piecesFirst = 2;

export interface Exports {
  /** Null: this person's last file is still on its way. Throws what the first rows throw. */
  begin(personId: number, content: Content): Promise<Readable | null>;
}

export function createExports(): Exports {
  const busy = new Set<number>();
  const turns = createTurns(atOnce);

  async function* rest(first: (Buffer | string)[], source: AsyncIterator<Buffer | string>) {
    yield* first;
    for (;;) {
      const piece = await turns.take(() => source.next());
      if (piece.done === true) return;
      yield piece.value;
      await othersTurn();
    }
  }

  return {
    async begin(personId, content) {
      if (busy.has(personId)) return null;
      busy.add(personId);
      const source = content[Symbol.asyncIterator]();
      const first: (Buffer | string)[] = [];
      try {
        while (first.length < piecesFirst) {
          const piece = await turns.take(() => source.next());
          if (piece.done === true) break;
          first.push(piece.value);
        }
      } catch (error) {
        busy.delete(personId);
        throw error;
      }
      const file = Readable.from(rest(first, source));
      // However it ends, and even if nobody ever reads from it.
      file.once('close', () => {
        busy.delete(personId);
        void Promise.resolve(source.return?.()).catch(() => undefined);
      });
      return file;
    },
  };
}

/** At most `max` works at the same time; others wait in the order of their coming. */
function createTurns(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async take<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
