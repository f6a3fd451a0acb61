// An outage leaves payments without a result; a share of success that leaves them out is wrong in
// the hours in which it matters. The operator's pages take it from one place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

const divides = /succeeded[\s)]*\/\s*[\w(]/;

test('one place divides what succeeded by what is due', () => {
  const found = readSources()
    .filter(({ path }) => /^(portal|gateway|contract)\//.test(path) && !isTest(path))
    .filter(({ path }) => !path.startsWith('portal/dist/'))
    .filter(({ text }) => divides.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found, [
    // A route that health knows nothing of yet.
    'gateway/src/backoffice/overview/http-status.ts',
    // One account's own: it says in words how many of how many completed ones.
    'portal/src/pages/home/today.tsx',
    'portal/src/pages/operator/success-share.ts',
    'portal/src/pages/transactions/account-volume.tsx',
  ]);
});

test('one place decides which operations hang', () => {
  const found = readSources()
    .filter(({ path }) => path.startsWith('gateway/src/') && !isTest(path))
    .filter(({ text }) => /'READY',\s+'PARKED',\s+'SENDING',\s+'ACCEPTED',\s+'UNKNOWN'/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found, [
    // All that have no result, however young.
    'gateway/src/payments/operations/checks-states.ts',
    'gateway/src/payments/operations/queries/hanging.ts',
  ]);
});
