// O6: checks that a service reads its own members, wherever they may appear, and no others.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, uniqueId } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { assertNeeded } from './harness/operation-answers.ts';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture();
  client = fixture.client;
});
after(() => fixture.close());

describe('O6', { concurrency: true }, () => {
  it('O6 members that belong to other services are ignored, whatever they hold', async () => {
    const foreign = {
      sender: 7,
      successRedirectUrl: 'no url',
      useOpaQrCode: 'yes',
      cardNumber: true,
      rib: 'x',
      accountNumber: {},
      billReference: [],
      message: 5,
      attachedMedia: 1,
      remitSendData: 'x',
      referenceNumber: 5,
    };
    const { json, text } = await client.operation(payOut({ phone: '770008007', ...foreign }));
    assert.equal(json.code, 2000, text);
    assert.deepEqual(Object.keys(json.data), [
      'phone',
      'amount',
      'codeService',
      'transactionId',
      'status',
      'externalTransactionId',
    ]);
  });

  it('O6 bill pay accepts billAccountNumber for accountNumber', async () => {
    const account = '21000000061';
    const { json: listed } = await client.post('/api-services/list-pending-bills', {
      apiKey: client.apiKey,
      codeService: 'BILLERA_SN_BILL_PAY',
      billAccountNumber: account,
    });
    const [bill] = listed.data.pendingBills.pendingBills;
    const members = {
      codeService: 'BILLERA_SN_BILL_PAY',
      amount: bill.amount,
      billReference: bill.billReference,
    };
    const body = payOut({
      ...members,
      billAccountNumber: account,
      callbackUrl: fixture.receiver.url,
    });
    const { json, text } = await client.operation(body);
    const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
    assert.equal(json.code, 2000, text);
    assert.equal(callback.json.status, 'SUCCESS', callback.text);
  });

  it('O6 chat text is `message`, else `data.message`, in an object or in a string', async () => {
    const chat = { codeService: 'CHAT_MESSAGING', phone: '+221770008007', amount: undefined };
    for (const members of [
      { message: 'Hello' },
      { data: { message: 'Hello' } },
      { data: '{"message":"Hello"}' },
      { message: '', data: { message: 'Hello' } },
    ]) {
      const { json, text } = await client.operation(payOut({ ...chat, ...members }));
      assert.equal(json.code, 2000, text);
    }
    const id = uniqueId();
    const direct = await client.operation(
      payOut({ ...chat, externalTransactionId: id, message: 'One' }),
    );
    const inData = await client.operation(
      payOut({ ...chat, externalTransactionId: id, data: { message: 'One' } }),
    );
    const both = await client.operation(
      payOut({ ...chat, externalTransactionId: id, message: 'One', data: { message: 'Two' } }),
    );
    for (const { json } of [inData, both])
      assert.equal(json.data.transactionId, direct.json.data.transactionId, 'the same message');
    for (const members of [
      {},
      { message: '' },
      { data: {} },
      { data: { message: 7 } },
      { data: { message: '' } },
    ]) {
      await assertNeeded(
        client,
        payOut({ ...chat, ...members }),
        'message',
        JSON.stringify(members),
      );
    }
  });
});

describe('O6 media of a chat message', { concurrency: true }, () => {
  const chat = (members: object): Record<string, unknown> =>
    payOut({
      codeService: 'CHAT_MESSAGING',
      phone: '+221770008007',
      amount: undefined,
      attachedMedia: 'QUJD',
      attachedMediaName: 'a',
      ...members,
    });

  it('O6 an extension of an image, a video, a sound or a document is taken, whatever its case; it may stand in the name', async () => {
    for (const attachedMediaExtension of ['.png', '.JPG', '.mp4', '.mp3', '.pdf']) {
      const { json, text } = await client.operation(chat({ attachedMediaExtension }));
      assert.equal(json.code, 2000, text);
    }
    const named = await client.operation(chat({ attachedMediaName: 'picture.png' }));
    assert.equal(named.json.code, 2000, named.text);
  });

  it('O6 any other extension, or none, is refused', async () => {
    for (const attachedMediaExtension of ['png', '.exe', '.', '.png.exe', '', undefined])
      await assertNeeded(
        client,
        chat({ attachedMediaExtension }),
        'attachedMediaExtension',
        String(attachedMediaExtension),
      );
  });

  it('O6 content that is no base64 is refused; line breaks are none of it', async () => {
    for (const attachedMedia of [
      'QUJ',
      'QUJD=',
      'QU JD',
      'data:image/png,QUJD',
      '=QUJ',
      'Q===',
      'QUJD-_==',
      ...['data:image/png;base64,data:image/png;base64,', 'da\nta:;base64,'].flatMap((begin) => [
        `${begin}QUJD`,
        // So large a file is hashed before it is judged.
        `${begin}${'QUJD'.repeat(20_000)}`,
      ]),
    ])
      await assertNeeded(
        client,
        chat({ attachedMedia, attachedMediaExtension: '.png' }),
        'attachedMedia',
        attachedMedia.slice(0, 60),
      );
    for (const attachedMedia of [
      'QUI=',
      'QQ==',
      'QUJD\r\nQUJD\n',
      'data:image/png;base64,QUJD',
      'data:text/plain;charset=utf-8;base64,QUJD',
    ]) {
      const { json, text } = await client.operation(
        chat({ attachedMedia, attachedMediaExtension: '.png' }),
      );
      assert.equal(json.code, 2000, text);
    }
  });
});
