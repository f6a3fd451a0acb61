// Proves that what was never sent costs nothing: the price is refunded for a message that expired,
// or whose recipient opted out, before any part of it was accepted. On a real database and
// scripted operators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedOperator } from './testing/scripted-connector.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import { accept, advanceClock, spent, untilStates } from './testing/fixture.ts';

useFixture();

test('validity that ends with a part already taken gives back only where the policy says so', async () => {
  const taken = `update sms_message set part_ids = array['x', null]`;
  for (const [id, states, left] of [
    [1, [], 2],
    [2, ['EXPIRED'], 2],
  ] as const) {
    await accept(db, { id, parts: 2, content: 'x'.repeat(200), validSec: 60, refund: [...states] });
    await db.sql(`${taken} where batch_id = ${id}`);
    const operator = createScriptedOperator();
    operator.stateOfNew = () => 'connecting';
    const fixture = await start({ operator });
    await fixture.delivery.rounds.rerouting();
    await advanceClock(db, 1);
    fixture.uptimeAheadMs = 70_000;
    await fixture.delivery.rounds.rerouting();
    await untilStates(db, [`EXPIRED validity_over ${id}`]);
    assert.equal(await spent(db), left);
    await fixture.close();
  }
});

test('who opts out is not sent what was accepted before: REJECTED, and given back whatever the policy says', async () => {
  await accept(db, { recipients: 3, dueSec: 60, validSec: 86_400, refund: [] });
  await db.sql(
    `insert into sms_app (account_id, name, key_hash, last_four)
      values (2, 'other', '\\x02', '0002')`,
  );
  await db.sql(
    `insert into sms_opt_out (app_id, msisdn, source) values (1, 221770000001, 'inbound'),
      (2, 221770000002, 'inbound')`,
  );
  const operator = createScriptedOperator();
  const fixture = await start({ operator });
  await advanceClock(db, 1);
  await fixture.delivery.rounds.due();
  await untilStates(db, ['REJECTED opted_out 1', 'SENT 2']);
  assert.deepEqual(operator.parts.map(({ to }) => to).toSorted(), ['221770000000', '221770000002']);
  assert.equal(await spent(db), 2);
  assert.equal((await db.database.query({ name: 'c', text: 'select 1 from sms_lease' })).length, 0);
});
