// Proves that every documented code of Wave has its meaning in the error catalogue, for each of our
// operations, and that an unlisted one proves nothing. The expectations are read from the sheet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import type { WaveOperation } from '../error-table.ts';
import { waveConnector } from '../index.ts';
import { execute, payout, scripted, session } from './scripted.ts';

const kinds: WaveOperation[] = ['collect', 'payout', 'refundCollect', 'refundPayout'];
type Four = [string, string, string, string];

/** One word for all operations, or one for each in the order of `kinds`. */
const sheet: { [code: string]: string | Four } = {
  'missing-auth-header': 'connexion_error',
  'invalid-auth': 'connexion_error',
  'api-key-not-provided': 'connexion_error',
  'no-matching-api-key': 'connexion_error',
  'api-key-revoked': 'connexion_error',
  'invalid-wallet': 'connexion_error',
  'disabled-wallet': 'connexion_error',
  'unauthorized-wallet': 'connexion_error',
  'authorization-error': 'connexion_error',
  'request-validation-error': 'execution_error',
  'request-not-json': 'execution_error',
  'currency-mismatch': 'execution_error',
  'country-mismatch': [
    'opb_number_not_allowed',
    'invalid_phone_number',
    'opb_number_not_allowed',
    'invalid_phone_number',
  ],
  'aggregated-merchant-required': 'execution_error',
  'request-validation-error:mobile': 'invalid_phone_number',
  'request-validation-error:url': 'redirect-url-error',
  'idempotency-mismatch': 'unclear',
  'too-many-requests': 'unclear',
  'insufficient-funds': [
    'customer_balance_low',
    'provider_low',
    'provider_low',
    'customer_balance_low',
  ],
  'blocked-account': [
    'user_account_suspended',
    'recipient-account-blocked',
    'user_account_suspended',
    'recipient-account-blocked',
  ],
  'cross-border-payment-not-allowed': [
    'opb_number_not_allowed',
    'invalid_phone_number',
    'opb_number_not_allowed',
    'invalid_phone_number',
  ],
  'customer-age-restricted': 'error-unapproved-minor-cannot-receive',
  'kyb-limits-exceeded': 'distributor_not_allowed_for_transaction',
  'payer-mobile-mismatch': 'invalid_phone_number',
  'payment-failure': 'execution_error',
  'recipient-minor': 'error-unapproved-minor-cannot-receive',
  'recipient-account-blocked': 'recipient-account-blocked',
  'recipient-account-inactive': 'recipient-account-inactive',
  'recipient-limit-exceeded': 'interval_max_amount_cumul_reached',
  'p2p-recipient-account-is-dormancy-blocked': 'p2p-recipient-account-is-dormancy-blocked',
  'checkout-refund-failed': 'execution_error',
  'payout-reversal-time-limit-exceeded': 'execution_error',
  'payout-reversal-account-terminated': 'recipient-account-inactive',
};

/** The answer's object: the code, and for a validation error the member that it names. */
function errorObject(code: string): object {
  const [name, member] = code.split(':');
  const loc = member === 'mobile' ? ['body', 'mobile'] : ['body', 'success_url'];
  return {
    code: name,
    message: 'in the words of Wave',
    ...(member !== undefined && { details: [{ loc, msg: 'x' }] }),
  };
}

function refund(context: ReturnType<typeof scripted>, kind: 'collect' | 'payout') {
  const intent = sampleIntent(kind);
  const prepared = waveConnector.prepareRefund!(
    context.config,
    intent,
    { ours: 'o', theirs: kind === 'collect' ? 'cos-1' : 'pt-1' },
    ourRef,
  );
  return waveConnector.executeRefund!(context, intent, prepared, 'first');
}

function send(operation: WaveOperation, answer: ReturnType<typeof json>) {
  switch (operation) {
    case 'collect':
    case 'payout':
      return execute(scripted([answer]), operation);
    case 'refundCollect':
      return refund(scripted([answer]), 'collect');
    case 'refundPayout':
      return refund(scripted([json(200, payout()), answer]), 'payout');
  }
}

for (const [code, expectation] of Object.entries(sheet)) {
  test(`code ${code}`, async () => {
    for (const [at, operation] of kinds.entries()) {
      const expected = typeof expectation === 'string' ? expectation : expectation[at]!;
      const found = await send(operation, json(422, errorObject(code)));
      if (expected === 'unclear') {
        assert.equal(found.kind, 'unknown', operation);
        continue;
      }
      assert.equal(found.kind, 'failed', operation);
      if (found.kind !== 'failed') continue;
      assert.equal(found.error.catalogue, expected, operation);
      assert.equal(found.executed, 'no');
      assert.equal(found.error.message, 'in the words of Wave');
    }
  });
}

test('the table has no row that the sheet does not have', () => {
  assert.deepEqual(Object.keys(errorTable).toSorted(), Object.keys(sheet).toSorted());
});

test('our own empty wallet raises the float alert, the payer’s does not', async () => {
  const funds = json(422, errorObject('insufficient-funds'));
  const ours = await execute(scripted([funds]), 'payout');
  const theirs = await execute(scripted([funds]), 'collect');
  assert.equal(ours.kind === 'failed' && ours.error.alert, 'float');
  assert.equal(theirs.kind === 'failed' && theirs.error.alert, undefined);
});

test('an unlisted code is unknown and logged', async () => {
  for (const code of ['something-new', 'constructor', '__proto__']) {
    const context = scripted([json(422, { code, message: 'x' })]);
    assert.equal((await execute(context, 'payout')).kind, 'unknown', code);
    assert.equal(context.lines.length, 1);
  }
});

test('a payout that Wave calls failed has failed, whatever its reason; an unlisted one is logged', async () => {
  const inactive = { error_code: 'recipient-account-inactive', error_message: 'no account' };
  const listed = scripted([json(200, payout({ status: 'failed', payout_error: inactive }))]);
  const found = await execute(listed, 'payout');
  assert.equal(found.kind === 'failed' && found.error.catalogueId, 74);
  assert.equal(listed.lines.length, 0);
  for (const payout_error of [{ error_code: 'something-new' }, undefined]) {
    const context = scripted([json(200, payout({ status: 'failed', payout_error }))]);
    const odd = await execute(context, 'payout');
    assert.equal(odd.kind === 'failed' && odd.error.catalogue, 'unknown_error');
    assert.equal(context.lines.length, 1);
  }
});

test('a session that ended says why: the last payment, the payer, or nobody', async () => {
  const over = (more: object) =>
    execute(scripted([json(200, session({ checkout_status: 'expired', ...more }))]), 'collect');
  const last_payment_error = { code: 'insufficient-funds', message: 'x' };
  for (const [more, id] of [
    [{ payment_status: 'cancelled', last_payment_error }, 57],
    [{ payment_status: 'cancelled' }, 108],
    [{ payment_status: 'processing' }, 4],
  ] as const) {
    const found = await over(more);
    assert.equal(found.kind === 'failed' && found.error.catalogueId, id);
  }
});

test('only a sandbox route lets an answer name the catalogue entry', async () => {
  const answer = json(422, { ...errorObject('payment-failure'), sandbox_catalogue_id: '11' });
  const live = await execute(scripted([answer]), 'collect');
  assert.equal(live.kind === 'failed' && live.error.catalogueId, 29);
});
