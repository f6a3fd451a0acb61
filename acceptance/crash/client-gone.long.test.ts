// Proves that a client that disconnects before its answer still gets its callback. The gateway
// cannot know whether the client will ever read the answer, so what is stored is executed and
// reported.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFixture, type Fixture } from '../harness/fixture.ts';
import { uniqueId, uniquePhone } from '../harness/index.ts';
import { lookUp } from '../harness/payment.ts';

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

for (const [codeService, what] of [
  ['OPC_SN_API_CASH_OUT', 'with a link, whose answer waits for the provider'],
  ['OPA_SN_API_CASH_IN', 'without a link'],
] as const) {
  test(`C3 F04 a client that cuts its connection before the answer gets the callback, service ${what}`, async () => {
    const { client, receiver } = fixture;
    const ids: string[] = [];
    const stored: string[] = [];
    for (const stayMs of staysMs) {
      const externalTransactionId = uniqueId('gone');
      ids.push(externalTransactionId);
      const order = {
        apiKey: client.apiKey,
        phone: uniquePhone(),
        amount: 500,
        codeService,
        externalTransactionId,
        callbackUrl: receiver.url,
      };
      await sendAndCut(client.baseUrl, JSON.stringify(order), stayMs);
      if (stayMs < lookAfterMs) continue;
      for (const id of ids) if ((await lookUp(client, id)).json.code === 2000) stored.push(id);
      if (stored.length > 0) break;
    }
    assert.ok(stored.length > 0, 'at least one was stored although its client went away');
    for (const id of stored) await receiver.waitFor(id, { timeoutMs: 120_000 });
  });
}

/**
 * How long each request stays: what the gateway had not read when its connection was cut is lost,
 * and a busy machine reads late. The last ones only where nothing was read before.
 */
const staysMs = [0, 3, 6, 9, 12, 15, 100, 1_000, 5_000, 30_000, 60_000];
const lookAfterMs = 1_000;

/** Writes a whole request and cuts the connection `stayMs` after the bytes are with the system. */
async function sendAndCut(baseUrl: string, body: string, stayMs: number): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // The gateway may close it first.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  const head = `POST /api-services/operation HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head + body, () => resolve()));
  await sleep(stayMs);
  socket.end();
  socket.destroy();
  await closed;
}
