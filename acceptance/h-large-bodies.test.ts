// H5: checks which large bodies are read, how many at once, and what the others are told.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertAccepted } from './harness/operation-answers.ts';
import { openFixture, payOut, rawRequest, uniqueId, until } from './harness/index.ts';
import type { Client, Fixture, RawAnswer } from './harness/index.ts';

const operation = '/api-services/operation';
const kib = 1_024;

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture();
  client = fixture.client;
});
after(() => fixture.close());

it('H5 an operation body has at most 64 KiB', async () => {
  const order = (members: object = {}): string =>
    JSON.stringify({ ...payOut({ phone: '770008007' }), apiKey: client.apiKey, ...members });
  const filled = (bytes: number): string => {
    const text = order({ filler: '@' });
    return text.replace('@', 'x'.repeat(bytes - Buffer.byteLength(text) + 1));
  };
  const exact = filled(64 * kib);
  assert.equal(Buffer.byteLength(exact), 64 * kib);
  await assertAccepted(client, exact, '64 KiB');
  for (const [what, headers] of [
    ['key in the body', {}],
    ['key in the header too', { Secretkey: client.apiKey }],
  ] as const) {
    for (const text of [
      filled(64 * kib + 1),
      filled(500 * kib),
      `${' '.repeat(64 * kib)}${order()}`,
    ]) {
      const { json } = await client.post(operation, text, headers);
      assert.deepEqual(
        [json.code, json.error],
        [4022, true],
        `${Buffer.byteLength(text)} bytes, ${what}: ${json.msg}`,
      );
    }
  }
});

describe('H5 chat with media', () => {
  const mib = 1_024 * kib;
  /** `members` stand before the media, `late` behind it. */
  const chat = (
    mediaBytes: number,
    members: Record<string, unknown> = {},
    late: Record<string, unknown> = {},
  ): string =>
    JSON.stringify({
      ...('codeService' in late ? {} : { codeService: 'CHAT_MESSAGING' }),
      phone: '+221770008007',
      externalTransactionId: uniqueId(),
      message: 'Hello',
      attachedMediaExtension: '.png',
      attachedMediaName: 'picture',
      ...members,
      attachedMedia: 'QUJD'.repeat(mediaBytes / 4),
      ...late,
    });

  it('H5 chat with media is read when the first 8 KiB hold apiKey and CHAT_MESSAGING', async () => {
    await assertAccepted(client, chat(2 * mib, { apiKey: client.apiKey }), 'both in front');
    await assertRefusedBare(
      chat(2 * mib, { apiKey: client.apiKey, codeService: 'OPC_SN_API_CASH_IN' }),
      'another service',
    );
    await assertRefusedBare(
      chat(2 * mib, { apiKey: 'jk_test_wrong' }),
      'a wrong key',
      [4001, 4022],
    );
  });

  it('H5 chat with media is read when the whole of it shows apiKey and CHAT_MESSAGING', async () => {
    const apiKey = client.apiKey;
    const codeService = 'CHAT_MESSAGING';
    await assertAccepted(client, chat(2 * mib, {}, { apiKey }), 'the key comes last');
    await assertAccepted(
      client,
      chat(2 * mib, { apiKey }, { codeService }),
      'the service comes last',
    );
    await assertAccepted(client, chat(2 * mib, {}, { codeService, apiKey }), 'both come last');
  });

  it('H5 a large body that shows no key or no chat message is refused with the cause', async () => {
    const codeService = 'OPC_SN_API_CASH_IN';
    for (const [what, text, cause, codes] of [
      ['no key at all', chat(2 * mib), /64 Kio.*CHAT_MESSAGING/, [4022]],
      [
        'another service comes last',
        chat(2 * mib, {}, { codeService, apiKey: client.apiKey }),
        /64 Kio.*CHAT_MESSAGING/,
        [4022],
      ],
      ['a wrong key comes last', chat(2 * mib, {}, { apiKey: 'jk_test_wrong' }), /cl[ée]/i, [4001]],
      [
        'the key comes last, above 16 MiB',
        chat(17 * mib, {}, { apiKey: client.apiKey }),
        /16384 Kio/,
        [4022],
      ],
    ] as const) {
      const { json } = await assertRefusedBare(text, what, [...codes]);
      assert.match(json.msg, cause, what);
    }
  });

  it('H5 a large body that is no JSON is refused with a text that says what it is', async () => {
    const random = randomBytes(100 * kib).toString('base64');
    const compressed = gzipSync(chat(mib, { apiKey: client.apiKey, filler: random }));
    assert.ok(compressed.length > 64 * kib);
    for (const [body, headers, expected] of [
      [compressed, { 'content-encoding': 'gzip' }, /compressé/],
      [compressed, {}, /compressé/],
      [`apiKey=k&attachedMedia=${'QUJD'.repeat(32 * kib)}`, {}, /formulaire/],
      [`--x\r\n${'QUJD'.repeat(32 * kib)}`, { 'content-type': 'multipart/form-data' }, /multipart/],
    ] as [string | Buffer, Record<string, string>, RegExp][]) {
      const { json, text } = await client.post(operation, body, headers);
      assert.equal(json.code, 4022, text);
      assert.match(json.msg, expected);
    }
  });

  it('H5 one address without a key takes at most two of the eight places', async () => {
    const finished = await sentTogether([chat(mib), chat(mib)], async () => {
      const third = await assertRefusedBare(chat(mib), 'a third stranger', [4029]);
      assert.equal(third.headers['retry-after'], '1');
      await assertAccepted(
        client,
        chat(mib, { apiKey: client.apiKey }),
        'who shows a key gets a place',
      );
    });
    for (const answer of finished) assert.equal(answer.code, 4022, JSON.stringify(answer));
    await assertAccepted(client, chat(mib, {}, { apiKey: client.apiKey }), 'there is room again');
  });

  it('H5 chat with media is read when the header holds a valid key, wherever the members stand', async () => {
    await assertAccepted(client, chat(2 * mib, {}, { codeService: 'CHAT_MESSAGING' }), 'header', {
      Secretkey: client.apiKey,
    });
    await assertRefusedBare(chat(2 * mib), 'a wrong key in the header', [4001, 4022], {
      Secretkey: 'jk_test_wrong',
    });
  });

  it('H5 chat with media has at most 16 MiB', async () => {
    const frame = Buffer.byteLength(chat(0, { apiKey: client.apiKey }));
    await assertAccepted(
      client,
      chat(16 * mib - (frame + (4 - (frame % 4))), { apiKey: client.apiKey }),
      'just below 16 MiB',
    );
    await assertRefusedBare(chat(16 * mib, { apiKey: client.apiKey }), 'above 16 MiB');
  });

  it('H5 at most 8 such bodies are read at once; the ninth is refused and the eight go on', async () => {
    const texts = Array.from({ length: 8 }, () => chat(mib, { apiKey: client.apiKey }));
    const finished = await sentTogether(texts, async () => {
      const ninth = await rawRequest(
        client.baseUrl,
        postBytes(chat(mib, { apiKey: client.apiKey })),
      );
      assert.deepEqual(
        [ninth.status, ninth.json?.code, ninth.json?.error],
        [200, 4029, true],
        ninth.text.slice(0, 300),
      );
    });
    for (const answer of finished) assert.equal(answer.code, 2000, JSON.stringify(answer));
    await assertAccepted(client, chat(mib, { apiKey: client.apiKey }), 'there is room again');
  });

  /**
   * Sends bodies side by side, each of which keeps its place while `meanwhile` is done, and answers
   * what they were told; again where the node had too much to do for one of them.
   */
  const sentTogether = (
    texts: string[],
    meanwhile: () => Promise<void>,
  ): Promise<{ code?: number }[]> =>
    until('the node is not too busy', async () => {
      const slow = texts.map((text) => startSlowly(client.baseUrl, text));
      const isRefused = (): boolean => slow.some(({ isAnswered }) => isAnswered());
      await until(
        `${texts.length} bodies have a place`,
        () => spooled() >= texts.length || isRefused(),
      );
      if (!isRefused()) await meanwhile();
      const finished = await Promise.all(slow.map(({ finish }) => finish()));
      return finished.every(({ code }) => code !== undefined && code !== 5000) && finished;
    });

  /**
   * What has a place lies on disk until it is complete. No other test sends large bodies to the
   * installation that all share.
   */
  const spooled = (): number => readdirSync(join(fixture.installation.dataDir, 'spool')).length;

  /** The answer may come before the body is read, so a bare socket is needed. */
  async function assertRefusedBare(
    text: string,
    what: string,
    codes = [4022],
    headers: Record<string, string> = {},
  ): Promise<RawAnswer> {
    // Who takes long to send is cut off before the answer, as a machine may that is busy with
    // something else.
    const answer = await until(`an answer: ${what}`, async () => {
      const found = await rawRequest(client.baseUrl, postBytes(text, headers));
      return found.status !== 0 && found;
    });
    assert.equal(answer.status, 200, what);
    assert.ok(codes.includes(answer.json?.code), `${what}: ${answer.text.slice(0, 300)}`);
    return answer;
  }
});

function postBytes(text: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({
    Host: 'x',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  });
  return `POST ${operation} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`;
}

/**
 * Sends half of a body and waits; `finish` sends the rest and answers the JSON, with no code where
 * the commit took too long (F03).
 */
function startSlowly(
  baseUrl: string,
  text: string,
): { isAnswered(): boolean; finish(): Promise<{ code?: number }> } {
  const half = text.length / 2;
  const request = httpRequest(`${baseUrl}${operation}`, {
    method: 'POST',
    agent: false,
    headers: { 'content-length': Buffer.byteLength(text) },
  });
  let isAnswered = false;
  const answered = new Promise<{ code?: number }>((resolve, reject) => {
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve({}) : reject(error),
    );
    request.on('response', (response) => {
      isAnswered = true;
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(JSON.parse(body) as { code?: number }));
    });
  });
  request.write(text.slice(0, half));
  return {
    isAnswered: () => isAnswered,
    finish() {
      request.end(text.slice(half));
      return answered;
    },
  };
}
