// Allocates binds among nodes: decides which ones a node should take and release. Pure. A single
// node takes all; with several each has its allocation, and a surplus moves one bind at a time,
// because during a move that bind is briefly missing.

import type { Slot, OwnedSlot } from './bind-store.ts';

/** A slot free for this long may be taken by a node that already has its share. */
const leftOverMs = 5_000;

export interface Moves {
  /** Free slots, the most wanted first. */
  take: Slot[];
  /** One that others should have; null: none. */
  giveUp: Slot | null;
}

/** `nodes`: how many live, this one included. */
export function planMoves(standings: readonly OwnedSlot[], node: number, nodes: number): Moves {
  const share = Math.ceil(standings.length / Math.max(1, nodes));
  const mine = standings.filter(({ owner }) => owner === node);
  const ofConnection = new Map<string, number>();
  for (const { connection } of mine)
    ofConnection.set(connection, (ofConnection.get(connection) ?? 0) + 1);
  const held = (connection: string) => ofConnection.get(connection) ?? 0;
  const take: Slot[] = [];
  // From the connection of which we have the fewest, so that each node reaches as many operators as
  // it can.
  const free = standings
    .filter(({ owner }) => owner === null)
    .toSorted((one, other) => held(one.connection) - held(other.connection));
  for (const slot of free) {
    if (mine.length + take.length >= share && slot.forMs < leftOverMs) continue;
    take.push({ connection: slot.connection, slot: slot.slot });
  }
  // There are free slots that no node takes: giving up more would not help.
  const isTooMany = mine.length > share && free.length === 0;
  const most = isTooMany
    ? mine.reduce((best, slot) => (held(slot.connection) > held(best.connection) ? slot : best))
    : null;
  return { take, giveUp: most === null ? null : { connection: most.connection, slot: most.slot } };
}
