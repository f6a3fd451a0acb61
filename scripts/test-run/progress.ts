// Follows the files of one test process by what it tells, and decides at its end which of them have a result and which must run again elsewhere.

import type { Event } from './events.ts';
import type { Shard } from './shards.ts';

export interface Failure {
  /** The test, with the suites around it; empty where it is the file. */
  test: string;
  text: string;
}

export interface FileResult {
  file: string;
  passed: number;
  skipped: number;
  /** Without any the file has passed. */
  failures: Failure[];
  durationMs: number;
}

export interface Progress {
  add(event: Event): void;
  /** The test that runs, for who has to say where a file hangs. */
  running(): string;
  /**
   * Closes the books of a process that has ended, by `cause` where it did not end well. Answers what is still to be run: after a file that
   * took its process with it the others, and each by itself where nobody knows which one it was.
   */
  end(cause: string | null): Shard[];
}

/** `onResult` gets a file's result as soon as it is known; the last one counts. */
export function followFiles(
  { name, files }: Shard,
  onResult: (result: FileResult) => void,
): Progress {
  const startedMs = performance.now();
  const results = new Map<string, FileResult>();
  let begun: { file: string; atMs: number } | null = null;
  let running = '';
  let stray: string | null = null;
  let told = emptyTold();

  const decide = (file: string, durationMs: number): void => {
    const result = { file, ...told, durationMs };
    told = emptyTold();
    // Where the next one has begun before this one's results are here, it goes on.
    if (begun?.file === file) begun = null;
    results.set(file, result);
    onResult(result);
  };
  const blame = (file: string, failure: Failure): void => {
    const before = results.get(file);
    told = before ?? told;
    told.failures = [...told.failures, failure];
    decide(file, before?.durationMs ?? performance.now() - (begun?.atMs ?? startedMs));
  };
  const undecided = (): string[] => files.filter((file) => !results.has(file));
  const alone = (some: readonly string[]): Shard[] => some.map((file) => ({ name, files: [file] }));

  return {
    add(event) {
      if (event.kind === 'begun') begun = { file: event.file, atMs: performance.now() };
      if (event.kind === 'running') running = event.name;
      if (event.kind === 'stray') stray = event.text;
      if (event.kind === 'test' && event.result === 'passed') told.passed += 1;
      if (event.kind === 'test' && event.result === 'skipped') told.skipped += 1;
      if (event.kind === 'test' && event.result === 'failed')
        told.failures.push({ test: event.name, text: event.text });
      // Told after the tests that it took along, and their cause.
      if (event.kind === 'broken') told.failures.unshift({ test: event.name, text: event.text });
      if (event.kind === 'ended') decide(event.file, event.durationMs);
      // A pattern of names may leave out all tests of a file, and then Node.js does not tell of it.
      if (event.kind === 'finished') for (const file of undecided()) decide(file, 0);
    },
    running: () => running,
    end(cause) {
      const left = undecided();
      const hasFailures = [...results.values()].some(({ failures }) => failures.length > 0);
      if (left.length === 0) {
        const text = stray ?? (hasFailures ? null : cause);
        if (text === null) return [];
        if (files.length > 1) return alone(files);
        blame(files[0]!, { test: '', text });
        return [];
      }
      const blamed = begun?.file ?? (files.length === 1 ? files[0]! : null);
      if (blamed === null) return alone(left);
      blame(blamed, { test: running, text: cause ?? 'its process ended before its last test' });
      const rest = left.filter((file) => file !== blamed);
      return rest.length === 0 ? [] : [{ name, files: rest }];
    },
  };
}

const emptyTold = (): Omit<FileResult, 'file' | 'durationMs'> => ({
  passed: 0,
  skipped: 0,
  failures: [],
});
