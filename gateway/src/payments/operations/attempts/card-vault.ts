// Holds card number and CVC between the request and the acquirer, only in the memory of the node
// that accepted them, for as long as the payer may take. They never reach the database, a log or a
// temporary file. Held as bytes, which can be overwritten, and not as texts, which cannot.

import type { CardData } from '@jokko/contract';
import type { Operation } from '../model/operation.ts';
import { environment, type Timer } from '../../../platform/environment.ts';

/** Number and CVC are ASCII digits: the held bytes themselves, which are zero after `drop`. */
export interface HeldCard {
  number: Buffer;
  expireMonth: string;
  expireYear: string;
  cvc: Buffer;
}

export interface CardVault {
  /** Keeps a card under a handle. */
  keep(handle: string, card: CardData): void;
  read(handle: string): HeldCard | null;
  /**
   * Overwrites and forgets a card; called when the operation has left for the acquirer or is final.
   */
  drop(handle: string): void;
}

/** The payer's window and a little more. */
const keptMs = 20 * 60_000;

export function createCardVault(): CardVault {
  const cards = new Map<string, { card: HeldCard; timer: Timer }>();
  const drop = (handle: string) => {
    const entry = cards.get(handle);
    if (entry === undefined) return;
    environment.stopTimer(entry.timer);
    entry.card.number.fill(0);
    entry.card.cvc.fill(0);
    cards.delete(handle);
  };
  return {
    keep(handle, { number, cvc, expireMonth, expireYear }) {
      drop(handle);
      cards.set(handle, {
        card: { number: bytesOf(number), cvc: bytesOf(cvc), expireMonth, expireYear },
        timer: environment.startTimer(() => drop(handle), keptMs).unref(),
      });
    },
    read: (handle) => cards.get(handle)?.card ?? null,
    drop,
  };
}

/**
 * Drops the card once the acquirer has it or never will; while the outcome is unknown the same
 * bytes may have to be sent again, and while the payer's bank still has to recognise the payer they
 * follow in a step of their own.
 */
export function forgetCard(vault: CardVault, { terms, state }: Operation): void {
  const { challenge } = state;
  const isStillNeeded =
    state.state === 'READY' ||
    state.state === 'SENDING' ||
    state.state === 'UNKNOWN' ||
    (state.state === 'ACCEPTED' &&
      state.stage === 'payer' &&
      (challenge?.collect !== undefined || challenge?.post !== undefined));
  if (!isStillNeeded) vault.drop(terms.id);
}

/** Not from the pool that small Buffers share: what another one reads of it is never a card. */
function bytesOf(digits: string): Buffer {
  const bytes = Buffer.alloc(digits.length);
  bytes.write(digits, 'latin1');
  return bytes;
}
