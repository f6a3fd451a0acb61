// Entry point of the load generator: starts one run in a process of its own.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromLoad, LoadCommand, LoadResult, ToLoad } from './command.ts';

export { keyMark } from './command.ts';
export type { LoadCommand, LoadResult } from './command.ts';
export type { LatencyMs } from './histogram.ts';
export { readJournal, refused, sentUnanswered } from './journal.ts';

export interface Load {
  pid: number;
  /** Settles when every request is answered or given up. */
  result: Promise<LoadResult>;
  /** Raises the number of requests that may have been started (`allowance` of the command). */
  allow(total: number): void;
  /** Starts nothing more; the result comes when what is under way was answered. */
  stop(): void;
}

export function startLoad(command: LoadCommand): Load {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)));
  const send = (message: ToLoad) => {
    if (child.connected) child.send(message);
  };
  const result = new Promise<LoadResult>((resolve, reject) => {
    child.on('message', (message: FromLoad) => {
      if (message.kind === 'result') resolve(message.result);
      else reject(new Error(`load generator: ${message.message}`));
      child.disconnect();
    });
    child.on('exit', (code) =>
      reject(new Error(`the load generator ended early with code ${code}`)),
    );
  });
  send({ kind: 'run', command });
  return {
    pid: child.pid ?? 0,
    result,
    allow: (total) => send({ kind: 'allow', total }),
    stop: () => send({ kind: 'stop' }),
  };
}

/** Runs one load to its end. */
export function runLoad(command: LoadCommand): Promise<LoadResult> {
  return startLoad(command).result;
}
