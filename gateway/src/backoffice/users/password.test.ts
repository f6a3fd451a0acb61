// S06: which passwords are refused, and how the others are kept.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';

const own = ['fatou.sarr@boutique-ndar.sn', 'Fatou Sarr', 'Boutique Ndar'];

test('common passwords, walks along the keyboard and repetitions are refused', () => {
  const refused =
    `password1234 Password2026! P@ssw0rd2026 motdepasse123 azertyuiop12 qwertyuiop123 123456789012 987654321098 aaaaaaaaaaaa
    abcabcabcabc abababababab 111222333444 dakardakar12 teranga2025! bienvenue2026 iloveyou1234 liverpool2024 poiuytreza1234 abcdefghijkl`.split(
      /\s+/,
    );
  for (const password of refused)
    assert.equal(passwordProblem(password, own), 'commonPassword', password);
});

test('passwords made of one’s own names are refused, unless there is enough besides', () => {
  for (const password of ['fatou.sarr-12', 'BoutiqueNdar1', 'Fatou Sarr 2026'])
    assert.equal(passwordProblem(password, own), 'passwordHoldsName', password);
  assert.equal(passwordProblem('fatou mange des mangues vertes', own), null);
});

test('length is counted in characters', () => {
  assert.equal(passwordProblem('é'.repeat(3) + 'àbcdéfgh', own), 'tooShort');
  assert.equal(passwordProblem('🐘🦁🐊🦒🦓🐆 au parc', own), null);
});

test('good ones are not refused', () => {
  for (const password of [
    'la-teranga-sous-la-pluie',
    'x7#kQ9!mZp2&',
    'un baobab au bord du fleuve',
    'correct mangue pirogue agrafe',
  ]) {
    assert.equal(passwordProblem(password, own), null, password);
  }
});

test('S06: the product, countries, cities, operators, names and years make no password, nor do digits alone', () => {
  const refused = [
    'Jokko-Dakar-2026',
    'Senegal-2026!',
    'Côte d’Ivoire 2025',
    'OrangeMoney@Abidjan25',
    'MobileMoney#1990',
    'Fatou aime Dakar 12',
    'S3n3g4l2026!!',
    '771234567890',
    '01/02/1990-2026',
    'Passer@123456',
    'Alhamdoulillah1',
    'jesusestroi2026',
    'Mouhamadou-1990',
  ];
  for (const password of refused)
    assert.equal(passwordProblem(password, []), 'commonPassword', password);
  assert.equal(passwordProblem('senegal pirogue agrafe', []), null, 'with enough besides');
});

test('S06: a name is found however it is written, short names together, and with common words besides', () => {
  const short = ['a.ba@x.sn', 'Awa Ba', 'Ndar'];
  assert.equal(passwordProblem('awaba2026awaba', short), 'passwordHoldsName');
  assert.equal(passwordProblem('awaba-Senegal-26', short), 'commonPassword');
  assert.equal(passwordProblem('awa mange des mangues vertes', short), null);
  assert.equal(passwordProblem('a b c d 7 8 9 z', short), null, 'spaces are no name');
});

test('the list says its source and licence, and is in the form in which passwords are compared with it', () => {
  const lines = readFileSync(new URL('./common-words.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const words = lines.filter((line) => !line.startsWith('#'));
  assert.match(lines.slice(0, 4).join(' '), /Source: .*Licence: /);
  assert.ok(words.length > 500);
  assert.equal(new Set(words).size, words.length);
  for (const word of words) assert.match(word, /^[a-z]{4,}$/);
});

test('a password is kept as argon2id with a salt of its own; accents typed in another way are the same', async () => {
  const [one, other] = [
    await hashPassword('secret à retenir'),
    await hashPassword('secret à retenir'),
  ];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, other);
  assert.equal(await verifyPassword('secret à retenir', one), true);
  assert.equal(await verifyPassword('secret a\u0300 retenir', one), true);
  assert.equal(await verifyPassword('secret a retenir', one), false);
  assert.equal(await verifyPassword('secret à retenir', null), false);
});
