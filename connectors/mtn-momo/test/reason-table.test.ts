// Checks every row of the reason table against the protocol sheet, as a refusal in the answer and
// as the reason of a failed status, in both of its spellings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json } from '@jokko/connectors/kit/conformance';
import { reasonTable } from '../reason-table.ts';
import type { MtnOperation, MtnReason } from '../reason-table.ts';
import { ask, liveConfig, scripted, send, statusOf } from './scripted.ts';

const operations: MtnOperation[] = ['collect', 'payout', 'refund'];

/**
 * Written by hand beside the table: one code for all operations, or one for each. `wait` and
 * `inquire`: an answer proves nothing; a failed status is final whatever its reason says.
 */
const sheet: { [reason in MtnReason]: string | [string, string, string] } = {
  APPROVAL_REJECTED: 'bad_auth',
  REJECTED: 'bad_auth',
  PAYMENT_NOT_APPROVED: 'bad_auth',
  TRANSACTION_CANCELED: 'bad_auth',
  EXPIRED: 'payment-timeout',
  COULD_NOT_PERFORM_TRANSACTION: 'payment-timeout',
  ONGOING: 'wait',
  DELAYED: 'wait',
  PAYER_DELAYED: 'wait',
  PENDING: 'wait',
  NOT_ENOUGH_FUNDS: ['customer_balance_low', 'provider_low', 'provider_low'],
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: [
    'customer_balance_low',
    'provider_low',
    'provider_low',
  ],
  INTERNAL_PROCESSING_ERROR: 'internal_operator_error',
  PAYER_LIMIT_REACHED: 'interval_max_amount_cumul_reached',
  PAYER_NOT_FOUND: 'no_account',
  PAYEE_NOT_FOUND: 'no_opb_account',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'opb_number_not_allowed',
  NOT_ALLOWED: 'distributor_not_allowed_for_transaction',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'execution_error',
  INVALID_CALLBACK_URL_HOST: 'execution_error',
  INVALID_CURRENCY: 'execution_error',
  TRANSFER_TYPE_UNKNOWN: 'execution_error',
  SERVICE_UNAVAILABLE: 'operator_down_time',
  RESOURCE_ALREADY_EXIST: 'inquire',
  RESOURCE_NOT_FOUND: 'execution_error',
};

for (const [reason, expectation] of Object.entries(sheet)) {
  test(`reason ${reason}`, async () => {
    for (const [at, operation] of operations.entries()) {
      const expected = typeof expectation === 'string' ? expectation : expectation[at]!;
      const told = { code: reason, message: 'in the words of the provider' };
      const later = await ask(
        scripted([json(200, statusOf(operation, 'FAILED', { reason: told }))]),
        operation,
      );
      const plain = await ask(
        scripted([json(200, statusOf(operation, 'FAILED', { reason }))]),
        operation,
      );
      const answers = expected === 'inquire' ? [json(404, {})] : [];
      const refused = await send(scripted([json(400, told), ...answers]), operation);
      const isOpen = expected === 'wait' || expected === 'inquire';
      if (isOpen) assert.equal(refused.kind, 'unknown', operation);
      for (const outcome of isOpen ? [later, plain] : [later, plain, refused]) {
        assert.ok(outcome.kind === 'failed', `${operation} ${outcome.kind}`);
        assert.equal(outcome.error.catalogue, isOpen ? 'unknown_error' : expected, operation);
        assert.deepEqual([outcome.error.provider, outcome.executed], [reason, 'no']);
      }
    }
  });
}

test('the table has no row that the sheet does not have', () => {
  assert.deepEqual(Object.keys(reasonTable).toSorted(), Object.keys(sheet).toSorted());
});

test('RESOURCE_ALREADY_EXIST is resolved by a status query and is never a failure', async () => {
  const duplicate = json(409, { code: 'RESOURCE_ALREADY_EXIST', message: 'Duplicated' });
  const found = scripted([duplicate, json(200, statusOf('payout', 'SUCCESSFUL'))]);
  assert.equal((await send(found, 'payout')).kind, 'succeeded');
  const missing = scripted([duplicate, json(404, { code: 'RESOURCE_NOT_FOUND' })]);
  assert.equal((await send(missing, 'payout')).kind, 'unknown');
});

test('HTTP 500 with a code of its own configuration refuses; a fault of the provider proves nothing', async () => {
  const currency = await send(scripted([json(500, { code: 'INVALID_CURRENCY' })]), 'collect');
  assert.equal(currency.kind === 'failed' && currency.error.alert, 'config');
  for (const [status, code] of [
    [500, 'INTERNAL_PROCESSING_ERROR'],
    [503, 'SERVICE_UNAVAILABLE'],
  ] as const)
    assert.equal((await send(scripted([json(status, { code })]), 'collect')).kind, 'unknown', code);
});

test('HTTP 403 of the gateway says that our address is not allowed', async () => {
  const refused = json(403, { statusCode: 403, message: 'FORBIDDEN_IP' });
  const outcome = await send(scripted([refused]), 'payout');
  assert.equal(outcome.kind === 'failed' && outcome.error.alert, 'config');
});

test('only a sandbox route lets the provider name the catalogue entry', async () => {
  const told = json(400, { code: 'NOT_ALLOWED', catalogueId: 11 });
  const live = await send(scripted([told]), 'collect');
  assert.equal(live.kind === 'failed' && live.error.catalogueId, 49);
  const sandbox = await send(scripted([told], { ...liveConfig, sandbox: true }), 'collect');
  assert.equal(sandbox.kind === 'failed' && sandbox.error.catalogueId, 11);
});
