// Checks to whom an inbound text is addressed, and which texts end or renew consent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testRouting } from './testing.ts';

const shared = testRouting({
  inbound: [
    { number: '40400', app: 'js_test_1' },
    { number: '40400', keyword: 'Été', app: 'js_test_2' },
    { number: '40401', keyword: 'vote', app: 'js_test_3' },
    { number: '40401', keyword: 'quiz', app: 'js_test_a' },
    { number: '40401', keyword: 'jeu', app: 'js_test_a' },
  ],
});

test('a number’s first word decides, else the number alone', () => {
  const appOf = (number: string, text: string) => shared.inboundOf(number, text).apps;
  assert.deepEqual(appOf('40400', 'bonjour'), [1]);
  assert.deepEqual(appOf('40400', ''), [1]);
  assert.deepEqual(appOf('40400', ' été 2027'), [2]);
  assert.deepEqual(appOf('40400', 'e\u0301te\u0301'), [2], 'accents of their own');
  assert.deepEqual(appOf('40401', '"Vote" A'), [3]);
  assert.deepEqual(appOf('40401', 'A vote'), []);
  assert.deepEqual(appOf('40402', 'vote'), []);
  assert.deepEqual(appOf('40401', 'quiz'), [10], 'ids are of base 36');
});

test('the word that chose is told', () => {
  assert.equal(shared.inboundOf('40400', '«été» 2027').keyword, 'été');
  assert.equal(shared.inboundOf('40400', 'bonjour').keyword, null);
});

test('a whole text that is a stop or start word counts, whatever its case and punctuation', () => {
  const consentOf = (text: string) => shared.inboundOf('40400', text).consent;
  for (const text of [
    'STOP',
    ' stop. ',
    '«Arrêt!»',
    'arret',
    'arre\u0302t',
    'Stopper',
    'unsubscribe',
    'DESABO\n',
  ]) {
    assert.equal(consentOf(text), 'stop', text);
  }
  for (const text of ['START', 'reprendre']) assert.equal(consentOf(text), 'start', text);
  for (const text of ['stop by tomorrow', 'nonstop', '', '?', 'oui', 'stop amadou'])
    assert.equal(consentOf(text), null, text);
});

test('a stop word counts with politeness around it, and never inside of a sentence', () => {
  const consentOf = (text: string) => shared.inboundOf('40400', text).consent;
  for (const text of [
    ...['STOP SVP', 'Stop. Merci', 'stop stop STOP!', 'Merci, stop', 'Stop s’il vous plaît'],
    ...[
      'Arrêtez',
      'arretez svp',
      'ARRÊT',
      'ARRET',
      'Désabonner',
      'Stop please, thank you',
      '🛑 STOP',
    ],
  ])
    assert.equal(consentOf(text), 'stop', text);
  for (const text of ['STOP 40400', 'STOP au 40400', 'Bonjour, stop svp', 'STOPP'])
    assert.equal(consentOf(text), 'stop', text);
  for (const text of ['STOP 40401', '40400', 'Bonjour', 'arrêt au marché'])
    assert.equal(consentOf(text), null, `${text}: that is no stop`);
  for (const text of [
    'STOP merci bonne journée',
    'STOP S.V.P.',
    's.t.o.p svp',
    'Stop les messages',
  ])
    assert.equal(consentOf(text), 'stop', text);
  for (const text of ['STOP VOTRE PUB', 'Stop cette pub', 'stop aux sms', 'STOP tous les SMS'])
    assert.equal(consentOf(text), 'stop', text);
  for (const text of ['STOP S V P', 'STOP S. V. P.', 'Je me désabonne', 'bàyyi ma'])
    assert.equal(consentOf(text), 'stop', text);
  for (const text of ['Arrêter vos pubs', 'stop la pub', 'Bàyyileen ma'])
    assert.equal(consentOf(text), 'stop', text);
  assert.equal(consentOf('Reprendre SVP'), 'start');
  for (const text of [
    ...['Merci', 'svp', 'Le bus ne stop pas ici', 'arrêt de bus SVP', 'Stop talking', 'no stop'],
    ...['Je ne me désabonne pas', 'Ne pas arrêter', 'STOP START', 'stop demain merci', "L'arrêt"],
  ])
    assert.equal(consentOf(text), null, text);
});

test('a keyword is never taken for politeness', () => {
  const routing = testRouting({
    inbound: [
      { number: '40400', app: 'js_test_1' },
      { number: '40400', keyword: 'MERCI', app: 'js_test_2' },
    ],
  });
  assert.deepEqual(routing.inboundOf('40400', 'stop merci svp').apps, [2]);
  assert.deepEqual(routing.inboundOf('40400', 'merci').apps, [2]);
});

test('on a shared number STOP with a keyword is for that app, STOP alone for all of them', () => {
  const read = (text: string) => shared.inboundOf('40401', text);
  for (const text of ['STOP vote', 'Vote stop', ' "stop" - VOTE.'])
    assert.deepEqual(
      { ...read(text), keyword: read(text).keyword?.toLowerCase() },
      { apps: [3], keyword: 'vote', consent: 'stop' },
      text,
    );
  assert.deepEqual(read('start quiz'), { apps: [10], keyword: 'quiz', consent: 'start' });
  assert.deepEqual(read('STOP'), { apps: [3, 10], keyword: null, consent: 'stop' });
  assert.deepEqual(read('start'), { apps: [3, 10], keyword: null, consent: 'start' });
  assert.deepEqual(shared.inboundOf('40400', 'stop').apps, [1, 2]);
  assert.deepEqual(shared.inboundOf('40402', 'stop'), { apps: [], keyword: null, consent: 'stop' });
});

test('an operator’s own words replace the usual ones', () => {
  const routing = testRouting({ stopWords: ['FIN'], startWords: [] });
  const consentOf = (text: string) => routing.inboundOf('40400', text).consent;
  assert.deepEqual([consentOf('fin'), consentOf('stop'), consentOf('start')], ['stop', null, null]);
});

test('the words that an installation comes with are the usual ones, also where an earlier release wrote them down', () => {
  const shipped = readFileSync(new URL('./default-routing.json', import.meta.url), 'utf8');
  const { stopWords, startWords } = JSON.parse(shipped) as Record<string, unknown>;
  assert.deepEqual([stopWords, startWords], [undefined, undefined]);
  const earlier = ['STOP', 'ARRET', 'ARRÊT', 'STOPPER', 'UNSUBSCRIBE', 'DESABO'];
  const routing = testRouting({ stopWords: earlier, startWords: ['START', 'REPRENDRE'] });
  assert.equal(routing.inboundOf('40400', 'Arrêtez').consent, 'stop');
});

test('a stop word is heard however a phone writes it, spelled, and with the messages it ends', () => {
  const consentOf = (text: string) => shared.inboundOf('40400', text).consent;
  for (const text of [
    ...[
      'ＳＴＯＰ',
      'ST\u00adOP',
      '\u200bstop\u200f',
      'S.T.O.P',
      's t o p',
      'ARR\uff25T',
      'STOP\ufe0f',
    ],
    ...[
      'STOP SMS',
      'Stop pub',
      'arrêt messages svp',
      'STOP ALL',
      'Opt-out',
      'STOP TOUT',
      'OPT OUT',
    ],
    ...['Désinscription', 'Désabonnez-moi', 'Stop merci beaucoup', 'arretter', 'Bàyyil', 'TAXAWAL'],
  ])
    assert.equal(consentOf(text), 'stop', text);
  for (const text of [
    'SMS',
    'pub svp',
    'tout',
    'non',
    'annuler',
    'S M S',
    'stop 36111',
    'stop ici',
  ])
    assert.equal(consentOf(text), null, text);
});

test('a hostile text is read as any other', () => {
  for (const unit of ['?', '\u0301', ' ', 'a', '\u0301\u0316'])
    for (const start of [unit, `STOP${unit}`]) {
      const read = shared.inboundOf('40400', `${start}${unit.repeat(2_000)}x`);
      assert.deepEqual(read, { apps: [1], keyword: null, consent: null }, JSON.stringify(start));
    }
});
