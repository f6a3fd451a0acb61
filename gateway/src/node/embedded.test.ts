// F67: proves that the embedded PostgreSQL starts once, survives kills, and keeps its data. Real
// servers, real kills.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, packagedBinaries } from '../platform/db/embedded-binaries.ts';
import { chooseHome } from '../platform/db/embedded-home.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import type { EmbeddedDatabase } from '../platform/db/embedded.ts';
import { findPostmaster } from '../platform/db/postmaster.ts';
import { openLog } from '../platform/log.ts';
import { prepareDataDir } from '../platform/system/private-file.ts';

const isRoot = process.getuid?.() === 0;
const log = openLog('silent', 'test');
const holder = new URL('./testing/hold-embedded.ts', import.meta.url).pathname;

let place: string;
let dataDir: string;
const started: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'jokko-embedded-'));
  chmodSync(place, 0o755);
  dataDir = join(place, 'data');
  prepareDataDir(dataDir);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const directories = started.map((database) => database.directory);
  for (const database of started.splice(0)) await database.close(true);
  for (const directory of directories)
    rmSync(join(directory, '..'), { recursive: true, force: true });
  rmSync(place, { recursive: true, force: true, maxRetries: 10 });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log });
  started.push(database);
  return database;
}

interface Held {
  child: ChildProcess;
  url: string;
  pid: number;
}
async function hold(): Promise<Held> {
  const child = spawn(process.execPath, [holder, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; pid: number }) };
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function queryUntilAnswered<Row extends object>(url: string, text: string): Promise<Row[]> {
  for (let tries = 0; ; tries++) {
    try {
      return await query<Row>(url, text);
    } catch (error) {
      if (tries === 1_000) throw error;
      await sleep(100);
    }
  }
}

const pidOf = (database: EmbeddedDatabase): number => findPostmaster(database.directory)?.pid ?? 0;

test('F67 a second start adopts the running server and leaves it to the first', async () => {
  const first = await start();
  const second = await startEmbedded({ dataDir, log });
  assert.equal(first.adopted, false);
  assert.equal(second.adopted, true);
  assert.equal(second.url, first.url);
  await second.close(false);
  assert.deepEqual(await query(first.url, 'select 1 as one'), [{ one: 1 }]);
});

test('the server is reached by its socket, which only its owner may enter, and by TCP where the path is too long for one', async () => {
  const byWhat = `select coalesce(inet_client_addr()::text, 'socket') as way`;
  const { url, directory } = await start();
  assert.deepEqual(await query(url, byWhat), [{ way: 'socket' }]);
  assert.equal(statSync(directory).mode & 0o077, 0);
  dataDir = join(place, 'long'.repeat(25), 'data');
  mkdirSync(join(dataDir, '..'), { mode: 0o755 });
  prepareDataDir(dataDir);
  assert.deepEqual(await query((await start()).url, byWhat), [{ way: '127.0.0.1/32' }]);
});

test('F67 processes that start together on a new directory get one server', async () => {
  const held = await Promise.all([hold(), hold(), hold()]);
  assert.equal(new Set(held.map(({ pid }) => pid)).size, 1);
  assert.equal(new Set(held.map(({ url }) => url)).size, 1);
  await start();
});

test('reliability 4.16 the server is durable, checksummed and belongs to no superuser', async () => {
  const { url } = await start();
  const rows = await query<{ name: string; setting: string }>(
    url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'TimeZone')`,
  );
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.setting])), {
    TimeZone: 'UTC',
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  });
  // G5: it owns its database, and may nothing beside.
  const rights = 'rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls';
  assert.deepEqual(
    await query(url, `select ${rights} from pg_roles where rolname = current_user`),
    [
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ],
  );
  assert.equal(statSync(join(dataDir, 'postgres.json')).mode & 0o777, 0o600);
});

test('kill -9 of the server alone: it is started again on the same port, with everything that was committed', async () => {
  const database = await start();
  await query(database.url, 'create table kept (n int)');
  await query(database.url, 'insert into kept values (7)');
  const before = pidOf(database);
  process.kill(before, 'SIGKILL');
  assert.deepEqual(await queryUntilAnswered(database.url, 'select n from kept'), [{ n: 7 }]);
  assert.notEqual(pidOf(database), before);
});

test('kill -9 of everything: a new start recovers by itself', async () => {
  const { child, url, pid } = await hold();
  await query(url, 'create table kept (n int)');
  await query(url, 'insert into kept values (9)');
  child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  const database = await start();
  assert.deepEqual(await query(database.url, 'select n from kept'), [{ n: 9 }]);
});

test('kill -9 of the node alone: the server goes on and the next start adopts it', async () => {
  const { child, pid } = await hold();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const database = await start();
  assert.equal(database.adopted, true);
  assert.equal(pidOf(database), pid);
});

test('F67 a lock file that names a zombie or a stranger does not keep the server away', async () => {
  const first = await start();
  await first.close(true);
  const home = chooseHome(dataDir);
  const who = home.account === null ? {} : { uid: home.account.uid, gid: home.account.gid };
  // A shell that became `sleep` never collects its child, which stays as a zombie under the user of the database.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], {
    ...who,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(parent);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  await sleep(100);
  for (const pid of [Number(line.toString()), parent.pid]) {
    for (const lock of ['postmaster.pid', `.s.PGSQL.${home.port}.lock`])
      writeFileSync(
        join(home.directory, lock),
        `${pid}\n${home.directory}\n1\n${home.port}\n.\n127.0.0.1\n`,
      );
    const again = await startEmbedded({ dataDir, log });
    assert.deepEqual(await query(again.url, 'select 1 as one'), [{ one: 1 }]);
    await again.close(true);
  }
});

test(
  'below a directory that the database user cannot enter, as root',
  { skip: !isRoot && 'needs root' },
  async () => {
    chmodSync(place, 0o700);
    const database = await start();
    assert.ok(!database.directory.startsWith(place));
    const { directory } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
      directory: string;
    };
    assert.equal(directory, database.directory);
    assert.notEqual(statSync(database.directory).uid, 0);
    assert.deepEqual(await query(database.url, 'select 1 as one'), [{ one: 1 }]);
  },
);

test(
  'programs in a checkout that the database user cannot enter are copied, links included',
  { skip: !isRoot && 'needs root' },
  () => {
    const hidden = join(place, 'hidden');
    const parent = join(place, 'open');
    mkdirSync(hidden, { mode: 0o700 });
    const { native, version } = packagedBinaries();
    cpSync(native, join(hidden, 'native'), { recursive: true, verbatimSymlinks: true });
    const { account } = chooseHome(dataDir);
    const found = findBinaries(account, parent, { native: join(hidden, 'native'), version });
    assert.equal(
      realpathSync(found),
      realpathSync(join(parent, `postgres-programs-${version}`, 'bin')),
    );
    const open = { native: dirname(found), version };
    assert.equal(findBinaries(account, parent, open), found, 'what it can enter is not copied');
  },
);
