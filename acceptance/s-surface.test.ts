// Checks the read endpoints that concern no transaction (catalogue, errors, balance: K16, H2, O9,
// O14), the interface description, and the operator's endpoints of docs/operations.md.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import {
  assertMemberOrder,
  createAccount,
  createClient,
  openFixture,
  sendRequest,
  until,
} from './harness/index.ts';
import type { Client, Json, Fixture } from './harness/index.ts';

const examples: { name: string; response?: Json }[] = JSON.parse(
  readFileSync(new URL('../contract/test/wire-examples.json', import.meta.url), 'utf8'),
);
const exampleServices: Json[] = examples.find(({ name }) => name === 'services')!.response.services;
const typeOperations: Record<string, string> = {
  CASHIN: 'DEBIT',
  CASHOUT: 'CREDIT',
  CREDIT_TELEPHONIQUE: 'DEBIT',
  BILL_PAY: 'DEBIT',
  BILL_BUY_RELOAD: 'DEBIT',
  MESSENGING_SMS: 'DEBIT',
};

describe('the surface', { concurrency: true }, () => {
  let fixture: Fixture;
  let english: Client;
  before(async () => {
    fixture = await openFixture({ fund: 1234, alsoFund: { currency: 'XAF', amount: 99 } });
    english = await fixture.newClient({
      language: 'en',
      currency: 'XAF',
      fund: 50,
      activate: 'OPA_SN_API_CASH_IN,CHAT_MESSAGING',
    });
  });
  after(() => fixture.close());
  const withKey = (client: Client, path: string) =>
    client.get(`/api-services/${path}`, { Secretkey: client.apiKey });

  it('K16 services: every entry with its members in order, typeOperation by typeService, the documented codes first and in their order', async () => {
    const { json } = await withKey(fixture.client, 'services');
    assertMemberOrder(json, ['success', 'services']);
    assert.equal(json.success, true);
    for (const service of json.services) {
      assertMemberOrder(service, [
        // As documented, and what was added.
        ...['name', 'icon', 'codeService', 'typeOperation', 'typeService'],
        ...['kind', 'country', 'currency', 'minimum', 'maximum', 'multipleOf', 'price', 'payer'],
        'required',
      ]);
      assert.equal(service.typeOperation, typeOperations[service.typeService], service.codeService);
      assert.ok(service.name.length > 0);
    }
    const codes: string[] = json.services.map(({ codeService }: Json) => codeService);
    assert.equal(new Set(codes).size, codes.length);
    assert.deepEqual(
      codes.slice(0, exampleServices.length),
      exampleServices.map(({ codeService }) => codeService),
    );
    const pairs = (services: Json[]) =>
      services.map(({ codeService, typeService }) => `${codeService} ${typeService}`);
    assert.deepEqual(pairs(json.services.slice(0, exampleServices.length)), pairs(exampleServices));
    for (const added of ['OPF_SN_API_CASH_IN', 'REMIT_SN_API_CASH_IN', 'REMIT_SN_API_CASH_OUT'])
      assert.ok(codes.includes(added), added);
    for (const country of ['BJ', 'ML', 'CM', 'BF']) {
      const own = codes.filter((code) => code.includes(`_${country}_`));
      assert.deepEqual(
        ['API_CASH_IN', 'API_CASH_OUT', 'AIRTIME_CREDIT_TELEPHONIQUE'].map((suffix) =>
          own.some((code) => code.endsWith(suffix)),
        ),
        [true, true, true],
        country,
      );
    }
    const collections = json.services.filter(
      ({ codeService, typeService }: Json) =>
        codeService.endsWith('_BILL_PAY') && typeService === 'BILL_BUY_RELOAD',
    );
    assert.equal(collections.length, 2);
  });

  it('K16 every icon is an address that answers with an image', async () => {
    const { json } = await withKey(fixture.client, 'services');
    const icons = [...new Set<string>(json.services.map(({ icon }: Json) => icon))];
    for (const icon of icons.slice(0, 5)) {
      const answer = await sendRequest(new URL(icon, fixture.client.baseUrl).href);
      assert.equal(answer.status, 200, icon);
      assert.match(String(answer.headers['content-type']), /^image\//);
    }
  });

  it('H3 services: only what is activated for the account is listed', async () => {
    const { json } = await withKey(english, 'services');
    assert.deepEqual(json.services.map(({ codeService }: Json) => codeService).toSorted(), [
      'CHAT_MESSAGING',
      'OPA_SN_API_CASH_IN',
    ]);
    const { json: refused } = await english.operation({
      phone: '770000001',
      amount: 100,
      codeService: 'OPC_SN_API_CASH_IN',
      externalTransactionId: 'surface-1',
    });
    assert.equal(refused.code, 4003);
  });

  it('O14 errors: id null first, then 1 to 136, the reserved ids as unknown_error, in the language of the account', async () => {
    const [french, other] = [
      (await withKey(fixture.client, 'errors')).json,
      (await withKey(english, 'errors')).json,
    ];
    assertMemberOrder(french, ['success', 'services']);
    for (const entry of french.services) assertMemberOrder(entry, ['id', 'code', 'message']);
    const ids = french.services.map(({ id }: Json) => id);
    assert.deepEqual(ids, [null, ...Array.from({ length: 136 }, (_, index) => index + 1)]);
    assert.equal(french.services[0].code, 'unknown_error');
    for (const id of [10, 13, 52, 65, 85, 122, 132])
      assert.equal(french.services[id].code, 'unknown_error', String(id));
    for (const [id, code] of [
      [1, 'invalid_phone_number'],
      [4, 'payment-timeout'],
      [26, 'insufficient_balance'],
      [90, 'redirect-url-error'],
      [136, 'invalid_data'],
    ] as const) {
      assert.equal(french.services[id].code, code);
    }
    assert.deepEqual(
      other.services.map(({ code }: Json) => code),
      french.services.map(({ code }: Json) => code),
    );
    assert.notEqual(other.services[1].message, french.services[1].message);
    assert.ok(french.services[26].message.includes('__amount__'), 'the catalogue shows the token');
    assert.equal(french.services[3].message, '');
  });

  it('O9 balance: members in order, the main currency, a number', async () => {
    const { json } = await withKey(fixture.client, 'balance');
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual(json, {
      code: 2000,
      msg: 'Successfully operation',
      error: false,
      data: {
        currency: 'XOF',
        balance: 1234,
        balances: [
          { currency: 'XOF', balance: 1234 },
          { currency: 'XAF', balance: 99 },
        ],
      },
    });
    assertMemberOrder(json.data, ['currency', 'balance', 'balances']);
    const own = { currency: 'XAF', balance: 50 };
    assert.deepEqual((await withKey(english, 'balance')).json.data, { ...own, balances: [own] });
    const empty = createClient(
      fixture.client.baseUrl,
      (await createAccount(fixture.installation, { fund: 0 })).apiKey,
    );
    assert.equal(await empty.balance(), 0);
  });

  it('H2 refused: services and errors answer success false and an empty list, balance the envelope', async () => {
    for (const path of ['services', 'errors']) {
      const { json } = await fixture.client.get(`/api-services/${path}`, {
        Secretkey: 'no-such-key',
      });
      assertMemberOrder(json, ['success', 'services', 'code', 'msg', 'error']);
      assert.deepEqual(
        { ...json, msg: '' },
        { success: false, services: [], code: 4001, msg: '', error: true },
      );
    }
    const { json } = await fixture.client.get('/api-services/balance');
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual([json.code, json.error, json.data], [4001, true, {}]);
  });

  it('H3 /openapi.json is OpenAPI 3.1 of every endpoint and of the callback', async () => {
    const { status, json, headers } = await sendRequest(`${fixture.client.baseUrl}/openapi.json`);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /json/);
    assert.match(json.openapi, /^3\.1\./);
    const paths = Object.entries<Json>(json.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    for (const path of ['services', 'errors', 'balance'])
      assert.ok(paths.includes(`get /api-services/${path}`), path);
    for (const path of [
      'list-pending-bills',
      'operation',
      'get-transaction-status',
      'new-claim',
      'transaction/refund-cancel',
      'remit-reception-info',
      'remit-send-info',
    ]) {
      assert.ok(paths.includes(`post /api-services/${path}`), path);
    }
    for (const path of [
      'post /api/send-sms',
      'get /api/sms/batches/{id}',
      'get /api/sms/batches/{id}/messages',
      'post /api/sms/preview',
      'post /api/sms/batches/{id}/cancel',
    ])
      assert.ok(paths.includes(path), path);
    assert.deepEqual(Object.keys(json.webhooks), [
      'transaction-result',
      'claim-updated',
      'payout-ended',
      'sms-inbound',
      'sms-reports',
    ]);
    assert.ok(JSON.stringify(json.webhooks).includes('sha256Hash'));
  });

  it('H3 /openapi.json is in one language where ?lang= names one, in both otherwise', async () => {
    const read = async (query: string): Promise<Json> =>
      (await sendRequest(`${fixture.client.baseUrl}/openapi.json${query}`)).json;
    const summaryOf = ({ paths }: Json) => paths['/api-services/balance'].get.summary;
    const [both, french, english, other] = await Promise.all(
      ['', '?lang=fr', '?lang=en', '?lang=de&lang=fr'].map(read),
    );
    assert.equal(summaryOf(english), summaryOf(both));
    assert.equal(summaryOf(french), both.paths['/api-services/balance'].get['x-summary-fr']);
    for (const { text } of [french, english].map((json) => ({ text: JSON.stringify(json) })))
      assert.doesNotMatch(text, /"x-\w+-fr"/);
    assert.deepEqual(other, both);
  });

  it('H3 /openapi.json tells the forms of an operation apart by the services of the installation', async () => {
    const address = `${fixture.client.baseUrl}/openapi.json`;
    const { json, headers } = await sendRequest(address);
    const { oneOf, discriminator } = json.components.schemas.OperationRequest;
    const { json: listed } = await fixture.client.get('/api-services/services', {
      Secretkey: fixture.client.apiKey,
    });
    assert.equal(discriminator.propertyName, 'codeService');
    for (const { codeService, kind } of listed.services as Json[]) {
      const ref = String(discriminator.mapping[codeService]);
      assert.ok(
        oneOf.some((form: Json) => form.$ref === ref),
        codeService,
      );
      const form = json.components.schemas[ref.slice(ref.lastIndexOf('/') + 1)];
      assert.ok(form.properties.codeService.enum.includes(codeService), codeService);
      assert.equal(form.required.includes('cardNumber'), kind === 'card', codeService);
    }
    const again = await sendRequest(address, {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('H3 the documentation is readable pages without foreign resources', async () => {
    const { status, headers, text } = await sendRequest(
      `${fixture.client.baseUrl}/docs/en/reference/operation`,
    );
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    for (const word of [
      '/api-services/operation',
      'refund-cancel',
      'externalTransactionId',
      '4029',
    ])
      assert.ok(text.includes(word), word);
    assert.doesNotMatch(text, /<(?:script|link|img|iframe)[^>]+(?:src|href)="https?:/i);
  });

  it('H6 /healthz, /readyz and /metrics tell that the node lives and works', async () => {
    const [health, metrics] = await Promise.all(
      ['healthz', 'metrics'].map((path) => sendRequest(`${fixture.client.baseUrl}/${path}`)),
    );
    assert.deepEqual([health!.status, metrics!.status], [200, 200]);
    // A node that has much to do may be unready for a moment.
    await until(
      'it is ready',
      async () => (await sendRequest(`${fixture.client.baseUrl}/readyz`)).status === 200,
    );
    assert.match(String(metrics!.headers['content-type']), /^text\/plain/);
    const lines = metrics!.text.split('\n').filter((line) => line !== '');
    assert.ok(
      lines.some((line) => line.startsWith('# HELP ')) &&
        lines.some((line) => line.startsWith('# TYPE ')),
    );
    for (const line of lines)
      assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? -?[\d.e+]+(Inf|NaN)?)$/);
    assert.ok(!metrics!.text.includes(fixture.client.apiKey));
  });

  it('H1 the surface answers nothing else with success', async () => {
    for (const path of ['/', '/admin', '/.env', '/api-services', '/metrics/x']) {
      const { status } = await sendRequest(`${fixture.client.baseUrl}${path}`);
      // The portal, or that it is not built.
      const isPortal = path === '/' && (status < 400 || status === 503);
      assert.ok(status === 404 || isPortal, `${path}: ${status}`);
    }
  });
});
