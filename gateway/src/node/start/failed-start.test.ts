// Proves that a node whose start fails midway leaves nothing behind in this process and in the
// database: a further cell that is away is tried again each second, by the same process.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { createHealthCounters } from '../../payments/route-health/index.ts';
import { watchOwnPeople } from '../../platform/http/guards/own-people.ts';
import { knownServices } from '../../platform/outbound/own-services.ts';
import { openLog } from '../../platform/log.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/key-ring.ts';
import { openSecrets } from '../../platform/secrets/pepper.ts';
import { readConfig } from '../config/config.ts';
import { startCore } from './core.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../doctor/testing/postgres.ts';
import { createPace } from '../background/pace.ts';

const patient = { timeoutMs: 60_000 };

let postgres: TestPostgres;
let db: TestDatabase;
let dataDir: string;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  dataDir = mkdtempSync(join(tmpdir(), 'jokko-failed-start-'));
});
after(async () => {
  await db.close();
  await postgres.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function readOwnConfig() {
  const read = readConfig({ DATA_DIR: dataDir, SIMULATOR_URL: 'http://127.0.0.1:1' });
  if (!read.ok) assert.fail(JSON.stringify(read.faults));
  return read.config;
}

/** The same database, but one statement fails. */
const failingAt = (database: OpenDatabase, name: string): OpenDatabase => ({
  ...database,
  query: (statement, values) =>
    statement.name === name
      ? Promise.reject(new Error(`no ${name}`))
      : database.query(statement, values),
});

async function count(text: string): Promise<number> {
  const [row] = await db.database.query<{ count: number }>({ name: text.slice(0, 60), text });
  return row!.count;
}

async function startFailing(name: string): Promise<void> {
  const config = readOwnConfig();
  const started = startCore(
    {
      config,
      people: watchOwnPeople(config),
      services: knownServices([]),
      database: failingAt(db.database, name),
      databaseUrl: db.url,
      secrets: openSecrets(openKeyRing(makeSecretKey()), makeSecretKey()),
      log: openLog('silent', 'failing'),
    },
    'https://pay.example',
    { commit() {}, providerCall() {}, callback() {}, health: createHealthCounters() },
    createPace(),
  );
  await assert.rejects(started, new RegExp(`no ${name}`));
}

test('a start that fails gives its lease free and closes its connections', async () => {
  // Else there would be nothing to note of the clock, which is the last step of a start.
  await db.sql(`update installation set clock_offset = interval '1 hour'`);
  const listening = `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  for (const name of ['note_clock', 'take_id_block']) {
    await startFailing(name);
    assert.equal(await count('select count(*)::integer as count from node'), 0, name);
    await until(
      `${name}: no connection listens`,
      async () => (await count(listening)) === 0,
      patient,
    );
  }
});
