// Starts the provider of the conformance tests: the simulator in its own process, called over HTTP
// only, with a fresh book.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface BookLine {
  result: 'accepted' | 'executed' | 'failed' | 'canceled' | 'reversed' | 'dropped';
  [member: string]: unknown;
}

export interface SimulatorProcess {
  url: string;
  /** TCP port of its SMPP side. */
  smppPort: number;
  /** Moves the provider's clock; what becomes due has happened when it returns. */
  advance(seconds: number): Promise<void>;
  misbehave(behaviour: {
    http503?: number;
    http408?: number;
    reverse?: string;
    forge?: string;
    status?: 'failed' | 'succeeded';
  }): Promise<void>;
  /** What the provider wrote down about one of our references. */
  book(reference: string): Promise<BookLine[]>;
  stop(): Promise<void>;
}

const mainFile = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));

/** Starts it on a free port; rejects when it ends before it listens. */
export async function startSimulatorProcess(
  environment: { [name: string]: string } = {},
): Promise<SimulatorProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jokko-conformance-'));
  const child = spawn(process.execPath, [mainFile], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      SIM_EXIT_WITH_PARENT: '1',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { listening: url, smpp: smppPort } = await new Promise<{ listening: string; smpp: number }>(
    (resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{"listening"'))
          resolve(JSON.parse(line) as { listening: string; smpp: number });
      });
      void ended.then(() => reject(new Error('the simulator ended before it listened')));
    },
  );
  return {
    url,
    smppPort,
    advance: async (advanceSeconds) =>
      void (await control(url, '/control/clock', { advanceSeconds })),
    misbehave: async (behaviour) => void (await control(url, '/control/behaviour', behaviour)),
    book: async (reference) =>
      (await control(
        url,
        `/control/book?reference=${encodeURIComponent(reference)}`,
      )) as BookLine[],
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function control(url: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    url + path,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
