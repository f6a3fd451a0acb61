// Proves that the first secret of a route that ends is measured, and that an operator is warned a
// month before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigField } from '@jokko/connectors/kit';
import { createMetrics } from '../../platform/metrics.ts';
import { declareCatalogueMetrics } from './metrics.ts';
import { expiringSecrets } from './route-expiries.ts';
import type { Catalogue } from './service.ts';

const label = { fr: 'x', en: 'x' };
const date = { type: 'text', label, required: false, expiry: 'date' } as const;
const configForm: ConfigField[] = [
  { ...date, name: 'tokenUntil' },
  { ...date, name: 'userUntil' },
];
const connectors = { dated: { configForm, checkConfig: () => [] } };
const route = (name: string, config: object) => ({ name, connector: 'dated', config });
const catalogue = {
  routes: [
    route('FIRST', { tokenUntil: '2027-06-30', userUntil: '2026-12-01' }),
    route('LATER', { tokenUntil: '2027-06-30' }),
    route('NEVER', {}),
  ],
} as unknown as Catalogue;
const nowMs = Date.parse('2026-11-22T00:00:00Z');

test('within 30 days the operator is warned, by route, field and last day', () => {
  assert.deepEqual(expiringSecrets(catalogue, connectors, nowMs), ['FIRST userUntil 2026-12-01']);
  const beforeMs = Date.parse('2026-11-01T00:00:00Z');
  assert.deepEqual(expiringSecrets(catalogue, connectors, beforeMs), []);
});

test('the metric counts down to the first of each route', async () => {
  const metrics = createMetrics();
  declareCatalogueMetrics(metrics, {
    catalogue: () => catalogue,
    connectors,
    wallNow: () => nowMs,
  });
  const { text } = await metrics.render();
  const read = (name: string): string | undefined =>
    new RegExp(`jokko_route_secret_expires_seconds\\{route="${name}"\\} (\\S+)`).exec(text)?.[1];
  assert.deepEqual([read('FIRST'), read('NEVER')], [String(10 * 86_400), undefined]);
  assert.ok(Number(read('LATER')) > 100 * 86_400);
});
