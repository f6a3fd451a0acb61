// F03 on a real PostgreSQL: a commit whose acknowledgement is lost is answered as what it was, whatever happened to the server meanwhile.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Database, Statement } from '../../platform/db/database.ts';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import { startOwnPostgres, testPatience } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, OwnPostgres } from '../../node/doctor/testing/postgres.ts';
import { CommitUnknown } from '../../platform/db/group-commit.ts';
import type { OpenCommand } from './commands.ts';
import { startWriter, type Writer } from './writer.ts';

const opening = (externalId: string): OpenCommand => ({
  type: 'open',
  terms: {
    accountId: 1,
    id: String(1_000_000_000_000 + Number(externalId)),
    externalId,
    fingerprint: '00',
    codeService: 'OPA_SN_API_CASH_IN',
    direction: 'DEBIT',
    route: 'gsma-sandbox',
    phoneGiven: '770000000',
    phone: '+221770000000',
    amount: 1_000_000n,
    commission: 0n,
    currency: 'XOF',
    details: { extra: { type: 'none' }, successUrl: null, errorUrl: null, sender: null },
    clientData: null,
    callbackUrl: null,
    callbackHash: null,
    paymentPageToken: null,
    ruled: false,
  },
  refusal: null,
  rules: null,
  bill: null,
  accountVersion: 1,
  catalogueVersion: 1,
  attempt: null,
  keepLease: false,
});

let postgres: OwnPostgres;
let db: TestDatabase;
let restarted: ChildProcess | null = null;
let count = 0;

before(async () => {
  postgres = await startOwnPostgres();
  db = await postgres.database();
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into catalogue (document) values ('{}');
    insert into balance (account_id, currency, available) values (1, 'XOF', 10000000000);
    create table other (x integer)`);
  await registerNodes(db, 7);
});
let externalId: string;
beforeEach(() => {
  externalId = String(++count);
});
after(async () => {
  await db.close();
  restarted?.kill('SIGINT');
  await postgres.close();
});

/** A database whose next commit meets `fault`; it resolves to whether the commit is still sent. `patience`: of the writer. */
function faulty(
  fault: (connection: Connection) => Promise<boolean>,
  patience = testPatience,
): Database {
  let armed = true;
  return {
    patience,
    query: (statement, values) => db.database.query(statement, values),
    close: () => db.database.close(),
    async connect() {
      const connection = await db.database.connect();
      const query = async <Row>(
        statement: Statement,
        values?: readonly unknown[],
      ): Promise<Row[]> => {
        if (statement.text !== 'commit' || !armed) return connection.query<Row>(statement, values);
        armed = false;
        if (await fault(connection)) await connection.query(statement, values);
        connection.drop();
        throw new Error('Connection terminated unexpectedly');
      };
      return {
        query,
        get broken() {
          return connection.broken;
        },
        close: () => connection.close(),
        giveBack: () => connection.close(),
        drop: () => connection.drop(),
      };
    },
  };
}

function writerOn(database: Database): Writer {
  return startWriter({
    database,
    node: 7,
    composeCallback: () => {
      throw new Error('no callback is expected');
    },
    onCallbacks: () => {},
  });
}

async function storedCount(): Promise<number> {
  const rows = await db.database.query<{ count: bigint }>(
    {
      name: 'count_operations',
      text: 'select count(*) as count from operation where external_id = $1',
    },
    [externalId],
  );
  return Number(rows[0]!.count);
}

test('F03 committed, acknowledgement lost: the first answer stands, nothing is written twice', async () => {
  const writer = writerOn(faulty(async () => true));
  const result = await writer.open(opening(externalId));
  assert.equal(result.type, 'opened');
  assert.equal(await storedCount(), 1);
  await writer.close();
});

test('F03 lost before the commit: written again', async () => {
  const writer = writerOn(faulty(async () => false));
  const result = await writer.open(opening(externalId));
  assert.equal(result.type, 'opened');
  assert.equal(await storedCount(), 1);
  await writer.close();
});

test('F03 a server process that still commits is waited for, and within 4 s nobody answers for it', async () => {
  // A purpose that may sit in a transaction for longer than the test takes.
  const blocker = await db.database.connect('report');
  await blocker.query({ name: 'begin', text: 'begin' });
  const writer = writerOn(
    faulty(async () => {
      // Stands for the backend that is still busy with our commit: it holds the mark.
      await sleep(50);
      return false;
    }, 1),
  );
  await blocker.query({
    name: 'hold_mark',
    text: 'select from writer_commit where incarnation = 7 for update',
  });
  await assert.rejects(writer.open(opening(externalId)), CommitUnknown);
  await blocker.query({ name: 'rollback', text: 'rollback' });
  await blocker.close();
  const result = await writer.open(opening(externalId));
  assert.equal(result.type, 'opened', 'the writer goes on');
  assert.equal(await storedCount(), 1);
  await writer.close();
});

test('a command that our code fails to decide does not fail its neighbours', async () => {
  const writer = writerOn(db.database);
  const bad = opening(externalId);
  const neighbours = [String(++count), String(++count)].map(opening);
  // Refused at the opening, so its callback is composed at once, and that throws.
  const poison: OpenCommand = {
    ...bad,
    terms: { ...bad.terms, callbackUrl: 'http://127.0.0.1:9/' },
    refusal: { errorId: 26, message: null },
  };
  const [one, failed, other] = await Promise.allSettled(
    [neighbours[0]!, poison, neighbours[1]!].map((command) => writer.open(command)),
  );
  assert.equal(one?.status === 'fulfilled' && one.value.type, 'opened');
  assert.equal(failed?.status, 'rejected');
  assert.equal(other?.status === 'fulfilled' && other.value.type, 'opened');
  assert.equal(await storedCount(), 0);
  await writer.close();
});

test('F03 kill -9 of the server before the commit: the number of the lost transaction is used again, and no success is made up', async () => {
  const [row] = await db.database.query<{ directory: string }>({
    name: 'directory',
    text: `select current_setting('data_directory') as directory`,
  });
  await stopWritingAhead();
  const numbers: string[] = [];
  const writer = writerOn(
    faulty(async (connection) => {
      numbers.push(await transactionNumber(connection));
      await killServer(row!.directory);
      // Another session takes the number, as any other node would.
      numbers.push(await otherTransaction());
      return false;
    }),
  );
  const result = await writer.open(opening(externalId));
  assert.equal(numbers[0], numbers[1], 'the precondition of this test');
  assert.equal(result.type, 'opened');
  assert.equal(await storedCount(), 1, 'what was acknowledged is stored');
  await writer.close();
});

/** The number comes again only if nothing of the transaction has reached the log's file: from now on only commits write it. */
async function stopWritingAhead(): Promise<void> {
  const writers = await db.database.query<{ pid: number }>({
    name: 'background_writers',
    text: `select pid from pg_stat_activity where backend_type in ('walwriter', 'checkpointer', 'background writer')`,
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
