// Checks that the letters of the languages of the coast become the ASCII letters that stand for them,
// small and capital: a letter that is not known would go from a payee's name, or refuse it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAsciiLetters } from '@jokko/contract';

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
