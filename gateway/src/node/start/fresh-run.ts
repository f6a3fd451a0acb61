// Ends this run of a node where another run mends what is wrong. Whoever supervises the node begins
// that one; where nobody does, this process becomes it: same number, terminal and words, nothing of
// its memory, connections and files.

import { startAgainExitCode } from '../../cli/errors.ts';
import { ownVariables } from '../config/config.ts';
import { environment } from '../../platform/environment.ts';

/** Counts, from one run to the next, those that followed each other at once. */
const countVariable = 'JOKKO_FRESH_RUN';
const runsMax = 5;
/** A run that lasted so long was a good one. */
const steadyMs = 60_000;
const pausesMs = [0, 1_000, 2_000, 5_000, 10_000];

type Variables = Readonly<Record<string, string | undefined>>;

/** What became of the process that the node runs in. */
interface Run {
  supervised: boolean;
  beganAt: number;
  count: number;
  /** What the next run is told besides. */
  variables: { [name: string]: string };
}

/** Absent: this process is no node alone, and is only ended. */
let present: Run | null = null;

/**
 * ms to wait before this run begins: none but for a fresh one that follows others closely.
 * `supervised`: as set; null: by the signs of it.
 */
export function beginRun(
  supervised: boolean | null,
  variables: Variables = ownVariables(),
): number {
  const count = Number(variables[countVariable] ?? 0);
  present = {
    supervised: supervised ?? looksSupervised(variables),
    beganAt: environment.monotonic(),
    count,
    variables: {},
  };
  return count === 0 ? 0 : pausesMs[Math.min(count, pausesMs.length) - 1]!;
}

/** A port that the system chose is kept by the next run. */
export const keepForNextRun = (variables: { [name: string]: string }): void =>
  void (present && Object.assign(present.variables, variables));

/**
 * Only what is certain counts: a node that is supervised and becomes its next run itself is no
 * worse for it, one that ends with nobody to begin it is gone. systemd names the process that it
 * began; INVOCATION_ID alone is inherited by every shell of a desktop.
 */
export function looksSupervised(variables: Variables): boolean {
  return (
    variables['SYSTEMD_EXEC_PID'] === String(process.pid) ||
    variables['KUBERNETES_SERVICE_HOST'] !== undefined ||
    // A program that began this one speaks to it over Node's own channel.
    process.send !== undefined
  );
}

/** What tells a run how it is counted. */
export const variablesOfRun = (count: number): { [name: string]: string } => ({
  [countVariable]: String(count),
});

/** How the next run is counted; null: there have been enough of them. */
export function nextCount(count: number, lastedMs: number): number | null {
  if (lastedMs >= steadyMs) return 1;
  return count < runsMax ? count + 1 : null;
}

const next = (): number | null =>
  present === null || present.supervised || process.execve === undefined
    ? null
    : nextCount(present.count, environment.monotonic() - present.beganAt);

/**
 * Whether `endRun` begins a fresh run in this process. It finds what this one has brought up, and
 * takes it over.
 */
export const freshRunFollows = (): boolean => next() !== null;

/** What `endRun` does about an end that a fresh run mends, for the sentence that says so. */
export const whatFollows = (): string =>
  freshRunFollows() ? 'a fresh run begins in this process' : 'start it again';

/** Never returns. */
export function endRun(exitCode: number): void {
  const count = exitCode === startAgainExitCode ? next() : null;
  if (count === null) process.exit(exitCode);
  process.execve!(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { ...ownVariables(), ...present!.variables, ...variablesOfRun(count) },
  );
}
