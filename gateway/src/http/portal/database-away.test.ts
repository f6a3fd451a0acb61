// What does the portal say while its database does not answer? That it cannot now, within the deadline; and what was not committed is undone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inTransaction } from '../../db/transaction.ts';
import { isDatabaseError } from '../../db/database-away.ts';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal } from './testing/portal.ts';
import type { Browser, Portal } from './testing/portal.ts';

let portal: Portal;
let operator: Browser;
const deadlineMs = 500;

before(async () => {
  portal = await startPortal({ deadlineMs });
  operator = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

test('a frozen database: calls end with notNow, and go on when it does', { timeout: 60_000 }, async () => {
  assert.equal((await operator.get('me')).status, 200);
  portal.postgres.freeze();
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 12 }, () => operator.get('operator/audit'))).finally(portal.postgres.thaw);
  // Twelve are more than there are connections in the pool.
  assert.ok(performance.now() - begun < 4 * deadlineMs);
  assert.deepEqual([...new Set(answers.map(({ status, code }) => `${status} ${code}`))], ['503 notNow']);
  assert.equal((await operator.get('operator/audit')).status, 200);
});

test('a transaction that the database keeps waiting is rolled back', { timeout: 60_000 }, async () => {
  const { database } = portal.people;
  const holder = await portal.db.database.connect();
  await holder.query({ name: 'begin', text: 'begin' });
  await holder.query({ name: 'hold', text: 'lock table audit_head in access exclusive mode' });
  const late = inTransaction(database, async (session) => {
    await session.query({ name: 'first', text: `insert into guess (key, tries, last_at) values ('never', 1, now())` });
    await session.query({ name: 'second', text: 'select from audit_head' });
  });
  await assert.rejects(late, (error) => isDatabaseError(error) && error.message === 'Query read timeout');
  await holder.query({ name: 'rollback', text: 'rollback' });
  await holder.close();
  assert.deepEqual(await database.query({ name: 'never', text: `select key from guess where key = 'never'` }), []);
});

test('a database that is not there: 503, not a fault of ours', { timeout: 60_000 }, async () => {
  await portal.postgres.close();
  for (const path of ['me', 'operator/audit']) {
    const { status, code, headers } = await operator.get(path);
    assert.deepEqual([status, code, headers.get('retry-after')], [503, 'notNow', '5']);
  }
});
