// Proves that an account that another transaction holds delays nobody but itself: commands of other
// accounts go on, its own wait apart, and are refused with nothing stored when it takes too long.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import { startTestPostgres, testPatience } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { AccountBusy } from '../../platform/db/group-commit.ts';
import { openDatabase, type Connection, type OpenDatabase } from '../../platform/db/database.ts';
import type { OpenCommand } from './commands.ts';
import { testOpening, units } from './testing.ts';
import { startWriter, type Writer } from './writer.ts';

/** Half of what the writer, with a test's patience, would wait at least, were it held up: a second for each lock. */
const atOnceMs = 500 * testPatience;
const accounts = 3;
let postgres: TestPostgres;
let db: TestDatabase;
let writer: Writer;
/** A writer that gives an account up as soon as the product does, and its database. */
let usual: Writer;
let usualDatabase: OpenDatabase;
let count = 0;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`
    insert into catalogue (document) values ('{}');
    insert into account (name, webhook_secret_sealed) select 'a', '' from generate_series(1, ${accounts});
    insert into balance (account_id, currency, available) select id, 'XOF', ${units(10_000)} from account`);
  await registerNodes(db, 7, 8);
  usualDatabase = openDatabase(db.url);
  writer = writerOn(db.database, 7);
  usual = writerOn(usualDatabase, 8);
});
after(async () => {
  await writer.close();
  await usual.close();
  await usualDatabase.close();
  await db.close();
  await postgres.close();
});

const writerOn = (database: OpenDatabase, node: number): Writer =>
  startWriter({
    database,
    node,
    composeCallback: () => assert.fail('no callback is expected'),
    onCallbacks: () => {},
  });

function opening(accountId: number): OpenCommand {
  const id = String(1_000_000_000_000 + ++count);
  return testOpening({ accountId, id, externalId: id });
}

/** A transaction of somebody else that has the account, and may sit for longer than the test takes. */
async function hold(accountId: number): Promise<Connection> {
  const holder = await db.database.connect('report');
  await holder.query({ name: 'begin', text: 'begin' });
  await holder.query(
    { name: 'hold', text: 'select from account where id = $1 for no key update' },
    [accountId],
  );
  return holder;
}

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; tookMs: number }> {
  const begun = performance.now();
  return { result: await work, tookMs: performance.now() - begun };
}

const storedOf = async (accountId: number): Promise<number> => {
  const [row] = await db.database.query<{ count: bigint }>(
    { name: 'stored', text: 'select count(*) as count from operation where account_id = $1' },
    [accountId],
  );
  return Number(row!.count);
};

test('a locked account does not delay the others of its group, nor those that come later', async () => {
  const holder = await hold(1);
  const own = writer.open(opening(1));
  for (let round = 0; round < 3; round++) {
    const others = Promise.all([2, 3, 2].map((account) => writer.open(opening(account))));
    const { result, tookMs } = await timed(others);
    assert.deepEqual([...new Set(result.map(({ type }) => type))], ['opened']);
    assert.ok(tookMs < atOnceMs, `the others took ${Math.round(tookMs)} ms`);
  }
  assert.equal(writer.waitMs() < atOnceMs, true, 'nor is it a queue that sheds the others');
  await holder.close();
  assert.equal((await own).type, 'opened', 'written when its account is free');
});

test('one account is held for too long: refused, with nothing stored; one that is held briefly is written as soon as it is free', async () => {
  const before = await storedOf(1);
  const [stuck, brief] = [await hold(1), await hold(2)];
  const refused = Promise.allSettled(Array.from({ length: 20 }, () => usual.open(opening(1))));
  const own = writer.open(opening(2));
  await writer.open(opening(3));
  await brief.close();
  const { result, tookMs } = await timed(own);
  assert.equal(result.type, 'opened');
  assert.ok(tookMs < atOnceMs, `it took ${Math.round(tookMs)} ms after it was free`);
  for (const outcome of await refused)
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof AccountBusy);
  await stuck.close();
  assert.equal(await storedOf(1), before);
});

test('F60 a transaction that is left open is ended by the server, and whoever waits for its account has it', async () => {
  const left = await usualDatabase.connect();
  await left.query({ name: 'begin', text: 'begin' });
  await left.query({ name: 'hold', text: 'select from account where id = 1 for no key update' });
  assert.equal((await writer.open(opening(1))).type, 'opened');
  await assert.rejects(left.query({ name: 'commit', text: 'commit' }));
  await left.close();
  const [limit] = await usualDatabase.query<{ limit: string }>({
    name: 'limit',
    text: `select current_setting('idle_in_transaction_session_timeout') as limit`,
  });
  assert.equal(limit?.limit, '3s');
});
