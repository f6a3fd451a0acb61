// Proves that notices of carriers are taken by the secret of their connection alone, stored before
// they are acknowledged, and confirmed by the carrier where nothing else proves them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import { receipt } from './testing/fixture.ts';

useFixture();

test('notices by HTTP need the secret of their connection, and are answered once they are stored', async () => {
  const { notices } = (await start()).delivery;
  const [, , connection, secret] = notices.pathOf('A').split('/');
  const notice = (body: unknown) => ({
    method: 'POST',
    path: '/',
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
    receivedAtMs: Date.now(),
  });
  assert.deepEqual(await notices.take(connection!, secret!, notice([receipt('n1')])), {
    status: 200,
    body: 'thanks',
  });
  assert.deepEqual(
    await db.database.query({ name: 'p', text: 'select provider_id as id from sms_part' }),
    [{ id: 'n1' }],
  );
  assert.equal(await notices.take(connection!, `${secret}x`, notice([])), null);
  assert.equal(
    await notices.take(
      connection!,
      secret!.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
      notice([]),
    ),
    null,
  );
  assert.equal(await notices.take('B', secret!, notice([])), null);
});

test('what nothing proves is stored as the carrier confirms it; while it cannot be asked, nothing is', async () => {
  const { delivery, operator } = await start();
  const [, , connection, secret] = delivery.notices.pathOf('A').split('/');
  const take = () =>
    delivery.notices.take(connection!, secret!, {
      method: 'POST',
      path: '/',
      rawQuery: 'unproven',
      headers: {},
      body: Buffer.from(JSON.stringify([receipt('u1'), receipt('u2')])),
      receivedAtMs: Date.now(),
    });
  const kept = () =>
    db.database.query({
      name: 'p',
      text: 'select provider_id as id, receipt from sms_part order by 1',
    });
  await assert.rejects(take(), /could not be asked/);
  assert.deepEqual(await kept(), []);
  operator.confirm = ([first]) => Promise.resolve([{ ...first!, state: 'rejected' }]);
  assert.deepEqual(await take(), { status: 200, body: 'thanks' });
  assert.deepEqual(await kept(), [{ id: 'u1', receipt: 'rejected' }]);
  // The carrier does not know its end yet: what is known is stored, and the notice comes again.
  operator.confirm = ([, second]) => Promise.resolve([{ ...second!, state: 'enroute' }]);
  assert.deepEqual(await take(), { status: 503 });
  operator.confirm = ([, second]) => Promise.resolve([second!]);
  assert.deepEqual(await take(), { status: 200, body: 'thanks' });
  assert.deepEqual(await kept(), [
    { id: 'u1', receipt: 'rejected' },
    { id: 'u2', receipt: 'delivered' },
  ]);
});

test('a notice of many reports that contradict what is stored is one line of the log', async () => {
  const { delivery, warnings } = await start();
  const [, , connection, secret] = delivery.notices.pathOf('A').split('/');
  const take = (state: 'delivered' | 'rejected') =>
    delivery.notices.take(connection!, secret!, {
      method: 'POST',
      path: '/',
      headers: {},
      body: Buffer.from(
        JSON.stringify(Array.from({ length: 200 }, (_, at) => receipt(`n${at}`, state))),
      ),
      receivedAtMs: Date.now(),
    });
  await take('delivered');
  assert.deepEqual(warnings, []);
  await take('rejected');
  assert.equal(warnings.length, 1);
});
