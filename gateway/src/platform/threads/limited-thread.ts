// Asks a thread that reads what others have sent: a hostile file costs that thread, not the node.
// Its memory and the time in which it works are limited, and so are the threads that are open at once.

import { Worker } from 'node:worker_threads';
import { environment } from '../environment.ts';
import { startDeadline } from '../system/deadline.ts';

const memoryMb = 512;
/** Files that are open at once on this node; the others wait. */
const openMax = 3;

let open = 0;
const waiting: (() => void)[] = [];

/** The thread was ended because it took too much time or memory: of this node, at this moment. */
export class ThreadCut extends Error {
  constructor() {
    super('reading it took more time or memory than one file may take');
  }
}

export interface LimitedThread<Question, Answer> {
  /** One question at a time. Throws a ThreadCut. */
  ask(question: Question): Promise<Answer>;
  /** Always, also when there is nothing more to ask. */
  close(): void;
}

/** @param workingMs in which the thread works; waiting for whoever asks is not counted. */
export async function openThread<Question, Answer>(
  entry: URL,
  { data, workingMs }: { data: unknown; workingMs: number },
): Promise<LimitedThread<Question, Answer>> {
  if (open >= openMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else open += 1;
  const worker = new Worker(entry, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const ended = endOf(worker);
  let isOpen = true;
  let leftMs = workingMs;
  return {
    async ask(question) {
      if (!isOpen) throw new Error('the file has been closed');
      if (leftMs <= 0) throw new ThreadCut();
      const begun = environment.monotonic();
      const answer = await answerTo<Answer>(worker, { question, leftMs, ended });
      leftMs -= environment.monotonic() - begun;
      return answer;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      void worker.terminate();
      const next = waiting.shift();
      if (next === undefined) open -= 1;
      else next();
    },
  };
}

/** Rejects when the thread ends. */
function endOf(worker: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadCut() : error),
  );
  worker.once('exit', () => reject(new Error('the thread that reads a file has ended')));
  // Where nobody asks at that moment, the next one who does is told.
  promise.catch(() => {});
  return promise;
}

async function answerTo<Answer>(
  worker: Worker,
  { question, leftMs, ended }: { question: unknown; leftMs: number; ended: Promise<never> },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const tooLong = startDeadline(leftMs, () => {
    reject(new ThreadCut());
    void worker.terminate();
  });
  // A file that is kept open between two questions does not keep the process alive.
  worker.ref();
  worker.once('message', resolve);
  worker.postMessage(question);
  try {
    return await Promise.race([promise, ended]);
  } finally {
    tooLong.stop();
    worker.off('message', resolve);
    worker.unref();
  }
}
