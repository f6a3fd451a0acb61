// What goes wrong in a seed: each kind of fault is on or off, at a rate of its own, until
// everything is healed.

import type { Chance } from './chance.ts';
import type { LinkFault } from './link.ts';

export interface FaultPlan {
  nodes: 1 | 2 | 3;
  /** Payments that clients want. */
  payments: number;
  /** How long clients begin new ones, ms. */
  businessMs: number;
  /** 0 to 1. */
  providerTrouble: number;
  receiverTrouble: number;
  /** Share of the bursts of a connection that are spoilt, by fault. */
  link: { [fault in LinkFault]: number };
  /** Within the time of business. */
  kills: number;
  freezes: number;
  cuts: number;
  databaseRestarts: number;
  /** When a backup is taken, and when the database is put back to it; null: never. */
  restore: { savedAtMs: number; restoredAtMs: number } | null;
  /**
   * The share of bursts of several statements that runs one by one, so that others come between.
   */
  stepwise: number;
  /** ms that each node's clock is ahead, and what is added to it at a moment. */
  skewMs: readonly number[];
  clockJumps: number;
}

/** ms. */
export const freezeMs = [1_000, 90_000] as const;
export const cutMs = [500, 60_000] as const;
/** A dead node comes back after this. */
export const restartMs = [500, 50_000] as const;

/** All is healed so long after the last client has begun. */
export const healAfterMs = 45_000;

const minuteMs = 60_000;

function restoreWithin(chance: Chance, businessMs: number): FaultPlan['restore'] {
  const savedAtMs = chance.between(1, businessMs / 2);
  return { savedAtMs, restoredAtMs: chance.between(savedAtMs + 1_000, businessMs) };
}

/** `calm`: nothing goes wrong. */
export function planFaults(chance: Chance, calm: boolean): FaultPlan {
  const on = (value: number, share = 0.5): number => (!calm && chance.is(share) ? value : 0);
  const rate = (): number => 10 ** -(1 + 2 * chance.next());
  const businessMs = chance.between(10, 90) * 1_000;
  const nodes = chance.pick([1, 2, 2, 3] as const);
  return {
    nodes: calm ? 1 : nodes,
    payments: calm ? 10 : chance.between(8, 22),
    businessMs,
    providerTrouble: on(chance.next(), 0.8),
    receiverTrouble: on(chance.next()),
    link: {
      'break before': on(rate()),
      'break after': on(rate()),
      late: on(rate()),
      silence: on(rate() / 2, 0.25),
    },
    kills: on(chance.between(1, 3)),
    freezes: on(chance.between(1, 3)),
    cuts: on(chance.between(1, 2), 0.3),
    databaseRestarts: on(1, 0.2),
    restore: on(1, 0.12) === 0 ? null : restoreWithin(chance, businessMs),
    stepwise: 0.15,
    skewMs: [0, 1, 2].map(() => on(chance.pick([-20, -5, -0.01, 0.01, 5, 20]) * minuteMs, 0.3)),
    clockJumps: on(1, 0.2),
  };
}
