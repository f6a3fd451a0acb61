// O5: checks a repeated externalTransactionId (and the counterpart of M2 without signatures:
// nothing moves twice).

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertMemberOrder, openFixture, payOut, uniqueId, uniquePhone } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { bookOf } from './harness/provider-book.ts';
import { card } from './harness/samples.ts';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture();
  client = fixture.client;
});
after(() => fixture.close());

describe('O5', { concurrency: true }, () => {
  it('O5 externalTransactionId: 1 to 128 printable ASCII characters, no `|`, no space at either end', async () => {
    const tail = uniqueId();
    const good = [
      'x'.repeat(128 - tail.length) + tail,
      `a b ${tail}`,
      `PREFIX_${tail}_1699548600000`,
      `C898.09S9s:/8d-${tail}`,
      `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{}~${tail}`,
      `é${tail}`.slice(1),
    ];
    for (const id of good) {
      const { json, text } = await client.operation(
        payOut({ phone: '770008007', externalTransactionId: id }),
      );
      assert.deepEqual([json.code, json.data.externalTransactionId], [2000, id], text);
      assert.equal((await client.status(id)).json.data.externalTransactionId, id);
    }
    const single = await client.operation(
      payOut({ phone: '770008007', externalTransactionId: '7' }),
    );
    assert.equal(single.json.code, 2000);
    const bad: unknown[] = [
      '',
      ' ',
      `x`.repeat(129),
      `a|${tail}`,
      ` ${tail}`,
      `${tail} `,
      `é${tail}`,
      `a\tb${tail}`,
      `a\nb${tail}`,
      `\u007f${tail}`,
      `😀${tail}`,
      7.5,
      null,
      undefined,
      {},
    ];
    for (const id of bad) {
      const { json, text } = await client.operation(
        payOut({ phone: '770008007', externalTransactionId: id }),
      );
      assert.equal(json.code, 4022, `${JSON.stringify(id)}: ${text}`);
      assert.ok(
        json.errors.some(({ field }: { field: string }) => field === 'externalTransactionId'),
        text,
      );
    }
  });

  it('O5 the same id and the same operation: the first transaction is answered again with its current status, nothing moves twice', async () => {
    const own = await fixture.newClient();
    const phone = uniquePhone();
    const body = payOut({ phone, amount: 700, callbackUrl: fixture.receiver.url });
    const first = await own.operation(body);
    const early = await own.operation(body);
    await fixture.receiver.waitFor(String(body['externalTransactionId']));
    const late = await own.operation(body);
    assert.equal(first.json.data.status, 'PENDING');
    assert.ok(['PENDING', 'PROCESSING', 'SUCCESS'].includes(early.json.data.status), early.text);
    assert.equal(late.json.data.status, 'SUCCESS');
    for (const { json } of [early, late]) {
      assert.equal(json.code, 2000);
      assert.deepEqual({ ...json.data, status: '' }, { ...first.json.data, status: '' });
      assertMemberOrder(json.data, Object.keys(first.json.data));
    }
    assert.equal(await own.balance(), 1_000_000 - 700);
    const lines = await bookOf(fixture.installation.simulatorUrl, `+221${phone}`);
    const executed = lines.filter(({ result }) => result === 'executed');
    assert.equal(executed.length, 1, JSON.stringify(lines));
    assert.equal(fixture.receiver.requestsFor(String(body['externalTransactionId'])).length, 1);
  });

  it('O5 a repeat of a FAILED one has the form of a refusal: 4000 with errorType', async () => {
    const atOnce = payOut({ amount: 2_000_005 });
    const [refused, again] = [await client.operation(atOnce), await client.operation(atOnce)];
    assert.equal(refused.json.code, 4000);
    assert.deepEqual(again.json, refused.json);
    const later = payOut({ phone: uniquePhone('9044'), callbackUrl: fixture.receiver.url });
    const first = await client.operation(later);
    await fixture.receiver.waitFor(String(later['externalTransactionId']));
    const replay = await client.operation(later);
    assert.deepEqual([first.json.code, first.json.data.status], [2000, 'PENDING']);
    assert.deepEqual(
      [replay.json.code, replay.json.error, replay.json.data.status],
      [4000, true, 'FAILLED'],
    );
    assert.equal(replay.json.data.transactionId, first.json.data.transactionId);
    assert.deepEqual(
      [replay.json.data.errorType.id, replay.json.data.errorType.code],
      [44, 'no_account'],
    );
    assertMemberOrder(replay.json.data.errorType, ['id', 'codeService', 'code', 'message']);
  });

  it('O5 not compared: callbackUrl, data, redirect URLs, members of other services, spelling of phone and amount', async () => {
    const body = payOut({
      phone: '77 000 80 07',
      amount: 1_350,
      codeService: 'OPC_SN_API_CASH_OUT',
      successRedirectUrl: 'https://client.example/a',
    });
    const first = await client.operation(body);
    const same: Record<string, unknown>[] = [
      { callbackUrl: 'https://client.example/other' },
      { urlIpn: 'https://client.example/other' },
      { data: { other: true } },
      { data: '{"other":1}' },
      {
        successRedirectUrl: 'https://client.example/b',
        errorRedirectUrl: 'https://client.example/c',
      },
      { accountNumber: '7', cardNumber: '1' },
      { phone: '+221770008007' },
      { phone: '00221770008007' },
      { amount: '1350' },
      { amount: '1350.00' },
      { unknown: 1 },
    ];
    for (const change of same) {
      const { json, text } = await client.operation({ ...body, ...change });
      assert.deepEqual(
        [json.code, json.data.transactionId],
        [2000, first.json.data.transactionId],
        `${JSON.stringify(change)}: ${text}`,
      );
      assert.equal(json.data.callbackUrl, undefined, 'the first callbackUrl stands');
    }
  });

  it('O5 same id, different operation: 4009, and the first one is untouched', async () => {
    const body = payOut({ phone: '770008007', amount: 1_000 });
    const first = await client.operation(body);
    for (const change of [
      { amount: 1_001 },
      { phone: '780008007' },
      { codeService: 'OPA_SN_API_CASH_IN' },
      { codeService: 'OPC_SN_API_CASH_OUT' },
    ]) {
      const { json, text } = await client.operation({ ...body, ...change });
      assert.deepEqual(
        [json.code, json.error, json.data, typeof json.msg],
        [4009, true, {}, 'string'],
        `${JSON.stringify(change)}: ${text}`,
      );
    }
    const replay = await client.operation(body);
    assert.equal(replay.json.data.transactionId, first.json.data.transactionId);
  });

  it('O5 compared are all service fields', async () => {
    const cases: [Record<string, unknown>, Record<string, unknown>[]][] = [
      [
        payOut({ codeService: 'RELOADA_SN_BILL_RELOAD', accountNumber: '1234508007' }),
        [{ accountNumber: '1234608007' }],
      ],
      [
        payOut({
          codeService: 'CHAT_MESSAGING',
          phone: '+221770008007',
          amount: undefined,
          message: 'Hello',
        }),
        [
          { message: 'Hello!' },
          { attachedMedia: 'QUJD', attachedMediaName: 'a', attachedMediaExtension: '.png' },
        ],
      ],
      [
        payOut({
          codeService: 'CHAT_MESSAGING',
          phone: '+221770008007',
          amount: undefined,
          message: 'm',
          attachedMedia: 'QUJD',
          attachedMediaName: 'a',
          attachedMediaExtension: '.png',
        }),
        [{ attachedMedia: 'QUJE' }, { attachedMediaName: 'b' }, { attachedMediaExtension: '.jpg' }],
      ],
      [
        payOut({
          codeService: 'BANK_TRANSFER_SN_API_CASH_IN',
          rib: 'SN000 00000 000000008007 00',
          customerFirstName: 'F',
          customerLastName: 'L',
          operationDescription: 'd',
          amount: 1_351,
        }),
        [
          { rib: 'SN000 00000 000000018007 00' },
          { customerFirstName: 'G' },
          { customerLastName: 'M' },
          { operationDescription: 'e' },
        ],
      ],
      [
        payOut({
          codeService: 'OPA_SN_API_CASH_OUT',
          phone: '770008007',
          sender: 'Shop',
          useOpaQrCode: false,
        }),
        [{ sender: 'Other' }, { useOpaQrCode: true }],
      ],
      [
        payOut({ ...card }),
        [
          { customerFirstName: 'G' },
          { customerLastName: 'M' },
          { customerEmail: 'a@client.example' },
          { merchantName: 'Other' },
          { operationDescription: 'x' },
        ],
      ],
      [
        payOut({
          codeService: 'REMIT_SN_API_CASH_OUT',
          amount: 1_000,
          referenceNumber: '10008007',
        }),
        [{ referenceNumber: '20008007' }],
      ],
    ];
    const same: string[] = [];
    for (const [body, changes] of cases) {
      const first = await client.operation(body);
      assert.ok([2000, 4000].includes(first.json.code), first.text);
      for (const change of changes) {
        const { json } = await client.operation({ ...body, ...change });
        if (json.code !== 4009)
          same.push(`${String(body['codeService'])} ${JSON.stringify(change)}: ${json.code}`);
      }
    }
    assert.deepEqual(same, []);
  });

  it('O5 compared is everything of a card payment except card data', async () => {
    const body = payOut({ ...card });
    const first = await client.operation(body);
    for (const change of [
      { cardNumber: '4970100000108007' },
      { cardCVC: '921' },
      { cardExpireMonth: '10' },
      { cardExpireYear: '38' },
      { bankAuthRedirectUrl: 'https://client.example/x' },
    ]) {
      const { json, text } = await client.operation({ ...body, ...change });
      assert.deepEqual(
        [json.code, json.data?.transactionId],
        [first.json.code, first.json.data.transactionId],
        `${JSON.stringify(change)}: ${text}`,
      );
    }
  });

  it('O5 unique per account: another account may use the same id', async () => {
    const other = await fixture.newClient();
    const body = payOut({ phone: '770008007' });
    const [mine, theirs] = [
      await client.operation(body),
      await other.operation({ ...body, amount: 5_000 }),
    ];
    assert.deepEqual([mine.json.code, theirs.json.code], [2000, 2000]);
    assert.notEqual(mine.json.data.transactionId, theirs.json.data.transactionId);
  });

  it('O5 many at the same moment: exactly one transaction, one execution, one callback', async () => {
    const own = await fixture.newClient();
    const phone = uniquePhone();
    const body = payOut({ phone, amount: 900, callbackUrl: fixture.receiver.url });
    const answers = await Promise.all(Array.from({ length: 24 }, () => own.operation(body)));
    await fixture.receiver.waitFor(String(body['externalTransactionId']));
    assert.deepEqual([...new Set(answers.map(({ json }) => json.code))], [2000]);
    assert.equal(new Set(answers.map(({ json }) => json.data.transactionId)).size, 1);
    assert.equal(await own.balance(), 1_000_000 - 900);
    const lines = await bookOf(fixture.installation.simulatorUrl, `+221${phone}`);
    const executed = lines.filter(({ result }) => result === 'executed');
    assert.equal(executed.length, 1, JSON.stringify(lines));
    assert.equal(fixture.receiver.requestsFor(String(body['externalTransactionId'])).length, 1);
  });

  it('O5 different operations under one id at the same moment: one is done, the others are conflicts', async () => {
    const id = uniqueId();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client.operation(
          payOut({ phone: '770008007', amount: 100 + index, externalTransactionId: id }),
        ),
      ),
    );
    const codes = answers.map(({ json }) => json.code as number).sort();
    assert.deepEqual(codes, [2000, ...Array.from({ length: 11 }, () => 4009)]);
  });
});
