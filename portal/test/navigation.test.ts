// The operator's menu: what is always seen fits on a screen, each entry has a name of its own, and
// no page has left it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { navigation, navigationMessages, unfoldedMax } from '../src/layout/navigation.ts';

const groupsOf = navigation.operator;
const items = groupsOf.flatMap((group) => group.items);

test('twelve entries of the operator at most are never folded', () => {
  const always = groupsOf.filter(({ group }) => group === null).flatMap((group) => group.items);
  assert.ok(always.length <= unfoldedMax && unfoldedMax <= 12, `${always.length} entries`);
});

test('no two entries of a side have one name', () => {
  for (const side of ['developer', 'operator'] as const)
    for (const language of [0, 1] as const) {
      const names = navigation[side].flatMap((group) =>
        group.items.map(({ label }) => navigationMessages[label][language]),
      );
      assert.equal(new Set(names).size, names.length, names.join());
    }
});

test('the bell is that of the notices alone', () => {
  assert.deepEqual(
    items.filter(({ icon }) => icon === 'bell'),
    [],
  );
});

test('each section of the operator is in the menu once', () => {
  assert.deepEqual(items.map(({ to }) => to).toSorted(), [
    '/',
    '/alerts',
    '/all-payouts',
    '/all-sms',
    '/approvals',
    '/audit',
    '/blacklist',
    '/cases',
    '/catalogue',
    '/claim-queue',
    '/connectors',
    '/destination-queues',
    '/developers',
    '/error-texts',
    '/floats',
    '/health',
    '/incidents',
    '/morning-proofs',
    '/overview',
    '/price-plans',
    '/provider-inbox',
    '/reconciliation',
    '/report-schedules',
    '/revenue',
    '/routes',
    '/service-health',
    '/service-requests',
    '/settlement-queue',
    '/sms-routing',
    '/team',
    '/transactions',
  ]);
});
