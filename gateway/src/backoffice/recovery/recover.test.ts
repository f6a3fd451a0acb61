// F54: a recovery that is killed at any of its statements is run again, and leaves one entry in the
// audit log; a plan that does not hold any more changes nothing.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { noNode } from '../../platform/db/commit-fate.ts';
import type { Connection, Database, Statement } from '../../platform/db/database.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/index.ts';
import { startWriter, type Writer } from '../../payments/operations/index.ts';
import { testAttempt, testTerms, units } from '../../payments/operations/testing.ts';
import { nodeDirectory, openSendJournal } from '../../payments/send-journal/index.ts';
import { changeOfPlan, openRoutes, planRecovery, recover, type RecoveryPlan } from './index.ts';

const routes = ['OPA_SN', 'WAVE_SN'];
const secrets = openKeyRing(makeSecretKey());
let journals: string;
let postgres: TestPostgres;
let db: TestDatabase;
let writer: Writer;
let count = 0;

before(async () => {
  journals = mkdtempSync(join(tmpdir(), 'jokko-recover-'));
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into catalogue (document) values ('{}');
    insert into balance (account_id, currency, available) values (1, 'XOF', ${units(100_000)})`);
  writer = startWriter({
    database: db.database,
    node: noNode,
    composeCallback: () => assert.fail('nothing ends here'),
    onCallbacks: () => {},
  });
});
after(async () => {
  await writer.close();
  await db.close();
  await postgres.close();
  rmSync(journals, { recursive: true });
});
beforeEach(() =>
  db.sql(`
    delete from closed_route; delete from node;
    update installation set recovery_reason = 'the mark went back', recovery_found_by = 'n1',
      recovery_found_at = now()`),
);

/** A payment of 100 XOF that only the journal knows. */
async function forget(): Promise<void> {
  const id = String(1_000_000_000_000 + ++count);
  const journal = openSendJournal({ directory: nodeDirectory(journals, 'n1'), secrets });
  const { number, purpose, route, prepared, sentAt } = testAttempt({
    prepared: { refs: { ours: `ref-${id}` }, method: 'POST', path: '/', body: '{}' },
  });
  await journal.append({
    terms: testTerms({ id, externalId: `order-${id}` }),
    attempt: { number, purpose, route, prepared, sentAt },
  });
  await journal.close();
}

const plan = (): Promise<RecoveryPlan> =>
  planRecovery({ database: db.database, journals, secrets });
const run = (given: RecoveryPlan, database: Database = db.database) =>
  recover({ database, secrets, journals, who: { kind: 'command' }, routes, writer }, given);

async function state() {
  const [row] = await db.database.query<{
    epoch: number;
    marked: boolean;
    entries: bigint;
    operations: bigint;
  }>({
    name: 'state',
    text: `select epoch, recovery_reason is not null as marked, (select count(*)
      from operation) as operations,
        (select count(*) from audit_entry where body::json->>'action' = 'recovery.run') as entries
      from installation`,
  });
  return { ...row!, entries: Number(row!.entries), operations: Number(row!.operations) };
}

class Killed extends Error {}

/**
 * The database of a process that is killed before its statement `last`, or after it with the answer
 * on its way.
 */
function dying(last: number, when: 'before' | 'after'): Database {
  let at = 0;
  const wrap =
    (query: Connection['query']): Connection['query'] =>
    async <Row>(statement: Statement, values?: readonly unknown[]) => {
      const mine = ++at;
      if (mine > last || (mine === last && when === 'before')) throw new Killed();
      const rows = await query<Row>(statement, values);
      if (mine === last) throw new Killed();
      return rows;
    };
  const { database } = db;
  return {
    ...database,
    query: wrap((statement, values) => database.query(statement, values)),
    async connect(purpose) {
      const connection = await database.connect(purpose);
      return {
        home: connection.home,
        get broken() {
          return connection.broken;
        },
        query: wrap((statement, values) => connection.query(statement, values)),
        close: () => Promise.resolve(connection.drop()),
        giveBack: () => Promise.resolve(connection.drop()),
        drop: () => connection.drop(),
      };
    },
  };
}

test('F54 a recovery that is killed at any statement is run again, with one entry in the audit log', async () => {
  let kills = 0;
  for (let last = 1, finished = false; !finished; last++)
    for (const when of ['before', 'after'] as const) {
      await forget();
      await db.sql(
        `update installation set recovery_reason = 'the mark went back', recovery_found_by = 'n1',
          recovery_found_at = now()`,
      );
      const began = await state();
      const died = await run(await plan(), dying(last, when)).then(
        () => false,
        (error: unknown) => error instanceof Killed || Promise.reject(error as Error),
      );
      if (died) kills++;
      else finished = true;
      const between = await state();
      assert.equal(between.entries - began.entries, between.marked ? 0 : 1, `${when} ${last}`);
      if (!between.marked) continue;
      assert.notEqual(await run(await plan()), null);
      const ended = await state();
      assert.deepEqual(
        [ended.marked, ended.entries - began.entries, ended.operations],
        [false, 1, count],
      );
    }
  assert.ok(kills > 10, `${kills} kills`);
});

test('F54 a plan that does not hold any more changes nothing, and says what has changed', async () => {
  await forget();
  const agreed = await plan();
  assert.equal(changeOfPlan(agreed, await plan()), null);
  await forget();
  assert.match(changeOfPlan(agreed, await plan()) ?? '', /is not in the database/);
  await registerNodes(db, 7);
  assert.match(changeOfPlan(agreed, await plan()) ?? '', /started meanwhile: node 7/);
  const before = await state();
  assert.equal(await run(agreed), null);
  assert.deepEqual(await state(), before);
  await db.sql('delete from node');
  assert.notEqual(await run(await plan()), null);
  assert.match(changeOfPlan(agreed, await plan()) ?? '', /another recovery/);
  const after = await state();
  assert.equal(await run(agreed), null, 'of two that are run at once one is the first');
  assert.deepEqual(await state(), after);
});

test('F54 routes open with an entry each in the audit log, once', async () => {
  await run(await plan());
  const who = { kind: 'command' } as const;
  assert.deepEqual(await openRoutes(db.database, who, 'WAVE_SN'), ['WAVE_SN']);
  assert.deepEqual(await openRoutes(db.database, who, 'WAVE_SN'), []);
  assert.deepEqual(await openRoutes(db.database, who, null), ['OPA_SN']);
  const entries = await db.database.query<{ subject: string }>({
    name: 'entries',
    text: `select body::json->>'subject' as subject from audit_entry
      where body::json->>'action' = 'recovery.open' order by number`,
  });
  assert.deepEqual(
    entries.map(({ subject }) => subject),
    ['route/WAVE_SN', 'route/OPA_SN'],
  );
});
