// Proves that what is found has a name that people know, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertRules, alertSubjectName } from '@jokko/contract/portal';
import type { Advice } from '../../platform/health/index.ts';
import { findAlerts, type Readings } from './find.ts';
import type { AlertSettings } from './settings.ts';

const codes: readonly Advice['code'][] = [
  ...(['diskLow', 'recoveryNeeded', 'routesClosed', 'connectionsFull'] as const),
  ...(['longTransaction', 'archiveFailing'] as const),
];
const settings: AlertSettings = {
  rules: alertRules.map((rule) => ({ rule, on: true, severity: 'warning', limit: 1 })),
  floats: [],
  smsBalances: [],
  quiet: null,
  escalateMinutes: null,
  people: [],
  sms: null,
};
const readings: Readings = {
  advice: codes.map((code) => ({ code, about: null })),
  routes: [],
  floats: [],
  carrierBalances: new Map(),
  backlog: { due: 1, lateMs: 7_200_000, abandoned: 0, destinationsAway: 0 },
  aged: 3,
  statements: [],
  unproved: [],
};

test('a subject that is a word of ours is shown as people call it', () => {
  const { findings } = findAlerts(settings, readings);
  assert.equal(findings.length, codes.length + 2);
  for (const { subject } of findings)
    for (const name of alertSubjectName(subject)) assert.notEqual(name, subject, subject);
  assert.deepEqual(alertSubjectName('OPA_SN'), ['OPA_SN', 'OPA_SN']);
});
