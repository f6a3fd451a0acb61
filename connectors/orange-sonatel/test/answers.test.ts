// Checks every status and error code of the sheet, in answers and in the search.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Refs } from '@jokko/connectors/kit';
import { orangeSonatelConnector as connector } from '../index.ts';
import type { SonatelErrorCode, SonatelStatus } from '../outcome-table.ts';
import { linked, payout, scripted, submit, token } from './scripted.ts';

const query = async (intent: typeof payout, answers: HttpResult[], refs: Partial<Refs> = {}) =>
  connector.query(scripted([token, ...answers]), intent, { ours: ourRef, ...refs });

/** From the sheet: for a collection, for a payout. `unknown`: proves nothing. */
const errors: { [code in SonatelErrorCode]: [string, string] } = {
  '2000': ['no_opa_account', 'no_opa_account'],
  '2001': ['invalid_phone_number', 'invalid_phone_number'],
  '2011': ['bad_auth', 'connexion_error'],
  '2012': ['bad_auth', 'connexion_error'],
  '2013': ['user_opa_suspended', 'user_opa_suspended'],
  '2020': ['customer_balance_low', 'provider_low'],
  '2021': ['customer_balance_low', 'provider_low'],
  '2022': ['interval_max_amount_cumul_reached', 'interval_max_amount_cumul_reached'],
  '2041': ['opa_number_not_allowed', 'opa_number_not_allowed'],
  '4003': ['connexion_error', 'connexion_error'],
  '4004': ['payment-timeout', 'payment-timeout'],
  '4099': ['execution_error', 'execution_error'],
  '10': ['connexion_error', 'connexion_error'],
  '50': ['unknown', 'unknown'],
  '60': ['unknown', 'unknown'],
};

test('every documented error code, for a collection and for a payout', async () => {
  for (const [code, expected] of Object.entries(errors))
    for (const [at, intent] of [linked, payout].entries()) {
      const refusal = json(400, { code: Number(code), title: 'no', detail: 'because' });
      // A revoked key is fetched again; the same key again ends it.
      const more = code === '4003' && intent === payout ? [json(500, {})] : [];
      const { outcome, context } = await submit(intent, [refusal, ...more]);
      const told = outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;
      assert.equal(told, expected[at], `${code} ${intent.kind}`);
      assert.doesNotMatch(JSON.stringify(context.lines), /\b2021\b/, 'no PIN in the log');
    }
});

test('an unlisted code, a broken server and nonsense prove nothing', async () => {
  for (const answer of [
    json(400, { code: 4711 }),
    json(400, { code: 2000.5 }),
    json(500, { code: 2000 }),
    json(503, { code: 50 }),
    json(200, {}),
    json(200, { transactionId: 'CI1', status: 'SLEEPING' }),
    bytes(200, '<html>'),
    { kind: 'lost', cause: 'timeout' } as const,
  ])
    assert.equal((await submit(payout, [answer])).outcome.kind, 'unknown', JSON.stringify(answer));
});

const statuses: { [status in SonatelStatus]: [string, string] } = {
  INITIATED: ['pending', 'pending'],
  PRE_INITIATED: ['pending', 'pending'],
  PENDING: ['pending', 'pending'],
  ACCEPTED: ['pending', 'pending'],
  SUCCESS: ['succeeded', 'succeeded'],
  FAILED: ['execution_error', 'execution_error'],
  CANCELLED: ['bad_auth', 'execution_error'],
  REJECTED: ['bad_auth', 'execution_error'],
};
const entry = { transactionId: 'MP1', reference: ourRef };

test('every documented status, in the search and by the transaction', async () => {
  for (const [status, expected] of Object.entries(statuses))
    for (const [at, intent] of [linked, payout].entries()) {
      const searched = await query(intent, [json(200, [{ ...entry, status }])]);
      const asked = await query(intent, [json(200, []), json(200, { status })], { theirs: 'MP1' });
      for (const outcome of [searched, asked]) {
        const told = outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;
        assert.equal(told, expected[at], `${status} ${intent.kind}`);
        assert.equal(outcome.refs.theirs, 'MP1');
      }
    }
});

test('of several tries with one code a success counts most', async () => {
  const tries = ['FAILED', 'SUCCESS', 'PENDING'].map((status, at) => ({
    ...entry,
    transactionId: `MP${at}`,
    status,
  }));
  const found = await query(linked, [json(200, tries)]);
  assert.deepEqual([found.kind, found.refs.theirs], ['succeeded', 'MP1']);
});

test('F29 a result names reference, amount and wallet; whoever scans a code may pay', async () => {
  const told = {
    ...entry,
    status: 'SUCCESS',
    amount: { value: 13.5, unit: 'XOF' },
    customer: { idType: 'MSISDN', id: '770000002' },
  };
  const paid = await query(payout, [json(200, [told])]);
  assert.deepEqual('claims' in paid && paid.claims, {
    ours: ourRef,
    amount: 135_000n,
    currency: 'XOF',
    party: '770000002',
  });
  assert.equal(connector.isParty!(payout, '770000002'), false);
  assert.equal(connector.isParty!(payout, '770000001'), true);
  const scanned = await query(linked, [json(200, [told])]);
  assert.equal('claims' in scanned && scanned.claims?.party, undefined);
  const garbled = await query(payout, [json(200, [{ ...told, amount: { value: 'x' } }])]);
  assert.equal(garbled.kind, 'unknown');
});

test('F19 a payout that the search does not show is unknown, never absent and never failed', async () => {
  assert.equal((await query(payout, [json(200, [])])).kind, 'unknown');
  const others = json(200, [{ ...entry, reference: 'another', status: 'FAILED' }]);
  assert.equal((await query(payout, [others])).kind, 'unknown');
});

test('a code that nobody scanned fails five minutes after its end, and not before', async (t) => {
  const now = 1_800_000_000_000;
  t.mock.timers.enable({ apis: ['Date'], now });
  const at = (until: number) => query(linked, [json(200, [])], { until: String(until) });
  assert.equal((await at(now - 300_000)).kind, 'pending');
  const late = await at(now - 300_001);
  assert.equal(late.kind === 'failed' && late.error.catalogue, 'payment-timeout');
  assert.equal((await query(linked, [json(200, [])])).kind, 'absent', 'its link came to nobody');
});
