// Proves that bank accounts are read with all their check digits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBankNumber } from '../src/index.ts';

/** Examples of the IBAN registry, one for each country of the franc zones, and one elsewhere. */
const examples = [
  ...[
    'SN08SN0100152000048500003035',
    'CI93CI0080111301134291200589',
    'BJ66BJ0610100100144390000769',
    'BF42BF0840101300463574000390',
  ],
  ...[
    'ML13ML0160120102600100668497',
    'TG53TG0090604310346500400070',
    'NE58NE0380100100130305000268',
    'CM2110002000300277976315008',
  ],
  ...[
    'GA2140021010032001890020126',
    'CG3930011000101013451300019',
    'TD8960002000010271091600153',
    'CF4220001000010120069700160',
  ],
  ...['GQ7050002001003715228190196', 'FR1420041010050500013M02606'],
];

test('IBANs and the RIBs inside them are read as people write them', () => {
  for (const iban of examples) {
    const country = iban.slice(0, 2);
    assert.deepEqual(readBankNumber(` ${iban.toLowerCase().replace(/(.{4})/g, '$1 ')}`, country), {
      scheme: 'iban',
      number: iban,
    });
    const rib = iban.slice(4);
    assert.deepEqual(
      readBankNumber(rib, country),
      country === 'FR' ? null : { scheme: 'rib', number: rib },
    );
  }
});

test('one wrong or exchanged digit is seen, in any place of an IBAN and of a RIB', () => {
  for (const iban of examples) {
    const country = iban.slice(0, 2);
    for (const text of [iban, iban.slice(4)]) {
      for (let at = country === text.slice(0, 2) ? 2 : 0; at < text.length; at++) {
        const digit = text[at]!;
        if (!/\d/.test(digit)) continue;
        const wrong = text.slice(0, at) + String((Number(digit) + 1) % 10) + text.slice(at + 1);
        assert.equal(readBankNumber(wrong, country), null, `${text} at ${at}`);
      }
    }
  }
});

test('an account of another country, an IBAN whose RIB is wrong, and nonsense are none', () => {
  assert.equal(readBankNumber('SN08SN0100152000048500003035', 'CI'), null);
  // Right as an IBAN: the key was computed for the wrong RIB.
  const wrongRib = 'SN0100152000048500003036';
  const key =
    98n -
    (BigInt(`${wrongRib}SN00`.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) %
      97n);
  assert.equal(readBankNumber(`SN${String(key).padStart(2, '0')}${wrongRib}`, 'SN'), null);
  for (const text of ['', 'SN', '1'.repeat(24), '=cmd()', 'SN08SN01001520000485000030355'])
    assert.equal(readBankNumber(text, 'SN'), null);
});
