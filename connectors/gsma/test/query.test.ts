// Proves that the status query uses the best reference and never turns a failed query into a
// result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Refs } from '@jokko/connectors/kit';
import { gsmaConnector } from '../index.ts';
import { scripted } from './scripted.ts';

const intent = sampleIntent('payout');
const transaction = { transactionReference: 'T1', amount: '1350', currency: 'XOF' };
const missing = json(404, { errorCategory: 'identification', errorCode: 'identifierError' });
const base = 'http://provider.example/gsma/v1.2/mm';

async function ask(refs: Omit<Refs, 'ours'>, answers: HttpResult[]) {
  const context = scripted(answers);
  const outcome = await gsmaConnector.query(context, intent, { ...refs, ours: ourRef });
  return { outcome, paths: context.requests.map((request) => request.url.slice(base.length)) };
}

test('a known transaction is asked for in one call', async () => {
  for (const [word, kind] of [
    ['completed', 'succeeded'],
    ['pending', 'pending'],
    ['reversed', 'reversed'],
    ['cancelled', 'failed'],
  ] as const) {
    const { outcome, paths } = await ask({ theirs: 'T1', session: 'S1' }, [
      json(200, { ...transaction, transactionStatus: word }),
    ]);
    assert.equal(outcome.kind, kind, word);
    assert.deepEqual(paths, ['/transactions/T1']);
  }
});

test('the reason of a failure is read from the request state', async () => {
  const state = {
    serverCorrelationId: 'S1',
    status: 'failed',
    error: { errorCategory: 'businessRule', errorCode: 'maxBalanceExceeded' },
  };
  const failedNow = json(200, { ...transaction, transactionStatus: 'failed' });
  const direct = await ask({ theirs: 'T1', session: 'S1' }, [failedNow, json(200, state)]);
  assert.equal(
    direct.outcome.kind === 'failed' && direct.outcome.error.catalogue,
    'interval_max_amount_cumul_reached',
  );
  const byLink = await ask({ theirs: 'T1' }, [
    failedNow,
    json(200, { link: '/requeststates/S1' }),
    json(200, state),
  ]);
  assert.equal(
    byLink.outcome.kind === 'failed' && byLink.outcome.error.catalogue,
    'interval_max_amount_cumul_reached',
  );
});

test('a failure without any reason is the operator’s refusal all the same', async () => {
  const { outcome } = await ask({ theirs: 'T1' }, [
    json(200, { ...transaction, transactionStatus: 'rejected' }),
    json(200, { link: '/transactions/T1' }),
  ]);
  assert.equal(outcome.kind === 'failed' && outcome.error.catalogue, 'unknown_error');
});

test('a failed transaction is final, whether its request state can be read or not', async () => {
  const failedTransaction = json(200, { ...transaction, transactionStatus: 'FAILED' });
  for (const why of [
    json(503, {}),
    json(200, { serverCorrelationId: 'S1', status: 'pending' }),
    json(200, { serverCorrelationId: 'S1', status: 'Failed', error: { errorCode: 'novel' } }),
  ]) {
    const { outcome } = await ask({ theirs: 'T1', session: 'S1' }, [failedTransaction, why]);
    assert.equal(outcome.kind === 'failed' && outcome.error.catalogue, 'unknown_error');
  }
});

test('a completed request state is confirmed by the transaction itself', async () => {
  const completed = json(200, {
    serverCorrelationId: 'S1',
    status: 'completed',
    objectReference: 'T1',
  });
  const { outcome, paths } = await ask({ session: 'S1' }, [
    completed,
    json(200, { ...transaction, transactionStatus: 'completed' }),
  ]);
  assert.deepEqual(outcome, {
    kind: 'succeeded',
    refs: { ours: ourRef, theirs: 'T1', session: 'S1' },
    claims: { amount: 13_500_000n, currency: 'XOF' },
  });
  assert.deepEqual(paths, ['/requeststates/S1', '/transactions/T1']);
});

test('a lost answer is found by our reference; only its own 404 means absent', async () => {
  const found = await ask({}, [
    json(200, { link: '/requeststates/S1' }),
    json(200, { serverCorrelationId: 'S1', status: 'pending', objectReference: 'T1' }),
  ]);
  assert.equal(found.outcome.kind, 'pending');
  assert.deepEqual(found.outcome.refs, { ours: ourRef, theirs: 'T1', session: 'S1' });
  assert.deepEqual(found.paths, [`/responses/${ourRef}`, '/requeststates/S1']);
  assert.equal((await ask({}, [missing])).outcome.kind, 'absent');
  assert.equal((await ask({ theirs: 'T1' }, [missing, missing])).outcome.kind, 'absent');
});

test('a failed status query is unknown: never absent, never not sent', async () => {
  const bad: HttpResult[] = [
    { kind: 'not_sent', cause: 'ECONNREFUSED' },
    { kind: 'lost', cause: 'timeout' },
    bytes(404, '<html>not found</html>'),
    bytes(200, 'rubbish'),
    json(500, {}),
    json(401, { errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' }),
  ];
  for (const answer of bad) {
    for (const refs of [{}, { session: 'S1' }, { theirs: 'T1' }]) {
      assert.equal(
        (await ask(refs, [answer])).outcome.kind,
        'unknown',
        `${JSON.stringify(answer).slice(0, 60)} ${JSON.stringify(refs)}`,
      );
    }
  }
});

test('a link is read for kind and id only, never followed elsewhere', async () => {
  for (const link of [
    'http://evil.example/x',
    '//evil.example',
    '/accounts/1',
    '/transactions/',
    '/transactions/%2e%2e',
    'transactions',
  ]) {
    const { outcome, paths } = await ask({}, [json(200, { link })]);
    assert.equal(outcome.kind, 'unknown', link);
    assert.equal(paths.length, 1);
  }
  const full = await ask({}, [
    json(200, { link: 'https://evil.example/v1/transactions/T1' }),
    json(200, { ...transaction, transactionStatus: 'completed' }),
  ]);
  assert.deepEqual(full.paths, [`/responses/${ourRef}`, '/transactions/T1']);
});

test('F29 a result names what it is about: amount, currency, the other party and our reference', async () => {
  const told = {
    ...transaction,
    amount: '13.5',
    debitParty: [{ key: 'organisationid', value: 'jokko' }],
    creditParty: [{ key: 'msisdn', value: '+221770000009' }],
    requestingOrganisationTransactionReference: ourRef.toUpperCase(),
  };
  const claims = { ours: ourRef, amount: 135_000n, currency: 'XOF', party: '+221770000009' };
  for (const [word, kind] of [
    ['completed', 'succeeded'],
    ['cancelled', 'failed'],
    ['reversed', 'reversed'],
    ['pending', 'pending'],
  ]) {
    const { outcome } = await ask({ theirs: 'T1' }, [
      json(200, { ...told, transactionStatus: word }),
    ]);
    assert.equal(outcome.kind, kind);
    assert.deepEqual('claims' in outcome && outcome.claims, claims, word);
  }
  const failed = await ask({ theirs: 'T1' }, [
    json(200, { ...told, transactionStatus: 'failed' }),
    json(200, { link: '/transactions/T1' }),
  ]);
  assert.deepEqual(failed.outcome.kind === 'failed' && failed.outcome.claims, claims);
});

test('a party that the operator masks, leaves out or calls otherwise is not told', async () => {
  for (const creditParty of [
    [{ key: 'msisdn', value: '+22177*****09' }],
    [{ key: 'accountid', value: '12' }],
    undefined,
    'x',
  ]) {
    const { outcome } = await ask({ theirs: 'T1' }, [
      json(200, { ...transaction, creditParty, transactionStatus: 'completed' }),
    ]);
    assert.deepEqual(outcome.kind === 'succeeded' && outcome.claims, {
      amount: 13_500_000n,
      currency: 'XOF',
    });
  }
});

test('the party of an order is known with or without plus and country code', () => {
  const isParty = (party: string) => gsmaConnector.isParty!(intent, party);
  for (const party of ['+221770000001', '221770000001', '00221770000001', '770000001'])
    assert.ok(isParty(party), party);
  for (const party of ['+221770000002', '0001', '0000001', '+221 77 000 00 02', 'x770000001'])
    assert.ok(!isParty(party), party);
});
