// Proves that an account that another transaction holds delays nobody but itself: commands of other
// accounts go on, its own wait apart, and are refused with nothing stored when it takes too long.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';
import { until } from '../../../../../acceptance/harness/until.ts';
import { AccountBusy } from '../../../platform/db/group-commit.ts';
import {
  openDatabase,
  type Connection,
  type Database,
  type OpenDatabase,
} from '../../../platform/db/database.ts';
import { machine, runIn } from '../../../platform/environment.ts';
import type { OpenCommand } from '../model/commands.ts';
import { testOpening, units } from '../testing.ts';
import { startWriter, type Writer } from './writer.ts';

/**
 * A writer that were held up by an account would wait for longer than any test: there would be no
 * answer.
 */
const endlessPatience = 500;
const accounts = 3;
let postgres: TestPostgres;
let db: TestDatabase;
let patient: OpenDatabase;
let writer: Writer;
/** The writer of another node; asks for a lock again and again. */
let other: Writer;
let count = 0;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`
    insert into catalogue (document) values ('{}');
    insert into account (name, webhook_secret_sealed) select 'a', ''
      from generate_series(1, ${accounts});
    insert into balance (account_id, currency, available) select id, 'XOF', ${units(10_000)}
      from account`);
  await registerNodes(db, 7, 8);
  patient = openDatabase(db.url, endlessPatience);
  writer = writerOn(patient, 7);
  other = writerOn(withShortLocks(db.database), 8);
});
after(async () => {
  await writer.close();
  await other.close();
  await patient.close();
  await db.close();
  await postgres.close();
});

const writerOn = (database: Database, node: number): Writer =>
  startWriter({
    database,
    node,
    composeCallback: () => assert.fail('no callback is expected'),
    onCallbacks: () => {},
  });

/** Each wait for a lock is short, and everything else is waited for as usual in tests. */
const withShortLocks = (database: Database): Database => ({
  ...database,
  async connect(purpose) {
    const connection = await database.connect(purpose);
    await connection.query({ name: 'short', text: `set lock_timeout = '50ms'` });
    return connection;
  },
});

function opening(accountId: number): OpenCommand {
  const id = String(1_000_000_000_000 + ++count);
  return testOpening({ accountId, id, externalId: id });
}

/**
 * A transaction of somebody else that has the account, and may sit for longer than the test takes.
 */
async function hold(accountId: number): Promise<Connection> {
  const holder = await db.database.connect('report');
  await holder.query({ name: 'begin', text: 'begin' });
  await holder.query(
    { name: 'hold', text: 'select from account where id = $1 for no key update' },
    [accountId],
  );
  return holder;
}

/** As it is seen so much later. */
const later = <Result>(ms: number, read: () => Result): Result =>
  runIn({ ...machine, monotonic: () => machine.monotonic() + ms }, read);

const untilLockIsAskedFor = () =>
  until('somebody waits for a lock', async () => {
    const waiting = await db.database.query({
      name: 'waiting',
      text: `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`,
    });
    return waiting.length > 0;
  });

const storedOf = async (accountId: number): Promise<number> => {
  const [row] = await db.database.query<{ count: bigint }>(
    { name: 'stored', text: 'select count(*) as count from operation where account_id = $1' },
    [accountId],
  );
  return Number(row!.count);
};

test(
  'a locked account does not delay the others of its group, nor those that come later',
  { timeout: 120_000 },
  async () => {
    const holder = await hold(1);
    const own = writer.open(opening(1));
    for (let round = 0; round < 3; round++) {
      const others = await Promise.all([2, 3, 2].map((account) => writer.open(opening(account))));
      assert.deepEqual([...new Set(others.map(({ type }) => type))], ['opened']);
    }
    const waitMs = later(600_000, () => writer.waitMs());
    assert.equal(waitMs, 0, 'nor is it a queue that sheds the others');
    assert.equal(await storedOf(1), 0, 'it is still held');
    await holder.close();
    assert.equal((await own).type, 'opened', 'written when its account is free');
  },
);

test(
  'one account is held for too long: refused, with nothing stored; one that is held briefly is written as soon as it is free',
  { timeout: 120_000 },
  async () => {
    const before = await storedOf(1);
    const [stuck, brief] = [await hold(1), await hold(2)];
    let aheadMs = 0;
    const refused = runIn({ ...machine, monotonic: () => machine.monotonic() + aheadMs }, () =>
      Promise.allSettled(Array.from({ length: 20 }, () => other.open(opening(1)))),
    );
    const own = writer.open(opening(2));
    await writer.open(opening(3));
    await brief.close();
    assert.equal((await own).type, 'opened');
    await untilLockIsAskedFor();
    aheadMs = 600_000;
    for (const outcome of await refused)
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof AccountBusy);
    await stuck.close();
    assert.equal(await storedOf(1), before);
  },
);

test(
  'F60 a transaction that is left open is ended by the server, and whoever waits for its account has it',
  { timeout: 120_000 },
  async () => {
    const left = await db.database.connect();
    await left.query({ name: 'begin', text: 'begin' });
    await left.query({ name: 'hold', text: 'select from account where id = 1 for no key update' });
    const setting = 'idle_in_transaction_session_timeout';
    const [usual] = await left.query<{ limit: string }>({
      name: 'limit',
      text: `select current_setting('${setting}') as limit`,
    });
    assert.equal(usual?.limit, '1min', 'three seconds, for as patient a database as that of tests');
    await left.query({ name: 'shorter', text: `set local ${setting} = '100ms'` });
    assert.equal((await writer.open(opening(1))).type, 'opened');
    await assert.rejects(left.query({ name: 'commit', text: 'commit' }));
    await left.close();
  },
);
