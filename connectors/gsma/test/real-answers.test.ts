// Puts answers through the connector in the forms in which operators that speak the standard are
// known to write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json } from '@jokko/connectors/kit/conformance';
import { ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import { gsmaConnector } from '../index.ts';
import { execute, scripted } from './scripted.ts';

const said = (outcome: QueryOutcome): string =>
  outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;

const transaction = (transactionStatus: string, more: object = {}) =>
  json(200, {
    transactionReference: 'REF-1',
    transactionStatus,
    amount: '1350.00',
    currency: 'XOF',
    creditParty: [{ key: 'msisdn', value: '+221770000001' }],
    ...more,
  });
const failedState = (error: unknown) =>
  json(200, { serverCorrelationId: 'S1', status: 'failed', notificationMethod: 'polling', error });
const error = (errorCategory: string, errorCode: unknown, more: object = {}) => ({
  errorCategory,
  errorCode,
  errorDescription: 'in the words of the operator',
  errorDateTime: '2026-11-22T10:00:00.000Z',
  ...more,
});

const queries: [string, { [name: string]: string }, HttpResult[], string][] = [
  ['completed', { theirs: 'REF-1' }, [transaction('completed')], 'succeeded'],
  ['completed, in capitals', { theirs: 'REF-1' }, [transaction('COMPLETED')], 'succeeded'],
  ['pending, with a capital', { theirs: 'REF-1' }, [transaction('Pending')], 'pending'],
  ['a word that nobody listed', { theirs: 'REF-1' }, [transaction('onhold')], 'unknown'],
  [
    'a request without money',
    { session: 'S1' },
    [failedState(error('businessRule', 'insufficientFunds'))],
    'provider_low',
  ],
  [
    'a request that failed for a new reason',
    { session: 'S1' },
    [failedState(error('businessRule', 'walletTierExceeded'))],
    'unknown_error',
  ],
  [
    'a request that failed for a number',
    { session: 'S1' },
    [failedState(error('businessRule', 4711))],
    'unknown_error',
  ],
  [
    'a request that failed without an error',
    { session: 'S1' },
    [failedState(undefined)],
    'unknown_error',
  ],
  [
    'a request that failed with a list',
    { session: 'S1' },
    [failedState([error('internal', 'genericError')])],
    'unknown_error',
  ],
  [
    'a request that failed by the operator’s fault',
    { session: 'S1' },
    [failedState(error('internal', 'databaseDown'))],
    'opa_operator_internal_error',
  ],
  // About the request before it, whose result stands elsewhere.
  [
    'a request that was a repeat',
    { session: 'S1' },
    [failedState(error('businessRule', 'duplicateRequest'))],
    'unknown',
  ],
  [
    'a rejected transaction whose request says why',
    { theirs: 'REF-1', session: 'S1' },
    [transaction('rejected'), failedState(error('identification', 'identifierError'))],
    'no_opa_account',
  ],
  [
    'a rejected transaction, and nobody says why',
    { theirs: 'REF-1' },
    [transaction('rejected'), json(404, error('identification', 'identifierError'))],
    'unknown_error',
  ],
  ['an error page', { theirs: 'REF-1' }, [bytes(502, '<html>')], 'unknown'],
];
for (const [name, refs, answers, expected] of queries)
  test(`query: ${name}`, async () => {
    const known = { ours: ourRef, ...refs };
    const found = await gsmaConnector.query(scripted(answers), sampleIntent('payout'), known);
    assert.equal(said(found), expected);
  });

const answers: [string, HttpResult, string][] = [
  [
    'refused by a rule',
    json(400, error('businessRule', 'dailyVolumeLimitExceeded')),
    'daily_max_amount_cumul_reached',
  ],
  [
    'refused by an unlisted rule',
    json(400, error('businessRule', 'walletTierExceeded')),
    'unknown',
  ],
  ['an internal fault', json(500, error('internal', 'genericError')), 'unknown'],
  [
    'failed at once',
    json(202, {
      serverCorrelationId: 'S1',
      status: 'FAILED',
      error: error('businessRule', 'walletTierExceeded'),
    }),
    'unknown_error',
  ],
];
for (const [name, answer, expected] of answers)
  test(`answer: ${name}`, async () => {
    assert.equal(said(await execute(scripted([answer]), 'payout')), expected);
  });
