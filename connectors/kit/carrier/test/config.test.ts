// Proves that the fields that every carrier over HTTP has are checked, and what follows from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '@jokko/connectors/kit';
import { carrierCapabilities, carrierFields } from '../config.ts';

const { checkConfig, settings } = fields(carrierFields());

test('the form names every fault at once', () => {
  assert.deepEqual(checkConfig({}), []);
  const faulty = { window: 0, sessions: 1.5, ratePerSec: -1, timeoutMs: 5 };
  assert.deepEqual(
    checkConfig(faulty).map(({ field }) => field),
    Object.keys(faulty),
  );
});

test('a carrier takes whole texts, over four sessions of 64 messages unless configured', () => {
  const read = settings(({ window, sessions, ratePerSec = null }) => ({
    window,
    sessions,
    ratePerSec,
  }));
  assert.deepEqual(carrierCapabilities(read({ ratePerSec: 5 })), {
    splits: false,
    receipts: true,
    binds: 4,
    window: 64,
    ratePerSec: 5,
  });
});
