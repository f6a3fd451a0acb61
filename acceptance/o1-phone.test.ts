// O1, O2: checks which spellings of a phone number are accepted and what they mean, and which
// amounts are valid.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, sendRequest, uniqueId } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture({ alsoFund: { currency: 'XAF', amount: 1_000_000 } });
  client = fixture.client;
});
after(() => fixture.close());

/**
 * Spellings of one number; the first is E.164. All end in 8007, so that nothing completes
 * meanwhile.
 */
const sameNumber: Record<
  string,
  { codeService: string; members?: Record<string, unknown>; spellings: string[] }
> = {
  Senegal: {
    codeService: 'OPC_SN_API_CASH_IN',
    spellings: [
      '+221770008007',
      '770008007',
      '221770008007',
      '00221770008007',
      '77 000 80 07',
      '77.000.80.07',
      '77-000-80-07',
      '+221 77 000 80 07',
      '00221-77.000 8007',
      // As contacts and tables are copied: marks of direction, dashes, spaces and selectors of
      // every kind, tabs, parentheses.
      '\u202a+221\u00a077\u2011000\u200980\ufe0d07\u202c',
      '\u200e+221 (77)\t000\u202f80\u20600\u00ad7\u200f',
      '\u2066(00221) 77\u2013000\u221280\u2012\u200b07\u2069',
    ],
  },
  'Ivory Coast': {
    codeService: 'OPA_CI_API_CASH_IN',
    spellings: [
      '+2250700008007',
      '0700008007',
      '2250700008007',
      '002250700008007',
      '07 00 00 80 07',
    ],
  },
  Benin: {
    codeService: 'OPB_BJ_API_CASH_IN',
    spellings: [
      '+2290197008007',
      '0197008007',
      '2290197008007',
      '002290197008007',
      '97008007',
      '+22997008007',
      '22997008007',
      '0022997008007',
      '01 97 00 80 07',
    ],
  },
  Mali: {
    codeService: 'OPA_ML_API_CASH_IN',
    spellings: ['+22370008007', '70008007', '22370008007', '0022370008007', '70 00 80 07'],
  },
  Cameroon: {
    codeService: 'OPA_CM_API_CASH_IN',
    spellings: ['+237670008007', '670008007', '237670008007', '00237670008007', '6 70 00 80 07'],
  },
  'Burkina Faso': {
    codeService: 'OPA_BF_API_CASH_IN',
    spellings: ['+22670008007', '70008007', '22670008007', '0022670008007', '70-00-80-07'],
  },
  chat: {
    codeService: 'CHAT_MESSAGING',
    members: { message: 'Hello', amount: undefined },
    spellings: ['+221770008007', '221770008007', '00221770008007', '221 77 000 80 07'],
  },
  'bank card': {
    codeService: 'BANK_CARD_API_CASH_OUT',
    members: card,
    spellings: ['+221770008007', '221770008007', '00221770008007', '+221-77-000-80-07'],
  },
};

/** Numbers that no spelling rule of the country allows. */
const impossible: Record<
  string,
  { codeService: string; members?: Record<string, unknown>; phones: string[] }
> = {
  Senegal: {
    codeService: 'OPC_SN_API_CASH_IN',
    phones: [
      '77000800',
      '7700080077',
      '+22177000800',
      '+2250700008007',
      '2250700008007',
      '77O008007',
      'abc',
      '+',
      '--',
      '770008007x',
      '+221+770008007',
      '77_000_80_07',
      // Two numbers, digits that no device dials, and a zero that is dialled here and not there.
      '77 000 80 07/08',
      '77 000 80 07, 78 000 80 07',
      '\u0667\u0667\u0660\u0660\u0660\u0668\u0660\u0660\u0667',
      '\uff17\uff17\uff10\uff10\uff10\uff18\uff10\uff10\uff17',
      '+221 (0)77 000 80 07',
    ],
  },
  'Ivory Coast': {
    codeService: 'OPA_CI_API_CASH_IN',
    phones: ['07000080', '770008007', '+225070000800', '+221770008007'],
  },
  Benin: {
    codeService: 'OPB_BJ_API_CASH_IN',
    phones: ['0297008007', '9700800', '970080077', '+2290297008007'],
  },
  Mali: { codeService: 'OPA_ML_API_CASH_IN', phones: ['7000800', '700080077'] },
  Cameroon: { codeService: 'OPA_CM_API_CASH_IN', phones: ['67000800', '6700080077'] },
  'Burkina Faso': { codeService: 'OPA_BF_API_CASH_IN', phones: ['7000800', '700080077'] },
  'chat without country code': {
    codeService: 'CHAT_MESSAGING',
    members: { message: 'Hello', amount: undefined },
    phones: ['770008007', '77 000 80 07'],
  },
  'bank card without country code': {
    codeService: 'BANK_CARD_API_CASH_OUT',
    members: card,
    phones: ['770008007', '0700008007'],
  },
};

describe('O1', { concurrency: true }, () => {
  for (const [country, { codeService, members = {}, spellings }] of Object.entries(sameNumber)) {
    it(`O1 ${country}: every spelling is accepted and means the same number`, async () => {
      const body = payOut({
        amount: 500,
        codeService,
        ...members,
        externalTransactionId: uniqueId(),
      });
      const first = await client.operation({ ...body, phone: spellings[0] });
      assert.equal(first.json.code, 2000, first.text);
      for (const phone of spellings) {
        // Rule O5 compares the normalized phone: the same id with another number would be a
        // conflict.
        const repeated = await client.operation({ ...body, phone });
        assert.deepEqual(
          [repeated.json.code, repeated.json.data.transactionId],
          [2000, first.json.data.transactionId],
          `${phone}: ${repeated.text}`,
        );
      }
      const otherNumber = await client.operation({
        ...body,
        phone: String(spellings[0]).replace(/008007$/, '118007'),
      });
      assert.equal(otherNumber.json.code, 4009, otherNumber.text);
    });
  }

  it('O1 the phone is echoed exactly as sent, in the answer and in the callback', async () => {
    const phones = ['00221 77.555-01 10', '+221775550111', '221775550112', '77 555 01 13'];
    const echoes = await Promise.all(
      phones.map(async (phone) => {
        const body = payOut({ phone, callbackUrl: fixture.receiver.url });
        const { json } = await client.operation(body);
        const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
        return [json.data.phone, callback.json.transaction.phone] as unknown;
      }),
    );
    assert.deepEqual(
      echoes,
      phones.map((phone) => [phone, phone]),
    );
  });

  it('O1 the provider gets E.164, with the country of the service code', async () => {
    const numbers = {
      OPC_SN_API_CASH_IN: ['775550121', '+221775550121'],
      OPB_BJ_API_CASH_IN: ['97550122', '+2290197550122'],
      OPA_CI_API_CASH_IN: ['0755550123', '+2250755550123'],
    };
    await Promise.all(
      Object.entries(numbers).map(async ([codeService, [phone]]) => {
        const body = payOut({ phone, codeService, callbackUrl: fixture.receiver.url });
        await client.operation(body);
        await fixture.receiver.waitFor(String(body['externalTransactionId']));
      }),
    );
    const { text: book } = await sendRequest(`${fixture.installation.simulatorUrl}/control/book`);
    // Some protocols write it without the plus.
    for (const [, e164 = ''] of Object.values(numbers))
      assert.match(book, new RegExp(`"party":"\\+?${e164.slice(1)}"`), `the book names ${e164}`);
  });

  for (const [country, { codeService, members = {}, phones }] of Object.entries(impossible)) {
    it(`O1 ${country}: an impossible number is refused as invalid_phone_number (id 1), and nothing is stored`, async () => {
      for (const phone of phones) {
        const body = payOut({ amount: 500, codeService, ...members, phone });
        const { json, text } = await client.operation(body);
        assert.equal(json.code, 4022, `${phone}: ${text}`);
        assert.deepEqual(Object.keys(json.data), ['errorType'], phone);
        const { id, code, codeService: named, message } = json.data.errorType;
        assert.deepEqual([id, code, named], [1, 'invalid_phone_number', codeService], phone);
        assert.notEqual(message, '');
        assert.ok(
          json.errors.some(({ field }: { field: string }) => field === 'phone'),
          text,
        );
        assert.equal(
          (await client.status(String(body['externalTransactionId']))).json.code,
          4004,
          phone,
        );
      }
    });
  }

  it('O1 an empty phone is refused', async () => {
    for (const phone of ['', '   ', undefined, null]) {
      const { json } = await client.operation(payOut({ phone }));
      assert.deepEqual([json.code, json.error], [4022, true], String(phone));
    }
  });
});

describe('O2', { concurrency: true }, () => {
  it('O2 amount is a number above zero or a numeric string, echoed as a number', async () => {
    for (const amount of [5, 100, 100.0, 1_350, '350', '1000.00', 1e3]) {
      const { json, text } = await client.operation(payOut({ phone: '770008007', amount }));
      assert.deepEqual(
        [json.code, json.data.amount],
        [2000, Number(amount)],
        `${String(amount)}: ${text}`,
      );
    }
    for (const amount of [0, -1, '0', '-5', '', undefined, null, 'x', true, [], {}]) {
      const { json, text } = await client.operation(payOut({ phone: '770008007', amount }));
      assert.equal(json.code, 4022, `${JSON.stringify(amount)}: ${text}`);
      assert.ok(
        json.errors.some(({ field }: { field: string }) => field === 'amount'),
        text,
      );
    }
  });

  it('O2 XOF and XAF have no decimals', async () => {
    for (const [codeService, phone] of [
      ['OPC_SN_API_CASH_IN', '770008007'],
      ['OPA_CM_API_CASH_IN', '670008007'],
    ]) {
      for (const amount of [100.5, '100.5', 100.0001, '100.01', 0.5]) {
        const { json } = await client.operation(payOut({ phone, codeService, amount }));
        assert.equal(json.code, 4022, `${codeService} ${amount}`);
      }
    }
  });

  it('O2 an amount beyond any sense is refused in form or by the maximum, never an internal error', async () => {
    for (const amount of [9_007_199_254_740_991, 1e20, 1e300, '99999999999999999999999999']) {
      const { json } = await client.operation(payOut({ amount }));
      assert.ok([4000, 4022].includes(json.code), `${amount}: ${json.code}`);
    }
  });

  it('O2 only chat goes without amount: the price of the message is the amount, answered and charged', async () => {
    const own = await fixture.newClient();
    for (const [index, amount] of [undefined, 0, null, ''].entries()) {
      const { json, text } = await own.operation(
        payOut({ codeService: 'CHAT_MESSAGING', phone: '+221770008007', message: 'Hello', amount }),
      );
      assert.deepEqual([json.code, json.data.amount], [2000, 25], text);
      assert.equal(await own.balance(), 1_000_000 - 25 * (index + 1));
    }
    for (const codeService of ['OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', 'OPC_SN_API_CASH_OUT']) {
      assert.equal(
        (await own.operation(payOut({ codeService, amount: undefined }))).json.code,
        4022,
      );
    }
  });
});
