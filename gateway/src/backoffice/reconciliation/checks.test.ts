// I-08: proves what the check of the providers' files finds, at its bounds, where the program
// itself has gone wrong: so these tests change the rows that it has stored.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import {
  book,
  bookFloat,
  db,
  discrepanciesOf,
  file,
  ids,
  period,
  provider,
  restOf,
  useBooks,
} from './testing/books.ts';
import { takeIn, workOff } from './testing/files.ts';

useBooks();

async function found(): Promise<string[]> {
  const { checks } = await runDoctor(db.database);
  return checks.filter(({ id }) => id === 'I-08').flatMap(({ examples }) => examples);
}
/** Past the triggers that refuse it. */
const change = (sql: string): Promise<unknown> =>
  db.sql(`set session_replication_role = replica; ${sql}; reset session_replication_role`);

async function take(lines: string[]): Promise<number> {
  const { id } = await takeIn(db, { content: file(lines), period: period() });
  await workOff(db);
  return id;
}

test('I-08 what was corrected after a file was matched does not contradict its rows', async () => {
  await take(await restOf([]));
  assert.deepEqual(await found(), []);
  await book('adjust', provider, 'suspense', 'success');
  assert.deepEqual(await found(), []);
});

/** The end of a period belongs to the next file. */
const moments = { judged_from: 1, judged_until: 0 };

test('I-08 a transfer in the period that a file neither names nor misses is found', async () => {
  const id = await take(await restOf(['success']));
  await change(`delete from reconciliation_discrepancy where file_id = ${id}`);
  // Another provider has a file of the same days.
  await change(`insert into reconciliation_file (route, routes, name, state, judged_from,
    judged_until)
    select 'A', '{}', 's', 'done', judged_from, judged_until from reconciliation_file`);
  for (const [moment, count] of Object.entries(moments)) {
    await change(`update transfer set created_at = (select ${moment} from reconciliation_file
      where id = ${id})
      where operation_id = ${ids.success}`);
    const said = await found();
    assert.equal(said.length, count, moment);
    for (const text of said)
      assert.match(text, new RegExp(`neither names nor misses .* operation ${ids.success}`));
  }
});

test('I-08 a float move in the period that a file neither names nor misses is found', async () => {
  await bookFloat('BANK-1', '50000000');
  const id = await take(await restOf([]));
  await change(`delete from reconciliation_discrepancy where file_id = ${id}`);
  for (const [moment, count] of Object.entries(moments)) {
    await change(
      `update float_move set made_at = (select ${moment} from reconciliation_file
        where id = ${id})`,
    );
    const said = await found();
    assert.equal(said.length, count, moment);
    for (const text of said) assert.match(text, /neither names nor misses float move/);
  }
});

test('I-08 a gap that a file has closed and none names any more is found, unless a user closed it', async () => {
  const id = await take(await restOf(['success']));
  const [gap] = await discrepanciesOf(id);
  const note = (text: string, user: string): Promise<unknown> =>
    change(`insert into reconciliation_note (discrepancy_id, user_id, to_state, note)
      values (${gap!.id}, ${user}, 'resolved', '${text}')`);
  await change(`update reconciliation_discrepancy set state = 'resolved' where id = ${gap!.id}`);
  await note('named_by:99:1', 'null');
  assert.match((await found()).join(), /was closed since a file named it/);
  await note('paid by hand', '1');
  assert.deepEqual(await found(), []);
});

test('I-08 minutes between two files that no file answers for are found', async () => {
  const insert = (from: string, until: string, judgedFrom: string, judgedUntil: string) =>
    change(`insert into reconciliation_file
        (route, routes, name, state, period_from, period_until, judged_from, judged_until)
      values ('gsma-sandbox', '{}', 's', 'done', '2026-03-01 ${from}', '2026-03-01 ${until}',
        '2026-03-01 ${judgedFrom}', '2026-03-01 ${judgedUntil}')`);
  await insert('00:00', '12:00', '00:00', '11:30');
  const noneAnswers = /^no file of gsma-sandbox answers for what was booked from/;
  await insert('11:30', '20:00', '11:40', '19:50');
  assert.match((await found()).join(), noneAnswers);
  await insert('10:00', '12:00', '11:30', '11:40');
  assert.deepEqual(await found(), []);
  // The next day begins where the period ends, and not where its judgement did.
  await insert('20:00', '21:00', '20:00', '21:00');
  assert.match((await found()).join(), noneAnswers);
  await insert('19:00', '20:00', '19:50', '20:00');
  assert.deepEqual(await found(), []);
});
