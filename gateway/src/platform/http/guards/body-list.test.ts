// S8: a long list's bytes are copied as they come, so that its last piece costs no more than
// others; without a length that was said, it is read all the same.

import assert from 'node:assert/strict';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, mock, test } from 'node:test';
import { createBodyReader, operationBodyMaxBytes, type BodyResult } from './body.ts';

const maxBytes = 5 * 1_048_576;
/** A little more than the limit of others: one piece of the network may come with it. */
const joinedMax = 2 * operationBodyMaxBytes;

const bodies = createBodyReader('/nowhere');
const known = () => Promise.resolve('yes' as const);
let shown: () => Promise<'yes'> = known;
let read: (result: BodyResult) => void;
const server = createServer((request, response) => {
  const list = { maxBytes, shown };
  void bodies.readList(request, list).then((result) => {
    response.setHeader('connection', 'close').end();
    read(result);
  });
});
const concat = mock.method(Buffer, 'concat');

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  shown = known;
  concat.mock.resetCalls();
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const sent = Buffer.from(
  Array.from({ length: maxBytes / 8 }, (_, at) => `${at % 10}234567\n`).join(''),
);

function send(bytes: Buffer, declared: boolean): Promise<BodyResult> {
  const result = new Promise<BodyResult>((resolve) => (read = resolve));
  const headers = declared ? { 'content-length': bytes.length } : {};
  const { port } = server.address() as AddressInfo;
  const call = httpRequest({ host: '127.0.0.1', port, method: 'POST', headers });
  call.on('error', () => undefined);
  call.on('response', (response) => response.resume());
  call.end(bytes);
  return result;
}

const longestJoined = (): number =>
  Math.max(...concat.mock.calls.map(({ result }) => result?.length ?? 0));

for (const size of [operationBodyMaxBytes + 1, maxBytes])
  test(`S8 ${size} bytes are copied as they come`, async () => {
    const bytes = sent.subarray(0, size);
    const result = await send(bytes, true);
    assert.ok(result.ok && result.bytes.equals(bytes));
    assert.ok(longestJoined() <= joinedMax, `${longestJoined()} bytes joined at once`);
  });

test('S8 a list whose length nobody said is read whole, too; one that is too long is refused', async () => {
  const result = await send(sent, false);
  assert.ok(result.ok && result.bytes.equals(sent));
  for (const declared of [true, false]) {
    const refused = await send(Buffer.concat([sent, sent]), declared);
    assert.deepEqual(refused, { ok: false, reason: 'tooLarge', maxBytes });
  }
});

test('S8 whoever goes away while the key is looked up keeps no place', async () => {
  for (let times = 0; times < 64; times += 1) {
    const result = new Promise<BodyResult>((resolve) => (read = resolve));
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-length': maxBytes };
    const call = httpRequest({ host: '127.0.0.1', port, method: 'POST', headers });
    call.on('error', () => undefined);
    let closed: Promise<void>;
    server.once('request', (request: IncomingMessage) => {
      closed = new Promise((resolve) => request.once('close', resolve));
    });
    shown = async () => {
      call.destroy();
      await closed;
      return 'yes';
    };
    call.write(sent.subarray(0, 2 * operationBodyMaxBytes));
    assert.deepEqual(await result, { ok: false, reason: 'aborted', maxBytes });
  }
  shown = known;
  assert.ok((await send(sent, true)).ok);
});
