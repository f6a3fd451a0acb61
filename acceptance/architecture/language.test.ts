// Keeps one place that knows in which language somebody is answered of whom no account is known
// (visitor-language.ts): whoever names the language of all of them answers a developer in one that
// they have not asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

/**
 * A page offers a choice of its own first; that of a payer is in the language of their merchant.
 */
const choosing = [
  'gateway/src/payments/checkouts/http-pay-page.ts',
  'gateway/src/payments/payment-links/http-link-page.ts',
  'gateway/src/payments/payment-pages/http-pages.ts',
  'gateway/src/platform/http/pages/http-docs.ts',
  'gateway/src/platform/http/visitor-language.ts',
];

test('H7 the language of callers without an account is known in one place', () => {
  const naming = readSources()
    .filter(({ path }) => path.startsWith('gateway/src/') && path.endsWith('.ts') && !isTest(path))
    .filter(({ text }) => /\bdefaultLanguage\b/.test(text));
  assert.deepEqual(naming.map(({ path }) => path).toSorted(), choosing);
});
