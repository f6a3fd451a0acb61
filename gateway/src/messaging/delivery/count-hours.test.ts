// What became of messages is counted by hour and mobile operator, again until all of them have
// ended, and read by the reader's day.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countHour } from './count-hours.ts';
import { readDeliveryDays } from './delivery-days.ts';
import { db, useFixture } from './testing/fixture-hooks.ts';
import { accept, advanceClock } from './testing/fixture.ts';

useFixture();

const dayMs = 86_400_000;

async function countAll(): Promise<number> {
  let hours = 0;
  while ((await countHour(db.database)) !== null) hours++;
  return hours;
}

/** `DELIVERED 2`: the next two messages of a batch have this state. */
async function end(batch: number, operator: string, states: Record<string, number>, reason = '') {
  for (const [state, count] of Object.entries(states))
    await db.sql(`
      update sms_message m set state = '${state}', operator = '${operator}', attempts = 1,
        due_at = null, reason = nullif('${reason}', '')
      from (select position from sms_message where batch_id = ${batch} and attempts = 0
        order by position limit ${count}) next
      where m.batch_id = ${batch} and m.position = next.position`);
}

async function days(timeZone = 'UTC') {
  const read = await readDeliveryDays(db.database, timeZone);
  return read.map(
    ({ operator, delivered, failed, unreported }) =>
      `${operator} ${delivered} ${failed} ${unreported}`,
  );
}

test('without messages no hour is counted', async () => {
  assert.equal(await countHour(db.database), null);
  assert.deepEqual(await days(), []);
});

test('each operator has its delivered, failed and unreported; what never left or waits is none of these', async () => {
  await accept(db, { id: 1, recipients: 12 }, { id: 2, recipients: 3 });
  await end(1, 'OPA', { DELIVERED: 3, UNDELIVERABLE: 1, EXPIRED: 1, REJECTED: 1, SENT: 1 });
  await end(1, 'OPB', { DELIVERED: 1, UNKNOWN: 1 });
  await end(1, 'OPA', { REJECTED: 1 }, 'opted_out');
  await end(2, 'OPA', { DELIVERED: 1 });
  await countAll();
  assert.deepEqual(await days(), ['OPA 4 3 1', 'OPB 1 0 1']);
});

test('an hour is counted again after a sixth of its age, and no more once its messages have ended', async () => {
  await accept(db, { id: 1, recipients: 2 });
  await end(1, 'OPA', { SENT: 2 });
  await countAll();
  assert.equal(await countAll(), 0, 'it was counted just now');
  await db.sql(`update sms_message set state = 'DELIVERED'`);
  await advanceClock(db, 12);
  await countAll();
  assert.deepEqual(await days(), ['OPA 2 0 0']);
  await db.sql(`update sms_message set state = 'UNKNOWN'; update sms_batch set finalise_at = null`);
  await advanceClock(db, 1);
  await countAll();
  assert.deepEqual(await days(), ['OPA 2 0 0'], 'two hours and more go by between two counts');
  await advanceClock(db, 2);
  await countAll();
  assert.deepEqual(await days(), ['OPA 0 0 2']);
  await db.sql(`update sms_message set state = 'DELIVERED'`);
  await advanceClock(db, 48);
  await countAll();
  assert.deepEqual(await days(), ['OPA 0 0 2'], 'nothing was open any more');
});

test('many batches of an hour are counted part by part, each message once', async () => {
  await accept(db, ...Array.from({ length: 3 }, (_, at) => ({ id: at + 1, recipients: 4_500 })));
  // More than one statement reads, all accepted in the same microsecond.
  await db.sql(`
    insert into sms_batch select (jsonb_populate_record(b, jsonb_build_object('id', 10 + n,
      'recipients', 1))).* from sms_batch b, generate_series(1, 2100) n where b.id = 1;
    insert into sms_message select (jsonb_populate_record(m,
      jsonb_build_object('batch_id', 10 + n))).* from sms_message m, generate_series(1, 2100) n
      where m.batch_id = 1 and m.position = 0`);
  await db.sql(`update sms_message set state = 'DELIVERED', attempts = 1, due_at = null`);
  await countAll();
  assert.deepEqual(await days(), [`OPA ${3 * 4_500 + 2_100} 0 0`]);
});

test('days are those of the reader, the last thirty; older hours are removed', async () => {
  await accept(db, { id: 1, recipients: 2 });
  await end(1, 'OPA', { DELIVERED: 2 });
  await db.sql(`update sms_batch set created_at = date_trunc('day', created_at, 'UTC')`);
  await countAll();
  const [utc] = await readDeliveryDays(db.database, 'UTC');
  const [west] = await readDeliveryDays(db.database, 'America/New_York');
  assert.equal(utc!.at % dayMs, 0);
  assert.ok(west!.at < utc!.at, 'it is still the evening before');
  await advanceClock(db, 33 * 24);
  await accept(db, { id: 2, recipients: 1 });
  await end(2, 'OPA', { UNKNOWN: 1 });
  await countAll();
  assert.deepEqual(await days(), ['OPA 0 0 1']);
  const [kept] = await db.database.query<{ old: boolean }>({
    name: 'test_old_hours',
    text: `select exists (select from sms_hour where hour < jokko_now() - interval '32 days')
      as old`,
  });
  assert.equal(kept!.old, false);
});
