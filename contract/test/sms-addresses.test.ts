// X3: checks which recipients and senders can be used, and in which form.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkSender, readMsisdn } from '../src/index.ts';

const strict = { acceptWithoutPlus: false };
const lenient = { acceptWithoutPlus: true };

describe('X3 readMsisdn', () => {
  it('takes the international form, however it is spaced', () => {
    for (const given of [
      '+221770000001',
      '+221 77 000 00 01',
      '+221.77.000.00.01',
      '+221-77-000-00-01',
      '+221\u00a077\u202f000‑00–01',
      ' +221770000001\t',
      '\u202a+221770000001\u202c',
      '(+221) 77\ufe0d0\u20110000\u200901',
    ]) {
      assert.equal(readMsisdn(given, strict), '221770000001', given);
    }
  });

  it('refuses a number without plus unless the app accepts it', () => {
    for (const given of ['221770000001', '00221770000001', '221 77 000 00 01']) {
      assert.equal(readMsisdn(given, strict), null, given);
      assert.equal(readMsisdn(given, lenient), '221770000001', given);
    }
  });

  it('refuses what is no number', () => {
    for (const given of [
      '',
      '+',
      '+1234567',
      '+1234567890123456',
      '+0221770000001',
      '++221770000001',
      '+221+770000001',
      '+22177000000a',
      '+٢٢١٧٧٠٠٠٠٠٠١',
      '770000001,770000002',
      '0770000001',
      '770000001',
      '000221770000001',
    ]) {
      assert.equal(readMsisdn(given, strict), null, given);
      assert.equal(readMsisdn(given, lenient), null, given);
    }
  });

  it('reads its own answer with a plus, and only digits ever come out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789+ .-x'), maxLength: 24 }),
        fc.boolean(),
        (given, acceptWithoutPlus) => {
          const digits = readMsisdn(given, { acceptWithoutPlus });
          if (digits === null) return;
          assert.match(digits, /^[1-9]\d{7,14}$/);
          assert.equal(readMsisdn(`+${digits}`, strict), digits);
        },
      ),
    );
  });
});

describe('X3 checkSender', () => {
  it('takes names of up to 11 GSM characters with spaces inside', () => {
    for (const sender of [
      'J',
      'JOKKO',
      'Mon Magasin',
      'Café Été',
      'A-1_b!&é',
      '12',
      'Ω Team',
      '+12',
    ]) {
      assert.deepEqual(checkSender(sender), { kind: 'alphanumeric', sender }, sender);
    }
    assert.deepEqual(checkSender('  JOKKO '), { kind: 'alphanumeric', sender: 'JOKKO' });
    assert.deepEqual(checkSender('Cafe\u0301'), { kind: 'alphanumeric', sender: 'Café' });
  });

  it('takes short codes and numbers', () => {
    assert.deepEqual(checkSender('38000'), { kind: 'shortCode', sender: '38000' });
    assert.deepEqual(checkSender('221770000001'), { kind: 'longNumber', sender: '221770000001' });
    assert.deepEqual(checkSender('+221770000001'), { kind: 'longNumber', sender: '221770000001' });
  });

  it('names what is wrong', () => {
    const cases: [sender: string, problem: string][] = [
      ['', 'empty'],
      ['   ', 'empty'],
      ['\u00a0', 'empty'],
      ['Twelve chars', 'tooLong'],
      ['My Company Limited', 'tooLong'],
      ['1234567890123456', 'tooLong'],
      ['€€€€€€', 'tooLong'],
      ['jokko@home', 'forbiddenCharacters'],
      ['Fête', 'forbiddenCharacters'],
      ['Jokko 😀', 'forbiddenCharacters'],
      ['a\nb', 'forbiddenCharacters'],
      ['a\u0000b', 'forbiddenCharacters'],
      ['L’Hotel', 'forbiddenCharacters'],
    ];
    for (const [sender, problem] of cases)
      assert.deepEqual(checkSender(sender), { kind: 'problem', problem }, sender);
  });
});
