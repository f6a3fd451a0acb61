// Proves that the fields that every carrier over HTTP has are checked, and what follows from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '@jokko/connectors/kit';
import { carrierCapabilities, carrierFields, carrierSettings } from '../config.ts';

const { checkConfig, settings } = fields(carrierFields());

test('the form names every fault at once', () => {
  assert.deepEqual(checkConfig({}), []);
  const faulty = {
    window: 0,
    sessions: 1.5,
    ratePerSec: -1,
    timeoutMs: 5,
    resendAfterMinutes: 0,
  };
  assert.deepEqual(
    checkConfig(faulty).map(({ field }) => field),
    Object.keys(faulty),
  );
});

test('a carrier takes whole texts, over four sessions of 64 messages, and sends nothing again, unless configured', () => {
  const read = settings(carrierSettings);
  const expected = {
    splits: false,
    receipts: true,
    binds: 4,
    window: 64,
    ratePerSec: 5,
    resendAfterMs: null,
  };
  assert.deepEqual(carrierCapabilities(read({ ratePerSec: 5 })), expected);
  assert.deepEqual(carrierCapabilities(read({ ratePerSec: 5, resendAfterMinutes: 30 })), {
    ...expected,
    resendAfterMs: 1_800_000,
  });
});
