// The door of the callback receiver: starts it in a process of its own and asks it what arrived.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromReceiver } from './control.ts';
import { type CallbackJournal, readCallbackJournal } from './journal.ts';

export type { CallbackJournal } from './journal.ts';

export interface Receiver {
  pid: number;
  /** Where callbacks go. */
  url: string;
  /** Distinct transactions called back so far; at most 10 ms old. */
  count(): number;
  /** `listener` hears every change of the count. One listener at a time. */
  onCount(listener: (count: number) => void): void;
  /** What arrived until now. `file` is written for the transfer between the processes. */
  journal(file: string): Promise<CallbackJournal>;
  stop(): void;
}

/** `apiKey`: check the hash of each callback with it. */
export async function startReceiver(options: { apiKey?: string } = {}): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    env: { ...process.env, RECEIVER_API_KEY: options.apiKey ?? '' },
  });
  let count = 0;
  let onCount: (count: number) => void = () => {};
  const heard = (kind: FromReceiver['kind']) =>
    new Promise<FromReceiver>((resolve, reject) => {
      const listen = (message: FromReceiver) => {
        if (message.kind !== kind) return;
        child.off('message', listen);
        child.off('exit', fail);
        resolve(message);
      };
      const fail = () => reject(new Error('the callback receiver ended early'));
      child.on('message', listen);
      child.once('exit', fail);
    });
  child.on('message', (message: FromReceiver) => {
    if (message.kind !== 'count') return;
    count = message.count;
    onCount(count);
  });
  const listening = await heard('listening');
  const port = listening.kind === 'listening' ? listening.port : 0;
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}/callback`,
    count: () => count,
    onCount: (listener) => (onCount = listener),
    async journal(file) {
      const written = heard('journaled');
      child.send({ kind: 'journal', file });
      await written;
      return readCallbackJournal(file);
    },
    stop: () => child.disconnect(),
  };
}
