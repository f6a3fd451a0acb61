// Proves that while its database does not answer, the portal reports itself unavailable within the
// deadline, and that what was not committed is rolled back.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inTransaction } from '../../platform/db/transaction.ts';
import { NoAnswer } from '../../platform/db/database-away.ts';
import { startOwnPostgres, type OwnPostgres } from '../doctor/testing/postgres.ts';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal } from './testing/portal.ts';
import type { Browser, Portal } from './testing/portal.ts';

let postgres: OwnPostgres;
let portal: Portal;
let operator: Browser;
/** Long enough for a machine that stands still while the database is there. */
const deadlineMs = 10_000;
const timeout = 300_000;

before(async () => {
  postgres = await startOwnPostgres();
  portal = await startPortal({ deadlineMs, postgres });
  operator = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

test('a frozen database: calls end with notNow, and go on when it does', { timeout }, async () => {
  assert.equal((await operator.get('me')).status, 200);
  postgres.freeze();
  const begun = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => operator.get('operator/audit')),
  ).finally(postgres.thaw);
  // Twelve are more than there are connections in the pool; one after the other they would take twelve times as long.
  assert.ok(performance.now() - begun < 10 * deadlineMs);
  assert.deepEqual(
    [...new Set(answers.map(({ status, code }) => `${status} ${code}`))],
    ['503 notNow'],
  );
  assert.equal((await operator.get('operator/audit')).status, 200);
});

test('a transaction that the database keeps waiting is rolled back', { timeout }, async () => {
  const { database } = portal.users;
  const holder = await portal.db.database.connect();
  await holder.query({ name: 'begin', text: 'begin' });
  await holder.query({ name: 'hold', text: 'lock table audit_head in access exclusive mode' });
  const late = inTransaction(database, async (session) => {
    await session.query({
      name: 'first',
      text: `insert into login_attempt (key, tries, last_at) values ('never', 1, now())`,
    });
    await session.query({ name: 'second', text: 'select from audit_head' });
  });
  await assert.rejects(late, (error) => error instanceof NoAnswer);
  await holder.query({ name: 'rollback', text: 'rollback' });
  await holder.close();
  assert.deepEqual(
    await database.query({
      name: 'never',
      text: `select key from login_attempt where key = 'never'`,
    }),
    [],
  );
});

test('a database that is not there: 503, not a fault of ours', { timeout }, async () => {
  await postgres.close();
  for (const path of ['me', 'operator/audit']) {
    const { status, code, headers } = await operator.get(path);
    assert.deepEqual([status, code, headers.get('retry-after')], [503, 'notNow', '5']);
  }
});
