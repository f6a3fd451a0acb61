// The history of old operations moves to files and back without a change, and nobody at work
// notices.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { runDoctor } from '../doctor/index.ts';
import { replayMatching } from '../../payments/callbacks/index.ts';
import { releaseReplay } from '../../payments/callbacks/replay.ts';
import { findForgottenEntries, type JournalEntry } from '../../payments/send-journal/index.ts';
import { checkFiles, openArchived, restorePeriod } from './open.ts';
import { planArchive, runArchive } from './run.ts';
import { findArchived } from './store.ts';
import {
  ageDays,
  fillOnce,
  openFixture,
  type ArchiveFixture,
  type Filled,
} from './testing/fixture.ts';

let filled: Filled;
let fixture: ArchiveFixture;
before(async () => (filled = await fillOnce()));
beforeEach(async () => (fixture = await openFixture(filled)));
afterEach(() => fixture.close());
after(() => filled.postgres.close());

const count = async (): Promise<number> => Object.values(await fixture.contents()).flat().length;

test('a period with anything under way is not touched, and the plan says why', async () => {
  const before = await fixture.contents();
  const [planned] = await planArchive(fixture.db.database, ageDays);
  assert.match(planned!.obstacle!, /operations are not final.*callbacks are due/);
  const outcome = await fixture.run();
  assert.deepEqual(
    outcome.waiting.map(({ period }) => period),
    [1],
  );
  assert.deepEqual(await fixture.contents(), before);
});

test('history moves to files, one operation is found there, and all comes back as it was', async () => {
  await fixture.settle();
  const before = await fixture.contents();
  const outcome = await fixture.run();
  assert.deepEqual(
    outcome.archived.map(({ period }) => period),
    [1, 2],
  );
  assert.equal(await count(), 0);
  const archived = await findArchived(fixture.db.database);
  assert.equal(Number(archived[0]!.rows), Object.values(before).flat().length);
  assert.deepEqual(await checkFiles(fixture.db.database, archived[0]!), []);
  const opened = await openArchived(fixture.db.database, fixture.ids.success);
  const path = opened!
    .find(({ table }) => table === 'operation_transition')!
    .rows.map((row) => row['to_state']);
  assert.deepEqual(path, ['SENDING', 'ACCEPTED', 'SUCCESS']);
  assert.equal((await restorePeriod(fixture.db.database, 1)).ok, true);
  assert.deepEqual(await fixture.contents(), before);
  assert.deepEqual(
    (await fixture.run()).archived.map(({ period }) => period),
    [1],
    'and can be archived again',
  );
});

test('T28 the doctor finds the same before and after', async () => {
  await fixture.settle();
  const found = async () =>
    (await runDoctor(fixture.db.database)).checks.map(({ id, violations, examples }) => ({
      id,
      violations,
      examples: examples.toSorted(),
    }));
  const before = await found();
  assert.ok(before.some(({ violations }) => violations === 0));
  await fixture.run();
  assert.deepEqual(await found(), before);
});

test('what still comes for an archived operation has a place, and stays when the rest is restored', async () => {
  await fixture.settle();
  const before = await count();
  await fixture.run();
  await fixture.db.sql(`
    insert into operation_transition (account_id, operation_id, from_state, to_state, reason)
      select account_id, id, 'FAILED', 'SUCCESS', 'late' from operation
        where id = ${fixture.ids.failed}`);
  assert.equal(await count(), 1);
  await restorePeriod(fixture.db.database, 1);
  assert.equal(await count(), before + 1);
});

test('what was removed of persons meanwhile does not come back', async () => {
  await fixture.settle();
  const { success, failed } = fixture.ids;
  await fixture.db.sql(`
    set session_replication_role = replica;
    update attempt_request set prepared = '{"refs": {"ours": "r"}, "body": "+221770000000"}';
    reset session_replication_role`);
  await fixture.run();
  await fixture.db.sql(`
    update operation set phone = '*67.Zk3', phone_given = '*******67' where id = ${success};
    delete from callback where operation_id = ${failed}`);
  const outcome = await restorePeriod(fixture.db.database, 1);
  assert.ok(outcome.ok);
  assert.equal(outcome.withoutPerson, 1);
  const [request] = await fixture.rows<{ prepared: object }>(
    `select prepared from attempt_request where operation_id = ${success}`,
  );
  assert.deepEqual(Object.keys(request!.prepared), ['refs']);
  const [sent] = await fixture.rows<{ body: { transaction: { phone: string; data: object } } }>(
    `select body::json as body from callback_body where operation_id = ${success}`,
  );
  assert.equal(sent!.body.transaction.phone, '*******67');
  assert.deepEqual(sent!.body.transaction.data, {});
  const orphans = await fixture.rows(
    `select from callback_body where operation_id = ${failed}
      union all select from callback_attempt where operation_id = ${failed}`,
  );
  assert.deepEqual(orphans, []);
  const [other] = await fixture.rows<{ prepared: object }>(
    `select prepared from attempt_request where operation_id = ${failed}`,
  );
  assert.ok(Object.keys(other!.prepared).length > 1);
});

test('a restore into tables that have changed since says what it set by default, and what it left', async () => {
  await fixture.settle();
  await fixture.run();
  await fixture.db.sql(`
    alter table attempt_request add column added text not null default 'usual';
    alter table callback_attempt drop column address`);
  const outcome = await restorePeriod(fixture.db.database, 1);
  assert.ok(outcome.ok);
  assert.deepEqual(
    [outcome.filled, outcome.left],
    [['attempt_request.added'], ['callback_attempt.address']],
  );
  const added = await fixture.rows(
    `select from attempt_request where added = 'usual' and operation_id = ${fixture.ids.success}`,
  );
  assert.equal(added.length, 1);
});

test('C4 a callback whose body is archived never becomes due: nobody could send it', async () => {
  await fixture.settle();
  const due = () => fixture.rows(`select from callback where next_attempt_at is not null`);
  const list = () =>
    replayMatching(
      fixture.db.database,
      { kind: 'command' },
      { operationId: String(fixture.ids.success) },
      50,
    );
  const { id, total } = await list();
  assert.equal(total, 1);
  await fixture.run();
  await fixture.db.sql(
    `update callback_replay set released_at = now() - interval '2 seconds' where id = ${id}`,
  );
  assert.equal(await releaseReplay(fixture.db.database), true);
  assert.deepEqual(await due(), []);
  assert.equal((await list()).total, 0);
});

test('F54 what a send journal knows of an archived operation is not forgotten', async () => {
  await fixture.settle();
  await fixture.run();
  const [sent] = await fixture.rows<{ account: number; id: string; number: number }>(
    `select account_id as account, operation_id::text as id, number from attempt
      where operation_id = ${fixture.ids.success}`,
  );
  const entry = (number: number) =>
    ({
      terms: { accountId: sent!.account, id: sent!.id },
      attempt: { number, prepared: { refs: { ours: 'ours' } } },
    }) as JournalEntry;
  const further = entry(sent!.number + 1);
  assert.deepEqual(
    await findForgottenEntries(fixture.db.database, [entry(sent!.number), further]),
    [further],
  );
});

test('the archive of another installation is not written over', async () => {
  await fixture.settle();
  await fixture.run();
  const path = join(fixture.directory, 'period-0001', 'attempt_request.jokko-archive');
  const { directory } = fixture;
  const second = await openFixture(filled);
  try {
    await second.settle();
    await second.db.sql(`update installation set id = gen_random_uuid()`);
    const before = readFileSync(path);
    const outcome = await runArchive({ database: second.db.database, directory, ageDays });
    assert.deepEqual(outcome!.archived, []);
    assert.match(outcome!.waiting[0]!.obstacle!, /is of another installation/);
    assert.ok(readFileSync(path).equals(before));
    assert.deepEqual(await findArchived(second.db.database), []);
  } finally {
    await second.close();
  }
});

test('a damaged file is noticed, and is not restored', async () => {
  await fixture.settle();
  await fixture.run();
  const path = join(fixture.directory, 'period-0001', 'callback_body.jokko-archive');
  const bytes = readFileSync(path);
  bytes[40]! ^= 1;
  writeFileSync(path, bytes);
  const [period] = await findArchived(fixture.db.database);
  assert.equal((await checkFiles(fixture.db.database, period!)).length, 1);
  assert.equal((await restorePeriod(fixture.db.database, 1)).ok, false);
  assert.equal(await count(), 0);
});

test('a run waits for who is at work on the tables, and keeps nobody waiting', async () => {
  await fixture.settle();
  const insert = (reason: string) =>
    `insert into operation_transition (account_id, operation_id, from_state, to_state, reason)
      select account_id, id, 'FAILED', 'SUCCESS', '${reason}' from operation
        where id = ${fixture.ids.failed}`;
  const writing = await fixture.db.database.connect();
  await writing.query({ name: 'begin', text: 'begin' });
  await writing.query({ name: 'insert_open', text: insert('open') });
  let done = false;
  const running = fixture.run().finally(() => (done = true));
  // Longer than the run waits for a lock, several times over.
  for (let each = 0; each < 8; each++) await fixture.db.sql(insert(`beside ${each}`));
  assert.equal(done, false);
  await writing.query({ name: 'commit', text: 'commit' });
  await writing.close();
  await running;
  const [period] = await findArchived(fixture.db.database);
  const late = await fixture.rows<{ reason: string }>(
    `select reason from operation_transition where reason like 'beside%' or reason = 'open'`,
  );
  const archived = (await openArchived(fixture.db.database, fixture.ids.failed))!
    .find(({ table }) => table === 'operation_transition')!
    .rows.filter((row) => /^(open|beside \d)$/.test(String(row['reason'])));
  assert.equal(period!.state, 'archived');
  assert.equal(late.length + archived.length, 9);
});
