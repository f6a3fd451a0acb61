// Proves which points of a proof are settled by what is known now.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Proof, ProofPoint } from './proof.ts';
import { stillOpen, type OpenNow } from './still-open.ts';

const from = '2026-01-10T00:00:00.000Z';
const until = '2026-01-11T00:00:00.000Z';
const on = (day: number): Date => new Date(Date.UTC(2026, 0, day, 12));

const nothingOpen: OpenNow = {
  now: on(20),
  unknown: new Map(),
  ordered: new Map(),
  cases: null,
  differences: new Set(),
  statements: new Map([['OM_SN', on(20)]]),
  providers: new Map([['OM_SN XAF', { differs: false, readAt: on(20) }]]),
  checks: { made: 30, broken: [] },
};
const points: ProofPoint[] = [
  { code: 'notChecked', about: null },
  { code: 'broken', about: 'I-01' },
  { code: 'provider', about: 'OM_SN XAF' },
  { code: 'oldReport', about: 'OM_SN XAF' },
  { code: 'statement', about: 'OM_SN' },
  { code: 'differences', about: 'OM_SN' },
  { code: 'unknown', about: 'XAF' },
  { code: 'cases', about: '2' },
  { code: 'ordered', about: 'XAF' },
];
const openOf = (open: Partial<OpenNow>): string[] =>
  stillOpen({ points, from, until } as Proof, { ...nothingOpen, ...open }).map(({ code }) => code);

test('where nothing is open any more, no point is', () => {
  assert.deepEqual(openOf({}), []);
});

test('each point is open for as long as its own matter is', () => {
  const broken = [{ id: 'I-01', statement: 'all', violations: 1 }];
  assert.deepEqual(openOf({ checks: null }), ['notChecked', 'broken']);
  assert.deepEqual(openOf({ checks: { made: 30, broken } }), ['broken']);
  const old = { differs: false, readAt: on(18) };
  assert.deepEqual(openOf({ providers: new Map([['OM_SN XAF', old]]) }), ['oldReport']);
  assert.deepEqual(openOf({ providers: new Map() }), ['provider', 'oldReport']);
  assert.deepEqual(openOf({ statements: new Map() }), ['statement']);
  assert.deepEqual(openOf({ differences: new Set(['OM_SN']) }), ['differences']);
  assert.deepEqual(openOf({ unknown: new Map([['XAF', on(10)]]) }), ['unknown']);
  assert.deepEqual(openOf({ cases: on(10) }), ['cases']);
  assert.deepEqual(openOf({ ordered: new Map([['XAF', on(9)]]) }), ['ordered']);
});

test('what came up later is a matter of later proofs', () => {
  assert.deepEqual(
    openOf({
      unknown: new Map([['XAF', on(11)]]),
      cases: on(11),
      ordered: new Map([['XAF', on(10)]]),
      differences: new Set(['WAVE_SN']),
    }),
    [],
  );
});
