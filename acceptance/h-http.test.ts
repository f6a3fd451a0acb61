// Checks the payments interface at the HTTP level, whatever is sent to it. Rules H1, H2, H6, H7,
// H8.

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
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';

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
const refund = '/api-services/transaction/refund-cancel';

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

/** All that comes on a connection, once the node is not too busy for any of it; nothing of what it refused for that is stored. */
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
    // Of an account on which nothing happens: what is answered is the same both times.
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
});

describe('H2', { concurrency: true }, () => {
  it('H2 code is an integer, error a strict boolean, msg a string, data an object; success and refusal alike', async () => {
    const answers = await Promise.all([
      fixture.client.operation(payOut({ phone: '770008007' })),
      fixture.client.operation(payOut({ amount: -1 })),
      fixture.client.operation(payOut({ codeService: 'NOPE' })),
      fixture.client.status('never-seen'),
    ]);
    for (const { json, text } of answers) {
      assertMemberOrder(json, ['code', 'msg', 'error', 'data', 'errors?']);
      assert.ok(Number.isInteger(json.code), text);
      assert.equal(json.error, json.code !== 2000, text);
      assert.equal(typeof json.msg, 'string', text);
      assert.ok(
        typeof json.data === 'object' && json.data !== null && !Array.isArray(json.data),
        text,
      );
    }
    assert.deepEqual(answers[2]?.json.data, {});
    assert.deepEqual(answers[3]?.json.data, {});
  });

  it('H2 a refused services or errors call answers {success:false,services:[],code,msg,error:true}', async () => {
    for (const path of ['/api-services/services', '/api-services/errors']) {
      const { json } = await fixture.client.get(path, { Secretkey: 'wrong' });
      assertMemberOrder(json, ['success', 'services', 'code', 'msg', 'error']);
      assert.deepEqual(
        { ...json, msg: '' },
        { success: false, services: [], code: 4001, msg: '', error: true },
      );
    }
  });

  it('H2 refund-cancel answers exactly {message,statutTreatment} on success and adds code, msg, error, data otherwise', async () => {
    const pending = payOut({ codeService: 'OPF_SN_API_CASH_OUT', phone: uniquePhone('8007') });
    const { json: started } = await fixture.client.operation(pending);
    const done = await fixture.client.post(refund, {
      apiKey: fixture.client.apiKey,
      transactionId: started.data.transactionId,
    });
    const again = await fixture.client.post(refund, {
      apiKey: fixture.client.apiKey,
      transactionId: '1234567890123',
    });
    if (done.json.statutTreatment === 'SUCCESS')
      assertMemberOrder(done.json, ['message', 'statutTreatment']);
    else
      assertMemberOrder(done.json, [
        'message',
        'statutTreatment',
        'code',
        'msg',
        'error',
        'data',
        'errors?',
      ]);
    assert.notEqual(done.json.statutTreatment, 'FAILLED', done.text);
    assertMemberOrder(again.json, [
      'message',
      'statutTreatment',
      'code',
      'msg',
      'error',
      'data',
      'errors?',
    ]);
    assert.deepEqual(
      [again.json.statutTreatment, again.json.code, again.json.error],
      ['FAILLED', 4004, true],
    );
  });

  it('H2 detail by field goes into the top-level errors, each {field, message}; msg stays a string', async () => {
    const { json } = await fixture.client.operation(
      payOut({ phone: true, externalTransactionId: '', callbackUrl: true }),
    );
    assert.equal(json.code, 4022);
    assert.equal(typeof json.msg, 'string');
    assert.deepEqual(json.errors.map(({ field }: { field: string }) => field).sort(), [
      'callbackUrl',
      'externalTransactionId',
      'phone',
    ]);
    for (const entry of json.errors) {
      assertMemberOrder(entry, ['field', 'message']);
      assert.equal(typeof entry.message, 'string');
      assert.notEqual(entry.message, '');
    }
  });
});

describe('H6', { concurrency: true }, () => {
  it('H1 the body of an unknown path is read by nobody', async () => {
    const body = '{"a":1,'.repeat(1_000);
    const length = Buffer.byteLength(body);
    const bytes = `POST /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\nContent-Type: application/json\r\n\r\n${body}`;
    assert.equal((await rawRequest(fixture.client.baseUrl, bytes)).status, 404);
  });

  it('H6 each answer carries its own X-Request-Id, refusals and unknown paths included, and the log line has it', async () => {
    const url = fixture.client.baseUrl;
    const answers = [
      await fixture.client.get('/api-services/balance', { Secretkey: fixture.client.apiKey }),
      await fixture.client.get('/api-services/balance', { Secretkey: 'wrong' }),
      await fixture.client.operation(payOut({ phone: '770008007' })),
      await fixture.client.post('/api-services/operation', '{'),
      await sendRequest(`${url}/api-services/nothing`),
      await sendRequest(`${url}/api/nothing`),
      await sendRequest(`${url}/api-services/balance`, { method: 'PUT' }),
    ];
    const ids = answers.map(({ headers }) => String(headers['x-request-id']));
    for (const id of ids) assert.match(id, /^[\w.:-]{8,}$/);
    assert.equal(new Set(ids).size, ids.length);
    await until('the log has all of them', () =>
      ids.every((id) => fixture.installation.logs().includes(id)),
    );
  });

  it('H6 no key, body, phone, card number or CVC is ever logged', async () => {
    const secrets = {
      cardNumber: '4970101234567890',
      cardCVC: '9173',
      customerFirstName: 'Ndeyelogged',
      phone: '+221775550198',
      note: 'marker-in-data-31415926',
      wrongKey: 'jk_test_wrong_key_27182818',
    };
    const card = {
      codeService: 'BANK_CARD_API_CASH_OUT',
      ...secrets,
      merchantName: 'Shop',
      customerLastName: 'L',
      cardExpireMonth: '09',
      cardExpireYear: '39',
      cardType: 'VISA',
      bankAuthRedirectUrl: 'https://client.example/a',
      successRedirectUrl: 'https://client.example/s',
      errorRedirectUrl: 'https://client.example/e',
      data: { note: secrets.note },
    };
    const accepted = await fixture.client.operation(payOut({ ...card, amount: 500 }));
    const refused = await fixture.client.operation(payOut({ ...card, amount: -5 }));
    const broken = await fixture.client.post(
      '/api-services/operation',
      `{"apiKey":"${fixture.client.apiKey}","x":"${secrets.note}"`,
    );
    const stranger = await fixture.client.post('/api-services/operation', {
      ...card,
      apiKey: secrets.wrongKey,
    });
    assert.deepEqual(
      [accepted, refused, broken, stranger].map(({ json }) => json.code),
      [2000, 4022, 4022, 4001],
    );
    const log = await until('all four are in the log', () => {
      const written = fixture.installation.logs();
      return (
        [accepted, refused, broken, stranger].every(({ headers }) =>
          written.includes(String(headers['x-request-id'])),
        ) && written
      );
    });
    for (const [name, value] of Object.entries({ ...secrets, apiKey: fixture.client.apiKey })) {
      assert.ok(!log.includes(value), `the log holds no ${name}`);
    }
  });
});

describe('H7', { concurrency: true }, () => {
  let english: Client;
  before(async () => {
    english = await fixture.newClient({ language: 'en' });
  });

  it('H7 messages follow the account: French unless it says English', async () => {
    const refusals = [
      payOut({ phone: '12' }),
      payOut({ amount: 0 }),
      payOut({ codeService: 'NOPE' }),
      payOut({ amount: 3_000_000 }),
    ];
    for (const body of refusals) {
      const other = {
        ...body,
        externalTransactionId: `${String(body['externalTransactionId'])}-en`,
      };
      const [fr, en] = [await fixture.client.operation(body), await english.operation(other)];
      assert.equal(fr.json.code, en.json.code);
      assert.notEqual(fr.json.msg, en.json.msg, fr.text);
      if (fr.json.data.errorType)
        assert.notEqual(fr.json.data.errorType.message, en.json.data.errorType.message);
      if (fr.json.errors) assert.notEqual(fr.json.errors[0].message, en.json.errors[0].message);
    }
    const [fr, en] = await Promise.all(
      [fixture.client, english].map((client) =>
        client.get('/api-services/errors', { Secretkey: client.apiKey }),
      ),
    );
    const texts = (answer: Answer | undefined): string[] =>
      answer?.json.services.map(({ message }: { message: string }) => message);
    assert.ok(texts(fr).join(' ').includes('montant'), 'French');
    assert.ok(texts(en).join(' ').includes('amount'), 'English');
  });

  it('H7 without an account the answer is French', async () => {
    const keyless = await fixture.client.get('/api-services/balance');
    assert.match(keyless.json.msg, /clé/i);
  });

  it('H7 balance, status and claim say `Successfully operation`, remittance says `OK`, in both languages', async () => {
    for (const client of [fixture.client, english]) {
      const { apiKey } = client;
      const payment = payOut({ phone: '770008007' });
      const { json: started } = await client.operation(payment);
      const balance = await client.get('/api-services/balance', { Secretkey: apiKey });
      const status = await client.status(String(payment['externalTransactionId']));
      const claim = await client.post('/api-services/new-claim', {
        apiKey,
        subject: 's',
        message: 'm',
        transactionId: started.data.transactionId,
      });
      const remittance = await client.post('/api-services/remit-reception-info', {
        apiKey,
        codeService: 'REMIT_SN_API_CASH_OUT',
        referenceNumber: '89000005',
      });
      for (const answer of [balance, status, claim])
        assert.equal(answer.json.msg, 'Successfully operation', answer.text);
      assert.equal(remittance.json.msg, 'OK', remittance.text);
    }
  });
});

describe('H8', () => {
  it('H8 without configured origins no other site may read an answer: no CORS header on GET routes and preflights', async () => {
    const headers = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'secretkey',
    };
    for (const path of gets) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await sendRequest(`${fixture.client.baseUrl}${path}`, {
          method,
          headers: { ...headers, Secretkey: fixture.client.apiKey },
        });
        assert.equal(answer.headers['access-control-allow-origin'], undefined, `${method} ${path}`);
      }
    }
  });
});
