// Queue of leased parts that have not been sent yet: first in, first out. Also measures how long
// the first has been waiting without any progress.

import type { Sending } from './sending.ts';

export interface Outgoing {
  sending: Sending;
  part: number;
}

export interface PartQueue {
  push(outgoing: Outgoing): void;
  next(): Outgoing | null;
  /** Empties it. */
  takeAll(): Outgoing[];
  readonly length: number;
  /** For how long nothing has left although something waits, ms. */
  readonly stalledMs: number;
}

/** `uptime`: ms. */
export function createPartQueue(uptime: () => number): PartQueue {
  let parts: Outgoing[] = [];
  let head = 0;
  let movedAt = uptime();
  const takeAll = (): Outgoing[] => {
    const taken = parts.slice(head);
    parts = [];
    head = 0;
    return taken;
  };
  return {
    push(outgoing) {
      if (parts.length === 0) movedAt = uptime();
      parts.push(outgoing);
    },
    next() {
      const outgoing = parts[head];
      if (outgoing === undefined) return null;
      head++;
      movedAt = uptime();
      if (head === parts.length) takeAll();
      return outgoing;
    },
    takeAll,
    get length() {
      return parts.length - head;
    },
    get stalledMs() {
      return parts.length === 0 ? 0 : uptime() - movedAt;
    },
  };
}
