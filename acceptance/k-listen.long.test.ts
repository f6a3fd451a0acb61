// Proves that jokko-dev loses nothing while it and the node that it reads from are killed, and how
// fast the callback stream is.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  hostInstallation,
  payOut,
  startReceiver,
  undisturbed,
  until,
} from './harness/index.ts';
import type { Client, GatewayNode, HostedInstallation, Receiver } from './harness/index.ts';
import { followCallbacks } from './harness/callback-stream.ts';
import { freePort } from './harness/free-port.ts';
import { startJokkoDev, type JokkoDev } from './harness/listener.ts';
import { untilAdmitted } from './harness/payment.ts';

const kills = 20;
const paymentsPerKill = 6;

describe('jokko-dev under kills', () => {
  let installation: HostedInstallation;
  let client: Client;
  let stateFolder: string;
  const receivers: Receiver[] = [];

  before(async () => {
    installation = await hostInstallation();
    const { apiKey } = await createAccount(installation, {
      fund: 100_000_000,
      set: ['--callback-grace-ms', '0'],
    });
    client = createClient(installation.baseUrl, apiKey);
    stateFolder = mkdtempSync(join(tmpdir(), 'jokko-dev-'));
    receivers.push(await startReceiver(), await startReceiver());
  });
  after(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await installation?.stop();
    rmSync(stateFolder, { recursive: true, force: true });
  });

  async function pay(members: Record<string, unknown> = {}): Promise<string> {
    const order = payOut(members);
    await untilAdmitted(client, order);
    return String(order['externalTransactionId']);
  }
  const sumOf = ({ bytes }: { bytes: Buffer }): string =>
    createHash('sha256').update(bytes).digest('hex');

  it(`C1 every callback arrives over ${kills} kills of the node and as many of jokko-dev, in the bytes of a receiver`, async () => {
    const [server, laptop] = receivers as [Receiver, Receiver];
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const startNode = (): Promise<GatewayNode> =>
      installation.addNode({ env: { PORT: String(port) }, nodeId: 'of-the-laptop' });
    const startListening = (): JokkoDev =>
      startJokkoDev({ baseUrl, apiKey: client.apiKey, stateFolder }, [
        'listen',
        '--forward-to',
        laptop.url,
      ]);
    let node = await startNode();
    let dev = startListening();
    await until('it listens', () => dev.text.includes('Listening'));
    const ids: string[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const paid = Promise.all(
        Array.from({ length: paymentsPerKill }, () => pay({ callbackUrl: server.url })),
      );
      await node.kill();
      await dev.kill();
      dev = startListening();
      node = await startNode();
      ids.push(...(await paid));
    }
    await until('all have come', () => ids.every((id) => laptop.requestsFor(id).length > 0));
    await until('all came to the server', () =>
      ids.every((id) => server.requestsFor(id).length > 0),
    );
    for (const id of ids) {
      const [streamed] = laptop.requestsFor(id);
      assert.equal(sumOf(streamed!), sumOf(server.requestsFor(id)[0]!), id);
    }
    // Only what was under way when jokko-dev was killed comes twice.
    assert.ok(laptop.requests.length <= ids.length + kills, `${laptop.requests.length}`);
    await dev.kill();
    await node.stop();
  });

  it('C1 a result is with the reader within 300 ms, and a backlog at 1,000 a second', async (t) => {
    const stream = await followCallbacks(installation.baseUrl, client.apiKey);
    const [begin] = stream.begins;
    const [server] = receivers as [Receiver];
    const late: number[] = [];
    await undisturbed(
      async () => {
        late.length = 0;
        for (let payment = 0; payment < 40; payment++) {
          const id = await pay({ callbackUrl: server.url });
          // Sent from the commit itself: what the stream adds to it is looked at.
          const { arrivedAt } = await server.waitFor(id);
          await stream.waitFor(id);
          late.push(performance.now() - arrivedAt);
        }
        return late.toSorted((a, b) => a - b)[37]!;
      },
      (p95) => p95 < 300,
    );
    const p95 = late.toSorted((a, b) => a - b)[37]!;
    t.diagnostic(`p95 ${Math.round(p95)} ms after the callback of the commit`);
    assert.ok(p95 < 300, `${p95} ms`);

    const backlog = 3_000;
    for (let paid = 0; paid < backlog; paid += 50)
      await Promise.all(Array.from({ length: 50 }, () => pay()));
    await until('all are final', () => stream.callbacks.length >= backlog);
    stream.close();
    const begun = performance.now();
    const again = await followCallbacks(installation.baseUrl, client.apiKey, { after: begin! });
    await until('the backlog is read', () => again.callbacks.length >= backlog, { everyMs: 5 });
    const rate = again.callbacks.length / ((performance.now() - begun) / 1_000);
    again.close();
    t.diagnostic(`${Math.round(rate)} callbacks a second`);
    assert.ok(rate >= 1_000, `${rate} a second`);
    assert.equal(
      new Set(again.callbacks.map(({ webhookId }) => webhookId)).size,
      again.callbacks.length,
    );
  });
});
