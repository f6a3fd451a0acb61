// Proves what the form of a card takes, and what is wrong with what it does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCard } from './card-form.ts';

const fields = {
  number: '5555 5555-5555 4444',
  expiry: '09/39',
  code: '920',
  first: ' Awa ',
  last: 'Ndiaye',
};

test('a card is read as people and browsers write it', () => {
  const read = readCard(fields, false);
  assert.deepEqual(read, {
    customerFirstName: 'Awa',
    customerLastName: 'Ndiaye',
    cardNumber: '5555555555554444',
    cardExpireMonth: '09',
    cardExpireYear: '39',
    cardCVC: '920',
    cardType: 'MASTERCARD',
  });
  for (const expiry of ['9/39', '09 / 39', '0939', '09-2039', '09/2039'])
    assert.deepEqual(readCard({ ...fields, expiry }, false), read, expiry);
});

test('what is wrong is named; a check digit is asked for outside the sandbox', () => {
  const wrong = [
    [{ number: '5555' }, 'cardNumber'],
    [{ number: `${'5'.repeat(60)}` }, 'cardNumber'],
    [{ number: '5555555555559083' }, 'cardNumber'],
    [{ expiry: '13/39' }, 'cardExpiry'],
    [{ expiry: '' }, 'cardExpiry'],
    [{ code: '12' }, 'cardCode'],
    [{ first: ' ' }, 'cardName'],
    [{ first: '4111111111111111' }, 'cardName'],
    [{ last: 'Ndi\0aye' }, 'cardName'],
    [{ last: 'Ndiaye \ud83d' }, 'cardName'],
    [{ last: 'a'.repeat(65) }, 'cardName'],
  ] as const;
  for (const [members, problem] of wrong)
    assert.equal(readCard({ ...fields, ...members }, false), problem);
  assert.equal(typeof readCard({ ...fields, number: '5555555555559083' }, true), 'object');
});
