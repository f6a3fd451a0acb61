// Proves that every failure is explained, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorClasses } from '@jokko/contract';
import { adviceFor } from './advice.ts';

test('every class, status and phase has a sentence of its own in both languages', () => {
  const failures = [
    ...errorClasses.map((errorClass) => ({
      errorClass,
      httpStatus: null,
      timeoutPhase: null,
      pinSeen: 'x',
    })),
    { errorClass: 'pin_mismatch' as const, httpStatus: null, timeoutPhase: null, pinSeen: null },
    ...[201, 204, 400, 401, 403, 404, 405, 413, 415, 418, 429, 500, 503].map((httpStatus) => ({
      errorClass: 'http_status' as const,
      httpStatus,
      timeoutPhase: null,
      pinSeen: null,
    })),
    ...['connect', 'tls', 'body'].map((timeoutPhase) => ({
      errorClass: 'timeout' as const,
      httpStatus: null,
      timeoutPhase,
      pinSeen: null,
    })),
  ];
  const reported = failures.map(adviceFor);
  for (const { en, fr } of reported) {
    assert.ok(en.length > 20 && fr.length > 20 && en !== fr);
    assert.doesNotMatch(en + fr, /undefined|null/);
  }
  assert.equal(new Set(reported.map(({ en }) => en)).size, reported.length);
  assert.equal(new Set(reported.map(({ fr }) => fr)).size, reported.length);
});

test('C4 a status that others take for success is told plainly', () => {
  const { en, fr } = adviceFor({
    errorClass: 'http_status',
    httpStatus: 204,
    timeoutPhase: null,
    pinSeen: null,
  });
  assert.equal(en, 'Your server answered 204. Callbacks must be answered with 200.');
  assert.match(fr, /^Votre serveur a répondu 204/);
});
