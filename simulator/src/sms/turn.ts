// Groups the work of one turn of the event loop. What was recorded becomes one write to the book,
// and everything outgoing leaves after that write, as one packet for each connection.

import type { Book } from '../core/book.ts';

export interface Turn {
  /** Adds a line (with its newline) to the book. */
  record(line: string): void;
  /**
   * At the end of this turn `seal` is called; what it answers runs once everything recorded until
   * then is in the book.
   */
  atEnd(seal: () => () => void): void;
  /** Resolves once everything recorded so far is in the book. */
  settled(): Promise<void>;
  /** Ends the turn now and waits for the book. */
  close(): Promise<void>;
}

export function createTurn(book: Book): Turn {
  let text = '';
  let sealers: (() => () => void)[] = [];
  let armed: NodeJS.Immediate | null = null;

  function arm(): void {
    armed ??= setImmediate(end);
  }
  function end(): void {
    armed = null;
    const releases = sealers.map((seal) => seal());
    sealers = [];
    const durable = text === '' ? book.settled() : book.append(text).durable;
    text = '';
    if (releases.length > 0) void durable.then(() => releases.forEach((release) => release()));
  }
  async function settled(): Promise<void> {
    if (armed !== null) {
      clearImmediate(armed);
      end();
    }
    await book.settled();
  }
  return {
    record(line) {
      text += line;
      arm();
    },
    atEnd(seal) {
      sealers.push(seal);
      arm();
    },
    settled,
    close: settled,
  };
}
