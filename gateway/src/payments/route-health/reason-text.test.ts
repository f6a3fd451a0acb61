// Reasons are told in people's words: a long time in hours and minutes, never in thousands of
// seconds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonText } from './reason-text.ts';
import { noOutcomes, reasonIds, type HealthFigures } from './subject.ts';

const figures: HealthFigures = {
  ...noOutcomes(),
  p50Ms: null,
  p95Ms: 39_118_000,
  usualP95Ms: null,
};

test('how long the oldest waits is told in its two largest units', () => {
  const told = (queueAgeSec: number, language: 'fr' | 'en' = 'fr'): string =>
    reasonText('queue', { ...figures, queued: 2, queueAgeSec }, language);
  assert.equal(told(39_118), '2 en file d’attente, le plus ancien depuis 10 h 52 min');
  assert.equal(told(39_118, 'en'), '2 waiting, the oldest for 10 h 52 min');
  assert.match(told(45), /depuis 45 s$/);
  assert.match(told(60), /depuis 1 min$/);
  assert.match(told(125), /depuis 2 min 5 s$/);
  assert.match(told(187_200), /depuis 2 j 4 h$/);
  assert.match(told(187_200, 'en'), /for 2 d 4 h$/);
});

test('no reason tells a number of seconds with more than three digits', () => {
  for (const reason of reasonIds)
    for (const language of ['fr', 'en'] as const) {
      const text = reasonText(reason, { ...figures, queued: 1, queueAgeSec: 39_118 }, language);
      assert.doesNotMatch(text, /\d{4,}([.,]\d+)? s\b/, `${reason} (${language})`);
    }
});
