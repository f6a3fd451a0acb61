// F54: an order that a backup has caught between its attempt and the file that it left in is not
// put into another file after the recovery: the bank may have executed it.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { noNode } from '../../platform/db/commit-fate.ts';
import { startWriter } from '../../payments/operations/index.ts';
import { openFileBank, route, type FileBank } from '../../payments/provider-files/testing.ts';
import { makeSecretKey, openKeyRing } from '../../platform/secrets/index.ts';
import { openRoutes, planRecovery, recover } from './index.ts';

const secrets = openKeyRing(makeSecretKey());
let journals: string;
let postgres: TestPostgres;
let db: TestDatabase;
let bank: FileBank;

before(async () => {
  journals = mkdtempSync(join(tmpdir(), 'jokko-recover-'));
  postgres = await startTestPostgres();
  db = await postgres.database();
  bank = await openFileBank(db);
});
after(async () => {
  await bank.close();
  await db.close();
  await postgres.close();
  rmSync(journals, { recursive: true });
});

/**
 * An attempt of a file that the database does not have, as a backup between the two commits has it.
 */
async function cutBetweenAttemptAndFile(): Promise<void> {
  await bank.order(1);
  const deps = bank.depsOf(7);
  const { files } = deps.providers.of(deps.catalogue(), route)!.connector;
  const { assemble } = files!;
  files!.assemble = () => {
    throw new Error('the backup ends here');
  };
  await bank.round(7).finally(() => {
    files!.assemble = assemble;
  });
}

test('F54 an order whose file a restored database has forgotten is unknown, and never in another file', async () => {
  await cutBetweenAttemptAndFile();
  await db.sql('delete from node');
  const { database } = db;
  const plan = await planRecovery({ database, journals, secrets });
  const who = { kind: 'command' } as const;
  const writer = startWriter({
    database,
    node: noNode,
    composeCallback: () => assert.fail('nothing ends here'),
    onCallbacks: () => {},
  });
  const deps = { database, secrets, journals, who, routes: [route], writer };
  assert.notEqual(await recover(deps, plan), null);
  await writer.close();
  await openRoutes(database, who, null);
  await registerNodes(db, 8);
  await bank.round(8);
  const [operation] = await database.query<{ state: string; attempts: number }>({
    name: 'operation',
    text: 'select state, attempts from operation',
  });
  assert.deepEqual([await bank.sent(), operation], [[], { state: 'UNKNOWN', attempts: 1 }]);
});
