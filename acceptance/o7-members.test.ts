// O7: checks which members each service requires and where they may appear.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { assertNeeded, fieldsOf } from './harness/operation-answers.ts';
import { card, remitSendData } from './harness/samples.ts';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture();
  client = fixture.client;
});
after(() => fixture.close());

describe('O7', { concurrency: true }, () => {
  it('O7 bill pay needs accountNumber and billReference, reload needs accountNumber', async () => {
    const bill = {
      codeService: 'BILLERA_SN_BILL_PAY',
      accountNumber: '21000000001',
      billReference: '1060000000001',
    };
    const reload = { codeService: 'RELOADA_SN_BILL_RELOAD', accountNumber: '21000000001' };
    for (const [members, field] of [
      [bill, 'accountNumber'],
      [bill, 'billReference'],
      [reload, 'accountNumber'],
    ] as const) {
      for (const value of [undefined, '', '  ', null, 7.5])
        await assertNeeded(
          client,
          payOut({ ...members, [field]: value }),
          field,
          `${members.codeService} ${field} ${String(value)}`,
        );
    }
    const { json } = await client.operation(payOut({ ...reload, accountNumber: '21000008007' }));
    assert.equal(json.code, 2000);
  });

  for (const field of Object.keys(card).filter((name) =>
    /^card|^customer(First|Last)|RedirectUrl$/.test(name),
  )) {
    it(`O7 card needs ${field}`, async () => {
      for (const value of [undefined, '', null, 7])
        await assertNeeded(
          client,
          payOut({ ...card, [field]: value }),
          field,
          `${field} ${String(value)}`,
        );
    });
  }

  it('O7 card: number, expiry and CVC must be possible', async () => {
    const impossible: Record<string, string[]> = {
      cardNumber: ['abcd', '123', '4'.repeat(30), '4970-XXXX-0000-8007'],
      cardExpireMonth: ['13', '00', '9', 'ab', '012'],
      cardExpireYear: ['2039', '9', 'xx'],
      cardCVC: ['12', '12345', 'abc'],
    };
    for (const [field, values] of Object.entries(impossible)) {
      for (const value of values)
        await assertNeeded(client, payOut({ ...card, [field]: value }), field, `${field} ${value}`);
    }
  });

  it('O7 card: merchantName, operationDescription and customerEmail are not needed', async () => {
    for (const members of [
      { customerEmail: null },
      { customerEmail: undefined, merchantName: undefined, operationDescription: undefined },
      { cardNumber: '4970 1000 0000 8007' },
    ]) {
      const { json, text } = await client.operation(payOut({ ...card, ...members }));
      assert.equal(json.code, 2000, `${JSON.stringify(members)}: ${text}`);
      assert.match(json.data.authLinkUrl, /^http/);
    }
  });

  for (const field of ['bankAuthRedirectUrl', 'successRedirectUrl', 'errorRedirectUrl']) {
    it(`O7 card: ${field} must be https, else redirect-url-error (90)`, async () => {
      for (const url of [
        'http://client.example/x',
        'client.example',
        'javascript:alert(1)',
        '//client.example',
        'ftp://client.example',
      ]) {
        const body = payOut({ ...card, [field]: url });
        const { json, text } = await client.operation(body);
        assert.equal(json.code, 4022, `${url}: ${text}`);
        assert.deepEqual(
          [json.data.errorType?.id, json.data.errorType?.code],
          [90, 'redirect-url-error'],
          `${url}: ${text}`,
        );
        assert.deepEqual(
          json.errors.map((entry: { field: string }) => entry.field),
          [field],
        );
        assert.equal(
          (await client.status(String(body['externalTransactionId']))).json.code,
          4004,
          'nothing is stored',
        );
      }
    });
  }

  const transfer = {
    codeService: 'BANK_TRANSFER_SN_API_CASH_IN',
    phone: '221770000000',
    amount: 1_351,
    customerFirstName: 'First',
    customerLastName: 'Last',
    rib: 'SN000 00000 000000008007 00',
  };

  it('O7 bank transfer needs customer names and rib', async () => {
    for (const field of ['customerFirstName', 'customerLastName', 'rib']) {
      for (const value of [undefined, '', null, 7])
        await assertNeeded(
          client,
          payOut({ ...transfer, [field]: value }),
          field,
          `${field} ${String(value)}`,
        );
    }
  });

  it('O7 rib: 24 characters, spaces allowed, check digits verified, key 00 also accepted in the sandbox', async () => {
    // The key makes the number, letters by their table value (S → 2, N → 5), a multiple of 97;
    // computed here.
    const withKey = (account: string): string => {
      const digits = `${account.replace('SN', '25')}00`;
      return `${account}${String(97n - (BigInt(digits) % 97n)).padStart(2, '0')}`;
    };
    const right = withKey('SN01201234123456788007');
    const key = Number(right.slice(-2));
    for (const rib of [
      right,
      right.replace(/^(.{5})(.{5})(.{12})/, '$1 $2 $3 '),
      right.toLowerCase(),
      'SN000 00000 000000008007 00',
      'SN0120123412345678800700',
    ]) {
      const { json, text } = await client.operation(payOut({ ...transfer, rib }));
      assert.equal(json.code, 2000, `${rib}: ${text}`);
    }
    const wrongKey = `${right.slice(0, 22)}${String((key % 97) + 1).padStart(2, '0')}`;
    for (const rib of [
      wrongKey,
      right.slice(1),
      `${right}0`,
      right.replace('8007', '8017'),
      'SN01*01234123456788007 11',
      'x',
    ]) {
      await assertNeeded(client, payOut({ ...transfer, rib }), 'rib', rib);
    }
  });

  it('O7 remittance cash-in needs remitSendData, from the top level or from data', async () => {
    const own = await fixture.newClient();
    const send = { codeService: 'REMIT_SN_API_CASH_IN', amount: 3_000, phone: '770008007' };
    for (const members of [
      { remitSendData },
      { data: { remitSendData } },
      { data: JSON.stringify({ remitSendData }) },
    ]) {
      const { json, text } = await own.operation(payOut({ ...send, ...members }));
      assert.equal(json.code, 2000, text);
    }
    for (const members of [
      {},
      { remitSendData: null },
      { remitSendData: 'x' },
      { remitSendData: {} },
      { remitSendData: { senderDetails: {} } },
      { data: { remitSendData: 7 } },
    ]) {
      const answer = await own.operation(payOut({ ...send, ...members }));
      assert.equal(answer.json.code, 4022, `${JSON.stringify(members)}: ${answer.text}`);
      assert.ok(
        fieldsOf(answer).some((field) => field.startsWith('remitSendData')),
        answer.text,
      );
    }
  });

  it('O7 remittance cash-in takes this account’s quote for the same service and amount, no other', async () => {
    const [own, other] = await Promise.all([fixture.newClient(), fixture.newClient()]);
    const send = { codeService: 'REMIT_SN_API_CASH_IN', amount: 4_000, phone: '770008007' };
    const quote = await own.post('/api-services/remit-send-info', {
      apiKey: own.apiKey,
      codeService: send.codeService,
      amount: 4_000,
      remitSendData,
    });
    assert.equal(quote.json.code, 2000, quote.text);
    const quoted = await own.operation(payOut(send));
    const otherAmount = await own.operation(payOut({ ...send, amount: 4_001 }));
    const otherAccount = await other.operation(payOut(send));
    assert.deepEqual(
      [quoted, otherAmount, otherAccount].map(({ json }) => json.code),
      [2000, 4022, 4022],
    );
  });

  it('O7 remittance cash-out needs referenceNumber, digits, from the top level or data; else invalid_data (136)', async () => {
    const own = await fixture.newClient();
    const receive = { codeService: 'REMIT_SN_API_CASH_OUT', amount: 1_000, phone: '770000000' };
    for (const members of [
      { referenceNumber: '11118007' },
      { referenceNumber: 41_118_007 },
      { data: { referenceNumber: '21118007' } },
      { data: '{"referenceNumber":"31118007"}' },
    ]) {
      const { json, text } = await own.operation(payOut({ ...receive, ...members }));
      assert.equal(json.code, 2000, text);
    }
    const missing = await own.operation(payOut(receive));
    assert.deepEqual(
      [missing.json.code, fieldsOf(missing)],
      [4022, ['referenceNumber']],
      missing.text,
    );
    for (const referenceNumber of [-89_000_005, '8900X005', '89 000 005', '+89000005']) {
      const body = payOut({ ...receive, referenceNumber });
      const { json, text } = await own.operation(body);
      assert.equal(json.code, 4022, text);
      assert.deepEqual(
        [json.data.errorType?.id, json.data.errorType?.code],
        [136, 'invalid_data'],
        text,
      );
      assert.equal(
        (await own.status(String(body['externalTransactionId']))).json.code,
        4004,
        'nothing is stored',
      );
    }
  });

  it('O7 remittance cash-out takes this account’s look-up for the same service, no other account’s', async () => {
    const [own, other] = await Promise.all([fixture.newClient(), fixture.newClient()]);
    const seen = await own.post('/api-services/remit-reception-info', {
      apiKey: own.apiKey,
      codeService: 'REMIT_SN_API_CASH_OUT',
      referenceNumber: '61118007',
    });
    const { receiveAmount } = seen.json.data.referenceNumberResponse;
    const receive = {
      codeService: 'REMIT_SN_API_CASH_OUT',
      amount: Number(receiveAmount),
      phone: '770000000',
    };
    const lookedUp = await own.operation(payOut(receive));
    const stranger = await other.operation(payOut(receive));
    assert.deepEqual([lookedUp.json.code, stranger.json.code], [2000, 4022], lookedUp.text);
  });

  it('O7 useOpaQrCode true answers deepLinkUrl and notificationMessage; false or absent is plain PENDING', async () => {
    const collect = { codeService: 'OPA_SN_API_CASH_OUT', phone: '770008007', amount: 150 };
    const qr = await client.operation(payOut({ ...collect, useOpaQrCode: true }));
    assert.ok(qr.json.data.deepLinkUrl && qr.json.data.notificationMessage, qr.text);
    for (const members of [{}, { useOpaQrCode: false }]) {
      const { json } = await client.operation(payOut({ ...collect, ...members }));
      assert.deepEqual(
        [json.data.status, json.data.deepLinkUrl, json.data.notificationMessage],
        ['PENDING', undefined, undefined],
      );
    }
  });

  it('O7 redirect URLs and sender are optional for wallets; a redirect URL is an http(s) address', async () => {
    const collect = { codeService: 'OPC_SN_API_CASH_OUT', phone: '770008007' };
    for (const members of [
      {},
      { sender: 'Shop' },
      {
        successRedirectUrl: 'https://client.example/ok',
        errorRedirectUrl: 'http://client.example/ko',
      },
      { successRedirectUrl: '' },
    ]) {
      const { json, text } = await client.operation(payOut({ ...collect, ...members }));
      assert.equal(json.code, 2000, text);
    }
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'client.example', '/ok']) {
      await assertNeeded(
        client,
        payOut({ ...collect, successRedirectUrl: url }),
        'successRedirectUrl',
        url,
      );
    }
  });
});
