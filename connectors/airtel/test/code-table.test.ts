// Checks every row of the code table against the protocol sheet, as the code of a failed transaction
// and of an answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json } from '@jokko/connectors/kit/conformance';
import { codeTable } from '../code-table.ts';
import type { AirtelCode } from '../code-table.ts';
import { ask, liveConfig, scripted, send, told } from './scripted.ts';

/** From providers/11 B: our codes of a collection and of a payout. The rest is no refusal. */
const refusals: { [code in AirtelCode]?: [string, string] } = {
  1002: ['bad_auth', 'connexion_error'],
  1003: ['daily_max_amount_cumul_reached', 'daily_max_amount_cumul_reached'],
  1004: ['bad_amount', 'bad_amount'],
  1005: ['payment-timeout', 'connexion_error'],
  1007: ['customer_balance_low', 'provider_low'],
  1008: ['bad_auth', 'bad_auth'],
  1009: ['opa_number_not_allowed', 'opa_number_not_allowed'],
  1010: ['opa_number_not_allowed', 'opa_number_not_allowed'],
  1024: ['payment-timeout', 'payment-timeout'],
  1026: ['connexion_error', 'connexion_error'],
  1029: ['payment-timeout', 'payment-timeout'],
};
const others = ['1000', '1001', '1006', '1025'];

for (const [code, expected] of Object.entries(refusals)) {
  test(`response code ${code}`, async () => {
    for (const [at, operation] of (['collect', 'payout'] as const).entries()) {
      for (const word of ['TF', 'TE']) {
        const found = await ask(scripted([json(200, told(operation, code, word))]), operation);
        assert.ok(found.kind === 'failed', `${operation} ${found.kind}`);
        assert.equal(found.error.catalogue, expected[at], operation);
        assert.equal(found.executed, 'no');
      }
      // Timed out in an answer: it may have gone on.
      const answer = json(200, told(operation, code, undefined, { success: false }));
      const refused = await send(scripted([answer, answer]), operation);
      assert.equal(refused.kind, code === '1024' ? 'unknown' : 'failed', operation);
    }
  });
}

test('the table has no row that the sheet does not have', () => {
  assert.deepEqual(Object.keys(codeTable), [...Object.keys(refusals), ...others].toSorted());
});

test('codes that are no refusals', async () => {
  const found = (number: string, word?: string) =>
    ask(scripted([json(200, told('collect', number, word))]), 'collect').then(({ kind }) => kind);
  assert.equal(await found('1001', 'TS'), 'succeeded');
  assert.equal(await found('1006', 'TIP'), 'pending');
  assert.equal(await found('1000', 'TA'), 'unknown');
  assert.equal(await found('1025'), 'absent');
  assert.equal(await found('1007', 'TS'), 'unknown', 'a success with the code of a refusal');
  assert.equal(await found('1001', 'TF'), 'unknown', 'a failure with the code of a success');
});

test('a code of the other family, and one that nobody listed, are unknown and logged', async () => {
  for (const code of ['DP00900001008', 'DP00800009999', 'constructor']) {
    const context = scripted([json(200, told('collect', null, 'TF', { response_code: code }))]);
    assert.equal((await ask(context, 'collect')).kind, 'unknown', code);
    assert.equal(context.lines.length, 1);
  }
});

test('our own empty account and our own wrong PIN alert, the payer’s do not', async () => {
  const alertOf = async (operation: 'collect' | 'payout', code: string) => {
    const found = await ask(scripted([json(200, told(operation, code, 'TF'))]), operation);
    return found.kind === 'failed' ? found.error.alert : found.kind;
  };
  assert.deepEqual(
    [await alertOf('payout', '1007'), await alertOf('collect', '1007')],
    ['float', undefined],
  );
  assert.deepEqual(
    [await alertOf('payout', '1002'), await alertOf('collect', '1002')],
    ['credentials', undefined],
  );
});

test('only a sandbox route lets the provider name the catalogue entry', async () => {
  const answer = json(200, told('collect', '1009', 'TF', { catalogueId: 11 }));
  const live = await ask(scripted([answer]), 'collect');
  assert.equal(live.kind === 'failed' && live.error.catalogueId, 14);
  const sandbox = await ask(scripted([answer], { ...liveConfig, sandbox: true }), 'collect');
  assert.equal(sandbox.kind === 'failed' && sandbox.error.catalogueId, 11);
});
