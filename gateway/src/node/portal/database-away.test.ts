// Proves that while its database does not answer, the portal reports itself unavailable at the
// deadline, and that what was not committed is rolled back.

import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { NoAnswer } from '../../platform/db/database-away.ts';
import { holdClock } from '../../platform/testing/held-clock.ts';
import { startOwnPostgres, type OwnPostgres } from '../doctor/testing/postgres.ts';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal } from './testing/portal.ts';
import type { Browser, Portal } from './testing/portal.ts';

let postgres: OwnPostgres;
let portal: Portal;
let operator: Browser;
const deadlineMs = 10_000;
/** The portal's. */
const clock = holdClock();

before(async () => {
  postgres = await startOwnPostgres();
  portal = await clock.run(() => startPortal({ deadlineMs, postgres }));
  operator = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

test('a frozen database: calls end with notNow, and go on when it does', async (t) => {
  assert.equal((await operator.get('me')).status, 200);
  postgres.freeze();
  const before = clock.waiting();
  let received = 0;
  const count = (): void => void received++;
  subscribe('http.server.request.start', count);
  t.after(() => unsubscribe('http.server.request.start', count));
  const asked = Promise.all(Array.from({ length: 12 }, () => operator.get('operator/audit')));
  // More than there are connections in the pool: those that wait for one have the same deadline.
  await until('all of them wait', () => received === 12 && clock.waiting() >= before + 12);
  // One that has come asks the database within a turn or two.
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  clock.pass(deadlineMs);
  const answers = await asked.finally(postgres.thaw);
  assert.deepEqual(
    [...new Set(answers.map(({ status, code }) => `${status} ${code}`))],
    ['503 notNow'],
  );
  assert.equal((await operator.get('operator/audit')).status, 200);
});

test('a transaction that the database keeps waiting is rolled back', async () => {
  const { database } = portal.users;
  const holder = await portal.db.database.connect();
  await holder.query({ name: 'begin', text: 'begin' });
  await holder.query({ name: 'hold', text: 'lock table audit_head in access exclusive mode' });
  const late = clock.run(() =>
    inTransaction(database, async (session) => {
      await session.query({
        name: 'first',
        text: `insert into login_attempt (key, tries, last_at) values ('never', 1, now())`,
      });
      await session.query({ name: 'second', text: 'select from audit_head' });
    }),
  );
  const refused = assert.rejects(late, (error) => error instanceof NoAnswer);
  await until('it waits for the lock', async () => {
    const text = 'select from pg_locks where not granted';
    return (await portal.db.database.query({ name: 'waits', text })).length > 0;
  });
  clock.pass(deadlineMs);
  await refused;
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

test('a database that is not there: 503, not a fault of ours', async () => {
  await postgres.close();
  for (const path of ['me', 'operator/audit']) {
    const { status, code, headers } = await operator.get(path);
    assert.deepEqual([status, code, headers.get('retry-after')], [503, 'notNow', '5']);
  }
});
