// Which binds should a node take, and which should it give up? Pure. A node alone takes all; with several each has its share, and what a node
// has too much of moves one bind at a time, because moving costs a moment without it.

import type { Slot, Standing } from './bind-store.ts';

/** A slot that nobody has taken for so long may be taken by a node that has its share already. */
const leftOverMs = 5_000;

export interface Moves {
  /** Free slots, the most wanted first. */
  take: Slot[];
  /** One that others should have; null: none. */
  giveUp: Slot | null;
}

/** `nodes`: how many live, this one included. */
export function planMoves(standings: readonly Standing[], node: number, nodes: number): Moves {
  const share = Math.ceil(standings.length / Math.max(1, nodes));
  const mine = standings.filter(({ owner }) => owner === node);
  const ofLink = new Map<string, number>();
  for (const { link } of mine) ofLink.set(link, (ofLink.get(link) ?? 0) + 1);
  const held = (link: string) => ofLink.get(link) ?? 0;
  const take: Slot[] = [];
  // From the link of which we have the fewest, so that each node reaches as many operators as it can.
  const free = standings.filter(({ owner }) => owner === null).toSorted((one, other) => held(one.link) - held(other.link));
  for (const slot of free) {
    if (mine.length + take.length >= share && slot.forMs < leftOverMs) continue;
    take.push({ link: slot.link, slot: slot.slot });
  }
  // Nobody takes what is free already: giving up more would help nobody.
  const isTooMany = mine.length > share && free.length === 0;
  const most = isTooMany ? mine.reduce((best, slot) => (held(slot.link) > held(best.link) ? slot : best)) : null;
  return { take, giveUp: most === null ? null : { link: most.link, slot: most.slot } };
}
