// Checks every row of the code table against the protocol sheet, as the code of a failed
// transaction and of an answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json } from '@jokko/connectors/kit/conformance';
import { collectionTable, disbursementTable } from '../code-table.ts';
import type { CollectionCode, DisbursementCode } from '../code-table.ts';
import { ask, liveConfig, scripted, send, told } from './scripted.ts';

/**
 * Written by hand beside the table: what each code refuses with. `ask`, `done`, `wait` and
 * `missing` are no refusals.
 */
const collections: { [code in CollectionCode]: string } = {
  1000: 'ask',
  1001: 'done',
  1002: 'bad_auth',
  1003: 'daily_max_amount_cumul_reached',
  1004: 'bad_amount',
  1005: 'payment-timeout',
  1006: 'wait',
  1007: 'customer_balance_low',
  1008: 'bad_auth',
  1009: 'opa_number_not_allowed',
  1010: 'opa_number_not_allowed',
  1024: 'payment-timeout',
  1025: 'missing',
  1026: 'connexion_error',
  1029: 'payment-timeout',
};
const disbursements: { [code in DisbursementCode]: string } = {
  1000: 'ask',
  1001: 'done',
  1003: 'daily_max_amount_cumul_reached',
  1004: 'bad_amount',
  1005: 'execution_error',
  1006: 'wait',
  1007: 'provider_low',
  1009: 'opa_number_not_allowed',
  1010: 'opa_number_not_allowed',
  1011: 'ask',
  1012: 'invalid_phone_number',
  1013: 'execution_error',
  1014: 'ask',
  1015: 'missing',
  1016: 'connexion_error',
  1017: 'ask',
  1018: 'connexion_error',
};

for (const [operation, sheet] of [
  ['collect', collections],
  ['payout', disbursements],
] as const)
  for (const [code, expected] of Object.entries(sheet)) {
    if (['ask', 'done', 'wait', 'missing'].includes(expected)) continue;
    test(`response code ${code} of a ${operation}`, async () => {
      for (const word of ['TF', 'TE']) {
        const found = await ask(scripted([json(200, told(operation, code, word))]), operation);
        assert.ok(found.kind === 'failed', found.kind);
        assert.deepEqual([found.error.catalogue, found.executed], [expected, 'no']);
      }
      // Timed out in an answer: it may have gone on.
      const answer = json(200, told(operation, code, undefined, { success: false }));
      const refused = await send(scripted([answer, answer]), operation);
      assert.equal(refused.kind, code === '1024' ? 'unknown' : 'failed');
    });
  }

test('the tables have no row that the sheet does not have', () => {
  assert.deepEqual(Object.keys(collectionTable), Object.keys(collections));
  assert.deepEqual(Object.keys(disbursementTable), Object.keys(disbursements));
});

test('codes that are no refusals', async () => {
  const found = (number: string, word?: string) =>
    ask(scripted([json(200, told('collect', number, word))]), 'collect').then(({ kind }) => kind);
  assert.equal(await found('1001', 'TS'), 'succeeded');
  assert.equal(await found('1006', 'TS'), 'succeeded', 'the code of the first answer');
  assert.equal(await found('1006', 'TIP'), 'pending');
  assert.equal(await found('1000', 'TA'), 'unknown');
  assert.equal(await found('1025'), 'absent');
  assert.equal(await found('1007', 'TS'), 'unknown', 'a success with the code of a refusal');
  assert.equal(await found('1001', 'TF'), 'unknown', 'a failure with the code of a success');
});

test('disbursements: what may have been executed is asked about, and 1015 is not found', async () => {
  const done = json(200, told('payout', '1001', 'TS'));
  const none = json(200, told('payout', '1015'));
  for (const code of ['1000', '1011', '1014', '1017']) {
    const answer = json(200, told('payout', code, undefined, { success: false }));
    assert.equal((await send(scripted([answer, done]), 'payout')).kind, 'succeeded', code);
    assert.equal((await send(scripted([answer, none]), 'payout')).kind, 'unknown', code);
    const ended = json(200, told('payout', code, 'TF'));
    assert.equal((await send(scripted([ended, none]), 'payout')).kind, 'unknown', code);
  }
  assert.equal((await ask(scripted([none]), 'payout')).kind, 'absent');
  const collected = json(200, told('payout', '1025'));
  assert.equal((await ask(scripted([collected]), 'payout')).kind, 'unknown');
});

test('an answer without a final word and with an unlisted code is unknown and logged', async () => {
  for (const code of ['DP00900001008', 'DP00800009999', 'constructor']) {
    const body = told('collect', null, undefined, { response_code: code });
    const context = scripted([json(200, body)]);
    assert.equal((await ask(context, 'collect')).kind, 'unknown', code);
    assert.equal(context.lines.length, 1);
  }
});

test('a repetition that is refused, and cannot be asked about, stays unknown', async () => {
  const refused = json(200, told('payout', '1013', 'TF'));
  const lost = { kind: 'lost', cause: 'timeout' } as const;
  assert.equal((await send(scripted([refused, lost]), 'payout', 'replay')).kind, 'unknown');
});

test('our own empty account and our own signature alert, the payer’s do not', async () => {
  const alertOf = async (operation: 'collect' | 'payout', code: string) => {
    const found = await ask(scripted([json(200, told(operation, code, 'TF'))]), operation);
    return found.kind === 'failed' ? found.error.alert : found.kind;
  };
  assert.deepEqual(
    [await alertOf('payout', '1007'), await alertOf('collect', '1007')],
    ['float', undefined],
  );
  assert.deepEqual(
    [await alertOf('payout', '1016'), await alertOf('collect', '1002')],
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
