// The program as a user types it: a process of its own, on a data directory of its own.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const launcher = new URL('../../../bin/jokko.mjs', import.meta.url).pathname;

export interface Ready {
  baseUrl: string;
  accountId: number;
  apiKey: string;
}

interface TypedPlace {
  place: string;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  launch(args: string[], more?: { [name: string]: string }): ChildProcess;
  /** A node that is ready, and what it says then. */
  serve(more?: { [name: string]: string }): Promise<{ child: ChildProcess; ready: Ready }>;
  remove(): void;
}

export function makeTypedPlace(): TypedPlace {
  const place = mkdtempSync(join(tmpdir(), 'jokko-cli-'));
  chmodSync(place, 0o755);
  const dataDir = join(place, 'data');
  const environment = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const launch: TypedPlace['launch'] = (args, more = {}) =>
    spawn(process.execPath, [launcher, ...args], {
      env: { ...environment, ...more },
      cwd: place,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    place,
    dataDir,
    environment,
    launch,
    async serve(more = {}) {
      const child = launch(['serve', '--json'], more);
      child.stderr?.pipe(process.stderr);
      const [line] = (await once(child.stdout!, 'data')) as [Buffer];
      return { child, ready: JSON.parse(line.toString()) as Ready };
    },
    remove: () => rmSync(place, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** SIGTERM; its exit code. */
export async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

export interface Balance {
  code: number;
  data: { currency?: string; balance?: number };
}

export async function balanceOf({ baseUrl, apiKey }: Ready): Promise<Balance> {
  const response = await fetch(`${baseUrl}/api-services/balance`, {
    headers: { Secretkey: apiKey },
  });
  return (await response.json()) as Balance;
}
