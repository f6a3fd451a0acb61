// Measures whether a regular expression takes more than linear time on texts that are made for it.

import { findPumps, type Pump } from './pump.ts';

/** Rising, so that one that takes exponential time is found before it takes for ever. */
const lengths = [20, 26, 400, 3_000];
/**
 * A linear one takes some hundredths of a millisecond for 3,000 characters, a quadratic one up to
 * ten.
 */
const suspectMs = 0.2;
/**
 * A suspect is confirmed with a longer text: there a linear one takes below a millisecond, a
 * quadratic one 50 to 500.
 */
const confirmLength = 30_000;
const slowMs = 20;
/** A pause of the machine is no step of the expression. */
const tries = 3;

/** The text on which it is slow; null where none is found. */
export function findSlowText(pattern: string, flags: string): Pump | null {
  const expression = new RegExp(pattern, flags);
  return findPumps(pattern, flags).find((pump) => isSlow(expression, pump)) ?? null;
}

function isSlow(expression: RegExp, pump: Pump): boolean {
  for (const length of lengths) {
    const text = textOf(pump, length);
    if (takenMs(expression, text) > slowMs) return takenMs(expression, text) > slowMs;
  }
  const long = textOf(pump, lengths.at(-1)!);
  if (!isAlwaysAbove(suspectMs, expression, long)) return false;
  return isAlwaysAbove(slowMs, expression, textOf(pump, confirmLength));
}

const textOf = ({ start, unit, end }: Pump, length: number): string =>
  start + unit.repeat(Math.ceil(length / unit.length)) + end;

const isAlwaysAbove = (ms: number, expression: RegExp, text: string): boolean =>
  Array.from({ length: tries }).every(() => takenMs(expression, text) > ms);

function takenMs(expression: RegExp, text: string): number {
  const startedMs = performance.now();
  // With `g` all matches, as matchAll, replaceAll and split look for them; else the first.
  text.replace(expression, '');
  return performance.now() - startedMs;
}
