// Proves that a form of settings that is older than another's change does not undo it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedSettings, type Settings } from '../src/pages/developers/read-settings.ts';

const shown: Settings = {
  rateLimit: null,
  callbackGraceMs: 1_000,
  language: 'fr',
  mirrorFields: false,
  allowHttpCallbacks: true,
  smsAcceptWithoutPlus: false,
  parksPayouts: true,
  operationMax: 500_000,
};
const form = {
  rateLimit: '',
  operationMax: '500000',
  callbackGraceMs: '1000',
  language: 'fr',
  allowHttpCallbacks: 'on',
  parksPayouts: 'on',
};

test('only what differs from what the form was shown is sent: the largest amount may be another one by now', () => {
  assert.deepEqual(changedSettings(shown, form), {});
  assert.deepEqual(changedSettings(shown, { ...form, language: 'en' }), { language: 'en' });
  const { parksPayouts, ...without } = form;
  assert.equal(parksPayouts, 'on');
  assert.deepEqual(changedSettings(shown, without), { parksPayouts: false });
  assert.deepEqual(changedSettings(shown, { ...form, operationMax: '' }), { operationMax: null });
});
