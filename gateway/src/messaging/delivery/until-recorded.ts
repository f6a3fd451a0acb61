// Retries the recording of something: as long as it takes while the database is unavailable, and
// no longer once the database reports that it will never accept it.

import { Undecided } from '../../platform/db/group-commit.ts';
import type { Command } from './command.ts';
import { environment } from '../../platform/environment.ts';

const pauseFirstMs = 250;
const pauseMaxMs = 5_000;
/** The same values meet the same error. */
const refusalsMax = 3;

interface Deadline {
  isOver(): boolean;
  /** Told of every failure. */
  onError(error: unknown): void;
}

/** Resolves once the command is recorded, in what of it can be stored. */
export function recordWith(
  recorder: { record(command: Command): Promise<void> },
  deadline: Deadline,
): (command: Command) => Promise<void> {
  return async (command) => {
    const outcome = await untilRecorded(() => recorder.record(command), deadline);
    if (outcome !== 'refused' || command.type !== 'answered') return;
    // What the operator answered cannot be stored: what became of the message is not known then.
    const unknown: Command = {
      ...command,
      newParts: [],
      messageOutcome: { to: 'UNKNOWN', reason: 'garbled_answer' },
    };
    await untilRecorded(() => recorder.record(unknown), deadline);
  };
}

/**
 * `refused`: the database, or our own code, refuses these very values. `given up`: the time limit
 * was over.
 */
async function untilRecorded(
  run: () => Promise<void>,
  { isOver, onError }: Deadline,
): Promise<'recorded' | 'refused' | 'given up'> {
  let refusals = 0;
  for (let pauseMs = pauseFirstMs; ; pauseMs = Math.min(pauseMaxMs, 2 * pauseMs)) {
    try {
      await run();
      return 'recorded';
    } catch (error) {
      onError(error);
      if (isPermanent(error) && ++refusals >= refusalsMax) return 'refused';
      if (isOver()) return 'given up';
      await environment.sleep(pauseMs);
    }
  }
}

/**
 * Data that cannot be stored (class 22), broken constraints (23, except a key taken concurrently),
 * limits (54), and faults of our own code.
 */
export function isPermanent(error: unknown): boolean {
  if (error instanceof Undecided || error instanceof RangeError || error instanceof TypeError)
    return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(22|23|54)[0-9A-Z]{3}$/.test(code) && code !== '23505';
}
