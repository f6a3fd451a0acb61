// F03 on a real PostgreSQL that is killed: a transaction that was lost with the server is not taken
// for one that was committed.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../../platform/db/database.ts';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import { startOwnPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, OwnPostgres } from '../../../node/doctor/testing/postgres.ts';
import { faulty, oneAccount, openingOf, storedCount, writerOn } from './testing/lost-commit.ts';

const externalId = '1';
let postgres: OwnPostgres;
let db: TestDatabase;
let restarted: ChildProcess | null = null;

before(async () => {
  postgres = await startOwnPostgres();
  db = await postgres.database();
  await db.sql(`${oneAccount}; create table other (x integer)`);
  await registerNodes(db, 7);
});
after(async () => {
  await db.close();
  restarted?.kill('SIGINT');
  await postgres.close();
});

test('F03 kill -9 of the server before the commit: the number of the lost transaction is used again, and no success is made up', async () => {
  const [row] = await db.database.query<{ directory: string }>({
    name: 'directory',
    text: `select current_setting('data_directory') as directory`,
  });
  await stopWritingAhead();
  const numbers: string[] = [];
  const writer = writerOn(
    faulty(db, async (connection) => {
      numbers.push(await transactionNumber(connection));
      await killServer(row!.directory);
      // Another session takes the number, as any other node would.
      numbers.push(await otherTransaction());
      return false;
    }),
  );
  const result = await writer.open(openingOf(externalId));
  assert.equal(numbers[0], numbers[1], 'the precondition of this test');
  assert.equal(result.type, 'opened');
  assert.equal(await storedCount(db, externalId), 1, 'what was acknowledged is stored');
  await writer.close();
});

/**
 * The number comes again only if nothing of the transaction has reached the log's file: from now on
 * only commits write it.
 */
async function stopWritingAhead(): Promise<void> {
  const writers = await db.database.query<{ pid: number }>({
    name: 'background_writers',
    text: `select pid from pg_stat_activity where backend_type in ('walwriter', 'checkpointer',
      'background writer')`,
  });
  assert.equal(writers.length, 3);
  for (const { pid } of writers) process.kill(pid, 'SIGSTOP');
}

async function transactionNumber(connection: Connection): Promise<string> {
  const rows = await connection.query<{ number: string }>({
    name: 'number',
    text: 'select pg_current_xact_id()::text as number',
  });
  return rows[0]!.number;
}

async function otherTransaction(): Promise<string> {
  for (;;) {
    try {
      const connection = await db.database.connect();
      const rows = await connection.query<{ number: string }>({
        name: 'other',
        text: 'insert into other values (1) returning pg_current_xact_id()::text as number',
      });
      await connection.close();
      return rows[0]!.number;
    } catch {
      await sleep(20);
    }
  }
}

/** SIGKILL to every process of the server, then a new one on the same directory. */
async function killServer(directory: string): Promise<void> {
  const processes = () =>
    readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === directory;
      } catch {
        return false;
      }
    });
  const lock = join(directory, 'postmaster.pid');
  const postmaster = readFileSync(lock, 'utf8').split('\n')[0]!;
  const [program, ...args] = readFileSync(`/proc/${postmaster}/cmdline`, 'utf8')
    .split('\0')
    .slice(0, -1);
  for (const pid of processes()) process.kill(Number(pid), 'SIGKILL');
  while (processes().length > 0) await sleep(10);
  rmSync(lock, { force: true });
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  restarted = spawn(program!, args, { ...user, cwd: '/', stdio: 'ignore' });
}
