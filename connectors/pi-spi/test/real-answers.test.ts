// Puts answers through the connector in the forms in which participants are known to write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent, QueryOutcome } from '@jokko/connectors/kit';
import { collect, payout, query, submit, txId } from './scripted.ts';

const said = (outcome: QueryOutcome): string =>
  outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;

const payment = (statut: string, more: object = {}) =>
  json(200, { txId, end2endId: 'E1', statut, dateEnvoi: '2026-11-22T10:00:00Z', ...more });

const queries: [string, Intent, HttpResult[], string][] = [
  ['paid', payout, [payment('IRREVOCABLE', { montantFrais: 25 })], 'succeeded'],
  [
    'rejected, the account is blocked',
    payout,
    [payment('REJETE', { statutRaison: 'AC06' })],
    'recipient-account-blocked',
  ],
  [
    'rejected in words',
    payout,
    [payment('REJETE', { statutRaison: 'COMPTE_BLOQUE' })],
    'unknown_error',
  ],
  [
    'rejected for a new code',
    collect,
    [payment('REJETE', { statutRaison: 'AM23' })],
    'unknown_error',
  ],
  ['rejected without a reason', payout, [payment('REJETE')], 'unknown_error'],
  // The record of our id shows the repeat, not the payment that was executed.
  ['rejected as a repeat', payout, [payment('REJETE', { statutRaison: 'DU03' })], 'unknown'],
  ['a word that nobody listed', payout, [payment('EN_COURS')], 'unknown'],
];
for (const [name, intent, answers, expected] of queries)
  test(`query: ${name}`, async () => {
    assert.equal(said(await query(intent, answers)), expected);
  });

const answers: [string, HttpResult[], string][] = [
  [
    'rejected at once for a new code',
    [payment('REJETE', { statutRaison: 'AM23' })],
    'unknown_error',
  ],
  [
    'a problem with a reason',
    [json(400, { statutRaison: 'BE23', detail: 'Alias inconnu' })],
    'no_account',
  ],
  [
    'a problem with an unlisted reason',
    [json(400, { title: 'Bad Request', statutRaison: 'XX01' })],
    'invalid_data',
  ],
  [
    'a problem with a doubtful reason',
    [json(400, { title: 'Bad Request', statutRaison: 'AB03' })],
    'invalid_data',
  ],
  // It has the order: what it objects to is something else.
  ['a problem beside a status', [json(400, { title: 'Bad Request', statut: 'ENVOYE' })], 'unknown'],
  ['a repeat', [json(409, { statutRaison: 'DU03' }), payment('IRREVOCABLE')], 'succeeded'],
  ['a page', [bytes(503, '<html>')], 'unknown'],
  [
    'too many',
    [json(429, { title: 'Too Many Requests', status: 429 })],
    'opa_operator_internal_error',
  ],
];
for (const [name, told, expected] of answers)
  test(`answer: ${name}`, async () => {
    assert.equal(said((await submit(payout, told)).outcome), expected);
  });
