// Proves the bounds of bulk payouts: how far a balance reaches, when lines are due and for how long
// a node holds them, and what closes a batch.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { machine, runIn } from '../../platform/environment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { closeIfEnded } from './close.ts';
import { pausePayouts, resumePayouts } from './index.ts';
import { createCompleter } from './complete.ts';
import { payDue } from './pay.ts';
import { purgeDrafts } from './old-drafts.ts';
import { leaseLeft, leaseLines } from './lease.ts';
import {
  number,
  openPayoutBackOffice,
  some,
  units,
  user,
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

let queries = 0;
const rowsOf = <Row>(text: string): Promise<Row[]> => {
  queries += 1;
  return db.database.query<Row>({ name: `bounds_${queries}`, text });
};
const available = (amount: bigint) => db.sql(`update balance set available = ${amount}`);
const due = () => db.sql('update payout_batch set next_at = jokko_now()');
const statesOf = async (id: number) =>
  (await backOffice.linesOf(id)).map(({ state, attempt }) => `${state} ${attempt}`);
/** The state of a batch, and in how many milliseconds its next lines may go out. */
async function nextOf(id: number): Promise<[string, number]> {
  const [row] = await rowsOf<{ state: string; ms: number }>(
    `select state, (extract(epoch from next_at - jokko_now()) * 1000)::integer as ms
      from payout_batch where id = ${id}`,
  );
  return [row!.state, row!.ms];
}
/** Each line costs so many francs from now on. */
async function charge(francs: number): Promise<void> {
  await db.sql(
    `update account_service set price = '{"fixed": ${francs}}'; update account
      set version = version + 1`,
  );
  backOffice.deps.directory.forget();
}
/** Lines as a node leaves them that died with them in its hands. */
const leave = (id: number, from: 'sent' | 'waiting') =>
  db.sql(`update payout_line set state = 'sending', operation_id = null,
    held_until = now() - interval '1 second' where batch_id = ${id};
    update payout_batch set sending = ${from}, ${from} = 0 where id = ${id}`);

test('lines go out as far as the balance covers them with their fees, to the last coin', async () => {
  await charge(50);
  const id = await backOffice.approved(some(3));
  await available(units(3_150) - 1n);
  await payDue(backOffice.deps);
  await due();
  await payDue(backOffice.deps);
  assert.deepEqual(await statesOf(id), ['sent 1', 'sent 1', 'waiting 1']);
  await available(units(1_050) - 1n);
  await due();
  await payDue(backOffice.deps);
  assert.deepEqual(await statesOf(id), ['sent 1', 'sent 1', 'waiting 1']);
  await available(units(1_050));
  await due();
  await payDue(backOffice.deps);
  assert.deepEqual(await statesOf(id), ['sent 1', 'sent 1', 'sent 1']);
});

test('a batch is due at once when it is approved, then twice a second, paused and resumed or not, and less often while it waits', async () => {
  await stopClock(db);
  const id = await backOffice.approved(some(30));
  assert.deepEqual(await nextOf(id), ['running', 0]);
  await payDue(backOffice.deps);
  assert.deepEqual(await nextOf(id), ['running', 500]);
  const of = { batchId: id, accountId: 1 };
  await pausePayouts(db.database, user(2).who, of);
  await resumePayouts(db.database, user(2).who, of);
  // Else a pause in each moment would let all lines out at once.
  assert.deepEqual(await nextOf(id), ['running', 500]);
  await available(0n);
  await due();
  await payDue(backOffice.deps);
  assert.deepEqual(await nextOf(id), ['waiting_for_funds', 3_000]);
  await available(units(5_000));
  await due();
  await payDue(backOffice.deps);
  assert.deepEqual(await nextOf(id), ['running', 500]);
  await due();
  assert.equal(await payDue(backOffice.deps), false);
  assert.deepEqual(await nextOf(id), ['running', 3_600_000]);
  assert.equal((await backOffice.operations()).length, 30);
});

test('a line that the ledger refuses waits for money; a batch that was held meanwhile stays held', async () => {
  await stopClock(db);
  const { deps } = backOffice;
  for (const [meanwhile, next] of [
    ['running', ['waiting_for_funds', 3_000]],
    ['paused', ['paused', 500]],
  ] as const) {
    await available(units(5_000));
    const id = await backOffice.approved([[number(meanwhile.length), '1000', '', '', '']]);
    const byId = async (accountId: number) => {
      await available(0n);
      await db.sql(`update payout_batch set state = '${meanwhile}' where id = ${id}`);
      return deps.directory.byId(accountId);
    };
    await payDue({ ...deps, directory: { ...deps.directory, byId } });
    assert.deepEqual([await statesOf(id), await nextOf(id)], [['waiting 2'], next]);
  }
});

test('one round takes on eight batches, and says when there may be more', async () => {
  await stopClock(db);
  for (let batch = 0; batch < 9; batch += 1)
    await backOffice.approved([[number(batch), '1000', '', '', '']]);
  assert.equal(await payDue(backOffice.deps), true);
  assert.equal((await backOffice.operations()).length, 8);
  assert.equal(await payDue(backOffice.deps), false);
  assert.equal((await backOffice.operations()).length, 9);
});

test('a line is held for thirty seconds by the machine’s clock, and what a node left is taken over once', async () => {
  const id = await backOffice.approved(some(2));
  const held = (await leaseLines(db.database))!;
  assert.deepEqual(
    held.map(({ begunBefore }) => begunBefore),
    [false, false],
  );
  const seconds = await rowsOf<{ held: number }>(
    `select extract(epoch from held_until - changed_at)::float8 as held from payout_line
      where batch_id = ${id}`,
  );
  assert.deepEqual(seconds, [{ held: 30 }, { held: 30 }]);
  assert.deepEqual(await leaseLeft(db.database), [], 'another node has them');
  await db.sql(`update payout_line set held_until = now() - interval '1 second'`);
  const left = await leaseLeft(db.database);
  assert.deepEqual(
    left.map(({ begunBefore }) => begunBefore),
    [true, true],
  );
  assert.deepEqual(await leaseLeft(db.database), []);
});

test('a line that was opened before its node died is not judged by a price that grew since; one that was not is', async () => {
  const opened = await backOffice.approved([[number(1), '1000', '', '', '']]);
  await payDue(backOffice.deps);
  const waiting = await backOffice.approved([[number(2), '1000', '', '', '']]);
  await leave(opened, 'sent');
  await leave(waiting, 'waiting');
  await charge(50);
  await payDue(backOffice.deps);
  assert.deepEqual(await statesOf(opened), ['sent 1']);
  const [line] = await backOffice.linesOf(waiting);
  assert.deepEqual(line!.failure, { column: 'line', problem: 'feeGrew' });
  assert.equal((await backOffice.operations()).length, 1);
});

test('a service that was taken away since the approval is said to be why a line was not sent', async () => {
  const id = await backOffice.approved([[number(1), '1000', '', '', '']]);
  await db.sql('delete from account_service; update account set version = version + 1');
  backOffice.deps.directory.forget();
  await payDue(backOffice.deps);
  const [line] = await backOffice.linesOf(id);
  assert.deepEqual(
    [line!.state, line!.failure],
    ['failed', { column: 'service', problem: 'notActivated' }],
  );
});

test('an order on old copies is tried ten times, and then left to the next round under the same id', async () => {
  const id = await backOffice.approved([[number(1), '1000', '', '', '']]);
  const { deps } = backOffice;
  const old = await deps.directory.byId(1);
  await db.sql('update account set version = version + 1');
  const slept: number[] = [];
  const sleep = (durationMs: number) => Promise.resolve(void slept.push(durationMs));
  const directory = { byId: () => Promise.resolve(old), forget: () => {} };
  await runIn({ ...machine, sleep }, () => payDue({ ...deps, directory }));
  assert.deepEqual(
    slept,
    Array.from({ length: 10 }, () => 50),
  );
  assert.deepEqual(await statesOf(id), ['sending 1']);
  assert.deepEqual([await backOffice.operations(), backOffice.errors], [[], []]);
});

test('a batch is closed when nothing of it waits, goes out or is on its way, and not before', async () => {
  const id = await backOffice.upload(some(1));
  const closed = async (state: string, waiting = 0, sending = 0, sent = 0) => {
    await db.sql(
      `update payout_batch set state = '${state}', draft = 0, waiting = ${waiting},
        sending = ${sending}, sent = ${sent}`,
    );
    await inTransaction(db.database, (session) => closeIfEnded(session, id));
    return (await nextOf(id))[0];
  };
  for (const counts of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, 0, 1],
    [0, 1, 1],
  ])
    assert.equal(await closed('running', ...counts), 'running', counts.join());
  for (const [state, ended] of [
    ['running', 'done'],
    ['paused', 'done'],
    ['waiting_for_funds', 'done'],
    ['canceling', 'canceled'],
    ['draft', 'draft'],
    ['awaiting_approval', 'awaiting_approval'],
    ['refused', 'refused'],
  ] as const)
    assert.equal(await closed(state), ended, state);
});

test('lines that wait long for their result do not delay others: a walk reads a thousand after the other', async () => {
  const id = await backOffice.approved(some(1));
  await payDue(backOffice.deps);
  await db.sql(`set local session_replication_role = replica;
    insert into operation select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n,
      'external_id', n))).* from operation o, generate_series(1, 1999) n;
    insert into payout_line select (jsonb_populate_record(l, jsonb_build_object('number', 1 + n,
      'external_id', n, 'operation_id', l.operation_id + n))).*
      from payout_line l, generate_series(1, 1999) n;
    update payout_batch set sent = 2000 where id = ${id};
    update operation set state = 'SUCCESS', next_step_at = null where external_id = '1999'`);
  const complete = createCompleter(db.database);
  const ended = async (): Promise<number[]> =>
    (
      await rowsOf<{ number: number }>(
        `select number from payout_line where state = 'succeeded' order by number`,
      )
    ).map((line) => line.number);
  assert.deepEqual([await complete(), await ended()], [true, []]);
  assert.deepEqual([await complete(), await ended()], [true, [2_000]]);
  await db.sql(
    `update operation set state = 'SUCCESS', next_step_at = null
      where external_id = 'payout-${id}-1'`,
  );
  assert.deepEqual([await complete(), await ended()], [false, [2_000]]);
  assert.deepEqual([await complete(), await ended()], [true, [1, 2_000]], 'it begins anew');
});

test('a batch costs as much as a bigint of the database holds with room for fees, and no franc more', async () => {
  const most = 900_719_925_474;
  await charge(1);
  const { catalogue, ...context } = await backOffice.context();
  const unlimited: typeof catalogue = {
    ...catalogue,
    service(code) {
      const found = catalogue.service(code);
      return found === undefined ? undefined : { ...found, maximum: null };
    },
  };
  const costs = async (last: number) => {
    const lines = [
      ...some(511, most),
      [number(600), '900719924000', '', 'A', ''],
      // It cannot be sent, and so costs nothing.
      [number(601), '1000', '', 'A', ''],
      [number(602), String(last), '', '', ''],
    ];
    const id = await backOffice.upload(lines, { context: { ...context, catalogue: unlimited } });
    const { wrong, amount, fees } = await backOffice.batchOf(id);
    return [wrong, amount + fees, fees];
  };
  const whole = 2n ** 62n - (2n ** 62n % 10_000n);
  assert.deepEqual(await costs(1_011), [1, whole, units(513)]);
  assert.deepEqual(await costs(1_012), [2, whole - units(1_012), units(512)]);
});

test('a draft is forgotten thirty days after it was last changed', async () => {
  await stopClock(db);
  await backOffice.upload(some(1));
  const changed = (ago: string) =>
    db.sql(`update payout_batch set changed_at = jokko_now() - interval '${ago}'`);
  await changed('30 days');
  assert.equal(await purgeDrafts(db.database), false);
  await changed('30 days 1 microsecond');
  assert.equal(await purgeDrafts(db.database), true);
});
