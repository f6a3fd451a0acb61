// Runs test files in a few processes. A file that fails, hangs or takes its process with it is run
// again by itself, after all others: what passes then is flaky, what never passes has failed. A run
// in which too many files fail at first is broken, and ends there.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { killByDirectory } from './processes.ts';
import { hasFailed, hasTests, type Failure, type FileResult } from './progress.ts';
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
  /** The last result of each file. */
  results: ReadonlyMap<string, FileResult>;
  /** Files that passed after they had failed, with what they said first. */
  flaky: readonly Flaky[];
  /** Too many files failed at first: nothing was run again, and some not at all. */
  isBroken: boolean;
}

export interface Flaky {
  /** Or the files of a process, of which one may have ended it. */
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
  const flaky: Flaky[] = [...first.unexplained];
  for (const [file, failures] of first.failed) {
    const tries = hasFailed(results.get(file)!) ? await runAgain(file, options, results) : 2;
    if (tries !== null) flaky.push({ file, failures, tries });
  }
  return { filesCount, results, flaky, isBroken: false };
}

interface FirstTry {
  /**
   * What each file said when it failed for the first time. Some have passed since, beside nobody.
   */
  failed: Map<string, readonly Failure[]>;
  /** Processes that ended badly of which every file has passed by itself. */
  unexplained: Flaky[];
}

/** The first try of all files. */
async function runAll(
  options: RunOptions,
  filesCount: number,
  results: Map<string, FileResult>,
): Promise<FirstTry | 'broken'> {
  const breaking = new AbortController();
  const failed = new Map<string, readonly Failure[]>();
  const ended: { files: readonly string[]; flaky: Flaky }[] = [];
  const run: StageOptions = {
    ...options,
    stop: AbortSignal.any([options.stop, breaking.signal]),
    onResult(result) {
      const { file, failures } = result;
      results.set(file, result);
      if (hasFailed(result) && !failed.has(file)) failed.set(file, failures);
      options.onResult(result, 1);
      if (failed.size > filesCount * failingMaxShare) breaking.abort();
    },
    onUnexplained({ name, files }, text) {
      const file = `one of the ${files.length} files of ${name}`;
      ended.push({ files, flaky: { file, failures: [{ test: '', text }], tries: 2 } });
    },
  };
  for (const stage of options.stages) await runStage(stage, options.processesMax, run);
  if (breaking.signal.aborted) return 'broken';
  const isExplained = (files: readonly string[]): boolean =>
    files.some((file) => hasFailed(results.get(file)!));
  const unexplained = ended.filter(({ files }) => !isExplained(files)).map(({ flaky }) => flaky);
  return { failed, unexplained };
}

interface StageOptions extends ProcessOptions {
  /** A process ended badly, and nobody knows which of its files it was. */
  onUnexplained(shard: Shard, text: string): void;
}

async function runStage(
  stage: readonly Shard[],
  processesMax: number,
  options: StageOptions,
): Promise<void> {
  const waiting = [...stage];
  const work = async (): Promise<void> => {
    for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift()) {
      if (options.stop.aborted) return;
      const { shards, unexplained } = await runProcess(shard, options);
      if (unexplained !== null) options.onUnexplained(shard, unexplained);
      waiting.push(...shards);
    }
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

/** Whether every file has passed, at whichever try; a run without tests has not. */
export const hasPassed = ({ filesCount, results }: Outcome): boolean =>
  results.size === filesCount &&
  [...results.values()].some(hasTests) &&
  ![...results.values()].some(hasFailed);
