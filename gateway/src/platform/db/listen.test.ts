// Whether a listener that is closed leaves a connection behind, on a real PostgreSQL.

import { after, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { listen } from './listen.ts';

let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
after(async () => {
  await db.close();
  await postgres.close();
});

const listeners = async (): Promise<number> =>
  (
    await db.database.query<{ count: number }>({
      name: 'count_listeners',
      text: `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and application_name = 'jokko listener'`,
    })
  )[0]!.count;

test('a listener that is closed while it connects leaves no connection behind', async () => {
  const noticed: unknown[] = [];
  const kept = listen(db.url, ['kept'], (channel) => noticed.push(channel));
  const closed = listen(db.url, ['closed'], () => {});
  await closed.close();
  await until('the other one listens', () => noticed.length > 0);
  await until('one is left', async () => (await listeners()) === 1);
  await kept.close();
  await until('none is left', async () => (await listeners()) === 0);
});
