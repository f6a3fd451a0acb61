// Checks which characters are replaced so that a text stays in the GSM alphabet, and when they are
// left alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { segmentText } from '../src/index.ts';

describe('SMS: replacements', () => {
  it('always replaces what is invisible or typographic', () => {
    const { encoding, text, replaced } = segmentText(
      '\ufeffL’“été” – 1\u202f000\u00a0F\t… a\u200bb`',
      { transliterate: false },
    );
    assert.equal(encoding, 'gsm7');
    assert.equal(text, `L'"été" - 1 000 F ... ab'`);
    assert.deepEqual(replaced.slice(0, 3), [
      { from: '\ufeff', to: '', count: 1 },
      { from: '’', to: "'", count: 1 },
      { from: '“', to: '"', count: 1 },
    ]);
  });

  it('replaces letters only where the sender agreed', () => {
    const text = 'Reçu : fête à l’hôtel, cœur, Noël, août, île, naïf, « À bientôt » ÈÊ Œ N° 12';
    const plain = segmentText(text, { transliterate: false });
    assert.deepEqual([plain.encoding, plain.text, plain.replaced.length], ['ucs2', text, 0]);
    const mapped = segmentText(text, { transliterate: true });
    assert.equal(mapped.encoding, 'gsm7');
    assert.equal(
      mapped.text,
      `Recu : fete à l'hotel, coeur, Noel, aout, ile, naif, " A bientot " EE OE No 12`,
    );
    assert.deepEqual(
      mapped.replaced.find(({ from }) => from === 'ô'),
      { from: 'ô', to: 'o', count: 2 },
    );
  });

  it('keeps a French text of 150 letters in one part instead of three', () => {
    const text =
      'Chère cliente, votre reçu n° 1234 d’août est prêt. Venez le chercher à l’hôtel « Le Fleuve », où la fête bat son plein. À très bientôt, l’équipe';
    assert.equal(segmentText(text, { transliterate: true }).parts.length, 1);
    assert.equal(segmentText(text, { transliterate: false }).parts.length, 3);
  });

  it('knows the letters of West African languages, with tone marks', () => {
    assert.equal(
      segmentText('I ni sɔgɔma, Ɲɛnɛ! Ŋ́ bɛ́ Ɓamako ɗo, ƙasa Ɔ', { transliterate: true }).text,
      'I ni sogoma, Nene! N be Bamako do, kasa O',
    );
  });

  it('leaves every letter as it is when one character has no stand-in', () => {
    for (const odd of ['😀', 'я', '½', '30°', '²']) {
      const text = `Fête ’ œ ${odd}`;
      const result = segmentText(text, { transliterate: true });
      assert.deepEqual([result.encoding, result.text, result.replaced], ['ucs2', text, []], odd);
    }
  });

  it('never makes a question mark', () => {
    for (let point = 0; point <= 0x2ffff; point++) {
      if (point === 0x3f || (point >= 0xd800 && point <= 0xdfff)) continue;
      const { text } = segmentText(String.fromCodePoint(point), { transliterate: true });
      assert.ok(!text.includes('?'), `U+${point.toString(16)}`);
    }
  });
});
