// H5: proves that a large body that shows late who sends it is spooled within limits of time, size
// and places, and leaves nothing behind.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { ClientRequest, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createBodyReader, mediaBodyMaxBytes } from './body.ts';
import type { BodyResult, MediaGate, Shown } from './body.ts';
import { createMediaPlaces } from './media-places.ts';

const kib = 1_024;
const folder = mkdtempSync(join(tmpdir(), 'jokko-body-'));
const spool = join(folder, 'spool');
/** Longer than 16 MiB take on a machine that stands still. */
const patient = createBodyReader(spool, { unprovenMs: 60_000, discardMs: 100 });
let bodies = patient;
let server: Server;
const results: ((result: BodyResult) => void)[] = [];
let shown: Shown = 'yes';
let seenBytes = 0;

before(async () => {
  const gate: MediaGate = {
    address: '127.0.0.1',
    introduced: () => Promise.resolve('later'),
    see: (chunk) => {
      seenBytes += chunk.length;
    },
    shown: () => Promise.resolve(shown),
  };
  server = createServer((request, response) => {
    void bodies.read(request, gate).then((result) => {
      response.setHeader('connection', 'close').end();
      results.shift()?.(result);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sends `bytes` of `declared`; answers what the reader makes of it. */
function send(
  bytes: number,
  declared: number | null = bytes,
): { result: Promise<BodyResult>; call: ClientRequest } {
  const result = new Promise<BodyResult>((resolve) => results.push(resolve));
  const call = httpRequest({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    ...(declared === null ? {} : { headers: { 'content-length': declared } }),
  });
  // The answer may come before all has been sent.
  call.on('error', () => undefined);
  call.on('response', (response) => response.resume());
  if (bytes === declared || declared === null) call.end(Buffer.alloc(bytes, 120));
  else call.write(Buffer.alloc(bytes, 120));
  return { result, call };
}

const left = (): string[] => readdirSync(spool);

test('H5 a body that shows it at its end is read whole, and all of it was seen', async () => {
  seenBytes = 0;
  const size = 3 * 1_024 * kib + 17;
  const read = await send(size).result;
  assert.ok(read.ok);
  assert.deepEqual([read.bytes.length, seenBytes, left()], [size, size, []]);
});

test('H5 one that shows nothing is refused, as is one whose sender cannot be looked up', async () => {
  for (const [says, reason] of [
    ['no', 'notShown'],
    ['notNow', 'busy'],
  ] as const) {
    shown = says;
    const read = await send(200 * kib).result;
    assert.deepEqual([read.ok ? null : read.reason, left()], [reason, []]);
  }
  shown = 'yes';
});

test('H5 one that takes too long is given up, and its place is free again', async () => {
  bodies = createBodyReader(spool, { unprovenMs: 300, discardMs: 100 });
  for (let round = 0; round < 3; round++) {
    const slow = [send(100 * kib, 200 * kib), send(100 * kib, 200 * kib)];
    for (const { result, call } of slow) {
      const read = await result;
      assert.deepEqual([read.ok ? null : read.reason], ['tooSlow']);
      call.destroy();
    }
  }
  bodies = patient;
  assert.deepEqual(left(), []);
});

test('H5 one that is larger than 16 MiB is refused: at once where it says so, else when it is', async () => {
  const declared = send(100 * kib, mediaBodyMaxBytes + 1);
  const chunked = send(mediaBodyMaxBytes + 1, null);
  const answered = new Promise((resolve) => chunked.call.on('response', resolve));
  for (const { result, call } of [declared, chunked]) {
    const read = await result;
    assert.deepEqual(
      [read.ok ? null : [read.reason, read.maxBytes]],
      [['tooLarge', mediaBodyMaxBytes]],
    );
    if (call === chunked.call) await answered;
    call.destroy();
  }
  assert.deepEqual(left(), []);
});

test('H5 strangers get four of the eight places, two an address; each place is given back once', () => {
  const places = createMediaPlaces();
  const strangers = ['a', 'a', 'a', 'b', 'b', 'c'].map((address) => places.takeUnproven(address));
  assert.deepEqual(
    strangers.map((release) => release !== null),
    [true, true, false, true, true, false],
  );
  const known = Array.from({ length: 5 }, () => places.take());
  assert.deepEqual(
    known.map((release) => release !== null),
    [true, true, true, true, false],
  );
  strangers[0]?.();
  assert.equal(places.takeUnproven('b'), null, 'b has its two');
  const again = places.takeUnproven(null);
  assert.notEqual(again, null);
  assert.equal(places.take(), null, 'eight are taken');
});
