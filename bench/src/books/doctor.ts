// Checks every invariant with the gateway's own check: runs `jokko doctor` on the database of the
// run.

import type { Stack } from '../stack/index.ts';

/** Returns what the doctor found; empty when it found nothing. */
export async function runDoctor(stack: Stack): Promise<string[]> {
  const { code, stdout, stderr } = await stack.cli(['doctor', '--json']);
  if (code === 0) return [];
  return [`jokko doctor (exit ${code}): ${(stdout + stderr).trim().slice(0, 2_000)}`];
}
