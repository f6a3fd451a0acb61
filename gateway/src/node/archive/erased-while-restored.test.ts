// Whoever is removed while a restore is bringing history back is removed from that history, too.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { erasePerson } from '../../backoffice/privacy/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { holdPersonKey, keyedHash } from '../../platform/secrets/index.ts';
import { restorePeriod } from './open.ts';
import { fillOnce, openFixture, type ArchiveFixture, type Filled } from './testing/fixture.ts';

let filled: Filled;
let fixture: ArchiveFixture;
before(async () => (filled = await fillOnce()));
beforeEach(async () => (fixture = await openFixture(filled)));
afterEach(() => fixture.close());
after(() => filled.postgres.close());

/** The same database; commits over connections from here wait until they are let through. */
function withHeldCommits(database: Database) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const connect: Database['connect'] = async (purpose) => {
    const connection = await database.connect(purpose);
    return {
      ...connection,
      async query(statement, values) {
        if (statement.text === 'commit') {
          reached.resolve();
          await gate.promise;
        }
        return connection.query(statement, values);
      },
    };
  };
  return { database: { ...database, connect }, reached: reached.promise, letThrough: gate.resolve };
}

async function somebodyWaits(): Promise<boolean> {
  const [row] = await fixture.rows<{ waits: boolean }>(`
    select exists (select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()) as waits`);
  return row!.waits;
}

test('a person who is removed while a period comes back is removed from it', async () => {
  const { database } = fixture.db;
  const { success } = fixture.ids;
  holdPersonKey(database, { personHash: keyedHash(Buffer.alloc(32, 1)) });
  await fixture.settle();
  const [{ phone } = { phone: '' }] = await fixture.rows<{ phone: string }>(
    `select phone from operation where id = ${success}`,
  );
  await fixture.db.sql(`
    set session_replication_role = replica;
    update attempt_request set prepared = '{"refs": {"ours": "r"}, "body": "${phone}"}';
    update callback_body set body = '{"transaction": {"phone": "${phone}", "data": {}}}'`);
  await fixture.run();

  const held = withHeldCommits(database);
  const restoring = restorePeriod(held.database, 1);
  await held.reached;
  let isOver = false;
  const erase = () => erasePerson(database, { kind: 'command' }, phone);
  const erasing = erase().finally(() => (isOver = true));
  erasing.catch(() => {});
  while (!isOver && !(await somebodyWaits()));
  held.letThrough();
  assert.equal((await restoring).ok, true);
  // On a busy machine it may have waited for too long, and is asked for again.
  await erasing.catch(erase);

  const [operation] = await fixture.rows<{ phone: string }>(
    `select phone from operation where id = ${success}`,
  );
  assert.match(operation!.phone, /^\*/);
  const history = await fixture.rows<{ text: string }>(`
    select prepared::text as text from attempt_request where operation_id = ${success}
    union all select body from callback_body where operation_id = ${success}`);
  assert.equal(history.length, 2);
  for (const { text } of history) assert.ok(!text.includes(phone), text);
});
