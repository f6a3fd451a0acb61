// F62: the time at which an attempt left is the database's, whatever the clock of the node says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { machine, runIn } from '../../../platform/environment.ts';
import { registerNodes } from '../../../node/doctor/testing/nodes.ts';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { OperationEvent } from '../model/commands.ts';
import type { Attempt } from '../model/operation.ts';
import { testAdvance, testAttempt, testOpening, units } from '../testing.ts';
import { startWriter, type Writer } from './writer.ts';

const minuteMs = 60_000;
let postgres: TestPostgres;
let db: TestDatabase;
let writer: Writer;
let count = 0;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into catalogue (document) values ('{}');
    insert into balance (account_id, currency, available) values (1, 'XOF', ${units(1_000_000)})`);
  await registerNodes(db, 7);
  writer = startWriter({
    database: db.database,
    node: 7,
    composeCallback: () => {
      throw new Error('no callback is expected');
    },
    onCallbacks: () => {},
  });
});
after(async () => {
  await writer.close();
  await db.close();
  await postgres.close();
});

/** Age in ms of the only attempt of an operation, by the database's clock. */
async function storedAgeMs(id: string): Promise<number> {
  const [row] = await db.database.query<{ age: number }>(
    {
      name: 'attempt_age',
      text: 'select extract(epoch from jokko_now() - sent_at)::float8 * 1000 as age from attempt where operation_id = $1',
    },
    [id],
  );
  return row!.age;
}

for (const skewMinutes of [-20, 20])
  test(`F62 a node whose clock is ${skewMinutes} min off opens, loses, sends again: sent_at is the database's`, async () => {
    const id = String(1_000_000_000_000 + ++count);
    const terms = { id, externalId: id };
    const clock = { ...machine, now: () => machine.now() + skewMinutes * minuteMs };
    await runIn(clock, async () => {
      const { sentAt: _, ...attempt } = testAttempt();
      const opened = await writer.open(testOpening(terms, { attempt }));
      assert.equal(opened.type, 'opened');
      const first = opened.attempt!;
      const refs = { ours: 'ref-1' };
      const lost = await advance(terms, first, {
        type: 'lose_answer',
        refs,
        cause: 'timeout',
        nextStepInMs: 0,
      });
      assert.ok(Math.abs(await storedAgeMs(id)) < minuteMs);
      await db.sql(`update attempt set sent_at = sent_at - interval '1 hour'
        where operation_id = ${id};
        update operation set lease_owner = 7 where id = ${id}`);
      const again = await advance(terms, lost, { type: 'resend' });
      assert.ok(Math.abs(await storedAgeMs(id)) < minuteMs);
      // A copy from before the second sending does not take it back.
      await advance(
        terms,
        { ...again, sentAt: new Date(again.sentAt.getTime() - 60 * minuteMs) },
        {
          type: 'lose_answer',
          refs,
          cause: 'timeout',
          nextStepInMs: 0,
        },
      );
      assert.ok(Math.abs(await storedAgeMs(id)) < minuteMs);
    });
  });

async function advance(
  terms: { id: string; externalId: string },
  attempt: Attempt,
  event: OperationEvent,
): Promise<Attempt> {
  const result = await writer.advance(testAdvance(event, attempt, terms));
  assert.equal(result.type, 'advanced');
  return result.attempt!;
}
