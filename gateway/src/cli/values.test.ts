// Checks that a command takes a phone number as the API does, or says that it cannot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './errors.ts';
import { readPhoneNumber } from './values.ts';

test('O1 a command reads a number as the API does', () => {
  for (const [given, digits] of [
    ['+221 77\u2011000\u200905\ufe0d06', '221770000506'],
    ['221770000506', '221770000506'],
    ['\u202a(00221) 770000506\u202c', '221770000506'],
    ['+22997000001', '2290197000001'],
    ['22997000001', '2290197000001'],
    ['+22890123456', '22890123456'],
  ] as const)
    assert.equal(readPhoneNumber(given), digits, given);
});

test('O1 a national number, which a command cannot complete, is refused', () => {
  for (const given of ['770000506', '97000001', '0197000001', '22177000050', '38000', ''])
    assert.throws(() => readPhoneNumber(given), UsageError, given);
});
