// Shapes the JSON of the callback commands. Scripts read it, so two words of it stay: `lane` for a
// destination and `parked` for abandoned callbacks. Tables for users say "abandoned".

import type { CallbackState } from './select.ts';

type PrintedState = Exclude<CallbackState, 'abandoned'> | 'parked';

export function printCallback<Row extends { destination: string; state: CallbackState }>({
  destination: lane,
  state,
  ...row
}: Row): Omit<Row, 'destination' | 'state'> & { lane: string; state: PrintedState } {
  return { ...row, lane, state: state === 'abandoned' ? 'parked' : state };
}

export function printReplay<Row extends { abandoned: number }>({
  abandoned: parked,
  ...row
}: Row): Omit<Row, 'abandoned'> & { parked: number } {
  return { ...row, parked };
}

/** The state in a table. */
export const shownState = (state: PrintedState): CallbackState =>
  state === 'parked' ? 'abandoned' : state;
