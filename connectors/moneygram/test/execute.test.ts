// Proves that a transaction is committed once, and only as it was ordered: what is lost before the
// commit was not sent, what is lost at the commit is unknown, and the status has the last word.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { moneygramConnector } from '../index.ts';
import {
  execute,
  liveConfig,
  open,
  receiveIntent,
  refusedAs,
  scripted,
  sendIntent,
  sent,
  session,
  waiting,
} from './scripted.ts';

const lost: HttpResult = { kind: 'lost', cause: 'timeout' };
const pathsOf = (context: ReturnType<typeof scripted>) =>
  context.requests.map(({ method, url }) => `${method} ${new URL(url).pathname.slice(10)}`);

test('a remittance is updated with its people, then committed; the pick-up number is its voucher', async () => {
  const context = scripted([json(200, open()), json(200, sent())]);
  const found = await execute(context, sendIntent());
  const path = `/transfer/v1/transactions/${session}`;
  assert.deepEqual(pathsOf(context), [`PUT ${path}`, `PUT ${path}/commit`]);
  const [update, commit] = context.requests;
  const body = JSON.parse(String(update?.body)) as { [member: string]: unknown };
  assert.equal(body['partnerTransactionId'], ourRef);
  assert.equal(commit?.body, '{}');
  assert.equal(commit?.headers?.['X-Sandbox-Phone'], undefined);
  const { searchParams } = new URL(commit!.url);
  assert.equal(searchParams.get('agentPartnerId'), liveConfig.agentPartnerId);
  assert.deepEqual(found, {
    kind: 'succeeded',
    refs: { ours: ourRef, session, theirs: session },
    voucher: { type: 'PICKUP_CODE', code: '51234567' },
    claims: { ours: ourRef, amount: 13_500_000n, currency: 'XOF' },
  });
});

test('a commit that is answered with a number alone has succeeded', async () => {
  const context = scripted([json(200, open()), json(200, { referenceNumber: '51234567' })]);
  const found = await execute(context, sendIntent());
  assert.equal(found.kind === 'succeeded' && found.voucher?.code, '51234567');
});

test('what is not clear before the commit was not sent, and no commit follows', async () => {
  for (const answer of [
    lost,
    json(503, {}),
    refusedAs(429),
    bytes(200, '<html>'),
    json(200, {}),
    json(200, open({ transactionId: 'other' })),
  ]) {
    const context = scripted([answer]);
    assert.equal((await execute(context, sendIntent())).kind, 'not_sent');
    const payout = scripted([json(200, waiting()), answer]);
    assert.equal((await execute(payout, receiveIntent())).kind, 'not_sent');
    const find = scripted([answer]);
    assert.equal((await execute(find, receiveIntent())).kind, 'not_sent');
  }
});

test('what is not clear at the commit is unknown', async () => {
  for (const answer of [lost, json(503, {}), refusedAs(429), bytes(200, ''), bytes(502, '<html>')])
    assert.equal(
      (await execute(scripted([json(200, open()), answer]), sendIntent())).kind,
      'unknown',
    );
});

test('a refused commit has failed when the status says that nothing was committed, and never otherwise', async () => {
  const after = async (status: HttpResult) =>
    (await execute(scripted([json(200, open()), refusedAs(400), status]), sendIntent())).kind;
  assert.equal(await after(json(200, open())), 'failed');
  assert.equal(await after(refusedAs(404)), 'failed');
  assert.equal(await after(json(200, sent())), 'succeeded');
  for (const unclear of [
    lost,
    json(500, {}),
    json(200, {}),
    json(200, sent({ transactionId: 'x' })),
  ])
    assert.equal(await after(unclear), 'unknown');
});

test('a repeat asks first, and commits only what is not committed', async () => {
  const done = scripted([json(200, sent())]);
  assert.equal((await execute(done, sendIntent(), 'replay')).kind, 'succeeded');
  const again = scripted([json(200, open()), json(200, open()), json(200, sent())]);
  assert.equal((await execute(again, sendIntent(), 'replay')).kind, 'succeeded');
  assert.equal(again.requests.length, 3);
  assert.equal((await execute(scripted([lost]), sendIntent(), 'replay')).kind, 'unknown');
});

test('a remittance that is not ready, or costs something else by now, is not committed', async () => {
  const missing = open({ readyForCommit: false, fieldsToCollect: [{ field: 'sender.name' }] });
  const unready = await execute(scripted([json(200, missing)]), sendIntent());
  assert.equal(unready.kind === 'failed' && unready.error.catalogueId, 135);
  assert.equal(unready.kind === 'failed' && unready.error.message, 'sender.name');
  const dearer = open({
    sendAmount: { amount: { value: 1350, currencyCode: 'XOF' }, total: { value: 1400 } },
  });
  const changed = await execute(scripted([json(200, dearer)]), sendIntent());
  assert.equal(changed.kind === 'failed' && changed.error.catalogue, 'expired-session');
});

test('without the session of a quote for these people nothing is sent', () => {
  const intent = sendIntent();
  assert.equal(moneygramConnector.validate(liveConfig, intent), null);
  if (intent.extra.type !== 'remit_send') return;
  const without = { ...intent, extra: { ...intent.extra, quote: { total: '1391' } } };
  assert.equal(moneygramConnector.validate(liveConfig, without)?.catalogue, 'expired-session');
  const bad = { ...receiveIntent(), extra: { type: 'remit_receive', referenceNumber: '123' } };
  const found = moneygramConnector.validate(liveConfig, bad as typeof intent);
  assert.equal(found?.catalogueId, 136);
});

test('what cannot be picked up now, or is another amount, is not paid out', async () => {
  const asked = async (found: object) => {
    const outcome = await execute(scripted([json(200, waiting(found))]), receiveIntent());
    return outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;
  };
  const gone = { availableForPayout: false };
  assert.equal(await asked({ ...gone, transactionStatus: 'RECEIVED' }), 'transaction_expired');
  assert.equal(await asked({ ...gone, transactionStatus: 'REFUNDED' }), 'transaction_expired');
  assert.equal(await asked(gone), 'execution_error');
  const dearer = { receiveAmount: { amount: { value: 1351, currencyCode: 'XOF' } } };
  assert.equal(await asked(dearer), 'bad_amount');
  assert.equal(await asked({ referenceNumber: '89000006' }), 'not_sent');
});

test('a payout is ours only when it names our order', async () => {
  const intent = receiveIntent();
  const { refs } = moneygramConnector.prepare(liveConfig, intent, ourRef);
  const asked = async (more: object) => {
    const status = waiting({ transactionStatus: 'RECEIVED', ...more });
    return (await moneygramConnector.query(scripted([json(200, status)]), intent, refs)).kind;
  };
  assert.equal(await asked({ partnerTransactionId: ourRef }), 'succeeded');
  assert.equal(await asked({ partnerTransactionId: 'another' }), 'failed');
  assert.equal(await asked({}), 'unknown');
  assert.equal(await asked({ transactionStatus: 'AVAILABLE' }), 'absent');
});

test('a refund is believed when the remittance says so', async () => {
  const intent = sendIntent();
  const original = { ours: 'o', session, theirs: session };
  const prepared = moneygramConnector.prepareRefund!(liveConfig, intent, original, ourRef);
  const eligible = json(200, { refundEligible: true });
  const ready = json(200, { readyForCommit: true });
  const [paid, refunded] = [json(200, sent()), json(200, sent({ transactionStatus: 'REFUNDED' }))];
  const asked = async (how: 'first' | 'replay', answers: HttpResult[]) =>
    (await moneygramConnector.executeRefund!(scripted(answers), intent, prepared, how)).kind;
  const upTo = [paid, eligible, ready];
  assert.equal(await asked('first', [...upTo, json(200, {}), refunded]), 'succeeded');
  assert.equal(await asked('first', [...upTo, json(200, {}), paid]), 'unknown');
  assert.equal(await asked('first', [...upTo, refusedAs(409), paid]), 'failed');
  assert.equal(await asked('first', [...upTo, lost]), 'unknown');
  assert.equal(await asked('first', [paid, json(200, { refundEligible: false })]), 'failed');
  assert.equal(await asked('first', [paid, eligible, lost]), 'not_sent');
  assert.equal(await asked('first', [refunded]), 'failed');
  assert.equal(await asked('replay', [refunded]), 'succeeded');
});
