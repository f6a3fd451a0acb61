// Runs test files in a few processes. A file that fails, hangs or takes its process with it is run again by itself, after all others: what passes
// then is flaky, what never passes has failed. A run in which too many files fail at first is broken, and ends there.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { killByDirectory } from './processes.ts';
import type { Failure, FileResult } from './progress.ts';
import type { Shard } from './shards.ts';
import { runProcess, type ProcessOptions } from './test-process.ts';

export interface RunOptions extends Omit<ProcessOptions, 'onResult'> {
  /** Run one after the other; the shards of a stage beside each other. */
  stages: readonly (readonly Shard[])[];
  /** At the same time. */
  processesMax: number;
  onResult(result: FileResult, tries: number): void;
}

export interface Outcome {
  filesCount: number;
  /** Of each file the last one. */
  results: ReadonlyMap<string, FileResult>;
  /** Files that passed after they had failed, with what they said first. */
  flaky: readonly Flaky[];
  /** Too many files failed at first: nothing was run again, and some not at all. */
  isBroken: boolean;
}

export interface Flaky {
  file: string;
  failures: readonly Failure[];
  /** At which it passed. */
  tries: number;
}

const triesMax = 3;
/** More of the files failing at first is no chance. */
const failingMaxShare = 0.1;

export async function runFiles(options: RunOptions): Promise<Outcome> {
  const filesCount = options.stages.flat().flatMap(({ files }) => files).length;
  const results = new Map<string, FileResult>();
  const first = await runAll(options, filesCount, results);
  if (first === 'broken') return { filesCount, results, flaky: [], isBroken: true };
  const flaky: Flaky[] = [];
  for (const { file, failures } of first) {
    const tries = await runAgain(file, options, results);
    if (tries !== null) flaky.push({ file, failures, tries });
  }
  return { filesCount, results, flaky, isBroken: false };
}

/** The first try of all files. Answers those that failed. */
async function runAll(
  options: RunOptions,
  filesCount: number,
  results: Map<string, FileResult>,
): Promise<FileResult[] | 'broken'> {
  const breaking = new AbortController();
  const failing = (): FileResult[] => [...results.values()].filter(hasFailed);
  const processOptions: ProcessOptions = {
    ...options,
    stop: AbortSignal.any([options.stop, breaking.signal]),
    onResult(result) {
      results.set(result.file, result);
      options.onResult(result, 1);
      if (failing().length > filesCount * failingMaxShare) breaking.abort();
    },
  };
  for (const stage of options.stages) await runStage(stage, options.processesMax, processOptions);
  return breaking.signal.aborted ? 'broken' : failing();
}

async function runStage(
  stage: readonly Shard[],
  processesMax: number,
  options: ProcessOptions,
): Promise<void> {
  const waiting = [...stage];
  const work = async (): Promise<void> => {
    for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift())
      if (!options.stop.aborted) waiting.push(...(await runProcess(shard, options)));
  };
  await Promise.all(Array.from({ length: processesMax }, work));
}

/** The tries of one file after its first. Answers at which it passed; null: at none. */
async function runAgain(
  file: string,
  options: RunOptions,
  results: Map<string, FileResult>,
): Promise<number | null> {
  for (let tries = 2; tries <= triesMax && !options.stop.aborted; tries++) {
    const directory = makeRoom(options.directory);
    await runProcess(
      { name: 'again', files: [file] },
      {
        ...options,
        directory,
        // What it shares with other files it finds as they found it.
        environment: { ...options.environment, TMPDIR: directory },
        onResult(result) {
          results.set(file, result);
          options.onResult(result, tries);
        },
      },
    );
    killByDirectory(directory);
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    if (!hasFailed(results.get(file)!)) return tries;
  }
  return null;
}

/** A directory that databases may enter, too, which run as another user where we are root. */
function makeRoom(parent: string): string {
  const directory = mkdtempSync(join(parent, 'again-'));
  chmodSync(directory, 0o1777);
  return directory;
}

export const hasFailed = ({ failures }: FileResult): boolean => failures.length > 0;

export const hasTests = ({ passed, skipped, failures }: FileResult): boolean =>
  passed + skipped + failures.length > 0;

/** Whether every file has passed, at whichever try; a run without tests has not. */
export const hasPassed = ({ filesCount, results }: Outcome): boolean =>
  results.size === filesCount &&
  [...results.values()].some(hasTests) &&
  ![...results.values()].some(hasFailed);
