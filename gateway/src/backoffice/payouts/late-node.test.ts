// A node that stands still for longer than it may hold a line, and then goes on: what it writes
// down is about the attempt that it had in hand, and another one has taken over by then. No line is
// paid twice by it, and none that was paid is called failed.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { retryPayouts, type PayDeps } from './index.ts';
import { createCompleter } from './complete.ts';
import { payDue } from './pay.ts';
import {
  kinds,
  number,
  openPayoutBackOffice,
  user,
  units,
  type PayoutBackOffice,
} from './testing.ts';

const postgres = usePostgres();
let db: TestDatabase;
let backOffice: PayoutBackOffice;

beforeEach(async () => {
  db = await postgres.database();
  backOffice = await openPayoutBackOffice(db);
});
afterEach(async () => {
  await backOffice.close();
  await db.close();
});

/**
 * A node that stands still at one of its connections (1: the lease, 2: the record), or before it
 * hands over (`at` 0), until it is told to go on.
 */
function slowNode(at: number) {
  const reached = Promise.withResolvers<void>();
  const reported = Promise.withResolvers<void>();
  const still = (): Promise<void> => {
    reached.resolve();
    return reported.promise;
  };
  let connections = 0;
  const { database, directory } = backOffice.deps;
  const deps: PayDeps = {
    ...backOffice.deps,
    database: {
      ...database,
      async connect() {
        if (++connections === at) await still();
        return database.connect();
      },
    },
    directory: {
      ...directory,
      async byId(accountId) {
        const account = await directory.byId(accountId);
        if (at === 0) await still();
        return account;
      },
    },
  };
  return { deps, reached: reached.promise, goOn: () => reported.resolve() };
}

/** Time passes: batches are due, and nobody holds a line any more. */
const later = () =>
  db.sql(
    `update payout_batch set next_at = '-infinity'; update payout_line
      set held_until = now() - interval '1 second' where state = 'sending'`,
  );
const available = (count: number) => db.sql(`update balance set available = ${units(count)}`);
const externalIds = async () => (await backOffice.operations()).map(({ external }) => external);

async function inOrder(): Promise<void> {
  const { checks } = await runDoctor(db.database);
  const broken = checks.filter(
    ({ id, violations }) => (id === 'I-42' || id === 'I-43') && violations > 0,
  );
  assert.deepEqual(
    broken.map(({ examples }) => examples),
    [],
  );
  assert.deepEqual(backOffice.errors, []);
}

test('what a late node knows of an attempt says nothing about the next one: the line is paid once', async () => {
  const id = await backOffice.approved([[number(1), '1000', '', '', '']]);
  const first = slowNode(2);
  const { directory } = first.deps;
  const spent = {
    ...directory,
    byId: async (accountId: number) => (await available(0), directory.byId(accountId)),
  };
  const late = payDue({ ...first.deps, directory: spent });
  await first.reached;
  // The ledger has refused attempt 1; others find that out meanwhile, money comes, and attempt 2 is
  // opened and not yet written down.
  await later();
  await payDue(backOffice.deps);
  assert.equal((await backOffice.linesOf(id))[0]!.attempt, 2);
  await available(5_000);
  await later();
  const second = slowNode(2);
  const under = payDue(second.deps);
  await second.reached;
  first.goOn();
  await late;
  second.goOn();
  await under;
  await later();
  await payDue(backOffice.deps);
  assert.deepEqual(await externalIds(), [`payout-${id}-1`, `payout-${id}-1-r2`]);
  const [line] = await backOffice.linesOf(id);
  assert.deepEqual([line!.state, line!.attempt], ['sent', 2]);
  await inOrder();
});

test('a result that is read late is that of an attempt which failed, not of the one on its way', async () => {
  const id = await backOffice.approved([[number(1), '1000', '', '', '']]);
  await payDue(backOffice.deps);
  await db.sql(`update operation set state = 'FAILED', error_id = 5, next_step_at = null`);
  const first = slowNode(1);
  const late = createCompleter(first.deps.database)();
  await first.reached;
  await createCompleter(db.database)();
  const users = { database: db.database, kinds };
  const again = await retryPayouts(users, user(1), await backOffice.context(), {
    batchId: id,
    accountId: 1,
  });
  assert.deepEqual(again, { ok: true, lines: 1, approval: false });
  await later();
  await payDue(backOffice.deps);
  first.goOn();
  await late;
  const [line] = await backOffice.linesOf(id);
  assert.deepEqual([line!.state, line!.attempt], ['sent', 2]);
  await inOrder();
});

test('a line that others gave up, and that a late node has opened after all, is not called failed', async () => {
  const id = await backOffice.approved([[number(1), '1000', '', '', '']]);
  const first = slowNode(0);
  const late = payDue(first.deps);
  await first.reached;
  await db.sql(
    `create table kept as select * from account_service; delete from account_service; update account
      set version = version + 1`,
  );
  backOffice.deps.directory.forget();
  await later();
  await payDue(backOffice.deps);
  assert.deepEqual(
    [(await backOffice.linesOf(id))[0]!.state, (await backOffice.batchOf(id)).state],
    ['failed', 'done'],
  );
  await db.sql(
    `insert into account_service select * from kept; update account set version = version + 1`,
  );
  backOffice.deps.directory.forget();
  first.goOn();
  await late;
  const [line] = await backOffice.linesOf(id);
  assert.deepEqual(
    [line!.state, (await backOffice.batchOf(id)).state, await externalIds()],
    ['sent', 'running', [`payout-${id}-1`]],
  );
  assert.ok(line!.operationId !== null && line!.failure === null);
  await inOrder();
});

test('one line that was given up, and had been opened all the same, is noted as sent before any is sent again', async () => {
  const id = await backOffice.approved([[number(1), '1000', '', '', '']]);
  await payDue(backOffice.deps);
  const failure = JSON.stringify({ column: 'line', problem: 'feeGrew' });
  await db.sql(`update payout_line set state = 'failed', operation_id = null,
    failure = '${failure}';
    update payout_batch set state = 'done', sent = 0, failed = 1`);
  const users = { database: db.database, kinds };
  const of = { batchId: id, accountId: 1 };
  const again = await retryPayouts(users, user(1), await backOffice.context(), of);
  assert.deepEqual(again, { ok: false, refusal: 'nothing' });
  const [line] = await backOffice.linesOf(id);
  assert.deepEqual([line!.state, (await backOffice.batchOf(id)).state], ['sent', 'running']);
  assert.deepEqual(await externalIds(), [`payout-${id}-1`]);
  await inOrder();
});
