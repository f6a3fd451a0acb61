// F53: after the database went back to an earlier state, on a machine that remembers nothing else,
// no transaction id and no reference comes again, and every success was executed for its own party.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestPostgres,
} from '../../gateway/src/node/doctor/testing/postgres.ts';
import {
  createAccount,
  createClient,
  payOut,
  startInstallation,
  uniquePhone,
  type Client,
  type Installation,
} from '../harness/index.ts';
import { untilStatus } from '../harness/payment.ts';
import { readBook, type BookLine } from '../harness/provider-book.ts';
import { startSimulator } from './harness.ts';

const payments = 25;

interface Paid {
  phone: string;
  transactionId: string;
}

let postgres: TestPostgres;
let directory: string;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'jokko-restored-'));
  [postgres, simulator] = await Promise.all([startTestPostgres(), startSimulator(directory)]);
});
after(async () => {
  for (const installation of started) await installation.stop();
  simulator.stop();
  await postgres.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
});

const env = { JOKKO_SECRET_KEY: randomBytes(32).toString('base64') };
const started: Installation[] = [];
async function startOn(url: string): Promise<Installation> {
  const installation = await startInstallation({
    env: { ...env, DATABASE_URL: url, SIMULATOR_URL: simulator.url },
    nodeId: 'node-1',
  });
  started.push(installation);
  return installation;
}

/** Pays other phones each time and waits for all successes. */
async function payAll(client: Client): Promise<Paid[]> {
  return Promise.all(
    Array.from({ length: payments }, async () => {
      const phone = uniquePhone();
      const order = payOut({ phone });
      const { json, text } = await client.operation(order);
      assert.equal(json.code, 2000, text);
      await untilStatus(client, String(order['externalTransactionId']), 'SUCCESS');
      return { phone, transactionId: String(json.data.transactionId) };
    }),
  );
}

const executed = async (): Promise<BookLine[]> =>
  (await readBook(simulator.url)).filter(({ result }) => result === 'executed');

test('F53 O12 payments after a restore get ids and references that were never used, and the results of their own', async () => {
  const original = await postgres.database();
  const installation = await startOn(original.url);
  const { apiKey } = await createAccount(installation);
  await installation.nodes[0]!.stop();
  await original.leave();
  const backup = await postgres.database(original.name);
  // A machine that was rolled back with its server and its data directory notices nothing.
  await backup.sql('update installation set home = null');
  await backup.leave();

  const again = await installation.addNode({ nodeId: 'node-1' });
  const lost = await payAll(createClient(again.baseUrl, apiKey));
  await installation.stop();

  // The provider remembers all of them, the database and the data directory none.
  const restored = await startOn(backup.url);
  const later = await payAll(createClient(restored.baseUrl, apiKey));
  const all = [...lost, ...later];
  assert.equal(new Set(all.map(({ transactionId }) => transactionId)).size, 2 * payments);
  const lines = await executed();
  assert.equal(new Set(lines.map(({ ourReference }) => ourReference)).size, lines.length);
  for (const { phone, transactionId } of all)
    assert.equal(
      lines.filter(({ party }) => party.endsWith(phone)).length,
      1,
      `transaction ${transactionId} was executed for its own party`,
    );
  await restored.stop();
  await Promise.all([original.close(), backup.close()]);
});
