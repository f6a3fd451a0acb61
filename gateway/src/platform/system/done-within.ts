// Waits for work no longer than it may take.

import { environment } from '../environment.ts';

/** False when the work is not done by then; it goes on. */
export async function doneWithin(waitMaxMs: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = environment.startTimer(() => resolve(false), waitMaxMs);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    environment.stopTimer(timer);
  }
}
