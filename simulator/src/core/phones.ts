// Phones that somebody holds, in memory: a simulator that starts again is told anew within seconds.

import type { Operation } from './operation.ts';

export interface Phones {
  /** `holder` has the phone (digits with the country) for the next `heldForMs`. */
  hold(phone: string, holder: string): void;
  /** Who has the phone of a party that a protocol names. */
  holdersOf(party: string): string[];
  /** What is asked on phones, and by whom it may be answered. */
  readonly asked: Map<Operation, Set<string>>;
}

/** A page says so every few seconds. */
const heldForMs = 10_000;
/** Whoever holds a phone knows it; every other PIN is wrong. */
export const phonePin = '1234';
/** Shorter numbers are those of tests and short codes. */
const nationalDigitsMin = 8;

export function createPhones(nowMs: () => number): Phones {
  const heldUntilMs = new Map<string, Map<string, number>>();
  return {
    asked: new Map(),
    hold(phone, holder) {
      for (const [other, holders] of heldUntilMs) {
        for (const [name, untilMs] of holders) if (untilMs <= nowMs()) holders.delete(name);
        if (holders.size === 0) heldUntilMs.delete(other);
      }
      const holders = heldUntilMs.get(phone) ?? new Map<string, number>();
      heldUntilMs.set(phone, holders.set(holder, nowMs() + heldForMs));
    },
    holdersOf: (party) =>
      [...heldUntilMs]
        .filter(([phone]) => isNumberOf(phone, party))
        .flatMap(([, holders]) => [...holders])
        .filter(([, untilMs]) => untilMs > nowMs())
        .map(([holder]) => holder),
  };
}

/** Protocols write a number with a plus, without, or without its country. */
export function isNumberOf(phone: string, party: string): boolean {
  const digits = party.replace(/^\+/, '');
  return digits.length >= nationalDigitsMin && phone.endsWith(digits);
}
