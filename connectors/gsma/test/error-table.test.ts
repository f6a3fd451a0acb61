// Checks every row of the error table against the protocol sheet. Each (code, operation) is played
// through a real answer, both as a refusal in the answer and as the reason of a failed request
// state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import { errorTables } from '../error-table.ts';
import type { GsmaErrorCode, GsmaOperation } from '../error-table.ts';
import { gsmaConnector } from '../index.ts';
import { liveConfig, scripted } from './scripted.ts';

const kinds: GsmaOperation[] = ['collect', 'payout', 'bill_pay', 'refundCollect', 'refundPayout'];

/**
 * Written by hand beside the table: one code for all operations, or one for each in the order of
 * `kinds`. `inquire`: no refusal.
 */
const sheet: { [code in GsmaErrorCode]: string | [string, string, string, string, string] } = {
  insufficientFunds: [
    'customer_balance_low',
    'provider_low',
    'provider_low',
    'provider_low',
    'customer_balance_low',
  ],
  identifierError: [
    'no_opa_account',
    'no_opa_account',
    'no_account',
    'no_opa_account',
    'no_opa_account',
  ],
  dailyVolumeLimitExceeded: 'daily_max_amount_cumul_reached',
  dailyValueLimitExceeded: 'daily_max_amount_cumul_reached',
  weeklyVolumeLimitExceeded: 'weekly_max_amount_cumul_reached',
  weeklyValueLimitExceeded: 'weekly_max_amount_cumul_reached',
  monthlyVolumeLimitExceeded: 'monthly_max_amount_cumul_reached',
  monthlyValueLimitExceeded: 'monthly_max_amount_cumul_reached',
  accountMaxTotalVolumeExceeded: 'interval_max_amount_cumul_reached',
  accountMaxTotalValueExceeded: 'interval_max_amount_cumul_reached',
  maxBalanceExceeded: 'interval_max_amount_cumul_reached',
  greaterThanTransactionMaxValue: 'interval_max_amount_cumul_reached',
  lessThanTransactionMinValue: 'bad_amount',
  samePartiesError: 'opa_number_not_allowed',
  clientAuthorisationError: 'distributor_not_allowed_for_transaction',
  requestingPartyAuthorisationError: 'distributor_not_allowed_for_transaction',
  servicingPartyAuthorisationError: 'distributor_not_allowed_for_transaction',
  requestDeclined: 'bad_auth',
  oneTimeCodeError: 'bad_auth',
  incorrectState: [
    'user_account_suspended',
    'recipient-account-inactive',
    'recipient-account-inactive',
    'execution_error',
    'execution_error',
  ],
  duplicateRequest: 'inquire',
  rateLimitError: 'opa_operator_internal_error',
  genericError: 'opa_operator_internal_error',
  lengthError: 'execution_error',
  formatError: 'execution_error',
  negativeValue: 'execution_error',
  mandatoryValueNotSupplied: 'execution_error',
  currencyNotSupported: 'execution_error',
  invalidOffset: 'execution_error',
  transactionTypeError: 'execution_error',
  quoteHasExpired: 'expired-session',
  underPaymentNotAllowed: 'bad_amount',
  overPaymentNotAllowed: 'bad_amount',
  noMandateAuthority: 'opa_number_not_allowed',
  linkViolation: 'opa_number_not_allowed',
  countryofOriginNotPermitted: 'invalid_data',
  nationalityNotPermitted: 'invalid_data',
  idDocumentNotSupported: 'invalid_data',
  issuingCountryNotSupported: 'invalid_data',
  'category:serviceUnavailable': 'operator_down_time',
  'requestDeclined:cancelled': 'payment-timeout',
  'formatError:msisdn': 'invalid_phone_number',
};

function errorObject(code: string): { [member: string]: unknown } {
  const base = { errorCategory: 'businessRule', errordescription: 'in the words of the operator' };
  if (code === 'category:serviceUnavailable')
    return { ...base, errorCategory: 'serviceUnavailable', errorCode: 'genericError' };
  if (code === 'formatError:msisdn')
    return {
      ...base,
      errorCode: 'formatError',
      errorParameters: [{ key: 'msisdn', value: '+221' }],
    };
  if (code === 'requestDeclined:cancelled')
    return {
      ...base,
      errorCode: 'requestDeclined',
      errorParameters: [{ key: 'reason', value: 'cancelled' }],
    };
  return { ...base, errorCode: code };
}

function intentOf(operation: GsmaOperation) {
  if (operation === 'refundCollect') return sampleIntent('collect');
  return sampleIntent(operation === 'refundPayout' ? 'payout' : operation);
}

function isRefund(operation: GsmaOperation): boolean {
  return operation === 'refundCollect' || operation === 'refundPayout';
}

function send(operation: GsmaOperation, context: ReturnType<typeof scripted>) {
  const intent = intentOf(operation);
  if (!isRefund(operation))
    return gsmaConnector.execute(
      context,
      intent,
      gsmaConnector.prepare(context.config, intent, ourRef),
      'first',
    );
  return gsmaConnector.executeRefund!(
    context,
    intent,
    gsmaConnector.prepareRefund!(context.config, intent, { ours: 'o', theirs: 'T1' }, ourRef),
    'first',
  );
}

function ask(operation: GsmaOperation, context: ReturnType<typeof scripted>) {
  const refs = { ours: ourRef, session: 'S1' };
  return isRefund(operation)
    ? gsmaConnector.queryRefund!(context, intentOf(operation), refs)
    : gsmaConnector.query(context, intentOf(operation), refs);
}

for (const [code, expectation] of Object.entries(sheet)) {
  test(`errorCode ${code}`, async () => {
    for (const [at, operation] of kinds.entries()) {
      const expected = typeof expectation === 'string' ? expectation : expectation[at]!;
      if (expected === 'inquire') continue;
      const refused = await send(operation, scripted([json(400, errorObject(code))]));
      assert.equal(refused.kind, 'failed', operation);
      if (refused.kind !== 'failed') continue;
      assert.equal(refused.error.catalogue, expected, operation);
      assert.equal(refused.executed, 'no');
      assert.equal(refused.error.message, 'in the words of the operator');
      const later = await ask(
        operation,
        scripted([
          json(200, { serverCorrelationId: 'S1', status: 'failed', error: errorObject(code) }),
        ]),
      );
      assert.deepEqual(later.kind === 'failed' && later.error, refused.error, operation);
    }
  });
}

test('the tables have no row that the sheet does not have', () => {
  assert.deepEqual(Object.keys(errorTables.opa).toSorted(), Object.keys(sheet).toSorted());
  assert.deepEqual(Object.keys(errorTables.opb), Object.keys(errorTables.opa));
});

test('the operator prefix chooses the family of codes', async () => {
  const opb = { ...liveConfig, operatorPrefix: 'opb' as const };
  const codes = {
    identifierError: 'no_opb_account',
    samePartiesError: 'opb_number_not_allowed',
    genericError: 'internal_operator_error',
  };
  for (const [code, expected] of Object.entries(codes)) {
    const outcome = await send('payout', scripted([json(400, errorObject(code))], opb));
    assert.equal(outcome.kind === 'failed' && outcome.error.catalogue, expected, code);
  }
});

test('our own empty wallet raises the float alert, the payer’s does not', async () => {
  const payout = await send('payout', scripted([json(400, errorObject('insufficientFunds'))]));
  const collect = await send('collect', scripted([json(400, errorObject('insufficientFunds'))]));
  assert.equal(payout.kind === 'failed' && payout.error.alert, 'float');
  assert.equal(collect.kind === 'failed' && collect.error.alert, undefined);
});

test('an unlisted code is unknown in an answer, and a final unknown_error in a failed request state', async () => {
  for (const code of ['somethingNew', 'constructor', '__proto__']) {
    const first = scripted([json(400, errorObject(code))]);
    assert.equal((await send('payout', first)).kind, 'unknown', code);
    assert.equal(first.lines.length, 1);
    const second = scripted([
      json(200, { serverCorrelationId: 'S1', status: 'failed', error: errorObject(code) }),
    ]);
    const final = await ask('payout', second);
    assert.equal(final.kind === 'failed' && final.error.catalogue, 'unknown_error', code);
    assert.equal(second.lines.length, 1);
  }
});

test('only a sandbox route lets an error parameter name the catalogue entry', async () => {
  const object = {
    ...errorObject('genericError'),
    errorParameters: [{ key: 'catalogueId', value: '11' }],
  };
  const live = await send('payout', scripted([json(400, object)]));
  assert.equal(live.kind === 'failed' && live.error.catalogueId, 17);
  const sandbox = { ...liveConfig, sandbox: true };
  const forced = await send('payout', scripted([json(500, object)], sandbox));
  assert.equal(forced.kind === 'failed' && forced.error.catalogueId, 11);
  for (const value of ['0', '137', 'x', '', '1.5', '-1']) {
    const odd = {
      ...errorObject('genericError'),
      errorParameters: [{ key: 'catalogueId', value }],
    };
    const outcome = await send('payout', scripted([json(400, odd)], sandbox));
    assert.equal(outcome.kind === 'failed' && outcome.error.catalogueId, 17, value);
  }
});
