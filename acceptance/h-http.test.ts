// H1: checks the payments interface at the HTTP level, whatever is sent to it.

import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  assertMemberOrder,
  createClient,
  openFixture,
  payOut,
  rawRequest,
  sendRequest,
  until,
} from './harness/index.ts';
import type { Answer, Fixture } from './harness/index.ts';

const gets = ['/api-services/services', '/api-services/errors', '/api-services/balance'];
const posts = [
  '/api-services/list-pending-bills',
  '/api-services/operation',
  '/api-services/get-transaction-status',
  '/api-services/new-claim',
  '/api-services/transaction/refund-cancel',
  '/api-services/remit-reception-info',
  '/api-services/remit-send-info',
];

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

/** The bytes of an answer as they came, of a node that is not too busy for it. */
const fetchBytes = (url: string, headers: Record<string, string>): ReturnType<typeof fetchOnce> =>
  until('the node is not too busy', async () => {
    const answer = await fetchOnce(url, headers);
    return answer.headers['retry-after'] === undefined && answer;
  });

function fetchOnce(
  url: string,
  headers: Record<string, string>,
): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    headers: IncomingHttpHeaders;
    bytes: Buffer;
  }>();
  const request = httpRequest(url, { headers, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
  });
  request.on('error', reject).end();
  return promise;
}

/**
 * All that comes on a connection, once the node is not too busy for any of it; nothing of what it
 * refused for that is stored.
 */
const untilServed = (bytes: string): Promise<string> =>
  until('the node is not too busy', async () => {
    const { text } = await rawRequest(fixture.client.baseUrl, bytes, { wholeConnection: true });
    return !text.includes('"code":5000') && text;
  });

/** A refusal in JSON with HTTP 200 and this code; its form (rule H2) is judged by the client. */
function assertRefused(
  answer: Pick<Answer, 'status' | 'json' | 'text'>,
  code: number,
  what: string,
): void {
  assert.equal(answer.status, 200, what);
  assert.equal(answer.json?.code, code, `${what}: ${answer.text}`);
  assert.equal(answer.json.error, true, what);
  assert.equal(typeof answer.json.msg, 'string', what);
}

describe('H1', { concurrency: true }, () => {
  it('H1 every endpoint answers a wrong key with HTTP 200, JSON and code 4001', async () => {
    const stranger = createClient(fixture.client.baseUrl, 'jk_test_nobody');
    const answers = await Promise.all([
      ...gets.map(async (path) => ({
        path,
        answer: await stranger.get(path, { Secretkey: stranger.apiKey }),
      })),
      ...posts.map(async (path) => ({
        path,
        answer: await stranger.post(path, { apiKey: stranger.apiKey, externalTransactionId: 'x' }),
      })),
    ]);
    for (const { path, answer } of answers) assertRefused(answer, 4001, path);
  });

  it('H1 malformed JSON, an empty body and a body that is no object are answered with HTTP 200 and code 4022', async () => {
    const bodies = [
      '{"apiKey":',
      '',
      '[]',
      'null',
      '"text"',
      '17',
      '<html></html>',
      '{} trailing',
      '{"a":1,}',
      "{'a':1}",
      '\u0000',
    ];
    for (const path of posts) {
      const answers = await Promise.all(
        bodies.map((body) => fixture.client.post(path, body, { Secretkey: fixture.client.apiKey })),
      );
      answers.forEach((answer, index) =>
        assertRefused(answer, 4022, `${path} with ${JSON.stringify(bodies[index])}`),
      );
    }
  });

  it('H1 an oversize body is answered with HTTP 200 and code 4022', async () => {
    const large = JSON.stringify({
      ...payOut(),
      apiKey: fixture.client.apiKey,
      filler: 'x'.repeat(70_000),
    });
    for (const path of posts) assertRefused(await fixture.client.post(path, large), 4022, path);
  });

  it('H1 a body in chunks is read, and refused when it grows too large', async () => {
    const send = (text: string) =>
      rawRequest(
        fixture.client.baseUrl,
        `POST /api-services/operation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      );
    const body = payOut({ apiKey: fixture.client.apiKey, phone: '770008007' });
    const small = await send(JSON.stringify(body));
    assert.equal(small.json?.code, 2000, small.text);
    assertRefused(
      await send(JSON.stringify({ ...body, filler: 'x'.repeat(70_000) })),
      4022,
      'chunks',
    );
  });

  it('H1 a wrong method on a path of the interface is answered with HTTP 200 and code 4004', async () => {
    const wrong = [
      ...gets.flatMap((path) =>
        ['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ path, method })),
      ),
      ...posts.flatMap((path) =>
        ['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ path, method })),
      ),
    ];
    const answers = await Promise.all(
      wrong.map(({ path, method }) =>
        sendRequest(`${fixture.client.baseUrl}${path}`, {
          method,
          headers: { Secretkey: fixture.client.apiKey, 'content-type': 'application/json' },
        }),
      ),
    );
    answers.forEach((answer, index) => {
      const what = `${wrong[index]?.method} ${wrong[index]?.path}`;
      assertRefused(answer, 4004, what);
      assert.match(String(answer.headers['content-type']), /^application\/json/, what);
    });
  });

  it('H7 a wrong method is told in the language that the caller asks for, in French unless asked', async () => {
    const said = { 'en-GB': /^This method is/, 'fr-SN': /^Cette méthode/, wo: /^Cette méthode/ };
    for (const path of ['/api-services/operation', '/api/send-sms'])
      for (const [language, words] of Object.entries(said)) {
        const asked = { method: 'PUT', headers: { 'accept-language': language } };
        const { json } = await sendRequest(`${fixture.client.baseUrl}${path}`, asked);
        assert.match(json.msg, words, `${path} ${language}`);
      }
  });

  it('H1 unknown paths under /api-services/ and /api/ are answered with HTTP 404 and the envelope, code 4004', async () => {
    const paths = [
      '/api-services/',
      '/api-services/nothing',
      '/api-services/operation/7',
      '/api-services//operation',
      '//api-services/balance',
      '/api-services/Operation',
      '/api-services/refund-cancel',
      '/api-services/%00',
      '/api-services/%E0%A4%A',
      '/api-services/%2e%2e/%2e%2e/etc/passwd',
      `/api-services/${'x'.repeat(3_000)}`,
      '/api/nothing',
      '/api/v1/operation',
      '/api/%zz',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const bytes = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}`;
        const answer = await rawRequest(fixture.client.baseUrl, bytes);
        const what = `${method} ${path.slice(0, 60)}`;
        assert.equal(answer.status, 404, what);
        assert.match(String(answer.headers['content-type']), /^application\/json/, what);
        assertMemberOrder(answer.json, ['code', 'msg', 'error', 'data']);
        assert.deepEqual(
          { ...answer.json, msg: '' },
          { code: 4004, msg: '', error: true, data: {} },
          what,
        );
        assert.notEqual(answer.json.msg, '', what);
      }
    }
  });

  it('H1 no answer is kept by a cache or read as another type, and two Host headers are refused', async () => {
    const { baseUrl, apiKey } = fixture.client;
    for (const path of [...gets, '/docs', '/openapi.json', '/healthz', '/nothing']) {
      const { headers } = await sendRequest(`${baseUrl}${path}`, {
        headers: { Secretkey: apiKey },
      });
      assert.equal(headers['cache-control'], 'no-store', path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
    }
    const twice = await rawRequest(
      baseUrl,
      'GET /api-services/errors HTTP/1.1\r\nHost: one\r\nHost: two\r\nConnection: close\r\n\r\n',
    );
    assert.equal(twice.status, 400);
  });

  it('H1 HEAD answers as GET does, without a body, on every page and endpoint that GET has', async () => {
    // The account is one on which nothing happens: what is answered is the same both times.
    const { apiKey } = await fixture.newClient();
    const headers = { Secretkey: apiKey, accept: 'text/html' };
    for (const path of [
      ...gets,
      '/api-services/events',
      '/docs',
      '/openapi.json',
      '/healthz',
      '/',
    ]) {
      const url = `${fixture.client.baseUrl}${path}`;
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => sendRequest(url, { method, headers })),
      );
      assert.equal(head!.status, get!.status, path);
      assert.equal(head!.text, '', path);
      for (const name of ['content-type', 'content-length', 'content-encoding'])
        assert.equal(head!.headers[name], get!.headers[name], `${path} ${name}`);
    }
  });

  it('H1 answers over 4 KB are compressed where the caller asks for it', async () => {
    const request = (path: string, accepted: string) =>
      fetchBytes(`${fixture.client.baseUrl}${path}`, {
        Secretkey: fixture.client.apiKey,
        'accept-encoding': accepted,
      });
    const plain = await request('/api-services/services', 'identity');
    assert.ok(plain.bytes.length > 4_096);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.match(String(plain.headers['vary']), /accept-encoding/);
    const decoders = { gzip: gunzipSync, br: brotliDecompressSync };
    for (const [coding, decode] of Object.entries(decoders)) {
      const coded = await request('/api-services/services', coding);
      assert.equal(coded.headers['content-encoding'], coding);
      assert.ok(coded.bytes.length < plain.bytes.length / 2, coding);
      assert.deepEqual(decode(coded.bytes), plain.bytes, coding);
    }
    const refused = await request('/api-services/services', 'gzip;q=0');
    assert.equal(refused.headers['content-encoding'], undefined);
    const small = await request('/api-services/balance', 'gzip, br');
    assert.equal(small.headers['content-encoding'], undefined);
  });

  it('H1 Accept is ignored: JSON whatever is asked for', async () => {
    const accepts = [
      'text/html',
      'application/xml',
      'image/*',
      'application/json;q=0',
      '*/*',
      'nonsense',
      '',
    ];
    for (const accept of accepts) {
      const answer = await fixture.client.get('/api-services/balance', {
        Secretkey: fixture.client.apiKey,
        Accept: accept,
      });
      assert.equal(answer.json.code, 2000, accept);
    }
  });

  it('H1 the content type of a request does not decide: JSON is read under any, with or without charset, and without one', async () => {
    const types = [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON;charset=UTF-8',
      'text/plain',
      'application/x-www-form-urlencoded',
    ];
    for (const type of types) {
      const answer = await fixture.client.operation(payOut({ phone: '770008007' }), {
        'content-type': type,
      });
      assert.equal(answer.json.code, 2000, `${type}: ${answer.text}`);
    }
    const bare = await sendRequest(`${fixture.client.baseUrl}/api-services/operation`, {
      method: 'POST',
      body: JSON.stringify({ apiKey: fixture.client.apiKey, ...payOut({ phone: '770008007' }) }),
    });
    assert.equal(bare.json?.code, 2000, bare.text);
  });

  it('H1 headers beyond any measure and text that is no HTTP get an answer that is neither HTML nor empty', async () => {
    const head = 'POST /api-services/operation HTTP/1.1\r\nHost: x\r\n';
    const broken = [
      [431, `${head}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`],
      [400, `${head}Bad Header\r\n\r\n`],
      [400, `${head}Content-Length: abc\r\n\r\n`],
      [400, 'GARBAGE\r\n\r\n'],
    ] as const;
    for (const [status, bytes] of broken) {
      const answer = await rawRequest(fixture.client.baseUrl, bytes);
      const what = `${bytes.slice(0, 80)} → ${answer.text.slice(0, 300)}`;
      assert.equal(typeof answer.json?.code, 'number', what);
      assert.equal(answer.json.error, true, what);
      assert.match(answer.json.msg, status === 431 ? /en-têtes/ : /HTTP/, what);
      assert.deepEqual(
        [answer.status, answer.json.code, answer.json.data],
        [status, 4022, {}],
        what,
      );
      assert.ok(answer.headers['x-request-id'], what);
    }
  });

  it('H1 an expectation does not keep a request from being answered', async () => {
    const body = JSON.stringify(payOut({ phone: '770008007', apiKey: fixture.client.apiKey }));
    for (const expectation of ['100-continue', 'a-pony']) {
      const text = await untilServed(
        `POST /api-services/operation HTTP/1.1\r\nHost: x\r\nExpect: ${expectation}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      assert.match(text, /"code":2000/, `${expectation}: ${text}`);
    }
  });

  it('H1 forms of HTTP/1.1 that few clients write are read as they are meant', async () => {
    const body = JSON.stringify(payOut({ phone: '770008007', apiKey: fixture.client.apiKey }));
    const size = Buffer.byteLength(body);
    const chunks = `${size.toString(16)};name="a;b"\r\n${body}\r\n0;last\r\nX-Trailer: a\r\n\r\n`;
    const path = '/api-services/operation';
    const forms = {
      'the address as a whole': `POST http://Pay.Example:80${path} HTTP/1.1\r\nHost: Pay.Example:80\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n${body}`,
      'chunks with extensions and a trailer': `POST ${path} HTTP/1.1\r\nHOST: LOCALHOST\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n${chunks}`,
      'empty lines first': `\r\n\r\nPOST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n${body}`,
      'HTTP/1.0': `POST ${path} HTTP/1.0\r\nContent-Length: ${size}\r\n\r\n${body}`,
    };
    for (const [name, bytes] of Object.entries(forms))
      assert.match(await untilServed(bytes), /"code":2000/, name);
  });

  it('H1 two lengths are refused, equal ones too, and so is a length beside chunks', async () => {
    const head = 'POST /api-services/operation HTTP/1.1\r\nHost: x\r\n';
    for (const lengths of [
      'Content-Length: 2\r\nContent-Length: 2',
      'Content-Length: 2, 2',
      'Content-Length: +2',
      'Content-Length: 2\r\nTransfer-Encoding: chunked',
    ]) {
      const answer = await rawRequest(fixture.client.baseUrl, `${head}${lengths}\r\n\r\n{}`);
      assert.deepEqual([answer.status, answer.json?.code], [400, 4022], lengths);
    }
  });

  it('H1 requests one behind the other on one connection are answered in their order', async () => {
    const own = (members = {}): object =>
      payOut({ phone: '770008007', apiKey: fixture.client.apiKey, ...members });
    const texts = [own(), own({ amount: -1 }), own()].map((body) => JSON.stringify(body));
    const bytes = texts
      .map((text, index) => {
        const end = index === texts.length - 1 ? 'Connection: close\r\n' : '';
        return `POST /api-services/operation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${end}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
      })
      .join('');
    const text = await untilServed(bytes);
    assert.deepEqual(
      [...text.matchAll(/"code":(\d+)/g)].map((match) => match[1]),
      ['2000', '4022', '2000'],
    );
  });

  it('H1 the body of an unknown path is read by nobody', async () => {
    const body = '{"a":1,'.repeat(1_000);
    const length = Buffer.byteLength(body);
    const bytes = `POST /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\nContent-Type: application/json\r\n\r\n${body}`;
    assert.equal((await rawRequest(fixture.client.baseUrl, bytes)).status, 404);
  });
});
