// Defines the ways in which a command ends without its result, which the exit code tells apart.

/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and refused: exit code 1. */
export class Refusal extends Error {
  readonly exitCode: number = 1;
}

/** The code of sysexits.h: nothing is wrong that a new start does not mend. */
export const startAgainExitCode = 75;

/** A node that whoever supervises it is to start again: exit code 75. */
export class StartAgain extends Refusal {
  override readonly exitCode = startAgainExitCode;
}

/** The environment has errors; the usage of the command would not help. Exit code 2. */
export class ConfigurationError extends UsageError {}
