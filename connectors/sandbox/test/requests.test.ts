// Proves that the stored request of each kind carries what the protocol requires, and that reads
// return what the provider answered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import { sandboxConnector } from '../index.ts';
import { config, errorAnswer, scripted } from './scripted.ts';

const kinds = sandboxConnector.capabilities(config).operations;

function storedBody(kind: (typeof kinds)[number], options = {}) {
  const prepared = sandboxConnector.prepare(config, sampleIntent(kind, options), ourRef);
  assert.deepEqual(
    [prepared.method, prepared.path, prepared.refs],
    ['POST', '/operations', { ours: ourRef }],
  );
  return JSON.parse(prepared.body);
}

test('every kind carries the common members', () => {
  for (const kind of kinds) {
    const body = storedBody(kind);
    assert.deepEqual(
      [
        body.reference,
        body.kind,
        body.amount,
        body.currency,
        body.country,
        body.phone,
        body.payerWindowSeconds,
      ],
      [ourRef, kind, '1350', 'XOF', 'SN', '+221770000001', 900],
    );
    assert.deepEqual(body.returnUrls, {
      success: 'https://shop.example/paid',
      error: 'https://shop.example/refused',
    });
    assert.equal(body.callbackUrl, 'http://127.0.0.1:9/notices');
  }
});

test('each kind carries its own member', () => {
  assert.deepEqual(storedBody('bank_transfer').bank, {
    rib: 'SN0120123412345678000100',
    firstName: 'Awa',
    lastName: 'Ndiaye',
    email: null,
    description: 'Salary',
  });
  const { bill } = storedBody('bill_pay', { billReference: 'B1' });
  assert.equal(bill.billReference, 'B1');
  assert.match(bill.accountNumber, /^21\d{5}0001$/);
  assert.deepEqual(storedBody('reload').reload, { accountNumber: '14000000001' });
  assert.deepEqual(storedBody('chat').chat, { message: 'Bonjour' });
  assert.match(storedBody('remit_receive').remitReceive.referenceNumber, /^\d{4}0001$/);
  assert.equal(storedBody('remit_send').remitSend.receiverDetails.receiverLastName, 'Fall');
});

test('a file stands in its order as it came, whatever else the order says', () => {
  const media = { name: '"\\u0000"', extension: '.png', base64: 'QUJDRA==' };
  for (const message of ['', '"\\u0000"', '\\"\\\\u0000\\"', '\u2028']) {
    const intent = { ...sampleIntent('chat'), extra: { type: 'chat' as const, message, media } };
    const { body } = sandboxConnector.prepare(config, intent, ourRef);
    assert.deepEqual(JSON.parse(body).chat, { message, media });
  }
});

test('an order with the data of another kind is a bug and is thrown', () => {
  const intent = { ...sampleIntent('chat'), kind: 'reload' as const };
  assert.throws(
    () => sandboxConnector.prepare(config, intent, ourRef),
    /does not offer reload with chat data/,
  );
  assert.throws(
    () => sandboxConnector.prepare(config, sampleIntent('collect'), ourRef),
    /does not offer collect/,
  );
});

test('digits 7NNN are refused before anything is sent, except for cards', () => {
  for (const kind of kinds) {
    const refusal = sandboxConnector.validate(config, sampleIntent(kind, { digits: '7012' }));
    assert.equal(refusal?.catalogueId, kind === 'card' ? undefined : 12, kind);
    assert.equal(
      sandboxConnector.validate(config, sampleIntent(kind, { digits: '9012' })),
      null,
      kind,
    );
  }
});

test('bills are read with their amounts', async () => {
  const infos = [{ label: 'Customer name', value: 'AWA NDIAYE' }];
  const label = { fr: 'Nom du client', en: 'Customer name' };
  const context = scripted([
    json(200, { bills: [{ billReference: 'B1', amount: '27684.5', currency: 'XOF', infos }] }),
  ]);
  const read = await sandboxConnector.listBills!(context, 'BILLERA_SN_BILL_PAY', '21000000001');
  assert.deepEqual(read, {
    bills: [{ amount: 276_845_000n, billReference: 'B1', infos: [{ label, value: 'AWA NDIAYE' }] }],
  });
  assert.deepEqual(JSON.parse(String(context.requests[0]?.body)), {
    service: 'BILLERA_SN_BILL_PAY',
    accountNumber: '21000000001',
  });
});

test('a refused or unusable read names a catalogue entry', async () => {
  const refused = await sandboxConnector.listBills!(
    scripted([errorAnswer(422, 'refused', 121)]),
    'S',
    '1',
  );
  assert.equal('error' in refused && refused.error.catalogueId, 121);
  for (const answer of [
    json(200, { bills: [{ amount: 'x' }] }),
    json(500, {}),
    errorAnswer(422, 'refused', 999),
    { kind: 'lost', cause: 'timeout' } as const,
  ]) {
    const read = await sandboxConnector.listBills!(scripted([answer]), 'S', '1');
    assert.equal('error' in read && read.error.catalogue, 'operator_down_time');
  }
  const record = await sandboxConnector.inquiry!(
    scripted([errorAnswer(422, 'refused', 136)]),
    'S',
    '12/34',
  );
  assert.equal('error' in record && record.error.catalogueId, 136);
});

test('a configuration fault is named by its field', () => {
  const fields = sandboxConnector
    .checkConfig({ baseUrl: 'nowhere', apiKey: '', noticeSecret: '', timeoutMs: 5 })
    .map((problem) => problem.field);
  assert.deepEqual(fields, ['baseUrl', 'apiKey', 'noticeSecret', 'timeoutMs']);
  assert.deepEqual(sandboxConnector.checkConfig(config), []);
});
