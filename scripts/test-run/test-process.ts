// Runs some test files in one process, one after the other.

import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { eventsDescriptor, type Event } from './events.ts';
import { killGroup } from './processes.ts';
import { followFiles, type FileResult, type Progress, type Rest } from './progress.ts';
import type { Shard } from './shards.ts';

export interface ProcessOptions {
  /** What the files' paths start from, and where the process works. */
  root: string;
  /** For temporary files. */
  directory: string;
  /** Words for Node.js, such as `--test-name-pattern=refund`. */
  words: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** A file that has not ended by then hangs; its process is killed. */
  fileMaxMs(file: string): number;
  /** Kills the process; no file is blamed. */
  stop: AbortSignal;
  /** Called for each file as soon as its result is known; the last one counts. */
  onResult(result: FileResult): void;
  /** Hears what the process tells while it runs. */
  onEvent?(event: Event): void;
}

const reporter = new URL('reporter.ts', import.meta.url).href;
const timeKeeper = new URL('process-time.ts', import.meta.url).href;
/** So much of what the process printed last is shown when it dies. */
const outputMaxChars = 4_000;

/** Words that choose among the tests: a file may have none of those. */
const choosesTests = /^--test-(name-pattern|skip-pattern|only)/;

/** Answers what is still to be run, in processes of its own. */
export async function runProcess(shard: Shard, options: ProcessOptions): Promise<Rest> {
  const progress = followFiles(shard, {
    mayBeEmpty: options.words.some((word) => choosesTests.test(word)),
    onResult: options.onResult,
  });
  const child = start(shard, options);
  const output = keepOutput(child);
  const watch = watchTime(child, shard, progress, options);
  const kill = (): void => killGroup(child);
  options.stop.addEventListener('abort', kill);

  const heard = hearEvents(child.stdio[eventsDescriptor] as Readable, (event) => {
    progress.add(event);
    options.onEvent?.(event);
    if (event.kind === 'begun') watch.restart(event.file);
  });
  const end = await endOf(child);
  watch.stop();
  options.stop.removeEventListener('abort', kill);
  // What its tests have started, and not ended.
  kill();
  await heard;
  if (options.stop.aborted) return { shards: [], unexplained: null };
  // Node.js says by it that a test has failed.
  const isOfFailures = end === endedWith(1) && progress.hasFailures();
  const cause = watch.hang() ?? (isOfFailures ? null : end);
  return progress.end(cause === null ? null : `${cause}\n${output()}`.trimEnd());
}

/** Resolves when all was told. A line that was cut, as by a kill, tells nothing. */
async function hearEvents(pipe: Readable, onEvent: (event: Event) => void): Promise<void> {
  let begun = '';
  for await (const text of pipe.setEncoding('utf8')) {
    // Not by `readline`, which ends lines at more characters than JSON escapes.
    const lines = (begun + String(text)).split('\n');
    begun = lines.pop()!;
    for (const line of lines) {
      const event = eventOf(line);
      if (event !== null) onEvent(event);
    }
  }
}

function eventOf(line: string): Event | null {
  try {
    return JSON.parse(line) as Event;
  } catch {
    return null;
  }
}

function start(shard: Shard, { root, directory, words, environment }: ProcessOptions) {
  const { NODE_TEST_CONTEXT: _, ...inherited } = environment;
  return spawn(
    process.execPath,
    [
      // A process that mostly loads code collects garbage a third as often with room for it from
      // the start.
      '--min-semi-space-size=16',
      // What a file whose clean-up failed has left running would keep its process alive for ever.
      '--test-force-exit',
      `--test-reporter=${reporter}`,
      '--test-reporter-destination=stdout',
      ...words,
      writeLoader(shard, root, directory),
    ],
    {
      cwd: root,
      env: inherited,
      // The leader of a group, which ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  );
}

let loaders = 0;

/**
 * A file that loads the shard's test files, each in a suite of its own, so that the hooks of one do
 * not run for another; and one after the other: of two that wait for the same module, Node.js would
 * take the tests of one for the other's.
 */
function writeLoader({ name, files }: Shard, root: string, directory: string): string {
  const imports = files.map((file) => [file, pathToFileURL(join(root, file)).href]);
  const path = join(directory, `${name}-${(loaders += 1)}.mjs`);
  writeFileSync(
    path,
    `import { AsyncResource } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { giveTimeBack } from ${JSON.stringify(timeKeeper)};
let turn = Promise.resolve();
for (const [file, url] of ${JSON.stringify(imports, null, 2)})
  describe(file, async () => {
    before(() => void writeSync(${eventsDescriptor}, JSON.stringify({ kind: 'begun', file }) + '\\n'));
    turn = turn.catch(() => {}).then(AsyncResource.bind(() => import(url)));
    // After the hooks of the file.
    const atEnd = AsyncResource.bind(() => after(giveTimeBack));
    await turn;
    atEnd();
  });
`,
  );
  return path;
}

const endedWith = (code: number | null): string => `its process ended with ${code}`;

/** Null where it ended well. */
function endOf(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => {
      if (signal !== null) resolve(`its process died of ${signal}`);
      else resolve(code === 0 ? null : endedWith(code));
    });
  });
}

/** Kills a process whose file takes too long. `hang` tells which. */
function watchTime(
  child: ChildProcess,
  { files }: Shard,
  progress: Progress,
  { fileMaxMs }: ProcessOptions,
) {
  let hang: string | null = null;
  let timer: NodeJS.Timeout;
  const restart = (file: string): void => {
    clearTimeout(timer);
    const limitMs = fileMaxMs(file);
    timer = setTimeout(() => {
      hang = `did not end within ${limitMs / 1_000} s: ${progress.running()}`;
      killGroup(child);
    }, limitMs);
  };
  restart(files[0]!);
  return { restart, stop: () => clearTimeout(timer), hang: () => hang };
}

/** The last words of a process. */
function keepOutput(child: ChildProcess): () => string {
  let kept = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => (kept = (kept + text).slice(-outputMaxChars)));
  }
  return () => kept;
}
