// Dependencies of the steps of an operation's life: one book, one clock, one state, and a way to
// notify the gateway.

import type { Book } from './book.ts';
import type { Clock } from './clock.ts';
import type { Operation } from './operation.ts';
import type { Phones } from './phones.ts';
import type { Store } from './store.ts';
import type { Tokens } from './tokens.ts';

export interface Announcement {
  operation: Operation;
  callbackUrl: string;
  /** Sent without its proof of origin. */
  forged: boolean;
}

export interface Parts {
  book: Book;
  clock: Clock;
  store: Store;
  tokens: Tokens;
  phones: Phones;
  answer: 'sync' | 'async';
  /** Time from acceptance to the usual result. */
  delayMs: number;
  /** Sends a notice; resolves after the first attempt. */
  announce(announcement: Announcement): Promise<void>;
}
