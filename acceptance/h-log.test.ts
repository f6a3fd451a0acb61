// H6: checks that each answer has an id that is in the log, and that the log holds nothing secret.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, sendRequest, until } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

describe('H6', { concurrency: true }, () => {
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
