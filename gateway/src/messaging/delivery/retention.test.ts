// What is forgotten of messages and of what people wrote: texts first, all of it later, nothing
// that is still under way; and the doctor finds the books in order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { purgeMessages } from '../applications/retention.ts';
import { purgeInbound } from './inbound-retention.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import { accept, advanceClock, receipt, scriptedRouting, untilStates } from './testing/fixture.ts';

useFixture();

const days = { textDays: 30, days: 365 };
const forget = async (step: () => Promise<boolean>) => {
  while (await step());
};
const rows = <Row extends object>(text: string) => db.database.query<Row>({ name: text, text });
const broken = async () => {
  const { checks } = await runDoctor(db.database);
  return checks
    .filter(({ id, violations }) => ['I-07', 'I-33', 'I-37'].includes(id) && violations > 0)
    .map(({ id, examples }) => [id, examples]);
};

test('texts of batches that have ended go after their days, whole batches much later; the doctor knows', async () => {
  await accept(db, { id: 1, recipients: 3, refund: ['UNDELIVERABLE'] });
  const fixture = await start();
  await untilStates(db, ['SENT 3']);
  const { events } = fixture.operator.sessions[0]!;
  await events.receipt(receipt(fixture.operator.ids.get('1-0')!, 'undeliverable'));
  await accept(db, { id: 2, validSec: 400 * 86_400, dueSec: 390 * 86_400 });
  const kept = () =>
    rows<{ id: number; content: string | null }>(
      'select id::integer as id, content from sms_batch order by id',
    );
  const purgeBatches = () => forget(() => purgeMessages(db.database, days));

  await advanceClock(db, 31 * 24);
  await purgeBatches();
  assert.deepEqual(
    await kept(),
    [1, 2].map((id) => ({ id, content: 'hello' })),
    'it still waits for receipts',
  );
  await forget(fixture.delivery.rounds.finalise);
  // As they are when a request is accepted.
  await db.sql(
    'update sms_message set position = -1 - position; update sms_message set position = -position',
  );
  await purgeBatches();
  assert.deepEqual(await kept(), [
    { id: 1, content: null },
    { id: 2, content: 'hello' },
  ]);
  assert.deepEqual(await broken(), []);

  await advanceClock(db, 335 * 24);
  await purgeBatches();
  assert.deepEqual(await kept(), [{ id: 2, content: 'hello' }]);
  assert.deepEqual(await rows('select distinct batch_id::integer as id from sms_message'), [
    { id: 2 },
  ]);
  assert.deepEqual(await broken(), []);
  // A late receipt of a message that is gone harms nobody.
  await events.receipt(receipt(fixture.operator.ids.get('1-1')!));

  await db.sql(
    `set session_replication_role = replica; update transfer set amount = amount * 9
      where verb = 'reverse'`,
  );
  assert.deepEqual(
    (await broken()).map(([id]) => id),
    ['I-33'],
    'more given back than taken',
  );
  await db.sql(
    `set session_replication_role = replica; update transfer set amount = amount / 9
      where verb = 'reverse'`,
  );
  await db.sql('delete from sms_message where batch_id = 2; delete from sms_batch where id = 2');
  assert.deepEqual(
    (await broken()).map(([id]) => id),
    ['I-07', 'I-33'],
    'a young batch that is gone was not removed by us',
  );
});

test('a step is bounded, and ends with nothing left to do', async () => {
  for (const id of [1, 2, 3]) await accept(db, { id, recipients: 4_000 });
  await db.sql(
    `update sms_message set state = 'DELIVERED', due_at = null; update sms_batch
      set finalise_at = null`,
  );
  await advanceClock(db, 366 * 24);
  const left = async () => (await rows('select 1 from sms_message')).length;
  assert.equal(await purgeMessages(db.database, days), true);
  assert.equal(await left(), 4_000);
  await forget(() => purgeMessages(db.database, days));
  assert.equal(await left(), 0);
});

test('an inbound text goes with its callback once that is closed, the row much later', async () => {
  const fixture = await start({
    routing: scriptedRouting({ inbound: [{ number: '38000', app: 'js_test_1' }] }),
  });
  const receive = (text: string) =>
    fixture.operator.sessions[0]!.events.inbound({
      from: '221771234567',
      to: '38000',
      text,
      dedupeKey: text,
    });
  await receive('delivered');
  await receive('due');
  await receive('STOP');
  await db.sql(`
    update callback set state = 'delivered', next_attempt_at = null
      where operation_id not in (select operation_id from callback_body where body like '%"due"%');
    insert into callback_attempt (operation_id, account_id, second, number, started_at, duration_ms)
      select operation_id, account_id, second, 1, jokko_now(), 1 from callback`);
  const texts = () =>
    rows<{ content: string | null }>('select content from sms_inbound order by id');
  const step = () => forget(() => purgeInbound(db.database, days));
  await advanceClock(db, 29 * 24);
  await step();
  assert.deepEqual(
    (await texts()).map(({ content }) => content),
    ['delivered', 'due', 'STOP'],
  );
  await advanceClock(db, 2 * 24);
  await step();
  assert.deepEqual(
    (await texts()).map(({ content }) => content),
    [null, 'due', null],
  );
  assert.equal((await rows('select 1 from callback')).length, 1);
  assert.equal((await rows('select 1 from callback_body')).length, 1);
  assert.equal((await rows('select 1 from callback_attempt')).length, 1);
  assert.deepEqual(await broken(), []);
  await advanceClock(db, 336 * 24);
  await step();
  assert.deepEqual(
    (await texts()).map(({ content }) => content),
    ['due'],
    'nobody has it yet',
  );
  assert.equal((await rows('select 1 from sms_opt_out')).length, 1, 'STOP counts for ever');
});
