// What becomes of a statement that the database ends because it and another wait for each other? It did nothing, and runs again.

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
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMaxMs));
    }
  }
}
