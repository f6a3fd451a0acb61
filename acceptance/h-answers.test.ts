// H1, H2, H7: checks that an answer comes, the members of an answer and their order, and the
// language of its messages.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertMemberOrder,
  openFixture,
  payOut,
  rawRequest,
  sendRequest,
  uniquePhone,
} from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';

const refund = '/api-services/transaction/refund-cancel';

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

describe('H1', { concurrency: true }, () => {
  it('H1 who says no more behind a request gets its answer: the payment was made', async () => {
    const { baseUrl, apiKey } = fixture.client;
    const behind = async (head: string, body = '') =>
      (
        await rawRequest(
          baseUrl,
          `${head} HTTP/1.1\r\nHost: x\r\nSecretkey: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
          { saysNoMore: true, wholeConnection: true },
        )
      ).text;
    assert.match(await behind('GET /api-services/balance'), /"code":2000,/);
    const payment = JSON.stringify({ ...payOut(), apiKey });
    assert.match(await behind('POST /api-services/operation', payment), /"code":2000,/);
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

describe('H7', { concurrency: true }, () => {
  let english: Client;
  before(async () => {
    english = await fixture.newClient({ language: 'en' });
  });

  it('H7 before the account is known the language is the one asked for, and the account decides after that', async () => {
    const { baseUrl, apiKey } = fixture.client;
    const ask = async (accepted: string, path: string, headers: object, body?: string) => {
      const { json, text } = await sendRequest(`${baseUrl}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'accept-language': accepted, 'content-type': 'application/json', ...headers },
        body,
      });
      assert.equal(json.error, true, text);
      return json.msg as string;
    };
    const sms = '/api/send-sms';
    const operation = '/api-services/operation';
    const balance = '/api-services/balance';
    for (const [path, headers, body] of [
      [operation, {}, '{'],
      [operation, {}, '{}'],
      [operation, { secretkey: 'nobody' }, '{}'],
      [operation, {}, JSON.stringify({ filler: 'x'.repeat(70_000) })],
      [balance, {}, undefined],
      [balance, { secretkey: 'nobody' }, undefined],
      ['/api-services/get-transaction-status', {}, '{}'],
      [sms, {}, '{'],
      [sms, {}, '{}'],
      [sms, {}, '{"app_key":"nobody"}'],
      [sms, { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ] as const) {
      const what = `${path} ${JSON.stringify(headers)} ${body?.slice(0, 30)}`;
      const [unsaid, fr, en] = [
        await ask('*', path, headers, body),
        await ask('fr-SN', path, headers, body),
        await ask('en-GB, fr;q=0.5', path, headers, body),
      ];
      assert.equal(fr, unsaid, what);
      assert.notEqual(en, fr, what);
      assert.match(en, /\b(?:the|is|must)\b/i, what);
    }
    assert.equal(
      await ask('en', operation, { secretkey: apiKey }, '{}'),
      await ask('fr', operation, { secretkey: apiKey }, '{}'),
    );
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
