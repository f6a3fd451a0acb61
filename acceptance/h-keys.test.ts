// Checks the code that each rejected request returns, and where the key may be sent. Rules H3 and
// H4.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codes } from '@jokko/contract';
import {
  createAccount,
  createClient,
  openFixture,
  payOut,
  rawRequest,
  sendRequest,
} from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { lookUp, untilStatus } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';

const operation = '/api-services/operation';
const statusPath = '/api-services/get-transaction-status';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture();
  client = fixture.client;
});
after(() => fixture.close());

/** Whether the provider's book has a line about a phone. */
const bookMentions = async (phone: string): Promise<boolean> =>
  (await bookOf(fixture.installation.simulatorUrl, phone)).length > 0;

describe('H3', { concurrency: true }, () => {
  it('H3 the contract has this one table of codes', () => {
    assert.deepEqual(
      Object.values(codes).sort(),
      [2000, 4000, 4001, 4003, 4004, 4009, 4022, 4029, 5000],
    );
  });

  it('H3 2000 done', async () => {
    const { json } = await client.operation(payOut({ phone: '770008007' }));
    assert.deepEqual([json.code, json.error], [2000, false]);
  });

  it('H3 4000 refused for a business reason, with the entry of the error catalogue', async () => {
    const { json } = await client.operation(
      payOut({ amount: 2_000_005, codeService: 'OPD_SN_WALLET_CASH_IN' }),
    );
    assert.deepEqual([json.code, json.error, json.data.errorType.id], [4000, true, 103]);
  });

  it('H3 4001 key missing, unknown, revoked, or two different keys in one request', async () => {
    const revoked = await createAccount(fixture.installation);
    const { apiKey: newKey } = await fixture.installation.cli<{ apiKey: string }>([
      'key',
      'rotate',
      String(revoked.accountId),
      '--overlap',
      '0',
    ]);
    const body = payOut({ phone: '770008007' });
    const cases: [string, Record<string, unknown>, Record<string, string>][] = [
      ['missing', body, {}],
      ['empty', { ...body, apiKey: '' }, {}],
      ['null', { ...body, apiKey: null }, {}],
      ['unknown', { ...body, apiKey: 'jk_test_unknown' }, {}],
      ['too long', { ...body, apiKey: 'x'.repeat(10_000) }, {}],
      ['no string', { ...body, apiKey: 7 }, {}],
      ['revoked', { ...body, apiKey: revoked.apiKey }, {}],
      ['other spelling', { ...body, apiKey: client.apiKey.toUpperCase() }, {}],
      ['with a space', { ...body, apiKey: ` ${client.apiKey}` }, {}],
      ['two valid ones that differ', { ...body, apiKey: client.apiKey }, { Secretkey: newKey }],
      [
        'right in the body, wrong in the header',
        { ...body, apiKey: client.apiKey },
        { Secretkey: 'wrong' },
      ],
      [
        'wrong in the body, right in the header',
        { ...body, apiKey: 'wrong' },
        { Secretkey: client.apiKey },
      ],
    ];
    for (const [what, request, headers] of cases) {
      const { json } = await client.post(operation, request, headers);
      assert.deepEqual([json.code, json.error, json.data], [4001, true, {}], what);
    }
    const fresh = await client.post(operation, {
      ...payOut({ phone: '770008007' }),
      apiKey: newKey,
    });
    assert.equal(fresh.json.code, 2000, 'the new key works at once');
  });

  it('H3 4003 service not activated for the account', async () => {
    const some = createClient(
      client.baseUrl,
      (await createAccount(fixture.installation, { activate: 'OPA_SN_API_CASH_IN' })).apiKey,
    );
    const refused = await some.operation(payOut({ codeService: 'OPC_SN_API_CASH_IN' }));
    const allowed = await some.operation(
      payOut({ codeService: 'OPA_SN_API_CASH_IN', phone: '770008007' }),
    );
    const bills = await some.post('/api-services/list-pending-bills', {
      apiKey: some.apiKey,
      codeService: 'BILLERA_SN_BILL_PAY',
      billAccountNumber: '1',
    });
    assert.deepEqual([refused.json.code, allowed.json.code, bills.json.code], [4003, 2000, 4003]);
  });

  it('H3 4004 unknown transaction, service or resource', async () => {
    const { apiKey } = client;
    const answers = [
      await client.operation(payOut({ codeService: 'OPX_SN_API_CASH_IN' })),
      await client.operation(payOut({ codeService: 'opc_sn_api_cash_in' })),
      await client.status('never-used'),
      await client.post('/api-services/new-claim', {
        apiKey,
        subject: 's',
        message: 'm',
        transactionId: '9999999999999',
      }),
      await client.post('/api-services/transaction/refund-cancel', {
        apiKey,
        transactionId: '9999999999999',
      }),
      await client.post('/api-services/list-pending-bills', {
        apiKey,
        codeService: 'NONE_SN_BILL_PAY',
        billAccountNumber: '1',
      }),
    ];
    for (const { json, text } of answers)
      assert.deepEqual([json.code, json.data], [4004, {}], text);
  });

  it('H3 4009 externalTransactionId already used for a different operation', async () => {
    const body = payOut({ phone: '770008007' });
    await client.operation(body);
    const { json } = await client.operation({ ...body, amount: 101 });
    assert.deepEqual(
      [json.code, json.error, json.data, typeof json.msg],
      [4009, true, {}, 'string'],
    );
  });

  it('H3 4022 invalid or missing field, malformed JSON', async () => {
    const answers = [
      await client.operation(payOut({ amount: undefined })),
      await client.operation(payOut({ phone: true })),
      await client.post(operation, '{'),
    ];
    for (const { json } of answers) assert.equal(json.code, 4022);
  });

  it('H3 4029 too many calls', async () => {
    const body = payOut({ phone: '770008007' });
    const id = String(body['externalTransactionId']);
    await client.operation(body);
    const from = '127.77.1.2';
    for (let count = 1; count <= 3; count += 1)
      assert.equal((await lookUp(client, id, { from })).json.code, 2000);
    const { json } = await lookUp(client, id, { from });
    assert.deepEqual([json.code, json.error, json.data], [4029, true, {}]);
  });

  it('H3 any code but 2000 on operation means that nothing was and nothing will be executed', async () => {
    const own = await fixture.newClient();
    const before = await own.balance();
    const phones = ['779990701', '779990702', '779990703', '779990704', '779997028'];
    const bodies = [
      payOut({ phone: phones[0], amount: -1 }),
      payOut({ phone: phones[1], codeService: 'NOPE' }),
      payOut({ phone: phones[2], amount: 3_000_000 }),
      payOut({ phone: phones[3], callbackUrl: 'ftp://client.example' }),
      payOut({ phone: phones[4] }),
    ];
    const answers = await Promise.all(bodies.map((body) => own.operation(body)));
    assert.deepEqual(
      answers.map(({ json }) => json.code),
      [4022, 4004, 4000, 4022, 4000],
    );
    // What is ordered after them is executed after them.
    const paid = payOut();
    assert.equal((await own.operation(paid)).json.code, 2000);
    await untilStatus(own, String(paid['externalTransactionId']), 'SUCCESS');
    assert.ok(await bookMentions(String(paid['phone'])));
    assert.equal(await own.balance(), before - Number(paid['amount']));
    for (const phone of phones) assert.equal(await bookMentions(phone), false, phone);
  });
});

describe('H4', { concurrency: true }, () => {
  it('H4 a GET takes the key from the header Secretkey, in any case of its name', async () => {
    for (const name of ['Secretkey', 'secretkey', 'SECRETKEY', 'SecretKey']) {
      const raw = await rawRequest(
        client.baseUrl,
        `GET /api-services/balance HTTP/1.1\r\nHost: x\r\n${name}: ${client.apiKey}\r\nConnection: close\r\n\r\n`,
      );
      assert.equal(raw.json?.code, 2000, `${name}: ${raw.text}`);
    }
  });

  it('H4 a GET without the header, with the key elsewhere, or with two headers that differ is refused', async () => {
    const headers: Record<string, string | string[]>[] = [
      {},
      { 'X-Api-Key': client.apiKey },
      { Authorization: `Bearer ${client.apiKey}` },
      { Secretkey: '' },
    ];
    for (const each of [...headers, { Secretkey: [client.apiKey, 'other'] }]) {
      assert.equal(
        (await client.get('/api-services/balance', each)).json.code,
        4001,
        JSON.stringify(Object.keys(each)),
      );
    }
    assert.equal(
      (await client.get(`/api-services/balance?apiKey=${client.apiKey}`)).json.code,
      4001,
    );
  });

  it('H4 a POST takes the key from the body, else from the header; both may be present when they are equal', async () => {
    const { apiKey } = client;
    const inBody = await client.post(operation, { ...payOut({ phone: '770008007' }), apiKey });
    const inHeader = await client.post(operation, payOut({ phone: '770008007' }), {
      Secretkey: apiKey,
    });
    const inBoth = await client.post(
      operation,
      { ...payOut({ phone: '770008007' }), apiKey },
      { sEcReTkEy: apiKey },
    );
    for (const { json, text } of [inBody, inHeader, inBoth]) assert.equal(json.code, 2000, text);
    const body = payOut({ phone: '770008007' });
    await client.operation(body);
    const status = await client.post(
      statusPath,
      { externalTransactionId: body['externalTransactionId'] },
      { Secretkey: apiKey },
    );
    assert.equal(status.json.code, 2000, 'get-transaction-status by the header alone');
  });

  it('H4 unknown members and unknown headers are ignored', async () => {
    const odd = {
      unknown: 1,
      nested: { deep: [1, null, 'x'] },
      '': 'empty name',
      'API-KEY': 'x',
      sha256Hash: 'x',
      status: 'SUCCESS',
      transactionId: '1',
    };
    const { json } = await client.operation(payOut({ phone: '770008007', ...odd }), {
      'API-KEY': 'x',
      Authorization: '',
      'X-Anything': 'x',
      Cookie: 'a=b',
    });
    assert.deepEqual([json.code, json.data.status], [2000, 'PENDING']);
    assert.notEqual(json.data.transactionId, '1');
  });

  it('H4 a JSON content type on a GET without a body is fine, and so is a GET with one', async () => {
    const without = await client.get('/api-services/services', {
      Secretkey: client.apiKey,
      'content-type': 'application/json',
    });
    const withBody = await sendRequest(`${client.baseUrl}/api-services/services`, {
      headers: { Secretkey: client.apiKey, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.deepEqual([without.json.success, withBody.json?.success], [true, true]);
  });
});
