// Checks that an unusable configuration is reported field by field, and what each product allows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mtnMomoConnector } from '../index.ts';
import type { MtnMomoConfig } from '../index.ts';
import { liveConfig } from './scripted.ts';

const problemsOf = (change: Partial<MtnMomoConfig>): string[] =>
  mtnMomoConnector.checkConfig({ ...liveConfig, ...change }).map(({ field }) => field);

const none = { collectionKey: '', collectionUser: '', collectionSecret: '' };
const noPayouts = { disbursementKey: '', disbursementUser: '', disbursementSecret: '' };

test('each fault is named by its field, all at once', () => {
  assert.deepEqual(problemsOf({}), []);
  assert.deepEqual(problemsOf({ baseUrl: 'ftp://x', targetEnvironment: 'Côte', timeoutMs: 1.5 }), [
    'baseUrl',
    'targetEnvironment',
    'timeoutMs',
  ]);
  assert.deepEqual(problemsOf({ ...none, ...noPayouts }), ['collectionKey']);
  assert.deepEqual(problemsOf({ collectionSecret: '' }), ['collectionSecret']);
  assert.deepEqual(problemsOf({ disbursementUser: 'me' }), ['disbursementUser']);
  assert.deepEqual(problemsOf({ message: 'L’achat' }), ['message']);
  assert.deepEqual(problemsOf({ ratePerSec: 0 }), ['ratePerSec']);
});

test('an account without a product neither does what it does nor refunds', () => {
  const of = (change: Partial<MtnMomoConfig>) => {
    const { operations, refund } = mtnMomoConnector.capabilities({ ...liveConfig, ...change });
    return [operations, refund];
  };
  assert.deepEqual(of({}), [['collect', 'payout'], 'full']);
  assert.deepEqual(of(noPayouts), [['collect'], 'none']);
  assert.deepEqual(of(none), [['payout'], 'none']);
});
