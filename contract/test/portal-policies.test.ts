// Proves that nobody's access to the portal changes unnoticed. The policies of the table of routes
// are compared with the list in portal-policies.txt: the matrix of the gateway
// (node/portal/matrix.test.ts) proves that a policy is enforced, not that it is the right one.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { portalRoutes } from '../src/portal/index.ts';
import type { Policy, PortalRoute } from '../src/portal/index.ts';

const listed = readFileSync(new URL('portal-policies.txt', import.meta.url), 'utf8');

/** A policy in one line: who, how far signed in, and what else it says. */
function lineOf(policy: Policy): string {
  if (policy.side === 'public') return `anybody | bound by ${policy.bound}`;
  const { secondFactor, stepUp, side, developer, operator, ...rest } = {
    developer: [],
    operator: [],
    ...policy,
  };
  const who = [
    ...(side === 'user' ? ['every user'] : []),
    ...(developer.length > 0 ? [`developer: ${developer.join(', ')}`] : []),
    ...(operator.length > 0 ? [`operator: ${operator.join(', ')}`] : []),
  ];
  return [
    who.join('; '),
    secondFactor,
    ...(stepUp > 0 ? [`proof within ${stepUp} min`] : []),
    ...Object.entries(rest)
      .map(([name, value]) => (value === true ? name : `${name} ${value}`))
      .toSorted(),
  ].join(' | ');
}

test('each route of the portal is open to those, and only those, whom the list names', () => {
  const namesOf = new Map<string, string[]>();
  for (const [name, { policy }] of Object.entries<PortalRoute>(portalRoutes)) {
    const line = lineOf(policy);
    namesOf.set(line, [...(namesOf.get(line) ?? []), name]);
  }
  const groups = [...namesOf]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([line, names]) => [line, ...names.toSorted().map((name) => `  ${name}`), ''].join('\n'));
  assert.deepEqual(
    groups.join('\n').split('\n'),
    listed.split('\n'),
    'A policy changed. Where that is intended, change portal-policies.txt in the same commit.',
  );
});
