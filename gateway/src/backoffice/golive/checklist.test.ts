// Proves that a route is ready only when everything was seen or, where that may be, confirmed by name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GoLiveItem } from '@jokko/connectors/kit';
import { checklistOf, type RouteFacts } from './checklist.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-22T12:00:00Z');
const text = { fr: 'x', en: 'x' };
const checks = [
  'connection',
  'notice',
  'payment',
  'refund',
  'balance',
  'statement',
  'person',
] as const;
const goLive: GoLiveItem[] = checks.map((check) => ({ id: `of-${check}`, text, check }));

const seen = {
  notice: true,
  payment: true,
  refund: true,
  balance: true,
  statement: true,
  operators: 2,
  backup: true,
  float: true,
  nowMs,
};
const confirmation = {
  item: 'of-person',
  confirmedBy: 'Awa Ndiaye',
  word: 'signed 3 November',
  at: new Date(nowMs),
};
const facts: RouteFacts = {
  route: 'WATER',
  goLive,
  evidence: seen,
  confirmations: [confirmation],
  connection: { ok: true, detail: 'provider: fine' },
  expiries: [],
  publicUrl: 'https://pay.example',
  hasResultWithin: true,
};
const missing = (changed: Partial<RouteFacts>): string[] =>
  checklistOf({ ...facts, ...changed })
    .filter(({ done }) => !done)
    .map(({ id }) => id);

test('all seen and confirmed: nothing is missing, and the word stands beside it', () => {
  assert.deepEqual(missing({}), []);
  const person = checklistOf(facts).find(({ id }) => id === 'of-person');
  assert.equal(person?.detail, 'Awa Ndiaye, 2026-11-22: signed 3 November');
});

test('each thing that was not seen is missing, alone', () => {
  for (const member of ['notice', 'payment', 'refund', 'balance', 'statement'] as const)
    assert.deepEqual(missing({ evidence: { ...seen, [member]: false } }), [`of-${member}`]);
  assert.deepEqual(missing({ evidence: { ...seen, operators: 1 } }), ['two-operators']);
  assert.deepEqual(missing({ evidence: { ...seen, backup: false } }), ['backup']);
  assert.deepEqual(missing({ evidence: { ...seen, float: false } }), ['float']);
  assert.deepEqual(missing({ hasResultWithin: false }), ['result-within']);
  assert.deepEqual(missing({ confirmations: [] }), ['of-person']);
});

test('what was not seen here may be confirmed; a connection test and what holds for every route may not', () => {
  const evidence = { ...seen, payment: false };
  const confirmations = [confirmation, { ...confirmation, item: 'of-payment' }];
  assert.deepEqual(missing({ evidence, confirmations }), []);
  const refused = [...confirmations, { ...confirmation, item: 'of-connection' }];
  const connection = { ok: false, detail: 'provider: HTTP 401' };
  assert.deepEqual(missing({ connection, confirmations: refused }), ['of-connection']);
  const fixed = checklistOf(facts).filter(({ confirmable }) => !confirmable);
  assert.deepEqual(
    fixed.map(({ id }) => id),
    [
      'of-connection',
      'public-url',
      'secrets-valid',
      'two-operators',
      'backup',
      'float',
      'result-within',
    ],
  );
});

test('a secret that expires within 30 days, or has, is missing', () => {
  const expiring = (days: number) => [{ field: 'cert', label: text, atMs: nowMs + days * dayMs }];
  assert.deepEqual(missing({ expiries: expiring(31) }), []);
  assert.deepEqual(missing({ expiries: expiring(29) }), ['secrets-valid']);
  assert.deepEqual(missing({ expiries: expiring(-1) }), ['secrets-valid']);
});

test('the public address is https and not this machine', () => {
  for (const publicUrl of [null, 'http://pay.example', 'https://localhost', 'https://127.0.0.1'])
    assert.deepEqual(missing({ publicUrl }), ['public-url']);
});
