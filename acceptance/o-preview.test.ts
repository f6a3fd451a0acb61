// Proves preview-operation, the limits and prices of services, and phone-info.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  openFixture,
  sendRequest,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, Fixture, Json } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import { comparePairs, previewFund } from './harness/preview-pairs.ts';
import { remitSendData } from './harness/samples.ts';

const path = '/api-services/preview-operation';

describe('preview', { concurrency: true }, () => {
  let fixture: Fixture;
  let client: Client;
  before(async () => {
    fixture = await openFixture({ language: 'en' });
    client = fixture.client;
  });
  after(() => fixture.close());

  const preview = async (members: Record<string, unknown>, by = client): Promise<Json> =>
    (await by.post(path, { apiKey: by.apiKey, ...order(members) })).json;
  const order = (members: Record<string, unknown>): Record<string, unknown> => ({
    codeService: 'OPA_SN_API_CASH_IN',
    phone: uniquePhone(),
    amount: 1_000,
    externalTransactionId: uniqueId('preview'),
    ...members,
  });

  it('answers what the operation answers, for orders of all kinds', async () => {
    const poor = await fixture.newClient({ fund: previewFund, language: 'en' });
    const counts = await comparePairs(poor, { seed: 5, pairs: 60 });
    assert.ok(counts.accepted > 5 && counts.refused > 15, JSON.stringify(counts));
  });

  it('says what it costs, what is left, and whose number it is', async () => {
    const phone = uniquePhone().replace(/^7\d/, '77');
    const { code, msg, error, data } = await preview({ phone });
    assert.deepEqual(
      [code, error, msg],
      [2000, false, 'The operation would be started. Nothing was executed.'],
    );
    assert.equal(data.wouldBe, 'PENDING');
    assert.equal(data.total, 1_000 + data.commission);
    assert.equal(data.balanceAfter, 1_000_000 - data.total);
    assert.deepEqual(data.recipient, { e164: `+221${phone}`, operator: 'OPA', agrees: true });
    assert.deepEqual(data.limits, { minimum: 5, maximum: 2_000_000, multipleOf: null });
    assert.deepEqual([data.repeats, data.route.available], [null, true]);
  });

  it('says that the number is of another operator', async () => {
    const phone = uniquePhone().replace(/^7\d/, '76');
    const { data } = await preview({ phone });
    assert.deepEqual([data.recipient.operator, data.recipient.agrees], ['OPD', false]);
  });

  it('a collection adds the amount less the commission', async () => {
    const { data } = await preview({ codeService: 'OPA_SN_API_CASH_OUT' });
    assert.equal(data.total, 1_000 - data.commission);
    assert.equal(data.balanceAfter, 1_000_000 + data.total);
  });

  it('has the error of an operation that would be stored as failed, and its limits', async () => {
    const { code, error, data } = await preview({ amount: 1_500_000 });
    assert.deepEqual([code, error, data.wouldBe], [4000, true, 'FAILLED']);
    assert.equal(data.errorType.code, 'insufficient_balance');
    assert.equal(data.balanceAfter, 1_000_000);
    const far = await preview({ amount: 99_999_999 });
    assert.equal(far.data.limits.maximum, 2_000_000);
  });

  it('O5 knows the operation that has the identifier', async () => {
    const own = await fixture.newClient({ language: 'en' });
    const sent = order({ phone: uniquePhone('8007') });
    const { json } = await own.operation(sent);
    const { code, msg, data } = await preview(sent, own);
    assert.deepEqual(
      [code, msg],
      [2000, 'This operation was started before: it would be answered again.'],
    );
    assert.equal(data.repeats.transactionId, json.data.transactionId);
    assert.equal((await preview({ ...sent, amount: 2_000 }, own)).code, 4009);
  });

  it('stores nothing, and leaves the identifier free', async () => {
    const { accountId, apiKey } = await createAccount(fixture.installation);
    const asking = createClient(fixture.installation.baseUrl, apiKey);
    const stored = openStoredRows(fixture.installation);
    const count = async (): Promise<unknown> =>
      stored.read(
        `select (select count(*) from operation where account_id = $1) as operations,
          (select count(*) from transfer where account_id = $1) as transfers,
          (select count(*) from callback where account_id = $1) as callbacks,
          (select count(*) from attempt where account_id = $1) as attempts`,
        [accountId],
      );
    try {
      const before = await count();
      const asked = order({});
      for (const amount of [1_000, 99_999_999])
        await preview({ ...asked, amount, callbackUrl: fixture.receiver.url }, asking);
      assert.deepEqual(await count(), before);
      assert.equal((await asking.operation(asked)).json.code, 2000);
    } finally {
      await stored.close();
    }
  });

  it('is refused as the operation is: key, service, form', async () => {
    const none = await fixture.newClient({ activate: 'OPA_SN_API_CASH_OUT' });
    assert.equal((await preview({}, none)).code, 4003);
    assert.equal((await preview({ phone: '12' })).code, 4022);
    const { json } = await client.post(path, { ...order({}), apiKey: 'jk_test_wrong' });
    assert.equal(json.code, 4001);
  });

  it('a remittance that was not quoted has no commission; a quoted one has its own', async () => {
    const remittance = { codeService: 'REMIT_SN_API_CASH_IN', amount: 10_000, remitSendData };
    const asking = await fixture.newClient();
    const unknown = await preview(remittance, asking);
    assert.deepEqual([unknown.data.commission, unknown.data.total], [null, null]);
    await asking.post('/api-services/remit-send-info', { apiKey: asking.apiKey, ...remittance });
    const known = await preview(remittance, asking);
    assert.equal(known.data.total, 10_000 + known.data.commission);
    const sent = order(remittance);
    await asking.operation(sent);
    assert.equal(await asking.balance(), known.data.balanceAfter);
  });
});

describe('services', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture();
  });
  after(() => fixture.close());
  const list = async (query = '', headers: Record<string, string> = {}) => {
    const { client } = fixture;
    return client.get(`/api-services/services${query}`, { Secretkey: client.apiKey, ...headers });
  };

  it('has country, currency, limits, price, payer and required members', async () => {
    const { services } = (await list()).json as { services: Json[] };
    const of = (code: string): Json => services.find(({ codeService }) => codeService === code);
    const payOut = of('OPA_SN_API_CASH_IN');
    assert.deepEqual(
      [payOut.kind, payOut.country, payOut.currency, payOut.payer],
      ['payout', 'SN', 'XOF', 'none'],
    );
    assert.deepEqual([payOut.minimum, payOut.maximum, payOut.multipleOf], [5, 2_000_000, null]);
    assert.equal(of('OPA_SN_API_CASH_OUT').payer, 'qr');
    assert.equal(of('OPC_SN_API_CASH_OUT').payer, 'link');
    assert.equal(of('BANK_CARD_API_CASH_OUT').payer, 'card');
    assert.equal(of('REMIT_SN_API_CASH_IN').price, null);
    assert.deepEqual(of('BILLERA_SN_BILL_PAY').required, ['accountNumber', 'billReference']);
    assert.deepEqual(of('CHAT_MESSAGING').required, ['message']);
    assert.ok(of('BANK_CARD_API_CASH_OUT').required.includes('cardNumber'));
    assert.ok(!of('BANK_CARD_API_CASH_OUT').required.includes('card'));
  });

  it('is narrowed by country and kind', async () => {
    const { services } = (await list('?country=ci&kind=collect')).json as { services: Json[] };
    assert.ok(services.length > 0);
    assert.deepEqual(
      [...new Set(services.map(({ country, kind }) => `${country} ${kind}`))],
      ['CI collect'],
    );
    assert.equal((await list('?country=XXX')).json.code, 4022);
  });

  it('is not sent again to who has it', async () => {
    const first = await list();
    const tag = String(first.headers['etag']);
    const { baseUrl, apiKey } = fixture.client;
    const again = (tagged: string) =>
      sendRequest(`${baseUrl}/api-services/services`, {
        headers: { Secretkey: apiKey, 'if-none-match': tagged },
      });
    const same = await again(`"x", W/${tag}`);
    assert.deepEqual([same.status, same.text], [304, '']);
    assert.equal((await again('"x"')).status, 200);
  });
});

describe('phone-info', { concurrency: true }, () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture();
  });
  after(() => fixture.close());
  const ask = async (query: string, by = fixture.client): Promise<Json> =>
    (await by.get(`/api-services/phone-info?${query}`, { Secretkey: by.apiKey })).json;

  it('tells country, operator, and the services that reach the number', async () => {
    const { data } = await ask('phone=77%20123%2045%2067');
    assert.deepEqual(data, {
      e164: '+221771234567',
      country: 'SN',
      operator: 'OPA',
      ported: false,
      services: { collect: 'OPA_SN_API_CASH_OUT', payOut: 'OPA_SN_API_CASH_IN' },
    });
    assert.equal((await ask('phone=0712345678&country=ci')).data.country, 'CI');
  });

  it('a number that no operator lists is answered without one', async () => {
    const { data } = await ask('phone=%2B33612345678');
    assert.deepEqual(
      [data.country, data.operator, data.services],
      [null, null, { collect: null, payOut: null }],
    );
  });

  it('refuses what is no number, and the eleventh call of a second', async () => {
    assert.equal((await ask('phone=12')).code, 4022);
    assert.equal((await ask('country=SN')).code, 4022);
    const { baseUrl, apiKey } = await fixture.newClient();
    const busy = createClient(baseUrl, apiKey, 'answer');
    const isLimited = async () => {
      const asked = Array.from({ length: 40 }, () => ask('phone=771234567', busy));
      const answers = await Promise.all(asked);
      return answers.some(({ code }) => code === 4029);
    };
    await until('one is refused', isLimited);
  });
});
