// Proves what a payment page shows of an operation: the challenge while its payer can act, and
// never "too late" to a payer who has acted in time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalogue } from '../catalogue/index.ts';
import type { OperationState } from '../operations/index.ts';
import { testNow, testOperation } from '../operations/testing.ts';
import { paymentPageViewOf } from './http-present.ts';

const expiresAt = new Date(testNow.getTime() + 60_000).toISOString();
const expiresInMs = 60_000;
const otp = { digits: 6 };

function viewOf(state: Partial<OperationState>, now = testNow.getTime()) {
  const operation = testOperation(
    { paymentPageToken: 'ab' },
    { state: 'ACCEPTED', stage: 'payer', attempts: 2, ...state },
  );
  const catalogue = { service: () => undefined } as unknown as Catalogue;
  const context = { account: null, catalogue, publicUrl: 'https://pay.example', now };
  return paymentPageViewOf(operation, context);
}

test('O11 a code, the bank’s frame and the way to the bank are steps of the page itself', () => {
  const form = { url: 'https://bank.example/', fields: { a: '1' } };
  const stepOf = (challenge: object) =>
    viewOf({ challenge: { ...challenge, expiresInMs, expiresAt } }).step;
  assert.deepEqual(stepOf({ otp }), { kind: 'otp', digits: 6 });
  assert.deepEqual(stepOf({ otp, lastStep: 'refused' }), {
    kind: 'otp',
    digits: 6,
    lastStep: 'refused',
  });
  assert.deepEqual(stepOf({ collect: form }), { kind: 'collect', form });
  assert.deepEqual(stepOf({ post: form }), { kind: 'post', form });
  assert.equal(stepOf({ deepLinkUrl: 'https://pay.example/1' }), undefined);
});

test('one app is a link, several are a choice', () => {
  const shown = (deepLinks: { [app: string]: string }) => {
    const view = viewOf({ challenge: { deepLinks, expiresInMs, expiresAt } });
    return [view.status, view.providerUrl ?? null, Object.keys(view.apps ?? {})];
  };
  assert.deepEqual(shown({ Maxit: 'maxit://1' }), ['waiting', 'maxit://1', []]);
  assert.deepEqual(shown({ Maxit: 'maxit://1', OM: 'om://1' }), ['waiting', null, ['Maxit', 'OM']]);
});

test('while a step is under way the page waits for its result, past the payer’s time too', () => {
  const challenge = { otp, expiresInMs, expiresAt };
  const late = testNow.getTime() + 3_600_000;
  assert.equal(viewOf({ challenge }).status, 'waiting');
  assert.equal(viewOf({ challenge }, late).status, 'expired');
  for (const state of [
    { state: 'SENDING', stage: null },
    { state: 'UNKNOWN', stage: null },
    { state: 'ACCEPTED', stage: 'provider' },
  ] as const)
    for (const now of [testNow.getTime(), late])
      assert.equal(viewOf({ challenge, ...state }, now).status, 'checking');
});
