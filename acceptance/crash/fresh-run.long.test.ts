// A node that nobody supervises, frozen for longer than its lease under load: it becomes a fresh run of
// itself in the same process and on the same port, serves, and the books are right.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
