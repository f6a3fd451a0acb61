// Proves what a second factor and a proof are asked for: always, or in live mode alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import type { LiveSession } from './caller.ts';
import { refusalOf, type Mode } from './enforce.ts';

type Name =
  | 'POST keys/show'
  | 'POST signing/webhook/show'
  | 'POST signing/webhook/rotate'
  | 'POST signing/hmac';

const developer = (secondFactor: boolean, provedAgoMs = 3_600_000): LiveSession => ({
  id: 1n,
  stage: 'done',
  secondFactor,
  provedAt: new Date(0),
  provedAgoMs,
  proofAsked: false,
  user: {
    id: 1,
    email: 'awa@example.com',
    name: 'Awa',
    language: 'fr',
    theme: 'system',
    timeZone: 'Africa/Dakar',
    totp: secondFactor,
    passkeys: 0,
    recoveryCodesLeft: 0,
  },
  membership: {
    id: 1,
    countries: null,
    side: 'developer',
    role: 'developer',
    accountId: 1,
    accountName: 'Shop',
  },
  suspended: false,
  viewing: null,
});

test('the sandbox shows its secrets without a second factor, live and rehearsal do not', () => {
  const refusals = (name: Name, session: LiveSession) =>
    (['sandbox', 'rehearsal', 'live'] satisfies Mode[]).map((mode) =>
      refusalOf({ name, policy: portalRoutes[name].policy, mode }, session),
    );
  const missing = 'secondFactorMissing';
  for (const name of ['POST keys/show', 'POST signing/webhook/show'] as const) {
    assert.deepEqual(refusals(name, developer(false)), [null, missing, missing]);
    assert.deepEqual(refusals(name, developer(true)), [null, 'stepUpNeeded', 'stepUpNeeded']);
    assert.deepEqual(refusals(name, developer(true, 0)), [null, null, null]);
  }
  for (const name of ['POST signing/webhook/rotate', 'POST signing/hmac'] as const)
    assert.deepEqual(refusals(name, developer(false)), [missing, missing, missing]);
});
