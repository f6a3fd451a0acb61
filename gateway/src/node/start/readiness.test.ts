// Proves that readiness says the truth, and says it within a second, whatever does not answer.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { holdClock, type HeldClock } from '../../platform/testing/held-clock.ts';
import { reasonsNotReady } from '../../platform/health/index.ts';
import { ownChecks } from './readiness.ts';
import type { NodeLease } from './leases.ts';

function leaseWith(changes: Partial<NodeLease>): NodeLease {
  return {
    incarnation: 7,
    holds: () => true,
    renewedAt: () => 0,
    renew: () => Promise.resolve('renewed'),
    endOthers: () => Promise.resolve([]),
    nodes: () => [],
    notePeerAddress: () => Promise.resolve(),
    giveUp: () => {},
    release: () => Promise.resolve(),
    ...changes,
  };
}
let clock: HeldClock;
beforeEach(() => (clock = holdClock()));
const reasonsOf = (changes: Partial<NodeLease>): Promise<string[]> =>
  clock.run(() => reasonsNotReady(ownChecks(leaseWith(changes), '/tmp')));
const longAgo = () => -10_000;

test('ready: a write of the last two seconds is enough', async () => {
  const renew = () => Promise.reject(new Error('not asked'));
  assert.deepEqual(await reasonsOf({ renew }), []);
});

test('ready: an older write is made anew', async () => {
  assert.deepEqual(await reasonsOf({ renewedAt: longAgo }), []);
});

test('not ready: the database takes no writes, or refuses the lease', async () => {
  const full = () => Promise.reject(new Error('could not extend file: No space left on device'));
  assert.match(
    String(await reasonsOf({ renewedAt: longAgo, renew: full })),
    /^database: .*No space/,
  );
  assert.deepEqual(
    await reasonsOf({
      renewedAt: longAgo,
      renew: () => Promise.resolve('ended'),
      holds: () => false,
    }),
    ['database: it refuses our lease', 'lease: it is over'],
  );
});

test('not ready: what does not answer is said within a second', async () => {
  const lease = leaseWith({ renewedAt: longAgo, renew: () => new Promise(() => {}) });
  let answered = 0;
  const checks = ownChecks(lease, '/tmp').map(({ name, reason }) => ({
    name,
    reason: async () => {
      const found = await reason();
      answered += 1;
      return found;
    },
  }));
  const reasons = clock.run(() => reasonsNotReady(checks));
  await until('the others have answered', () => answered === 2);
  clock.pass(800);
  assert.deepEqual(await reasons, ['database: no answer in 800 ms']);
});
