// Entry point of the callback receiver: starts it in a process of its own and asks it what arrived.

import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromReceiver } from './control.ts';
import { type CallbackJournal, readCallbackJournal } from './journal.ts';

export type { CallbackJournal } from './journal.ts';

export interface Receiver {
  pid: number;
  /** Where callbacks go. */
  url: string;
  /** One for each host. */
  urls: string[];
  /** Distinct transactions called back so far; at most 10 ms old. */
  count(): number;
  /** `listener` hears every change of the count. One listener at a time. */
  onCount(listener: (count: number) => void): void;
  /** What arrived until now. `file` is written for the transfer between the processes. */
  journal(file: string): Promise<CallbackJournal>;
  /**
   * The hash of an operation's callback is checked with the key by which a load with these keys has
   * sent it.
   */
  knowKeys(apiKeys: string[]): void;
  stop(): void;
}

/** For JOKKO_EXTRA_CA: the authority of receivers with TLS. */
export const testAuthority = fileURLToPath(
  new URL('../../../acceptance/harness/certificates/ca.pem', import.meta.url),
);
const certificates = fileURLToPath(
  new URL('../../../acceptance/harness/certificates/', import.meta.url),
);
/** The pin of their key, which every such receiver shows. */
export const testKeyPin =
  (/^p256 (\S+)/m.exec(readFileSync(join(certificates, 'pins.txt'), 'utf8')) ?? [])[1] ?? '';

/**
 * `apiKey`: checks the hash of each callback with it. `tlsHosts`: so many ports with TLS; 0: one
 * without.
 */
export async function startReceiver({
  apiKey = '',
  tlsHosts = 0,
}: { apiKey?: string; tlsHosts?: number } = {}): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    env: {
      ...process.env,
      RECEIVER_API_KEY: apiKey,
      RECEIVER_TLS_HOSTS: String(tlsHosts),
      RECEIVER_TLS_PATH: join(certificates, 'p256'),
    },
  });
  let count = 0;
  let onCount: (count: number) => void = () => {};
  const received = (kind: FromReceiver['kind']) =>
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
  const listening = await received('listening');
  const ports = listening.kind === 'listening' ? listening.ports : [];
  const urls = ports.map(
    (port) => `${tlsHosts === 0 ? 'http' : 'https'}://127.0.0.1:${port}/callback`,
  );
  return {
    pid: child.pid ?? 0,
    url: urls[0] ?? '',
    urls,
    count: () => count,
    onCount: (listener) => (onCount = listener),
    async journal(file) {
      const written = received('journaled');
      child.send({ kind: 'journal', file });
      await written;
      return readCallbackJournal(file);
    },
    knowKeys: (apiKeys) => void child.send({ kind: 'keys', apiKeys }),
    stop: () => child.disconnect(),
  };
}
