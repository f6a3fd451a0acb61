// Runs threads beside the main one, all with the same code. A thread that ends is replaced at once;
// one that keeps ending is started again after a pause.

import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { environment } from '../environment.ts';
import { openLink, type Link } from './link.ts';

/** A thread sends this once it can be given work. */
export const readyChannel = 'ready';
/** A thread that lived shorter than this is not replaced before `pauseMs` are over. */
const shortLifeMs = 5_000;
const pauseMs = 1_000;
const memoryMb = 512;

export interface Thread {
  /** From 1; a replacement has the number of the thread that it replaces. */
  readonly number: number;
  readonly link: Link;
  /** For how long its event loop has been busy, ms. */
  busyMs(): number;
  /** Ends it as an error would. */
  end(): void;
}

export interface ThreadDeps {
  /** The file that a thread runs. */
  entry: URL;
  count: number;
  /** What a thread is given; cloned. */
  data(number: number): unknown;
  /** Called before the thread runs: whatever is received from it is bound here. */
  onStart(thread: Thread): void;
  /** It can be given work. */
  onReady(thread: Thread): void;
  /** It has ended and answers nothing more. */
  onEnd(thread: Thread): void;
  /** It has ended though nobody wanted it to. */
  onFailure?(thread: Thread): void;
  log: Pick<Log, 'error'>;
}

export interface Follower {
  /** Also for each thread that is ready when it begins to follow. */
  ready(thread: Thread): void;
  ended(thread: Thread): void;
}

export interface Threads {
  /** Tells what becomes of threads from now on. */
  follow(follower: Follower): void;
  /** Those that can be given work. */
  readonly ready: readonly Thread[];
  /** How many have been replaced. */
  readonly replaced: number;
  close(): Promise<void>;
}

/** Resolves when all are ready. */
export async function startThreads(deps: ThreadDeps): Promise<Threads> {
  const state: State = {
    ready: new Map(),
    workers: new Map(),
    followers: [],
    closing: false,
    replaced: 0,
  };
  const numbers = Array.from({ length: deps.count }, (_, index) => index + 1);
  await Promise.all(
    numbers.map(
      (number) => new Promise<void>((resolve) => keepRunning(deps, state, number, resolve)),
    ),
  );
  return {
    follow(follower) {
      state.followers.push(follower);
      for (const thread of state.ready.values()) follower.ready(thread);
    },
    get ready() {
      return [...state.ready.values()];
    },
    get replaced() {
      return state.replaced;
    },
    async close() {
      state.closing = true;
      await Promise.all([...state.workers.values()].map((worker) => worker.terminate()));
    },
  };
}

interface State {
  ready: Map<number, Thread>;
  workers: Map<number, Worker>;
  followers: Follower[];
  closing: boolean;
  replaced: number;
}

/** `onReady`: it is ready, for the first time or again. */
function keepRunning(deps: ThreadDeps, state: State, number: number, onReady: () => void): void {
  if (state.closing) return;
  const startedAt = environment.monotonic();
  const worker = new Worker(deps.entry, {
    workerData: deps.data(number),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    name: `jokko-${number}`,
  });
  const thread = threadOf(worker, number);
  state.workers.set(number, worker);
  deps.onStart(thread);
  thread.link.receive(readyChannel, () => {
    state.ready.set(number, thread);
    deps.onReady(thread);
    for (const follower of state.followers) follower.ready(thread);
    onReady();
  });
  worker.on('error', (error) =>
    deps.log.error({ thread: number, reason: String(error) }, 'a thread failed'),
  );
  worker.once('exit', () => {
    state.workers.delete(number);
    const wasReady = state.ready.delete(number);
    deps.onEnd(thread);
    if (wasReady) for (const follower of state.followers) follower.ended(thread);
    if (state.closing) return;
    state.replaced++;
    deps.onFailure?.(thread);
    deps.log.error({ thread: number }, 'a thread ended and is replaced');
    const again = (): void => keepRunning(deps, state, number, onReady);
    if (environment.monotonic() - startedAt > shortLifeMs) again();
    else environment.startTimer(again, pauseMs).unref();
  });
}

function threadOf(worker: Worker, number: number): Thread {
  return {
    number,
    link: openLink(worker),
    busyMs: () => worker.performance.eventLoopUtilization().active,
    end: () => void worker.terminate(),
  };
}
