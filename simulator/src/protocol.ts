// Interface of a provider's protocol: how it takes calls, what it tells afterwards, and how it
// names what it did. All protocols share one engine and one book.

import type { Book } from './core/book.ts';
import type { Announcement } from './core/parts.ts';
import type { Clock } from './core/clock.ts';
import type { Engine } from './core/engine.ts';
import type { Line } from './core/operation.ts';
import type { Notice, Notices } from './core/notices.ts';
import type { Store } from './core/store.ts';
import type { Exchange } from './http/exchange.ts';
import type { Settings } from './settings.ts';

export interface ProtocolDeps {
  engine: Engine;
  store: Store;
  /** For statements. */
  book: Book;
  clock: Clock;
  /** For notices that no operation causes; those of operations are made by `notice`. */
  notices: Notices;
  settings: Settings;
  /** Leaves the caller without an answer. */
  hold: (exchange: Exchange) => void;
  /** Base address of links to pages of this process. */
  pageBase: () => string;
  /** Virtual ms. */
  nowMs: () => number;
}

export interface Protocol {
  /** As it stands in the book. */
  readonly name: string;
  /**
   * Calls below these paths are its own, for example `/gsma/v1.2/mm`; without a slash at the end.
   */
  readonly bases: readonly string[];
  /** `path` is that of the exchange: what follows the base. It begins with a slash. */
  handle(exchange: Exchange, base: string, path: string): Promise<void> | void;
  /** HTTP 503 in its own words. */
  unavailable(exchange: Exchange): void;
  /** HTTP 408 in its own words; without it, in those of a gateway before it. */
  timedOut?(exchange: Exchange): void;
  /** What it tells about a result; null: it tells nothing. */
  notice(announcement: Announcement): Notice | null;
  /** Its own id of an operation, as its statements show it. */
  idOf(line: Pick<Line, 'seq'>): string;
}
