// A node that nobody supervises, frozen for longer than its lease under load, or whose start lost
// its database: it becomes a fresh run of itself in the same process and on the same port, serves,
// and the books are right.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStoredRows } from '../harness/database.ts';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  uniquePhone,
  until,
  type Client,
  type GatewayNode,
  type Installation,
} from '../harness/index.ts';

const leaseMs = 10_000;

let installation: Installation;
let node: GatewayNode;
let apiKey: string;
before(async () => {
  installation = await startInstallation();
  ({ apiKey } = await createAccount(installation, { fund: 10_000_000 }));
  node = await installation.addNode({
    nodeId: 'alone',
    env: { JOKKO_LEASE_MS: String(leaseMs), JOKKO_SUPERVISED: 'off' },
  });
});
after(() => installation.stop());

const clientOf = (): Client => createClient(node.baseUrl, apiKey, 'answer');
const order = () => payOut({ phone: uniquePhone(), amount: 10 });
const isReady = async (): Promise<boolean> =>
  (await sendRequest(`${node.baseUrl}/readyz`).catch(() => null))?.status === 200;

function load(): () => Promise<void> {
  let going = true;
  const loops = [1, 2, 3, 4].map(async () => {
    const client = clientOf();
    while (going) {
      await client.operation(order()).catch(() => {});
      await sleep(20);
    }
  });
  return async () => {
    going = false;
    await Promise.all(loops);
  };
}

for (const frozenMs of [3_000, 5_000])
  test(`frozen for ${frozenMs} ms in its first minute, under load: it goes on as it was`, async () => {
    const stop = load();
    await sleep(500);
    process.kill(node.pid, 'SIGSTOP');
    await sleep(frozenMs);
    process.kill(node.pid, 'SIGCONT');
    await until('it is ready', isReady);
    await stop();
    assert.equal((await clientOf().operation(order())).json.code, 2000);
    assert.doesNotMatch(node.logs(), /fresh run|ended the lease/);
    await installation.cli(['doctor']);
  });

test('frozen for longer than its lease, under load: a fresh run begins in its place', async () => {
  const stop = load();
  await sleep(500);
  process.kill(node.pid, 'SIGSTOP');
  await sleep(3 * leaseMs);
  process.kill(node.pid, 'SIGCONT');
  await until('it says so', () =>
    /another node ended the lease of this node, which was away; a fresh run begins in this process/.test(
      node.logs(),
    ),
  );
  await until('it is ready', isReady, { timeoutMs: 120_000 });
  await stop();
  assert.equal((await clientOf().operation(order())).json.code, 2000);
  await installation.cli(['doctor']);
  assert.equal(await node.stop(), 0, 'SIGTERM ends the fresh run as any');
});

test('a start that loses its database: a fresh run finds PostgreSQL and the simulator as they were', async () => {
  const own = await startInstallation({ ownDatabase: true, env: { JOKKO_SUPERVISED: 'off' } });
  try {
    const first = own.nodes[0];
    await first.kill();
    const rows = openStoredRows(own);
    const postmasterOf = (): string =>
      readFileSync(join(own.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]!;
    const postmaster = postmasterOf();
    // Read by a start that has its lease already.
    const release = await rows.hold('closed_route');
    const starting = own.addNode({ nodeId: 'late' });
    const { name } = await until('it has its lease', async () => {
      const found = await rows.read<{ name: string }>(
        `select connections_name as name from node where node_id = 'late'`,
      );
      return found[0];
    });
    await rows.read(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [name],
    );
    await release();
    const late = await starting;
    assert.match(
      late.logs(),
      /PostgreSQL was lost during the start: .*; a fresh run begins in this process/,
    );
    assert.equal(postmasterOf(), postmaster, 'it is still the first one');
    const client = createClient(late.baseUrl, own.apiKey, 'answer');
    assert.equal((await client.operation(order())).json.code, 2000);
    await rows.close();
    assert.equal(await late.stop(), 0);
  } finally {
    await own.stop();
  }
});
