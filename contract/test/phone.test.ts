// Proves that every spelling of a phone number yields one E.164 form, and that an impossible
// number is rejected.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { bankNumberText, countryPlans, normalisePhone, phoneText } from '../src/index.ts';
import type { PlannedCountry } from '../src/index.ts';

const countries = Object.keys(countryPlans) as PlannedCountry[];

/** A possible national number of a country. */
function localNumber(country: PlannedCountry): fc.Arbitrary<string> {
  const { localDigits, zeroFirst } = countryPlans[country];
  const digit = fc.integer({ min: 0, max: 9 });
  return fc.array(digit, { minLength: localDigits, maxLength: localDigits }).map((digits) => {
    const text = digits.join('');
    if (country === 'BJ') return `01${text.slice(2)}`;
    return !zeroFirst && text.startsWith('0') ? `7${text.slice(1)}` : text;
  });
}

const anyNumber = fc
  .constantFrom(...countries)
  .chain((country) => localNumber(country).map((local) => ({ country, local })));

/** Puts separators between the digits. */
function spread(text: string, separators: readonly string[]): string {
  return [...text]
    .map((character, index) => character + (separators[index % separators.length] ?? ''))
    .join('');
}

describe('O1 normalisePhone', () => {
  it('reads local digits, 221…, +221… and 00221… as one number', () => {
    fc.assert(
      fc.property(
        anyNumber,
        fc.array(fc.constantFrom('', ' ', '.', '-'), { minLength: 1, maxLength: 4 }),
        ({ country, local }, separators) => {
          const code = countryPlans[country].callingCode;
          const expected = `+${code}${local}`;
          for (const spelling of [local, code + local, `+${code}${local}`, `00${code}${local}`]) {
            // Digits of Côte d'Ivoire may begin with 00225 by themselves only in numbers of 10
            // digits, which are read as local.
            assert.equal(normalisePhone(spread(spelling, separators), country), expected, spelling);
          }
        },
      ),
    );
  });

  it('takes out whatever stands between digits, seen or not, and keeps what has a meaning', () => {
    const between = [
      ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200c\u200d\u200e\u200f\u061c\u2060\ufeff\u00ad\u034f',
      ...'\ufe00\ufe0d\ufe0e\ufe0f\u180b\u3164\u{e0100}\u{e0001}',
      ...'\t\n\u0085\u00a0\u1680\u2000\u2007\u2009\u200a\u202f\u205f\u3000',
      ...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d.()',
    ];
    for (const mark of between)
      for (const spelling of [`+221${mark}77${mark}0000001${mark}`, `${mark}770000${mark}001`]) {
        const name = `${mark.codePointAt(0)?.toString(16)} ${spelling}`;
        assert.equal(normalisePhone(spelling, 'SN'), '+221770000001', name);
      }
    // The plus of East Asian keyboards, and the small one.
    for (const plus of ['\uff0b', '\ufe62'])
      assert.equal(normalisePhone(`${plus}221 77 000 00 01`, 'SN'), '+221770000001');
    for (const mark of ["'", '/', ',', ';', '+', '*', '#', 'x', '_', '٠', '０', 'tel:'])
      for (const spelling of [`77${mark}0000001`, `${mark}770000001${mark}`])
        assert.equal(normalisePhone(spelling, 'SN'), null, spelling);
  });

  it('reads the number of a link that was copied, and no other word before one', () => {
    for (const text of ['tel:+221770000001', 'Tel: 77 000 00 01', '\u00a0TEL:00221770000001'])
      assert.equal(normalisePhone(text, 'SN'), '+221770000001', text);
    for (const text of ['whatsapp:+221770000001', 'tél:770000001', 'tel:tel:770000001', 'tel:'])
      assert.equal(normalisePhone(text, 'SN'), null, text);
  });

  it('refuses a zero in parentheses, which is dialled in some countries and not in others', () => {
    for (const given of ['+221 (0)77 000 00 01', '+33 (0)6 12 34 56 78', '0033 ( 0 ) 612345678'])
      assert.equal(normalisePhone(given, 'SN', { countryCodeRequired: true }), null, given);
    assert.equal(normalisePhone('(07) 00 00 00 01', 'CI'), '+2250700000001');
  });

  it('refuses a number with a fraction, whose zero would complete one that lost its first digit', () => {
    for (const [given, country] of [
      ['707070707.0', 'CI'],
      ['70 707 0707.0 ', 'CI'],
      ['7070707.000', 'CI'],
      ['77000050.0', 'SN'],
      ['7000000.0', 'ML'],
      ['+22177000050.0', 'SN'],
      ['77000050\uff0e0', 'SN'],
    ] as const)
      assert.equal(normalisePhone(given, country), null, given);
    for (const given of ['77.000.05.06', '+221.770000506', '77 000 05.06', '221.77.000.05.06'])
      assert.equal(normalisePhone(given, 'SN'), '+221770000506', given);
  });
  it('reads as libphonenumber does, wherever that finds a number of the country', () => {
    const examples = { SN: '701234567', CI: '0123456789', ML: '65012345', BF: '70123456' } as const;
    for (const [country, local] of Object.entries(examples)) {
      const code = countryPlans[country as PlannedCountry].callingCode;
      for (const form of [local, `+${code}${local}`, `00${code}${local}`]) {
        const oracle = parsePhoneNumberFromString(form, country as CountryCode)?.number;
        assert.equal(normalisePhone(form, country), oracle, form);
      }
    }
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789+ .-'), maxLength: 20 }),
        fc.constantFrom(...countries),
        (given, country) => {
          const once = normalisePhone(given, country);
          if (once === null) return;
          assert.match(once, /^\+[1-9]\d{7,14}$/);
          assert.equal(normalisePhone(once, country), once);
        },
      ),
    );
  });

  it('gives old numbers of Benin their prefix', () => {
    for (const spelling of [
      '97000001',
      '22997000001',
      '+229 97 00 00 01',
      '0022997000001',
      '0197000001',
      '+2290197000001',
    ]) {
      assert.equal(normalisePhone(spelling, 'BJ'), '+2290197000001', spelling);
    }
    assert.equal(normalisePhone('0297000001', 'BJ'), null);
  });

  it('refuses what is no number of the country', () => {
    const impossible = [
      '',
      '+',
      '77',
      '7700000',
      '7700000011',
      '+225770000001',
      '+33612345678',
      '770000001a',
      '77000000１',
      '++221770000001',
      '+22177000000',
      '070000001',
      "77'0000001",
    ];
    for (const given of impossible) assert.equal(normalisePhone(given, 'SN'), null, given);
  });

  it('needs the country code for card and chat, with or without plus', () => {
    const options = { countryCodeRequired: true };
    assert.equal(normalisePhone('221770000001', '', options), '+221770000001');
    assert.equal(normalisePhone('+221770000001', '', options), '+221770000001');
    assert.equal(normalisePhone('00225 0700000001', '', options), '+2250700000001');
    assert.equal(normalisePhone('+33 6 12 34 56 78', '', options), '+33612345678');
    assert.equal(normalisePhone('33612345678', '', options), null);
    assert.equal(normalisePhone('770000001', '', options), null);
    assert.equal(normalisePhone('770000001', 'SN', options), null);
    assert.equal(normalisePhone('+22177000000', '', options), null);
    assert.equal(normalisePhone('+1234567890123456', '', options), null);
  });

  it('reads only E.164 with plus for a country without a plan', () => {
    assert.equal(normalisePhone('+2348012345678', 'NG'), '+2348012345678');
    assert.equal(normalisePhone('08012345678', 'NG'), null);
    assert.equal(normalisePhone('+221770000001', 'toString'), '+221770000001');
  });
});

it('O1 a text that is too long for a number is not searched for one', () => {
  const behind = (length: number) => '771234567'.padStart(length, ' ');
  assert.equal(phoneText(behind(256)), '771234567');
  assert.equal(phoneText(behind(257)), behind(257));
  assert.equal(normalisePhone(behind(257), 'SN'), null);
  assert.equal(bankNumberText(behind(256)), '771234567');
  assert.equal(bankNumberText(behind(257)), behind(257));
});
