// Checks that the letters of the languages of the coast become the ASCII letters that stand for
// them, small and capital: a letter that is not known would go from a payee's name, or refuse it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { segmentText, toAsciiLetters } from '@jokko/contract';

/** The alphabets beyond a to z, small letters, with what CLDR's Latin-ASCII makes of them. */
const alphabets = {
  Pulaar: ['ɓ b', 'ɗ d', 'ŋ n', 'ñ n', 'ƴ y'],
  Wolof: ['à a', 'é e', 'ë e', 'ñ n', 'ŋ n', 'ó o'],
  Hausa: ['ɓ b', 'ɗ d', 'ƙ k', 'ƴ y'],
  Bambara: ['ɛ e', 'ɔ o', 'ɲ n', 'ŋ n'],
  Ewe: ['ɖ d', 'ɛ e', 'ƒ f', 'ɣ g', 'ŋ n', 'ɔ o', 'ʋ v', 'ã a'],
  Fon: ['ɖ d', 'ɛ e', 'ɔ o', 'ɔ̀ o'],
  Yoruba: ['ẹ e', 'ọ o', 'ṣ s', 'ẹ́ e'],
  Serer: ['ƭ t', 'ƈ c', 'ƥ p', 'ɓ b'],
  Bassa: ['ɓ b', 'ɛ e', 'ɔ o', 'ŋ n', 'ə e'],
  French: ['œ oe', 'æ ae', 'ç c', 'ÿ y', 'ﬁ fi'],
} as const;

for (const [language, letters] of Object.entries(alphabets))
  test(`each letter of ${language} has its letters in ASCII`, () => {
    for (const row of letters) {
      const [letter = '', ascii = ''] = row.split(' ');
      for (const form of ['NFC', 'NFD'] as const)
        assert.deepEqual(
          toAsciiLetters(`x${letter.normalize(form)}x`),
          { text: `x${ascii}x`, lost: [] },
          letter,
        );
      const capital = letter.toUpperCase();
      const { text, lost } = toAsciiLetters(capital);
      assert.deepEqual([text.toUpperCase(), lost], [ascii.toUpperCase(), []], capital);
    }
  });

/**
 * Letters of the Latin blocks up to Extended-B for which CLDR has nothing: clicks, tones, letters
 * of old scripts.
 */
const withoutStandIn = new Set('ƄƅƍƔƛƜƦƧƨƪƷƸƹƺƻƼƽƾƿǀǁǂǃǮǯǷȜȝȢȣɁɂɅ');

test('each Latin letter up to Extended-B, and those of later blocks that CLDR has, becomes ASCII', () => {
  const lost: string[] = [];
  for (let code = 0xc0; code < 0x250; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!/\p{Script=Latin}/u.test(letter) || withoutStandIn.has(letter)) continue;
    if (toAsciiLetters(letter).lost.length > 0) lost.push(letter);
  }
  assert.deepEqual(lost, []);
  for (const [letters, ascii] of [
    ['Ƶenɏatta ŉdiaye', "Zenyatta 'ndiaye"],
    ['ǄǇǌ ﬁ ɡ ʂ Ɀ ꞇ ẝ', 'DZLJnj fi g s Z t s'],
    ['Ｄｉａｌｌｏ', 'Diallo'],
    // Catalan: the dot of the one letter is none of the name's.
    ['Coŀlell COĿLELL', 'Collell COLLELL'],
  ] as const)
    assert.deepEqual(toAsciiLetters(letters), { text: ascii, lost: [] });
});

test('an SMS has the same letters', () => {
  for (const [given, gsm] of [
    ['Ƶ Ɏ ŉ ǆ', "Z Y 'n dz"],
    ['Ａwa ﬁn', 'Awa fin'],
    ['Coŀlell ĿL', 'Collell LL'],
  ] as const)
    assert.equal(segmentText(given, { transliterate: true }).text, gsm);
  // A sign says something else by its letters.
  assert.equal(segmentText('m² ½', { transliterate: true }).encoding, 'ucs2');
});
