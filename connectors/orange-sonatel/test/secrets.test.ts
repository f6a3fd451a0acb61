// Proves that PIN and one-time code are sent, once and encrypted where documented, and stand in no
// stored request.

import assert from 'node:assert/strict';
import { constants, privateDecrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpRequest, HttpResult, Refs } from '@jokko/connectors/kit';
import { orangeSonatelConnector as connector } from '../index.ts';
import {
  byCode,
  keyPair,
  linked,
  liveConfig,
  orangeKey,
  payout,
  scripted,
  submit,
  token,
} from './scripted.ts';

const done = json(200, { transactionId: 'CI1', status: 'SUCCESS', reference: ourRef });
const stepRef = '22222222-2222-4222-8222-222222222222';

interface CashIn {
  partner: { id: string; encryptedPinCode: string };
  customer: { id: string; otp?: string };
  amount: object;
  requestDate?: string;
}
const bodyOf = (request: HttpRequest | undefined) => JSON.parse(String(request?.body)) as CashIn;

/**
 * Decrypts without a padding of PKCS#1, which newer runtimes may refuse to undo; the PIN stands at
 * the end.
 */
function pinIn(request: HttpRequest | undefined, key: KeyObject): string {
  const bytes = Buffer.from(bodyOf(request).partner.encryptedPinCode, 'base64');
  return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes).subarray(-5).toString();
}

test('a payout bears the PIN under the public key, and no stored request does', async () => {
  const { context, prepared, outcome } = await submit(payout, [done]);
  assert.equal(outcome.kind, 'succeeded');
  assert.doesNotMatch(String(prepared.body), /\b2021\b|encrypted/);
  const [, , order] = context.requests;
  assert.equal(pinIn(order, orangeKey.privateKey), '\u00002021');
  const { partner, customer, amount, requestDate } = bodyOf(order);
  assert.deepEqual(
    [partner.id, customer, amount],
    ['771234567', { idType: 'MSISDN', id: '770000001' }, { value: 1350, unit: 'XOF' }],
  );
  assert.ok(!Number.isNaN(Date.parse(requestDate ?? '')));
  assert.equal(order?.headers?.['X-Callback-Url'], payout.urls.notify);
});

test('a revoked key is fetched again once, and the same order goes out under the new one', async () => {
  const fresh = keyPair();
  const revoked = json(400, { code: 4003 });
  const { context, outcome } = await submit(payout, [revoked, fresh.answer, done]);
  assert.equal(outcome.kind, 'succeeded');
  const [first, second] = context.requests.filter(({ url }) => url.endsWith('/cashins'));
  assert.equal(pinIn(second, fresh.privateKey), '\u00002021');
  const { encryptedPinCode: _one, ...before } = bodyOf(first).partner;
  const { encryptedPinCode: _two, ...after } = bodyOf(second).partner;
  assert.deepEqual(after, before);
  const again = await submit(payout, [revoked, keyPair().answer, revoked]);
  assert.equal(again.outcome.kind, 'failed', 'no third try');
});

test('without a usable public key nothing is sent', async () => {
  for (const key of [json(500, {}), json(200, { key: 'eA==' }), json(200, {})]) {
    const context = scripted([token, key]);
    const prepared = connector.prepare(liveConfig, payout, ourRef);
    const outcome = await connector.execute(context, payout, prepared, 'first');
    assert.equal(outcome.kind, 'not_sent');
  }
});

/** What waits for a one-time code, and the step with it. */
async function begun() {
  const context = scripted([]);
  const prepared = connector.prepare(liveConfig, byCode, ourRef);
  const outcome = await connector.execute(context, byCode, prepared, 'first');
  assert.ok(outcome.kind === 'pending');
  return outcome;
}
const prepareStep = (refs: Refs, otp?: string) =>
  connector.prepareStep!(liveConfig, byCode, refs, stepRef, otp === undefined ? {} : { otp });

async function step(answers: HttpResult[], otp: string | null = '914273') {
  const { refs } = await begun();
  const prepared = prepareStep(refs, '914273');
  assert.ok('path' in prepared);
  const context = scripted([token, ...answers]);
  const input = otp === null ? null : { otp };
  const outcome = await connector.executeStep!(context, byCode, prepared, input);
  return { prepared, context, outcome };
}

test('a collection without a link asks for a code, and sends nothing before it comes', async () => {
  const { challenge, refs, stage } = await begun();
  assert.deepEqual([stage, challenge?.otp?.digits, challenge?.expiresInMs], ['payer', 6, 900_000]);
  assert.ok(challenge?.otp?.how?.fr.includes('#144#391#'));
  assert.equal((await connector.query(scripted([]), byCode, refs)).kind, 'pending');
  const late = { ...refs, until: String(Date.now() - 1) };
  const over = await connector.query(scripted([]), byCode, late);
  assert.equal(over.kind === 'failed' && over.error.catalogue, 'payment-timeout');
  for (const otp of [undefined, '', '12345', '1234567', '12345a'])
    assert.ok('catalogue' in prepareStep(refs, otp), otp);
  assert.ok('catalogue' in prepareStep({ ours: ourRef }, '123456'), 'nothing waits for a code');
});

test('the step is the payment: the code is in its call and nowhere else', async () => {
  const paid = json(200, { transactionId: 'MP1', status: 'SUCCESS', reference: stepRef });
  const { prepared, context, outcome } = await step([paid]);
  assert.equal(outcome.kind, 'succeeded');
  assert.ok(!JSON.stringify(prepared).includes('914273'));
  assert.ok(!JSON.stringify([outcome.refs, context.lines]).includes('914273'));
  const [, payment] = context.requests;
  assert.ok(payment?.url.endsWith('/payments/onestep'));
  assert.deepEqual(JSON.parse(String(payment?.body)), {
    customer: { idType: 'MSISDN', id: '770000001', walletType: 'PRINCIPAL', otp: '914273' },
    partner: { idType: 'CODE', id: '123456' },
    amount: { value: 1350, unit: 'XOF' },
    reference: stepRef,
  });
});

test('a wrong code asks the payer again; a lost answer never does', async () => {
  for (const code of [2011, 2012]) {
    const { outcome } = await step([json(400, { code })]);
    assert.ok(outcome.kind === 'pending' && outcome.challenge?.otp !== undefined);
    assert.ok('path' in prepareStep(outcome.refs, '123456'));
  }
  for (const answer of [json(500, { code: 2012 }), { kind: 'lost', cause: 'timeout' } as const]) {
    const { outcome } = await step([answer]);
    assert.equal(outcome.kind, 'unknown');
    const found = await connector.query(scripted([token, json(200, [])]), byCode, outcome.refs);
    assert.equal(found.kind, 'unknown', 'the search proves nothing');
  }
  assert.equal((await step([json(400, { code: 2020 })])).outcome.kind, 'failed');
});

test('a step whose code is gone is not sent', async () => {
  const { context, outcome } = await step([], null);
  assert.deepEqual([outcome.kind, context.requests.length], ['not_sent', 0]);
});

test('links: those of the apps, and a text for a code; nothing that a browser would run', async () => {
  const answer = {
    qrId: 'Q1',
    deepLink: 'https://om.example/q1',
    deepLinks: { MAXIT: 'maxit://pay/q1', OM: 'om://pay/q1', BAD: 'javascript://%0aalert(1)' },
    shortLink: 'https://om.example/s',
    validity: 900,
  };
  const { outcome, prepared } = await submit(linked, [json(200, answer)]);
  assert.deepEqual(outcome.kind === 'pending' && outcome.challenge, {
    deepLinkUrl: 'https://om.example/q1',
    deepLinks: { MAXIT: 'maxit://pay/q1', OM: 'om://pay/q1' },
    expiresInMs: 900_000,
  });
  const { validity, restrictions } = JSON.parse(prepared.body) as { [member: string]: unknown };
  assert.deepEqual([validity, restrictions], [900, { isSingleUse: true }]);
  const none = await submit(linked, [json(200, { qrId: 'Q1', deepLink: 'data:text/html,x' })]);
  assert.equal(none.outcome.kind, 'unknown');
});
