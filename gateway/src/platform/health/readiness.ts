// Readiness of a node: named checks. It is ready when none has a reason against it.

import { environment } from '../environment.ts';

export interface ReadinessCheck {
  name: string;
  /** Why the node is not ready; null: nothing speaks against it. */
  reason(): string | null | Promise<string | null>;
}

/** Who asks waits for a second at most. */
const answerMs = 800;

/** `name: reason` of each check that has one, or that does not answer in time. */
export async function reasonsNotReady(checks: readonly ReadinessCheck[]): Promise<string[]> {
  const late = environment
    .sleep(answerMs, { ref: false })
    .then(() => `no answer in ${answerMs} ms`);
  const reasons = await Promise.all(
    checks.map(async ({ name, reason }) => ({
      name,
      reason: await Promise.race([settled(reason), late]),
    })),
  );
  return reasons.flatMap(({ name, reason }) => (reason === null ? [] : [`${name}: ${reason}`]));
}

/** A check that fails is a reason too. */
async function settled(reason: ReadinessCheck['reason']): Promise<string | null> {
  try {
    return await reason();
  } catch (error) {
    return String(error);
  }
}
