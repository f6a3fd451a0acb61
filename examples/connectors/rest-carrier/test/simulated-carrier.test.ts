// The connector over HTTP to the simulated carrier, and back by its signed notices.
// `jokko connector test` runs this beside the conformance suite.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { SmsPart, SmsReceived, SmsSession } from '@jokko/connectors/kit';
import { createTransport, samplePart } from '@jokko/connectors/kit/conformance';
import { connector } from '../index.ts';
import { startCarrier } from '../simulated-carrier.ts';

const transport = createTransport();
const carrier = await startCarrier(0);
const config = {
  baseUrl: carrier.url,
  apiKey: 'rest-carrier-test-key',
  noticeSecret: 'rest-carrier-test-secret',
};

/** Takes the carrier's notices as the gateway does. */
let next = Promise.withResolvers<SmsReceived>();
const gateway = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const headers = { 'x-signature': String(request.headers['x-signature']) };
    const body = Buffer.concat(chunks);
    const notice = { method: 'POST', path: '/', headers, body, receivedAtMs: 0 };
    const received = connector.receive!({ config }, notice);
    response.writeHead(received.reply.status).end();
    next.resolve(received);
    next = Promise.withResolvers();
  });
});
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
const noticeUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
after(() => {
  gateway.close();
  gateway.closeAllConnections();
  carrier.close();
  transport.close();
});

/** Once the carrier has answered to the key, whatever it said. */
async function open(apiKey = config.apiKey): Promise<SmsSession> {
  const greeted = Promise.withResolvers<void>();
  const context = { config: { ...config, apiKey }, noticeUrl, http: transport.http, log: () => {} };
  const session = connector.open(context, {
    receipt: () => Promise.resolve(),
    inbound: () => Promise.resolve(),
    late: () => {},
    changed: greeted.resolve,
  });
  await greeted.promise;
  return session;
}
const partTo = (lastFour: string): SmsPart => ({ ...samplePart, to: `22177123${lastFour}` });

test('a message is taken, and its report finds it', async () => {
  const session = await open();
  for (const [digits, state] of [
    ['0000', 'delivered'],
    ['9001', 'undeliverable'],
    ['9003', 'expired'],
  ] as const) {
    const part = partTo(digits);
    const reported = next.promise;
    const outcome = await session.submit(part);
    const id = outcome.kind === 'accepted' ? outcome.id : assert.fail(JSON.stringify(outcome));
    const [receipt] = (await reported).receipts;
    assert.deepEqual(
      [receipt?.id, receipt?.ourRef, receipt?.msisdn, receipt?.state],
      [id, part.ourRef, part.to, state],
    );
  }
  await session.close(0);
});

test('a refusal has its reason, and a key that is not ours opens nothing', async () => {
  const session = await open();
  assert.deepEqual(await session.submit(partTo('7011')), {
    kind: 'refused',
    reason: 'bad_number',
    code: 'NUMBER_WRONG',
  });
  await session.close(0);
  const stranger = await open('another-key');
  assert.deepEqual([stranger.state, stranger.detail], ['connecting', 'HTTP 401: KEY_UNKNOWN']);
  await stranger.close(0);
});

test('a message from a phone comes as it was written', async () => {
  const received = next.promise;
  const message = { from: '+221771230001', to: '38000', text: 'STOP é' };
  await fetch(`${carrier.url}/phone`, { method: 'POST', body: JSON.stringify(message) });
  const [inbound] = (await received).inbound;
  assert.deepEqual(
    [inbound?.from, inbound?.to, inbound?.text],
    ['221771230001', '38000', 'STOP é'],
  );
});

test('a full window of the longest texts is taken', async () => {
  const session = await open();
  const parts = Array.from({ length: 64 }, (_, at) => ({
    ...partTo(String(3_000 + at)),
    text: '\u00e9'.repeat(1_377),
    ourRef: `9-${at}`,
  }));
  const outcomes = await Promise.all(parts.map((part) => session.submit(part)));
  assert.deepEqual([...new Set(outcomes.map(({ kind }) => kind))], ['accepted']);
  await session.close(0);
});
