// Proves that a route is ready only when everything was seen or, where that may be, confirmed by
// name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GoLiveItem, GoLiveSight } from '@jokko/connectors/kit';
import { checklistOf, type RouteFacts } from './checklist.ts';
import type { Evidence } from './evidence.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-22T12:00:00Z');
const text = { fr: 'x', en: 'x' };
const sights = [
  'notice',
  'payment',
  'collection',
  'payout',
  'refund',
  'reversal',
  'balance',
  'funded',
  'statement',
] as const satisfies GoLiveSight[];
const checks = ['connection', ...sights, 'person'] as const;
const goLive: GoLiveItem[] = checks.map((check) => ({ id: `of-${check}`, text, check }));

const seen: Evidence['seen'] = {
  notice: true,
  payment: true,
  collection: true,
  payout: true,
  refund: true,
  reversal: true,
  balance: true,
  funded: true,
  statement: true,
};
const evidence: Evidence = { seen, operators: 2, backup: 'taken', lowestFloat: 0n, nowMs };
const confirmation = {
  item: 'of-person',
  confirmedBy: 'Awa Ndiaye',
  word: 'signed 3 November',
  at: new Date(nowMs),
};
const facts: RouteFacts = {
  route: 'WATER',
  goLive,
  evidence,
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
  assert.equal(person?.detail.fr, 'Awa Ndiaye, 2026-11-22: signed 3 November');
});

test('each thing that was not seen is missing, alone', () => {
  for (const sight of sights)
    assert.deepEqual(missing({ evidence: { ...evidence, seen: { ...seen, [sight]: false } } }), [
      `of-${sight}`,
    ]);
  assert.deepEqual(missing({ evidence: { ...evidence, operators: 1 } }), ['two-operators']);
  assert.deepEqual(missing({ evidence: { ...evidence, backup: 'none' } }), ['backup']);
  for (const lowestFloat of [null, -1n])
    assert.deepEqual(missing({ evidence: { ...evidence, lowestFloat } }), ['float']);
  assert.deepEqual(missing({ hasResultWithin: false }), ['result-within']);
  assert.deepEqual(missing({ confirmations: [] }), ['of-person']);
});

test('what was not seen here may be confirmed; a connection test and what holds for every route may not', () => {
  const unseen = { ...evidence, seen: { ...seen, payment: false } };
  const confirmations = [confirmation, { ...confirmation, item: 'of-payment' }];
  assert.deepEqual(missing({ evidence: unseen, confirmations }), []);
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

test('an item of two things is missing while one of them is, and says which', () => {
  const both: GoLiveItem = { id: 'both', text, check: ['collection', 'payout'] };
  const itemOf = (changed: Partial<Evidence['seen']>) =>
    checklistOf({
      ...facts,
      goLive: [both],
      evidence: { ...evidence, seen: { ...seen, ...changed } },
    })[0];
  assert.deepEqual([itemOf({})?.done, itemOf({})?.detail], [true, { fr: 'constaté', en: 'seen' }]);
  const onlyPaidOut = itemOf({ collection: false });
  assert.equal(onlyPaidOut?.done, false);
  assert.match(onlyPaidOut.detail.en, /^no collection has succeeded[^;]*$/);
  assert.match(itemOf({ collection: false, payout: false })?.detail.en ?? '', /; no payout/);
});

test('the backup of another tool is confirmed where PostgreSQL archives, for seven days', () => {
  const told = (daysAgo: number) => ({
    ...confirmation,
    item: 'backup',
    at: new Date(nowMs - daysAgo * dayMs),
  });
  const archiving: Evidence = { ...evidence, backup: 'archiving' };
  assert.deepEqual(missing({ evidence: archiving }), ['backup']);
  const fresh = [confirmation, told(6)];
  assert.deepEqual(missing({ evidence: archiving, confirmations: fresh }), []);
  assert.deepEqual(missing({ evidence: archiving, confirmations: [confirmation, told(8)] }), [
    'backup',
  ]);
  const none: Evidence = { ...evidence, backup: 'none' };
  assert.deepEqual(missing({ evidence: none, confirmations: fresh }), ['backup']);
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
