// Runs the doctor for a user who waits at a page: one round at a time, in the background; the last
// finding stays.

import type { Diagnosis } from './diagnosis.ts';

export interface DoctorRounds {
  /** Begins a round unless one is under way. */
  begin(): void;
  readonly running: boolean;
  /** The last finding on this node; without a diagnosis when it could not be made. */
  readonly last: { at: Date; diagnosis: Diagnosis | null } | null;
}

export function createDoctorRounds(
  run: () => Promise<Diagnosis>,
  onError: (error: unknown) => void,
  /** On the database's clock, ms. */
  now: () => number,
): DoctorRounds {
  let running = false;
  let last: DoctorRounds['last'] = null;
  const round = async (): Promise<void> => {
    try {
      last = { at: new Date(now()), diagnosis: await run() };
    } catch (error) {
      last = { at: new Date(now()), diagnosis: null };
      onError(error);
    } finally {
      running = false;
    }
  };
  return {
    begin() {
      if (running) return;
      running = true;
      void round();
    },
    get running() {
      return running;
    },
    get last() {
      return last;
    },
  };
}
