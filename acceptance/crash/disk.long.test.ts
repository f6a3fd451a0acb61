// F59: the disk of the database fails under load. strace answers its writes of the log with the
// error of a disk that is full, or that does not keep what it was given; PostgreSQL then restarts
// itself. Callers get no false answer, and once the disk works the three books agree.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainAndCompare } from './books.ts';
import { chooseSeed, longLeaseMs, openHarness, roundsOf, type Harness } from './harness.ts';
import { makeOrder } from './orders.ts';

const traces = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;
const skip = traces ? false : 'needs strace and the right to trace';
const ordersPerRound = 150;
const loadMs = 4_000;
const failsForMs = 1_500;

let harness: Harness;
before(async () => {
  if (traces)
    harness = await openHarness({ seed: chooseSeed('a disk that fails'), lease: longLeaseMs });
});
after(() => harness?.close());

/** The postmaster's process id, from its own file. */
async function postmaster(): Promise<string> {
  const [row] = await harness.rows.read<{ directory: string }>(
    `select current_setting('data_directory') as directory`,
  );
  return readFileSync(join(row!.directory, 'postmaster.pid'), 'utf8').split('\n')[0]!;
}

/** Processes of the server, which strace is attached to one by one. */
function serverProcesses(pid: string): string[] {
  const children = spawnSync('pgrep', ['-P', pid], { encoding: 'utf8' }).stdout;
  return children.split('\n').filter((line) => line !== '');
}

/** All processes of the server get `error` from `call` for a while. */
async function fail(call: string, error: string): Promise<number> {
  const processes = serverProcesses(await postmaster());
  const tracer = spawn(
    'strace',
    [
      '-qq',
      ...['-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:error=${error}`],
      ...processes.flatMap((pid) => ['-p', pid]),
    ],
    { stdio: 'ignore' },
  );
  await sleep(failsForMs);
  tracer.kill('SIGINT');
  return processes.length;
}

const faults = [
  { what: 'does not keep what it was given (EIO)', call: 'fdatasync', error: 'EIO' },
  { what: 'is full (ENOSPC)', call: 'pwrite64', error: 'ENOSPC' },
] as const;

for (let round = 1; round <= roundsOf(1, 10); round++)
  for (const { what, call, error } of faults)
    test(`F59 the disk ${what} under load, round ${round}`, { skip }, async (t) => {
      const { client, random } = harness;
      const orders = Array.from({ length: ordersPerRound }, () =>
        makeOrder(random, { lostAnswers: false }),
      );
      const before = await startedAt();
      const loading = client.load(orders, loadMs);
      await sleep(loadMs * (0.2 + 0.3 * random()));
      const traced = await fail(call, error);
      await loading;
      const { stored, waitedMs } = await drainAndCompare(harness);
      t.diagnostic(`${traced} processes failed; ${stored} stored, quiet after ${waitedMs} ms`);
      assert.ok(traced > 3);
      if (error === 'EIO')
        assert.notEqual(await startedAt(), before, 'the server recovered from a crash');
    });

/** When the server's background processes were started: anew after a crash. */
async function startedAt(): Promise<string> {
  const [row] = await harness.rows.read<{ at: string }>(
    `select max(backend_start)::text as at from pg_stat_activity
      where backend_type = 'checkpointer'`,
  );
  return row!.at;
}
