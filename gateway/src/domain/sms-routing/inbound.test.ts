// Whom is an inbound text for, and which texts end or renew a consent?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRouting } from './testing.ts';

test('a number’s first word decides, else the number alone', () => {
  const routing = testRouting({
    inbound: [
      { number: '40400', app: 1 },
      { number: '40400', keyword: 'Été', app: 2 },
      { number: '40401', keyword: 'vote', app: 3 },
    ],
  });
  assert.equal(routing.appOf('40400', 'bonjour'), 1);
  assert.equal(routing.appOf('40400', ''), 1);
  assert.equal(routing.appOf('40400', ' été 2027'), 2);
  assert.equal(routing.appOf('40400', 'e\u0301te\u0301'), 2, 'accents of their own');
  assert.equal(routing.appOf('40401', '"Vote" A'), 3);
  assert.equal(routing.appOf('40401', 'A vote'), null);
  assert.equal(routing.appOf('40402', 'vote'), null);
});

test('a whole text that is a stop or start word counts, whatever its case and punctuation', () => {
  const { consentOf } = testRouting();
  for (const text of ['STOP', ' stop. ', '«Arrêt!»', 'arret', 'arre\u0302t', 'Stopper', 'unsubscribe', 'DESABO\n']) {
    assert.equal(consentOf(text), 'stop', text);
  }
  for (const text of ['START', 'reprendre']) assert.equal(consentOf(text), 'start', text);
  for (const text of ['stop by tomorrow', 'nonstop', '', '?', 'oui', 'STOP STOP']) assert.equal(consentOf(text), null, text);
});

test('an operator’s own words replace the usual ones', () => {
  const { consentOf } = testRouting({ stopWords: ['FIN'], startWords: [] });
  assert.deepEqual([consentOf('fin'), consentOf('stop'), consentOf('start')], ['stop', null, null]);
});
