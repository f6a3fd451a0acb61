// Asks a thread that reads what others have sent: a hostile file costs that thread, not the node.
// Its memory and the time in which it works are limited, and so are the files that are open at
// once. A thread that has read its file to the end stays for the next one, since it costs more to
// start one than to read a usual file.

import { Worker } from 'node:worker_threads';
import { environment, machine, type Timer } from '../environment.ts';
import { startDeadline } from '../system/deadline.ts';
import { isLast, type Heard } from './answer-questions.ts';

const memoryMb = 512;
/** Files that are open at once on this node; the others wait. */
const openMax = 3;

/** For the next file a thread is kept so long. */
const idleMs = 60_000;

let open = 0;
const waiting: (() => void)[] = [];
// Threads of this process, whichever environment a simulation gives its nodes.
const idle: { entry: string; thread: ReadingThread; timer: Timer }[] = [];

interface ReadingThread {
  worker: Worker;
  /** Rejects when the thread ends. */
  ended: Promise<never>;
}

/** The thread was ended because it took too much time or memory: of this node, at this moment. */
export class ThreadCut extends Error {
  constructor() {
    super('reading it took more time or memory than one file may take');
  }
}

export interface LimitedThread<Question, Answer> {
  /** One question at a time. Throws a ThreadCut. */
  ask(question: Question): Promise<Answer>;
  /**
   * Always, also when there is nothing more to ask. A file that is left before its end takes its
   * thread with it.
   */
  close(): void;
}

/** @param workingMs in which the thread works; waiting for whoever asks is not counted. */
export async function openThread<Task, Question, Answer extends object>(
  entry: URL,
  { task, workingMs }: { task: Task; workingMs: number },
): Promise<LimitedThread<Question, Answer>> {
  if (open >= openMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else open += 1;
  const thread = takeIdle(entry.href) ?? startThread(entry);
  let isOpen = true;
  let isNew = true;
  let isOver = false;
  let leftMs = workingMs;
  return {
    async ask(question) {
      if (!isOpen) throw new Error('the file has been closed');
      if (leftMs <= 0) throw new ThreadCut();
      const begun = environment.monotonic();
      const heard: Heard<Task, Question> = { task: isNew ? task : null, question };
      isNew = false;
      const answer = await answerTo<Answer>(thread, heard, leftMs);
      leftMs -= environment.monotonic() - begun;
      isOver = isLast(answer);
      return answer;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      if (isOver) keep(entry.href, thread);
      else void thread.worker.terminate();
      const next = waiting.shift();
      if (next === undefined) open -= 1;
      else next();
    },
  };
}

function takeIdle(entry: string): ReadingThread | null {
  const at = idle.findIndex((one) => one.entry === entry);
  if (at === -1) return null;
  const [{ thread, timer }] = idle.splice(at, 1) as [(typeof idle)[number]];
  machine.stopTimer(timer);
  return thread;
}

function keep(entry: string, thread: ReadingThread): void {
  const forget = (): void => {
    const at = idle.findIndex((one) => one.thread === thread);
    if (at !== -1) machine.stopTimer(idle.splice(at, 1)[0]!.timer);
  };
  const end = (): void => {
    forget();
    void thread.worker.terminate();
  };
  const timer = machine.startTimer(end, idleMs).unref();
  idle.push({ entry, thread, timer });
  thread.ended.catch(forget);
}

function startThread(entry: URL): ReadingThread {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  return { worker, ended: endOf(worker) };
}

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
  { worker, ended }: ReadingThread,
  heard: Heard<unknown, unknown>,
  leftMs: number,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const tooLong = startDeadline(leftMs, () => {
    reject(new ThreadCut());
    void worker.terminate();
  });
  // A file that is kept open between two questions does not keep the process alive.
  worker.ref();
  worker.once('message', resolve);
  worker.postMessage(heard);
  try {
    return await Promise.race([promise, ended]);
  } finally {
    tooLong.stop();
    worker.off('message', resolve);
    worker.unref();
  }
}
