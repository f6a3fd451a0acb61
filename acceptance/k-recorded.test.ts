// K1, K2, K3: proves that what the HTTP libraries of other languages send is understood as it
// comes, header for header and byte for byte, and answered in a way that they can read.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, uniqueId, until } from './harness/index.ts';
import type { Fixture, Json } from './harness/index.ts';
import { recordedRequests, type RecordedRequest } from './harness/recorded-requests.ts';

const answerWithinMs = 120_000;

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

describe('K2', { concurrency: 4 }, () => {
  for (const recorded of recordedRequests) {
    it(`K2 ${recorded.client}`, async () => {
      const { client } = fixture;
      const externalTransactionId = uniqueId();
      if (recorded.head[0]?.includes('get-transaction-status'))
        await client.operation(payOut({ phone: '770008007', externalTransactionId }));
      const values = { KEY: client.apiKey, ID: externalTransactionId };
      const { status, json } = await until('the node is not too busy', async () => {
        const answer = await exchange(client.baseUrl, recorded, values);
        return answer.json.code !== 5000 && answer;
      });
      assert.equal(status, 200);
      if (recorded.head[0]?.includes('/services')) assert.equal(json.success, true);
      else assert.deepEqual([json.code, json.error], [2000, false], JSON.stringify(json));
    });
  }
});

/** Sends the recorded bytes; a body that is expected to be asked for waits for that. */
async function exchange(
  baseUrl: string,
  { head, body }: RecordedRequest,
  values: Record<string, string>,
): Promise<{ status: number; json: Json }> {
  const { hostname, port, host } = new URL(baseUrl);
  const fill = (text: string, more: Record<string, string> = {}): string =>
    text.replace(/@([A-Z]+)@/g, (_all, name: string) => ({ ...values, ...more })[name] ?? '?');
  const digits = String(randomInt(1e12, 2e14));
  const bytes = Buffer.from(fill(body, { BOM: '\ufeff', DIGITS: digits }));
  const isChunked = head.some((line) => /^transfer-encoding: chunked$/i.test(line));
  const sent = isChunked
    ? Buffer.concat([
        Buffer.from(`${bytes.length.toString(16)}\r\n`),
        bytes,
        Buffer.from('\r\n0\r\n\r\n'),
      ])
    : bytes;
  const lines = head.map((line) => fill(line, { HOST: host, LENGTH: String(bytes.length) }));
  const socket = connect(Number(port), hostname);
  try {
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const received = receiveFrom(socket);
    if (head.some((line) => /^expect:/i.test(line)))
      assert.deepEqual((await received.head()).slice(0, 1), ['HTTP/1.1 100 Continue']);
    socket.write(sent);
    const [statusLine = '', ...headers] = await received.head();
    const headerOf = (name: string): string | undefined =>
      headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2);
    const answer = await received.bytes(Number(headerOf('content-length')));
    assert.match(String(headerOf('content-type')), /^application\/json; charset=utf-8$/);
    const text = headerOf('content-encoding') === 'gzip' ? gunzipSync(answer) : answer;
    return { status: Number(statusLine.split(' ')[1]), json: JSON.parse(String(text)) as Json };
  } finally {
    socket.destroy();
  }
}

/** Reads what a server answers, piece by piece. */
function receiveFrom(socket: Socket): {
  /** The lines of the next head. */
  head(): Promise<string[]>;
  bytes(count: number): Promise<Buffer>;
} {
  let buffered = Buffer.alloc(0);
  socket.setTimeout(answerWithinMs, () => socket.destroy(new Error(`no answer: ${buffered}`)));
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const take = async (sizeOf: () => number | null): Promise<Buffer> => {
    for (;;) {
      const size = sizeOf();
      if (size !== null && buffered.length >= size) {
        const taken = buffered.subarray(0, size);
        buffered = buffered.subarray(size);
        return taken;
      }
      const { done, value } = await chunks.next();
      if (done === true) throw new Error(`the connection ended: ${buffered}`);
      buffered = Buffer.concat([buffered, value]);
    }
  };
  return {
    async head() {
      const bytes = await take(() => {
        const end = buffered.indexOf('\r\n\r\n');
        return end === -1 ? null : end + 4;
      });
      return bytes.toString('latin1').trimEnd().split('\r\n');
    },
    bytes: (count) => take(() => count),
  };
}
