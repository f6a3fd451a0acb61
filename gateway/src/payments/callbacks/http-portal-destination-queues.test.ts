// Callbacks in the operator's hands: receivers of all accounts, one callback with its log, giving
// up and sending again; written down, and by who may.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
const destination = 'https://shop.sn:443';

before(async () => {
  portal = await startPortal();
  await portal.db.sql(`
    insert into account (name, webhook_secret_sealed) values ('Teranga', '');
    insert into callback (account_id, operation_id, destination, url, status, attempts,
      next_attempt_at)
      select 1, 1000000000000 + i, '${destination}', '${destination}/x', 'SUCCESS', 2, jokko_now()
        from generate_series(1, 3) i;
    insert into callback_body (account_id, operation_id, body)
      select 1, 1000000000000 + i, '{"status":"SUCCESS","sha256Hash":"5ec8e7"}'
        from generate_series(1, 3) i;
    insert into callback_attempt (account_id, operation_id, number, started_at, duration_ms,
      http_status, error_class)
      select 1, 1000000000000 + i, 2, now(), 7, 503, 'http_status' from generate_series(1, 3) i`);
});
after(() => portal.close());

test('a receiver that answers badly is seen, abandoned with a reason, and sent to again', async () => {
  const support = await operatorBrowser(portal, 'Support', { role: 'support' });
  const [item] = (await support.get('operator/destination-queues')).json.items;
  assert.deepEqual(
    [item.accountName, item.destination, item.retrying, item.lastHttpStatus],
    ['Teranga', destination, 3, 503],
  );
  assert.equal(
    (
      await support.get(
        `operator/destination-queues?after=${encodeURIComponent(`1 ${destination}`)}`,
      )
    ).json.items.length,
    0,
  );
  const id = 'cb_1000000000001';
  const one = (await support.get(`operator/callbacks/1/${id}`)).json;
  assert.deepEqual([one.log[0].httpStatus, one.givenUp], [503, null]);
  assert.equal(one.body, '{"status":"SUCCESS","sha256Hash":"…"}');
  const order = { accountId: 1, destination, reason: 'fermé' };
  assert.equal(
    (await support.post('operator/callbacks/give-up', { ...order, reason: ' ' })).json.error
      .fields[0].field,
    'reason',
  );
  assert.deepEqual((await support.post('operator/callbacks/give-up', { ...order, id })).json, {
    count: 1,
  });
  assert.deepEqual((await support.post('operator/callbacks/give-up', order)).json, { count: 2 });
  const abandoned = (
    await support.get(
      `operator/callbacks/1?state=abandoned&destination=${encodeURIComponent(destination)}`,
    )
  ).json.items;
  assert.deepEqual(
    abandoned.map(({ givenUp }: { givenUp: string }) => givenUp),
    ['fermé', 'fermé', 'fermé'],
  );
  assert.equal((await support.post('operator/callbacks/replay', { accountId: 1, id })).status, 200);
  assert.deepEqual(
    (
      await support.post('operator/callbacks/replay-all', {
        accountId: 1,
        destination,
        state: 'abandoned',
        perSecond: 5,
      })
    ).json,
    {
      total: 3,
    },
  );
  const admin = await operatorBrowser(portal, 'Admin');
  const actions = (await admin.get('operator/audit?account=1')).json.items.map(
    ({ action }: { action: string }) => action,
  );
  assert.deepEqual(actions.toReversed(), [
    'callback.view',
    'callback.give-up',
    'callback.give-up',
    'callback.replay',
    'callback.replay-all',
  ]);
});

test('finance reads and sends nothing; a seat of one country sees no receivers', async () => {
  const finance = await operatorBrowser(portal, 'Finance', { role: 'finance' });
  assert.equal((await finance.get('operator/destination-queues')).status, 200);
  assert.equal(
    (await finance.post('operator/callbacks/give-up', { accountId: 1, destination, reason: 'x' }))
      .code,
    'notAllowed',
  );
  const local = await operatorBrowser(portal, 'Local', { countries: ['CI'] });
  assert.equal((await local.get('operator/destination-queues')).code, 'notAllowed');
  assert.equal((await local.get('operator/callbacks/1/cb_1000000000001')).code, 'notAllowed');
});
