// Where are card number and CVC between the request and the acquirer? Only in the memory of the node that accepted them, for as long as
// the payer may take. They never reach the database, a log or a temporary file.

export interface Card {
  number: string;
  expireMonth: string;
  expireYear: string;
  cvc: string;
}

export interface CardVault {
  /** Keeps a card under a handle. */
  keep(handle: string, card: Card): void;
  read(handle: string): Card | null;
  /** Forgets a card; called when the operation has left for the acquirer or is final. */
  drop(handle: string): void;
}

/** The payer's window and a little more. */
const keptMs = 20 * 60_000;

export function createCardVault(): CardVault {
  const cards = new Map<string, { card: Card; timer: NodeJS.Timeout }>();
  const drop = (handle: string) => {
    const entry = cards.get(handle);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    cards.delete(handle);
  };
  return {
    keep(handle, card) {
      drop(handle);
      cards.set(handle, { card, timer: setTimeout(() => drop(handle), keptMs).unref() });
    },
    read: (handle) => cards.get(handle)?.card ?? null,
    drop,
  };
}
