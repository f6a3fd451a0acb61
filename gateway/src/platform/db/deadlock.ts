// Retries a statement that the database aborted because of a deadlock. It did nothing, so it runs
// again.

import { environment } from '../environment.ts';

const triesMax = 5;
const pauseMaxMs = 50;
const deadlockDetected = '40P01';

/** `run` is one statement, or one transaction. */
export async function againstDeadlock<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: string }).code !== deadlockDetected || tries >= triesMax) throw error;
      await environment.sleep(environment.random() * pauseMaxMs);
    }
  }
}
