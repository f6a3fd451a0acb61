// O8: checks rejected operations. An invalid request is not stored; a refusal for a business
// reason is stored as FAILED with a callback.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { errorCatalogue, fillAmount } from '@jokko/contract';
import {
  assertCallback,
  assertMemberOrder,
  createClient,
  openFixture,
  payOut,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';
import { bookOf } from './harness/provider-book.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  client = fixture.client;
});
after(() => fixture.close());

const fasoPhone = (lastFour = '0000'): string => uniquePhone(lastFour, 8);
const transactionMembers = [
  'phone',
  'amount',
  'codeService',
  'transactionId',
  'status',
  'externalTransactionId',
  'callbackUrl',
  'errorType',
];

/**
 * Orders with a callback. A busy machine's answer may not wait long enough for the provider's word:
 * then the same is ordered anew, under another id.
 */
const orderInTime = (
  body: Record<string, unknown>,
  from: Client,
  atProvider: boolean,
): Promise<{ answer: Answer; externalId: string }> =>
  until('it is refused in the answer', async () => {
    const externalId = uniqueId();
    const { url: callbackUrl } = fixture.receiver;
    const request = { ...body, externalTransactionId: externalId, callbackUrl };
    const answer = await from.operation(request);
    return (!atProvider || answer.json.code !== 2000) && { answer, externalId };
  });

/**
 * Sends, and expects a stored refusal with this catalogue entry: in the answer, in the status, in
 * one callback; nothing moves.
 */
async function assertRefused(
  body: Record<string, unknown>,
  id: number,
  { from = client, atProvider = false } = {},
): Promise<void> {
  const { answer, externalId } = await orderInTime(body, from, atProvider);
  const entry = errorCatalogue.find((each) => each.id === id);
  const message = fillAmount(entry?.message.fr ?? '', String(body['amount']));
  const what = answer.text;
  assert.deepEqual([answer.json.code, answer.json.error], [4000, true], what);
  assertMemberOrder(answer.json.data, transactionMembers);
  assert.equal(answer.json.data.status, 'FAILLED', what);
  assert.deepEqual(
    answer.json.data.errorType,
    { id, codeService: body['codeService'], code: entry?.code, message },
    what,
  );
  // An amount is told what the service takes, too, as a second sentence.
  const takes = !atProvider && [15, 16, 38, 86, 87, 103, 116].includes(id);
  assert.match(answer.json.msg, takes ? / Ce service accepte des montants [^.]+\.$/ : /./);
  assert.equal(answer.json.msg.slice(0, message.length), message, 'msg says the same');
  assert.equal(answer.json.msg.length > message.length, takes);
  const callback = await fixture.receiver.waitFor(externalId);
  assertCallback(callback.json);
  assert.deepEqual(
    [callback.json.status, callback.json.transaction.transactionId],
    ['FAILLED', answer.json.data.transactionId],
  );
  assertMemberOrder(callback.json.transaction.errorType, ['message', 'code', 'codeService', 'id']);
  assert.deepEqual(callback.json.transaction.errorType, {
    message,
    code: entry?.code,
    codeService: body['codeService'],
    id,
  });
  const status = await from.status(externalId);
  assert.deepEqual(
    [status.json.code, status.json.data.status, status.json.data.errorType.code],
    [2000, 'FAILLED', entry?.code],
  );
  if (!atProvider) {
    assert.deepEqual(
      await bookOf(fixture.installation.simulatorUrl, String(body['phone'])),
      [],
      'the provider never heard of it',
    );
  }
  assert.equal(fixture.receiver.requestsFor(externalId).length, 1, 'one callback');
}

describe('O8 business refusals', { concurrency: true }, () => {
  it('O8 balance too low: 26, with the amount in the text', async () => {
    const poor = await fixture.newClient({ fund: 1_000 });
    await assertRefused(payOut({ amount: 1_001 }), 26, { from: poor });
    assert.equal(await poor.balance(), 1_000);
  });

  it('O8 below the minimum: 116', () =>
    assertRefused(payOut({ codeService: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', amount: 99 }), 116));

  it('O8 above the maximum: 103', () => assertRefused(payOut({ amount: 2_000_001 }), 103));

  const multiples: [number, string, Record<string, unknown>, number][] = [
    [5, 'OPD_SN_WALLET_CASH_IN', {}, 38],
    [50, 'RELOADA_SN_BILL_RELOAD', { accountNumber: '5' }, 15],
    [100, 'RELOADB_SN_BILL_RELOAD', { accountNumber: '5' }, 16],
    [200, 'RELOADC_SN_BILL_RELOAD', { accountNumber: '5' }, 86],
    [500, 'RELOADE_SN_BILL_RELOAD', { accountNumber: '5' }, 87],
  ];
  for (const [step, codeService, members, id] of multiples) {
    it(`O8 not a multiple of ${step}: ${id}`, () =>
      assertRefused(payOut({ codeService, ...members, amount: 2_000 + 1 }), id));
  }

  it('O8 same amount and recipient within the window: 6; another amount, recipient or service is fine', async () => {
    const phone = fasoPhone('8007');
    const body = { codeService: 'OPA_BF_API_CASH_IN', phone, amount: 1_000 };
    assert.equal((await client.operation(payOut(body))).json.code, 2000);
    const again = payOut({ ...body, callbackUrl: fixture.receiver.url });
    const { json } = await client.operation(again);
    assert.deepEqual(
      [json.code, json.data.errorType.id, json.data.errorType.code],
      [4000, 6, 'exceeds-limit-time'],
    );
    const callback = await fixture.receiver.waitFor(String(again['externalTransactionId']));
    assert.equal(callback.json.transaction.errorType.id, 6);
    for (const change of [
      { amount: 1_005 },
      { phone: fasoPhone('8007') },
      { codeService: 'OPG_BF_API_CASH_IN' },
    ]) {
      assert.equal(
        (await client.operation(payOut({ ...body, ...change }))).json.code,
        2000,
        JSON.stringify(change),
      );
    }
    const spelled = await client.operation(payOut({ ...body, phone: `+226 ${phone}` }));
    assert.equal(spelled.json.data.errorType?.id, 6, 'the same recipient in another spelling');
  });

  it('O8 two with the same amount and recipient at the same moment: one is refused with 6', async () => {
    const body = { codeService: 'OPG_BF_API_CASH_IN', phone: fasoPhone('8007'), amount: 2_000 };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.operation(payOut(body))),
    );
    const ids = answers
      .map(({ json }) => (json.code === 2000 ? 'done' : json.data.errorType.id))
      .sort();
    assert.deepEqual(ids, [6, 6, 6, 6, 6, 'done']);
  });

  it('O8 daily ceiling: 51; a failed one does not count', async () => {
    const phone = fasoPhone('8007');
    const body = { codeService: 'OPA_BF_API_CASH_IN', phone };
    assert.equal((await client.operation(payOut({ ...body, amount: 150_000 }))).json.code, 2000);
    const over = await client.operation(payOut({ ...body, amount: 50_001 }));
    const exact = await client.operation(payOut({ ...body, amount: 50_000 }));
    assert.deepEqual(
      [over.json.code, over.json.data.errorType?.id, over.json.data.errorType?.code],
      [4000, 51, 'daily_max_amount_cumul_reached'],
    );
    assert.equal(exact.json.code, 2000, exact.text);
    await assertRefused(payOut({ ...body, phone: fasoPhone('8017'), amount: 200_001 }), 51);
  });

  it('O8 card expired: 83; a card is good to the end of its month', async () => {
    // Read once; a month that ends meanwhile is no longer that of the card.
    const now = new Date();
    const soon = new Date(now.getTime() + 3_600_000);
    const [month, year] = [
      String(soon.getUTCMonth() + 1).padStart(2, '0'),
      String(soon.getUTCFullYear() % 100),
    ];
    const body = { ...card, cardNumber: '4970100000000000' };
    await assertRefused(payOut({ ...body, cardExpireMonth: '01', cardExpireYear: '20' }), 83, {
      atProvider: true,
    });
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
    const expiry = {
      cardExpireMonth: String(lastMonth.getUTCMonth() + 1).padStart(2, '0'),
      cardExpireYear: String(lastMonth.getUTCFullYear() % 100),
    };
    const { answer: past } = await orderInTime(payOut({ ...body, ...expiry }), client, true);
    const current = await client.operation(
      payOut({
        ...body,
        cardExpireMonth: month,
        cardExpireYear: year,
        cardNumber: card.cardNumber,
      }),
    );
    assert.deepEqual([past.json.data.errorType?.id, current.json.code], [83, 2000]);
  });

  it('O8 a CREDIT whose commission exceeds the amount: 116', async () => {
    // 2.5 % + 100 of 102 is 102.55; of 103 it is 102.575.
    await assertRefused(payOut({ ...card, amount: 102 }), 116, { atProvider: true });
    const { json, text } = await client.operation(payOut({ ...card, amount: 103 }));
    assert.equal(json.code, 2000, text);
  });

  for (const [codeService, members, id] of [
    ['OPC_SN_API_CASH_IN', {}, 44],
    ['OPD_SN_WALLET_CASH_OUT', {}, 57],
    ['OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', {}, 14],
    ['RELOADF_SN_BILL_RELOAD', { accountNumber: '55557028' }, 28],
    [
      'BANK_TRANSFER_SN_API_CASH_IN',
      { customerFirstName: 'F', customerLastName: 'L', rib: 'SN000 00000 000000007093 00' },
      93,
    ],
  ] as const) {
    it(`O8 an immediate refusal by the pure check before sending (7NNN, ${codeService}): ${id}`, async () => {
      const lastFour = `7${String(id).padStart(3, '0')}`;
      await assertRefused(
        payOut({
          codeService,
          amount: 1_000,
          phone: uniquePhone('accountNumber' in members || 'rib' in members ? '0000' : lastFour),
          ...members,
        }),
        id,
      );
    });
  }

  it('O8 an immediate refusal by the provider of a service with a link is in the answer: card 100, deep link 45, QR 47', async () => {
    const link = { atProvider: true };
    await Promise.all([
      assertRefused(payOut({ ...card, cardNumber: '4970100000007100' }), 100, link),
      assertRefused(
        payOut({ codeService: 'OPC_SN_API_CASH_OUT', phone: uniquePhone('7045') }),
        45,
        link,
      ),
      assertRefused(
        payOut({
          codeService: 'OPA_SN_API_CASH_OUT',
          useOpaQrCode: true,
          phone: uniquePhone('7047'),
        }),
        47,
        link,
      ),
    ]);
  });

  it('O8 any later refusal comes by callback only: the answer is PENDING', async () => {
    const wallet = payOut({ phone: uniquePhone('9044') });
    const paid = payOut({ ...card, cardNumber: '4970100000009100' });
    const refusedLater = async (body: Record<string, unknown>, id: number): Promise<void> => {
      const { json, text } = await client.operation({ ...body, callbackUrl: fixture.receiver.url });
      const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
      assert.deepEqual(
        [json.code, json.data.status, json.data.errorType],
        [2000, 'PENDING', undefined],
        text,
      );
      assert.deepEqual(
        [callback.json.status, callback.json.transaction.errorType.id],
        ['FAILLED', id],
      );
    };
    await Promise.all([refusedLater(wallet, 44), refusedLater(paid, 100)]);
  });

  it('O8 a refused operation moves nothing', async () => {
    const own = await fixture.newClient();
    for (const body of [
      payOut({ amount: 2_000_001 }),
      payOut({ phone: uniquePhone('7044') }),
      payOut({ codeService: 'OPD_SN_WALLET_CASH_IN', amount: 101 }),
    ]) {
      assert.equal((await own.operation(body)).json.code, 4000);
    }
    assert.equal(await own.balance(), 1_000_000);
  });
});

describe('O8 refusals by form', { concurrency: true }, () => {
  it('O8 what the request and the catalogue refuse by form stores nothing: the id is free and no callback comes', async () => {
    const some = createClient(
      client.baseUrl,
      (
        await fixture.newClient({
          activate: 'OPC_SN_API_CASH_IN,BANK_CARD_API_CASH_OUT,REMIT_SN_API_CASH_OUT',
        })
      ).apiKey,
    );
    const id = uniqueId();
    const body = payOut({
      externalTransactionId: id,
      phone: '770008007',
      callbackUrl: fixture.receiver.url,
    });
    const refusals: [string, Record<string, unknown>, number, number | null][] = [
      ['malformed field', { ...body, amount: 'x' }, 4022, null],
      ['missing field', { ...body, phone: undefined }, 4022, null],
      ['negative amount', { ...body, amount: -5 }, 4022, null],
      ['bad data', { ...body, data: '[' }, 4022, null],
      ['bad address', { ...body, callbackUrl: 'http://10.0.0.1/' }, 4022, null],
      ['wrong key', { ...body, apiKey: 'wrong' }, 4001, null],
      ['unknown service', { ...body, codeService: 'NOPE_SN_API_CASH_IN' }, 4004, null],
      ['service not activated', { ...body, codeService: 'OPA_SN_API_CASH_IN' }, 4003, null],
      ['impossible phone', { ...body, phone: '12' }, 4022, 1],
      ['redirect URL', { ...body, ...card, errorRedirectUrl: 'http://client.example/' }, 4022, 90],
      [
        'reference',
        { ...body, codeService: 'REMIT_SN_API_CASH_OUT', referenceNumber: 'x1' },
        4022,
        136,
      ],
    ];
    for (const [what, request, code, errorId] of refusals) {
      const { json, text } = await some.operation(request);
      assert.deepEqual([json.code, json.error], [code, true], `${what}: ${text}`);
      assert.deepEqual(
        Object.keys(json.data),
        errorId === null ? [] : ['errorType'],
        `${what}: ${text}`,
      );
      assert.equal(json.data.errorType?.id ?? null, errorId, what);
      if (code === 4022) assert.ok(json.errors.length > 0, `${what} names the field`);
    }
    const { json, text } = await some.operation(body);
    assert.equal(json.code, 2000, text);
    assert.equal(await some.balance(), 1_000_000 - 100);
    assert.deepEqual(fixture.receiver.requestsFor(id), []);
  });

  it('O8 a conflict (4009) stores nothing and leaves the first one alone', async () => {
    const body = payOut({ callbackUrl: fixture.receiver.url });
    await client.operation(body);
    const conflict = await client.operation({ ...body, amount: 2_000_001 });
    const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
    assert.deepEqual(
      [conflict.json.code, callback.json.status, callback.json.transaction.amount],
      [4009, 'SUCCESS', 100],
    );
  });
});
