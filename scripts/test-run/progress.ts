// Follows the files of one test process by what it tells, and decides at its end which of them have
// a result and which must run again elsewhere.

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
  hasFailures(): boolean;
  /**
   * Closes the books of a process that has ended, by `cause` where it did not end well. Answers
   * what is still to be run: after a file that took its process with it the others, and each by
   * itself that may have been it.
   */
  end(cause: string | null): Rest;
}

export interface Rest {
  shards: Shard[];
  /** Why a process ended of which no file is blamed; null where there is nothing to tell. */
  unexplained: string | null;
}

interface FollowOptions {
  /** A pattern chooses among the tests: a file may have none of them. */
  mayBeEmpty: boolean;
  /** Gets a file's result as soon as it is known; the last one counts. */
  onResult(result: FileResult): void;
}

export function followFiles(shard: Shard, { mayBeEmpty, onResult }: FollowOptions): Progress {
  const { files } = shard;
  const startedMs = performance.now();
  const results = new Map<string, FileResult>();
  let begun: { file: string; atMs: number } | null = null;
  let running = '';
  let stray: string | null = null;
  let told = emptyTold();

  const decide = (file: string, durationMs: number): void => {
    const result = { file, ...told, durationMs };
    told = emptyTold();
    if (!hasTests(result) && !mayBeEmpty) result.failures = [noTest];
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
  const endWithoutBlame = (text: string | null, suspects: readonly string[]): Rest => {
    if (text === null) return { shards: [], unexplained: null };
    if (files.length > 1) return { shards: alone(shard, suspects), unexplained: text };
    blame(files[0]!, { test: '', text });
    return { shards: [], unexplained: null };
  };

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
      if (event.kind === 'ended') {
        if (files.includes(event.file)) decide(event.file, event.durationMs);
        else stray = `a test was registered outside of its file: ${event.file}`;
      }
      // A pattern of names may leave out all tests of a file, and then Node.js does not tell of it.
      if (event.kind === 'finished') for (const file of undecided()) decide(file, 0);
    },
    running: () => running,
    hasFailures: () => [...results.values()].some(hasFailed),
    end(cause) {
      if (undecided().length === 0) return endWithoutBlame(stray ?? cause, files);
      const text = cause ?? 'its process ended before its last test';
      const blamed = begun?.file ?? (files.length === 1 ? files[0]! : null);
      if (blamed === null) return endWithoutBlame(text, undecided());
      blame(blamed, { test: running, text });
      return { shards: restAfter(shard, blamed, undecided()), unexplained: null };
    },
  };
}

const alone = ({ name }: Shard, files: readonly string[]): Shard[] =>
  files.map((file) => ({ name, files: [file] }));

/**
 * What is run when a file has ended its process: the files that were not decided, and by itself
 * what may have done it instead. The file before the blamed one may have left what ended the
 * process later; the last words of those before it may still have been under way.
 */
function restAfter(shard: Shard, blamed: string, undecided: readonly string[]): Shard[] {
  const before = shard.files.slice(0, shard.files.indexOf(blamed));
  const suspects = [
    ...new Set([...before.filter((file) => undecided.includes(file)), ...before.slice(-1)]),
  ];
  const rest = undecided.filter((file) => !suspects.includes(file));
  const others = rest.length === 0 ? [] : [{ name: shard.name, files: rest }];
  return [...alone(shard, suspects), ...others];
}

const noTest: Failure = {
  test: '',
  text: 'no test of it ran: it has none, or another file of its process has an `only`',
};

const emptyTold = (): Omit<FileResult, 'file' | 'durationMs'> => ({
  passed: 0,
  skipped: 0,
  failures: [],
});

export const hasFailed = ({ failures }: FileResult): boolean => failures.length > 0;

export const hasTests = ({ passed, skipped, failures }: FileResult): boolean =>
  passed + skipped + failures.length > 0;
