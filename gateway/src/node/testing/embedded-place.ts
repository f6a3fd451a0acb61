// What the tests of the embedded PostgreSQL share: a data directory of its own for each test,
// servers in it, and processes that hold them. All of it is gone after each test.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import pg from 'pg';
import { until } from '../../../../acceptance/harness/until.ts';
import { startEmbedded } from '../../platform/db/embedded.ts';
import type { EmbeddedDatabase } from '../../platform/db/embedded.ts';
import { findPostmaster } from '../../platform/db/postmaster.ts';
import { openLog } from '../../platform/log.ts';
import { prepareDataDir } from '../../platform/system/private-file.ts';

const holder = new URL('./hold-embedded.ts', import.meta.url).pathname;
export const log = openLog('silent', 'test');

interface Held {
  child: ChildProcess;
  url: string;
  pid: number;
}

interface EmbeddedPlace {
  /** The directory of the present test, and the data directory in it. */
  place: string;
  dataDir: string;
  start(): Promise<EmbeddedDatabase>;
  /** A process of its own that has started the server, or adopted it. */
  hold(): Promise<Held>;
  /** Ends it with the test. */
  own(child: ChildProcess): void;
}

/** To be called by a test file, before its tests. */
export function useEmbedded(): EmbeddedPlace {
  const started: EmbeddedDatabase[] = [];
  const children: ChildProcess[] = [];
  const here: EmbeddedPlace = {
    place: '',
    dataDir: '',
    async start() {
      const database = await startEmbedded({ dataDir: here.dataDir, log });
      started.push(database);
      return database;
    },
    async hold() {
      const child = spawn(process.execPath, [holder, here.dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      return { child, ...(JSON.parse(line.toString()) as { url: string; pid: number }) };
    },
    own: (child) => void children.push(child),
  };
  beforeEach(() => {
    here.place = mkdtempSync(join(tmpdir(), 'jokko-embedded-'));
    chmodSync(here.place, 0o755);
    here.dataDir = join(here.place, 'data');
    prepareDataDir(here.dataDir);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    const directories = started.map((database) => database.directory);
    for (const database of started.splice(0)) await database.close(true);
    for (const directory of directories)
      rmSync(join(directory, '..'), { recursive: true, force: true });
    rmSync(here.place, { recursive: true, force: true, maxRetries: 10 });
  });
  return here;
}

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

export const queryUntilAnswered = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  until('the server answers', () => query<Row>(url, text).catch(() => undefined), {
    everyMs: 100,
  });

export const pidOf = (database: EmbeddedDatabase): number =>
  findPostmaster(database.directory)?.pid ?? 0;
