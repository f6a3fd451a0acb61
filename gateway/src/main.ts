// The program `jokko`: runs the command that its words name. Exit codes: 0 success, 1 refused or
// failed, 2 invalid command line, 75 to be started again.

import type { Streams } from './cli/output.ts';
import { run } from './cli/run.ts';
import { contextOpener } from './node/commands/command-context.ts';
import { nouns } from './node/commands/command-list.ts';
import { withMaskedAddresses } from './platform/masked-address.ts';

const ownStreams: Streams = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/**
 * Does what the words after `jokko` say and returns the exit code; a fault of ours is reported with
 * its stack. Never throws.
 */
export async function runProgram(args: string[], streams = ownStreams): Promise<number> {
  try {
    return await run(args, streams, { nouns, opener: contextOpener });
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    streams.err(`${withMaskedAddresses(fault)}\n`);
    return 1;
  }
}

// bin/jokko.mjs starts the program in half the time, with what was compiled before.
if (import.meta.main) process.exitCode = await runProgram(process.argv.slice(2));
