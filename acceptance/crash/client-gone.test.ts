// Does a client that goes away before its answer still get its callback? The gateway cannot know whether the client will ever read the answer:
// what is stored is carried out and told.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorld, type World } from '../harness/world.ts';
import { until, uniqueId, uniquePhone } from '../harness/index.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

for (const [codeService, what] of [
  ['OPC_SN_API_CASH_OUT', 'with a link, whose answer waits for the provider'],
  ['OPA_SN_API_CASH_IN', 'without a link'],
] as const) {
  test(`C3 F04 a client that cuts its connection before the answer gets the callback, service ${what}`, async () => {
    const { client, receiver } = world;
    const ids = Array.from({ length: 8 }, () => uniqueId('gone'));
    for (const [index, externalTransactionId] of ids.entries()) {
      const order = {
        apiKey: client.apiKey,
        phone: uniquePhone(),
        amount: 500,
        codeService,
        externalTransactionId,
        callbackUrl: receiver.url,
      };
      await sendAndCut(client.baseUrl, JSON.stringify(order), index * stayStepMs);
    }
    const stored = [];
    for (const id of ids) if ((await client.status(id)).json.code === 2000) stored.push(id);
    assert.ok(stored.length > 0, 'at least one was stored although its client went away');
    for (const id of stored) await until(`callback of ${id}`, () => receiver.requestsFor(id).length === 1, { timeoutMs: 15_000 });
  });
}

/** What the gateway had not read when the connection was cut is lost; each request stays so much longer than the one before. */
const stayStepMs = 3;

/** Writes a whole request and cuts the connection `stayMs` after the bytes are with the system. */
async function sendAndCut(baseUrl: string, body: string, stayMs: number): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `POST /api-services/operation HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head + body, () => resolve()));
  await sleep(stayMs);
  socket.end();
  socket.destroy();
  await once(socket, 'close');
}
