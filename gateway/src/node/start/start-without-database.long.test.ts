// Proves what a start does while PostgreSQL is away, refuses, or does not answer: a node waits and
// says so, SIGTERM ends it in every phase, a command says in one sentence what is wrong.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fillDataDir } from '../doctor/testing/data-dir.ts';
import { startTestPostgres, type TestPostgres } from '../doctor/testing/postgres.ts';
import { startFakePostgres, type FakePostgres } from '../testing/fake-postgres.ts';

const launcher = new URL('../../../bin/jokko.mjs', import.meta.url).pathname;
/**
 * In production a node is told to end and forgotten; a supervisor kills after 10 s at the earliest.
 * A node that does not listen would not end here at all; what it takes beyond that is the
 * machine's, which may stand still.
 */
const endsWithinMs = 30_000;
const place = mkdtempSync(join(tmpdir(), 'jokko-start-'));
chmodSync(place, 0o755);
let directories = 0;

let postgres: TestPostgres;
let fake: FakePostgres;
before(async () => {
  [postgres, fake] = await Promise.all([
    startTestPostgres(),
    startFakePostgres({ kind: 'silent' }),
  ]);
});
after(async () => {
  await fake.close();
  await postgres.close();
  rmSync(place, { recursive: true, force: true, maxRetries: 10 });
});

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 180_000;
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, what);
    await sleep(20);
  }
}

const throughFake = (database = 'jokko'): string =>
  `postgres://jokko:secret@127.0.0.1:${fake.port}/${database}`;

function launch(args: readonly string[], settings: { [name: string]: string }) {
  const dataDir = join(place, String(++directories));
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: '0',
    SIMULATOR_URL: 'http://127.0.0.1:1',
    ...settings,
  };
  const child = spawn(process.execPath, [launcher, ...args], { env, cwd: place });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = once(child, 'close') as Promise<[number | null]>;
  return {
    said,
    ended,
    async terminate() {
      const askedAt = performance.now();
      child.kill('SIGTERM');
      const [code] = await ended;
      return { code, tookMs: performance.now() - askedAt };
    },
  };
}

const serve = (settings: { [name: string]: string }) => launch(['serve', '--json'], settings);

test('PostgreSQL refuses, then starts up, then answers: the node says so, waits, and serves', async () => {
  const { name, url, leave } = await postgres.database();
  await leave();
  await fake.stopListening();
  const node = serve({ DATABASE_URL: throughFake(name) });
  await until('it says that it waits', () => /waiting for it/.test(node.said.err));
  assert.match(node.said.err, /ECONNREFUSED/);
  fake.behave({ kind: 'error', state: '57P03', message: 'the database system is starting up' });
  await fake.listen();
  await until('it has asked twice', () => fake.connections() >= 2);
  const directory = new URL(url).searchParams.get('host')!;
  fake.behave({ kind: 'passes', socket: join(directory, '.s.PGSQL.5432') });
  await until('it serves', () => node.said.out.includes('"baseUrl"'));
  assert.match(node.said.err, /PostgreSQL answers/);
  assert.doesNotMatch(node.said.err, /\n\s+at /, 'no stack');
  assert.equal((await node.terminate()).code, 0);
});

for (const [kind, phase] of [
  ['silent', 'the server does not answer the greeting'],
  ['hangs', 'the server lets it in and does not answer a statement'],
] as const) {
  test(`SIGTERM during the start: ${phase}`, async () => {
    fake.behave({ kind });
    const node = serve({ DATABASE_URL: throughFake() });
    await until('it has connected', () => fake.connections() >= 1);
    const { code, tookMs } = await node.terminate();
    assert.equal(code, 0);
    assert.ok(tookMs < endsWithinMs, `it took ${tookMs} ms`);
  });
}

test('SIGTERM during the start: another process holds the lock of migrations', async () => {
  const { url, leave } = await postgres.database();
  await leave();
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(5062025)');
  const node = serve({ DATABASE_URL: url });
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await until('it waits', async () => (await holder.query(waiting)).rowCount === 1);
  const { code, tookMs } = await node.terminate();
  assert.equal(code, 0);
  assert.ok(tookMs < endsWithinMs, `it took ${tookMs} ms`);
  await holder.end();
});

test('SIGTERM while the embedded servers start: the node ends, and nothing runs on', async (t) => {
  const seed = Number(process.env['JOKKO_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`JOKKO_SEED=${seed}`);
  const dataDir = mkdtempSync(join(place, 'embedded-'));
  chmodSync(dataDir, 0o755);
  await fillDataDir(dataDir);
  const node = launch(['serve', '--json'], { DATA_DIR: dataDir, SIMULATOR_URL: '' });
  await until('it has begun', () => existsSync(join(dataDir, 'processes')));
  await sleep(seed % 1_000);
  const { code, tookMs } = await node.terminate();
  assert.equal(code, 0);
  assert.ok(tookMs < endsWithinMs, `it took ${tookMs} ms`);
  await until('PostgreSQL has ended', () => !existsSync(join(dataDir, 'postgres/postmaster.pid')));
});

for (const [state, message, command] of [
  ['28P01', 'password authentication failed for user "jokko"', 'serve'],
  ['3D000', 'database "jokko" does not exist', 'doctor'],
] as const) {
  test(`${state} ends \`jokko ${command}\` with one sentence`, async () => {
    fake.behave({ kind: 'error', state, message });
    const { said, ended } = launch([command], { DATABASE_URL: throughFake() });
    assert.equal((await ended)[0], 1);
    assert.equal(
      said.err,
      `jokko: PostgreSQL refuses the connection in DATABASE_URL: ${message}\n`,
    );
  });
}

test('a command does not wait for PostgreSQL', async () => {
  await fake.stopListening();
  const { said, ended } = launch(['doctor'], { DATABASE_URL: throughFake() });
  assert.equal((await ended)[0], 1);
  assert.match(said.err, /^jokko: PostgreSQL is not available: .*ECONNREFUSED [\d.:]+\n$/);
});
