// Proves that existing clients of this interface run unmodified. For each K rule of clients,
// sends what such a client sends and applies its own test of success. Clients are imitated by
// their requests; only the harness of this repository is used.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, sendRequest, uniqueId, uniquePhone } from './harness/index.ts';
import type { Answer, Fixture } from './harness/index.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
let baseUrl: string;
let apiKey: string;
before(async () => {
  fixture = await openFixture();
  ({ baseUrl, apiKey } = fixture.client);
});
after(() => fixture.close());

const operation = '/api-services/operation';
const statusPath = '/api-services/get-transaction-status';

/** A client of the axios or requests kind: JSON, no keep-alive, nothing checked on the way. */
function send(
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return sendRequest(`${baseUrl}${path}`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

const pending = (members: Record<string, unknown> = {}): Record<string, unknown> =>
  payOut({ phone: '770008007', apiKey, ...members });

/** What the clients test before they go on: one of these, depending on the client. */
const successTests: Record<string, (answer: Answer) => boolean> = {
  'axios: no exception, code 2000': ({ status, json }) =>
    status >= 200 && status < 300 && json.code === 2000,
  'curl in PHP: error strictly false': ({ json }) => json.error === false,
  'Laravel: successful() and code == 2000': ({ status, json }) =>
    status >= 200 && status < 300 && String(json.code) === '2000',
  'fetch: ok and data present': ({ status, json }) => status === 200 && Boolean(json.data),
  'C#: code is the int 2000 and not error': ({ json }) =>
    Number.isInteger(json.code) && json.code === 2000 && !json.error,
};

function assertAllSucceed(answer: Answer): void {
  for (const [client, isSuccess] of Object.entries(successTests))
    assert.ok(isSuccess(answer), `${client}: ${answer.text}`);
}

function assertAllFail(answer: Answer): void {
  for (const [client, isSuccess] of Object.entries(successTests)) {
    if (client !== 'fetch: ok and data present')
      assert.ok(!isSuccess(answer), `${client}: ${answer.text}`);
  }
}

describe('K rules', { concurrency: true }, () => {
  it('K1 JSON with HTTP 200 for every outcome, never HTML, never empty, whatever Accept says; unknown paths 404 with the envelope', async () => {
    const answers = [
      await send(operation, pending(), { Accept: 'text/html,application/xhtml+xml' }),
      await send(operation, pending({ amount: 'x' }), { Accept: 'text/html' }),
      await send(operation, '<xml/>', {
        'content-type': 'application/xml',
        Accept: 'application/xml',
      }),
      await send(operation, {}),
    ];
    const unknown = await send('/api-services/payment', pending(), { Accept: 'text/html' });
    for (const { status, json, headers } of answers) {
      assert.equal(status, 200);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.equal(typeof json?.code, 'number');
    }
    assert.deepEqual(
      [unknown.status, unknown.json?.code, typeof unknown.json?.msg],
      [404, 4004, 'string'],
    );
  });

  it('K2 PHP escapes slashes, adds a charset, and sends headers and members of its own', async () => {
    const body = pending({
      callbackUrl: 'https://client.example/callback',
      order_id: 7,
      _token: 'x',
    });
    const php = JSON.stringify(body).replaceAll('/', '\\/').replaceAll('é', '\\u00e9');
    const answer = await send(operation, php, {
      'content-type': 'application/json; charset=utf-8',
      'API-KEY': apiKey,
      Authorization: '',
    });
    const listed = await sendRequest(`${baseUrl}/api-services/services`, {
      headers: {
        Secretkey: apiKey,
        'content-type': 'application/json',
        Accept: 'application/json',
      },
    });
    assertAllSucceed(answer);
    assert.equal(answer.json.data.callbackUrl, 'https://client.example/callback');
    assert.equal(listed.json.success, true);
  });

  it('K3 the key in the body, in the header, or in both; get-transaction-status by the header alone, the body alone, or both', async () => {
    const body = pending();
    const { apiKey: _key, ...withoutKey } = body;
    assertAllSucceed(await send(operation, withoutKey, { Secretkey: apiKey }));
    const id = body['externalTransactionId'];
    for (const [members, headers] of [
      [{ externalTransactionId: id }, { secretkey: apiKey }],
      [{ externalTransactionId: id, apiKey }, {}],
      [{ externalTransactionId: id, apiKey }, { SECRETKEY: apiKey }],
    ] as [object, Record<string, string>][]) {
      assertAllSucceed(await send(statusPath, members, headers));
    }
    assertAllFail(await send(operation, pending(), { Secretkey: 'another' }));
  });

  // In under 5 s, and where the answer waits for a link: k-clients.long.test.ts.
  it('K4 the first answer does not wait for a provider that is silent', async () => {
    const silent = [
      pending({ phone: uniquePhone('8003') }),
      pending({ phone: uniquePhone('8004'), codeService: 'OPA_SN_API_CASH_OUT' }),
    ];
    for (const answer of await Promise.all(silent.map((body) => send(operation, body)))) {
      assertAllSucceed(answer);
      assert.equal(answer.json.data.status, 'PENDING');
    }
  });

  it('K5 phones in the forms that clients send, echoed as sent; card and chat with 221… as well as +221…', async () => {
    for (const phone of [
      '770008007',
      '221770008007',
      '+221770008007',
      '00221770008007',
      '77 000 80 07',
      '77-000-80-07',
      '77.000.80.07',
      '+221 77 000 80 07',
    ]) {
      const answer = await send(operation, pending({ phone }));
      assertAllSucceed(answer);
      assert.equal(answer.json.data.phone, phone);
    }
    for (const phone of ['221770008007', '+221770008007']) {
      assertAllSucceed(await send(operation, pending({ ...card, phone })));
      assertAllSucceed(
        await send(
          operation,
          pending({ codeService: 'CHAT_MESSAGING', message: 'Hello', amount: undefined, phone }),
        ),
      );
    }
  });

  it('K6 amount as a number or a form value, echoed as a number; none for chat', async () => {
    for (const amount of [1_000, '1000', '1000.00']) {
      const answer = await send(operation, pending({ amount }));
      assertAllSucceed(answer);
      assert.strictEqual(answer.json.data.amount, 1_000);
    }
    for (const amount of [0, undefined])
      assertAllSucceed(
        await send(
          operation,
          pending({
            codeService: 'CHAT_MESSAGING',
            phone: '221770008007',
            message: 'Hello',
            amount,
          }),
        ),
      );
    assertAllFail(await send(operation, pending({ amount: 100.5 })));
  });

  it('K7 data absent, null, an object or a JSON string: the callback gives the object', async () => {
    const datas: [unknown, object][] = [
      [undefined, {}],
      [null, {}],
      [{ order: 7 }, { order: 7 }],
      ['{"order":7}', { order: 7 }],
    ];
    await Promise.all(
      datas.map(async ([data, expected]) => {
        const body = pending({ phone: uniquePhone(), data, callbackUrl: fixture.receiver.url });
        assertAllSucceed(await send(operation, body));
        const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
        assert.deepEqual(callback.json.transaction.data, expected);
      }),
    );
    assertAllFail(await send(operation, pending({ data: 'order 7' })));
  });

  it('K8 callbackUrl, its alias urlIpn, none or an empty one: a 2xx with code 2000', async () => {
    for (const members of [
      { callbackUrl: 'https://client.example/callback' },
      { urlIpn: 'https://client.example/callback' },
      {},
      { callbackUrl: '' },
    ]) {
      assertAllSucceed(await send(operation, pending(members)));
    }
  });

  it('K9 members of other services on a cash-in are ignored; optional ones of wallets and chat may be missing', async () => {
    const foreign = {
      sender: 'Shop',
      successRedirectUrl: 'https://client.example/ok',
      errorRedirectUrl: 'https://client.example/ko',
      useOpaQrCode: true,
      customerFirstName: 'First',
    };
    const cashIn = await send(operation, pending(foreign));
    assertAllSucceed(cashIn);
    assert.equal(cashIn.json.data.deepLinkUrl, undefined);
    assertAllSucceed(await send(operation, pending({ codeService: 'OPC_SN_API_CASH_OUT' })));
    assertAllSucceed(await send(operation, pending({ codeService: 'OPA_SN_API_CASH_OUT' })));
    assertAllSucceed(
      await send(
        operation,
        pending({
          codeService: 'CHAT_MESSAGING',
          phone: '221770008007',
          message: 'Hello',
          amount: undefined,
        }),
      ),
    );
  });

  it('K10 bill pay with billAccountNumber in place of accountNumber', async () => {
    const account = `2100${uniquePhone()}`;
    const members = { codeService: 'BILLERA_SN_BILL_PAY', billAccountNumber: account };
    const listed = await send('/api-services/list-pending-bills', { apiKey, ...members });
    const [bill] = listed.json.data.pendingBills.pendingBills;
    assertAllSucceed(listed);
    assertAllSucceed(
      await send(
        operation,
        pending({ ...members, amount: bill.amount, billReference: bill.billReference }),
      ),
    );
  });

  it('K11 chat text only in data.message, as an object or as a JSON string', async () => {
    for (const data of [{ message: 'Bonjour' }, '{"message":"Bonjour"}']) {
      const answer = await send(operation, {
        apiKey,
        phone: '+221770008007',
        codeService: 'CHAT_MESSAGING',
        externalTransactionId: uniqueId(),
        data,
      });
      assertAllSucceed(answer);
      assert.equal(answer.json.data.errorType, null);
    }
  });

  it('K12 the forms of externalTransactionId; the first 20 characters of a booking id come twice', async () => {
    const id = uniqueId('');
    const forms = [
      id.slice(1),
      `PREFIX${id}_1699548600000`,
      `BT_${id.slice(-6)}_1699548600000`,
      id.replaceAll('-', '').slice(0, 20),
      `C898.09S9s:/8d_${id}`,
      'x'.repeat(75 - id.length) + id,
    ];
    for (const externalTransactionId of forms)
      assertAllSucceed(await send(operation, pending({ externalTransactionId })));
    const booking = pending({ externalTransactionId: `bk${id.replaceAll('-', '')}`.slice(0, 20) });
    const first = await send(operation, booking);
    const second = await send(operation, booking);
    const third = await send(operation, { ...booking, amount: 5_000 });
    assertAllSucceed(second);
    assert.equal(second.json.data.transactionId, first.json.data.transactionId);
    assert.deepEqual([third.json.code, typeof third.json.msg], [4009, 'string']);
  });

  it('K13 code an integer, error exactly a boolean, msg always a string that can be joined to another, details in errors', async () => {
    const answers = [
      await send(operation, pending()),
      await send(operation, pending({ phone: '1', amount: {} })),
      await send(operation, pending({ amount: 2_000_005 })),
      await send(operation, '{'),
    ];
    for (const { json } of answers) {
      assert.ok(Number.isInteger(json.code));
      assert.ok(json.error === true || json.error === false);
      assert.equal(typeof json.msg, 'string');
      assert.ok(!`Payment failed: ${json.msg}`.includes('[object Object]'));
      assert.ok(typeof json.data === 'object' && !Array.isArray(json.data));
    }
    assertAllSucceed(answers[0]!);
    answers.slice(1).forEach(assertAllFail);
    assert.ok(Array.isArray(answers[1]?.json.errors));
    assert.equal(answers[2]?.json.data.errorType.id, 103);
  });

  it('K14 transactionId is a string of digits, status PENDING, links absolute, the notification’s link found by https?:// up to white space', async () => {
    const link = await send(operation, pending({ codeService: 'OPC_SN_API_CASH_OUT' }));
    const paid = await send(operation, pending({ ...card }));
    for (const [{ json }, url] of [
      [link, link.json.data.deepLinkUrl],
      [paid, paid.json.data.authLinkUrl],
    ] as [Answer, string][]) {
      assert.ok(
        typeof json.data.transactionId === 'string' && /^\d+$/.test(json.data.transactionId),
      );
      assert.equal(json.data.status, 'PENDING');
      assert.match(new URL(url).protocol, /^https?:$/);
      assert.equal(/https?:\/\/[^\s]+/.exec(json.data.notificationMessage)?.[0], url);
    }
  });

  it('K15 wrong member names and card operations without card fields get a JSON refusal, 4022', async () => {
    const bodies = [
      {
        apiKey,
        service: 'OPC_SN_API_CASH_IN',
        phoneNumber: '770008007',
        amount: 100,
        externalId: uniqueId(),
      },
      {
        apiKey,
        codeService: 'OPC_SN_API_CASH_IN',
        phoneNumber: '770008007',
        amount: 100,
        externalTransactionId: uniqueId(),
      },
      {
        apiKey,
        codeService: 'BANK_CARD_API_CASH_OUT',
        phone: '221770008007',
        amount: 500,
        externalTransactionId: uniqueId(),
      },
    ];
    for (const body of bodies) {
      const answer = await send(operation, body);
      assertAllFail(answer);
      assert.equal(answer.json.code, 4022, answer.text);
      assert.ok(answer.json.errors.length > 0);
    }
  });

  it('K16 services and errors answer {success, services}; entries of errors are {id, code, message}, the first with id null', async () => {
    const [services, errors] = await Promise.all(
      ['services', 'errors'].map((name) =>
        sendRequest(`${baseUrl}/api-services/${name}`, { headers: { Secretkey: apiKey } }),
      ),
    );
    assert.deepEqual(Object.keys(services?.json), ['success', 'services']);
    assert.deepEqual(Object.keys(errors?.json), ['success', 'services']);
    assert.ok(
      services?.json.services.some(
        ({ codeService }: { codeService: string }) => codeService === 'OPD_SN_WALLET_CASH_OUT',
      ),
    );
    assert.deepEqual(Object.keys(errors?.json.services[0]), ['id', 'code', 'message']);
    assert.equal(errors?.json.services[0].id, null);
  });
});
