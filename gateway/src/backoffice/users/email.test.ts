// Proves that the ways in which people and programs write one e-mail address are one address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailKey } from './email.ts';

test('a domain in its own letters and the same one as mail knows it are one address', () => {
  const key = 'awa@xn--tranga-bva.sn';
  for (const given of [
    'awa@t\u00e9ranga.sn',
    'Awa@T\u00c9RANGA.SN',
    'awa@te\u0301ranga.sn',
    ' awa@XN--TRANGA-BVA.sn ',
    'awa@t\u00e9ranga\u3002sn',
  ])
    assert.equal(emailKey(given), key, given);
  assert.notEqual(emailKey('awa@teranga.sn'), key);
});

test('what stands before the domain stays in its own letters, and so does a domain that is none', () => {
  assert.equal(emailKey('\u00c9mile@x.sn'), '\u00e9mile@x.sn');
  assert.equal(emailKey('a@1.12'), 'a@1.12');
  assert.equal(emailKey('a@xn--\u00e9.sn'), 'a@xn--\u00e9.sn');
});
