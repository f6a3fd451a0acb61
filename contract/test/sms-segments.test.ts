// Proves that a text is sent in the fewest parts possible, without a letter lost. Counts are
// compared with another implementation.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import {
  charactersOutsideGsm,
  proposeGsm,
  decodeGsm7,
  decodeUcs2,
  encodeGsm7,
  encodeUcs2,
  isGsmText,
  segmentText,
  smsPartLimits,
} from '../src/index.ts';
import type { SegmentedText } from '../src/index.ts';
import { anyCharacter } from './any-character.ts';

const gsmCharacters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\f^{}\\[~]|€';
const gsmText = fc.string({ unit: fc.constantFrom(...gsmCharacters), maxLength: 700 });
const anyText = fc.oneof(
  gsmText,
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'ê',
      'œ',
      '’',
      '\u202f',
      'e\u0301',
      'ɛ̀',
      '👨‍👩‍👧‍👦',
      '🇸🇳',
      '1️⃣',
      '👍🏿',
      '\r\n',
      '€',
      'क्षि',
    ),
    maxLength: 200,
  }),
);

function septets(text: string): number {
  return encodeGsm7(text).length;
}

function unitsOf(result: SegmentedText, text: string): number {
  return result.encoding === 'gsm7' ? septets(text) : text.length;
}

describe('SMS: the alphabets', () => {
  it('knows exactly the characters of the two tables', () => {
    const known = new Set(gsmCharacters);
    assert.equal(known.size, 127 + 10);
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      assert.equal(isGsmText(character), known.has(character), `U+${unit.toString(16)}`);
    }
  });

  it('writes the codes of 3GPP TS 23.038', () => {
    assert.deepEqual(
      [...encodeGsm7('@£ÇΔ é0Az¡¿à')],
      [0x00, 0x01, 0x09, 0x10, 0x20, 0x05, 0x30, 0x41, 0x7a, 0x40, 0x60, 0x7f],
    );
    assert.deepEqual([...encodeGsm7('€[')], [0x1b, 0x65, 0x1b, 0x3c]);
    assert.deepEqual([...encodeUcs2('é€😀')], [0x00, 0xe9, 0x20, 0xac, 0xd8, 0x3d, 0xde, 0x00]);
  });

  it('reads what it wrote', () => {
    fc.assert(fc.property(gsmText, (text) => assert.equal(decodeGsm7(encodeGsm7(text)), text)));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) =>
        assert.equal(decodeUcs2(encodeUcs2(text)), text),
      ),
    );
  });

  it('refuses to write what GSM has no code for', () => {
    for (const text of ['ê', 'abc\u00a0', '\u001b', '😀'])
      assert.throws(() => encodeGsm7(text), RangeError);
  });

  it('reads any octets: unassigned extensions as the standard asks, what is no septet as a replacement character', () => {
    assert.equal(decodeGsm7(Uint8Array.of(0x1b, 0x41, 0x1b)), 'A ');
    assert.equal(decodeGsm7(Uint8Array.of(0x1b, 0x1b, 0x42)), ' B');
    assert.equal(decodeGsm7(Uint8Array.of(0x41, 0xe9, 0x1b, 0xff)), 'A\ufffd\ufffd');
    assert.equal(decodeUcs2(Uint8Array.of(0x00, 0x41, 0x00)), 'A');
    fc.assert(
      fc.property(
        fc.uint8Array(),
        (octets) =>
          typeof decodeGsm7(octets) === 'string' && typeof decodeUcs2(octets) === 'string',
      ),
    );
  });
});

describe('SMS: parts', () => {
  const cases: [text: string, encoding: string, units: number, parts: number, free: number][] = [
    ['', 'gsm7', 0, 1, 160],
    ['a'.repeat(160), 'gsm7', 160, 1, 0],
    ['a'.repeat(161), 'gsm7', 161, 2, 145],
    ['a'.repeat(306), 'gsm7', 306, 2, 0],
    ['a'.repeat(307), 'gsm7', 307, 3, 152],
    ['€'.repeat(80), 'gsm7', 160, 1, 0],
    ['€'.repeat(81), 'gsm7', 162, 2, 143],
    ['я'.repeat(70), 'ucs2', 70, 1, 0],
    ['я'.repeat(71), 'ucs2', 71, 2, 63],
    ['я'.repeat(134), 'ucs2', 134, 2, 0],
    ['😀'.repeat(35), 'ucs2', 70, 1, 0],
    ['😀'.repeat(36), 'ucs2', 72, 2, 61],
  ];
  for (const [text, encoding, units, parts, free] of cases) {
    it(`${text.slice(0, 2)} × ${text.length} is ${parts} of ${encoding}`, () => {
      const result = segmentText(text, { transliterate: true });
      assert.deepEqual(
        {
          encoding: result.encoding,
          units: result.units,
          parts: result.parts.length,
          free: result.freeUnits,
        },
        { encoding, units, parts, free },
      );
    });
  }

  it('never cuts an extension pair, CR LF, an emoji sequence or a letter with its marks', () => {
    const lead = (count: number): string => 'a'.repeat(count);
    assert.deepEqual(segmentText(`${lead(152)}€${lead(20)}`, { transliterate: true }).parts, [
      lead(152),
      `€${lead(20)}`,
    ]);
    assert.deepEqual(segmentText(`${lead(152)}\r\n${lead(20)}`, { transliterate: true }).parts, [
      lead(152),
      `\r\n${lead(20)}`,
    ]);
    for (const cluster of ['👨‍👩‍👧‍👦', '🇸🇳', '👍🏿', '1️⃣', 'ɛ̀', 'क्षि', '\r\n']) {
      const text = `${lead(66)}${cluster}${lead(20)}я`;
      assert.deepEqual(
        segmentText(text, { transliterate: true }).parts,
        [lead(66), `${cluster}${lead(20)}я`],
        cluster,
      );
    }
  });

  it('cuts a character that is longer than a part, and then not inside a surrogate pair', () => {
    const endless = `${'👨‍'.repeat(60)}👨`;
    const { parts } = segmentText(endless, { transliterate: false });
    assert.equal(parts.join(''), endless);
    assert.equal(parts.length, Math.ceil(endless.length / 67));
    for (const part of parts) assert.ok(part.isWellFormed() && part.length <= 67);
  });

  it('gives parts that make up the text, none above the limit, in the alphabet that it names', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, transliterate) => {
        const result = segmentText(text, { transliterate });
        const limits = smsPartLimits[result.encoding];
        assert.equal(result.parts.join(''), result.text);
        assert.equal(result.units, unitsOf(result, result.text));
        const limit = result.parts.length === 1 ? limits.single : limits.joined;
        for (const part of result.parts) assert.ok(unitsOf(result, part) <= limit);
        assert.equal(result.freeUnits, limit - unitsOf(result, result.parts.at(-1) ?? ''));
        assert.equal(isGsmText(result.text), result.encoding === 'gsm7');
        if (text.isWellFormed()) for (const part of result.parts) assert.ok(part.isWellFormed());
        if (result.replaced.length === 0)
          assert.equal(result.text, isGsmText(text) ? text : text.normalize('NFC'));
      }),
      { numRuns: 500 },
    );
  });
});

describe('SMS: which characters cost', () => {
  it('names each once, and some where and only where the text is sent in UCS-2', () => {
    assert.deepEqual(charactersOutsideGsm('Reçu ✓ 😀 ✓', true), ['✓', '😀']);
    assert.deepEqual(charactersOutsideGsm('Reçu', false), ['ç']);
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, transliterate) => {
        const { encoding } = segmentText(text, { transliterate });
        assert.equal(charactersOutsideGsm(text, transliterate).length > 0, encoding === 'ucs2');
      }),
      { numRuns: 200 },
    );
  });
});

describe('SMS: what a text would be in the GSM alphabet', () => {
  const dear = `Fête « Été » n° 7 au Cœur d’Abidjan ${'x'.repeat(60)}`;
  it('names what forces UCS-2, what stands for it, and whether the spelling stays', () => {
    assert.equal(segmentText(dear, { transliterate: false }).parts.length, 2);
    assert.deepEqual(proposeGsm(dear, { transliterate: false }), {
      characters: [
        { from: 'ê', to: 'e', keepsSpelling: false },
        { from: '«', to: '"', keepsSpelling: true },
        { from: '»', to: '"', keepsSpelling: true },
        { from: '°', to: 'o', keepsSpelling: true },
        { from: 'œ', to: 'oe', keepsSpelling: true },
      ],
      text: `Fete " Été " no 7 au Coeur d'Abidjan ${'x'.repeat(60)}`,
      parts: 1,
    });
    assert.deepEqual(proposeGsm('Ŋ 25°C', { transliterate: false })?.characters, [
      { from: 'Ŋ', to: 'N', keepsSpelling: false },
      { from: '°', to: null, keepsSpelling: false },
    ]);
    // What stands for the letter before decides.
    assert.equal(proposeGsm('Ŋ° 25', { transliterate: true })?.text, 'No 25');
    assert.deepEqual(proposeGsm('25° Ŋ°', { transliterate: true })?.characters, [
      { from: '°', to: null, keepsSpelling: false },
    ]);
  });

  it('counts the parts without what nothing stands for, which the proposed text keeps', () => {
    assert.deepEqual(proposeGsm(`Prêt 😀 ${'x'.repeat(70)}`, { transliterate: true }), {
      characters: [{ from: '😀', to: null, keepsSpelling: false }],
      text: `Pret 😀 ${'x'.repeat(70)}`,
      parts: 1,
    });
    assert.equal(proposeGsm('😀', { transliterate: true })?.parts, null);
    assert.equal(proposeGsm('Prêt ’', { transliterate: true }), null);
  });

  it('proposes no text of which nothing would be left: marks without a letter', () => {
    for (const text of ['\u0301', ' \u0301\u0308', '\n\u0301 \u0308', '\u0301'.repeat(80)]) {
      const proposal = proposeGsm(text, { transliterate: false });
      assert.deepEqual([proposal?.text, proposal?.parts], [text, null]);
      assert.ok(proposal!.characters.length > 0);
      assert.ok(proposal!.characters.every(({ to }) => to === null));
    }
    assert.deepEqual(proposeGsm('\u0301 a', { transliterate: false }), {
      characters: [{ from: '\u0301', to: '', keepsSpelling: false }],
      text: ' a',
      parts: 1,
    });
  });

  it('of any text: names what is outside, and the proposal is in the alphabet but for what nothing stands for', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, transliterate) => {
        const proposal = proposeGsm(text, { transliterate });
        if (proposal === null) return;
        assert.deepEqual(
          proposal.characters.map(({ from }) => from),
          charactersOutsideGsm(text, transliterate),
        );
        if (proposal.parts === null) return;
        const lost = proposal.characters.filter(({ to }) => to === null).map(({ from }) => from);
        assert.deepEqual(charactersOutsideGsm(proposal.text, true), lost);
      }),
      {
        numRuns: 200,
        examples: [
          ['Ŋ°', true],
          ['5° Ŋ°', true],
          ['Ŋ° 5°', false],
        ],
      },
    );
  });
});

describe('SMS: the same counts as sms-segments-calculator', () => {
  function compare(text: string): void {
    const theirs = new SegmentedMessage(text, 'auto', false);
    const ours = segmentText(text, { transliterate: false });
    assert.deepEqual(
      { encoding: ours.encoding, parts: ours.parts.length },
      {
        encoding: theirs.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2',
        parts: theirs.segments.length,
      },
      JSON.stringify(text),
    );
  }

  it('for GSM texts', () => {
    // Without CR LF: they cut between the two.
    fc.assert(
      fc.property(gsmText, (text) => compare(text.replaceAll('\r\n', '\n'))),
      { numRuns: 100 },
    );
  });

  it('for UCS-2 texts', () => {
    // Letters that have no stand-in, so that both stay in UCS-2, and characters that their older
    // list of clusters knows as well.
    const units = fc.constantFrom('я', 'Ш', 'a', ' ', '1', 'ع', 'ل', '中', '😀', '👍🏿', '🇸🇳', '€');
    fc.assert(
      fc.property(fc.string({ unit: units, maxLength: 200 }), (text) => compare(`я${text}`)),
      { numRuns: 100 },
    );
  });

  it('but composes first, and replaces the invisible ones', () => {
    const cases: [text: string, ours: number, theirs: number][] = [
      // é and a, written as letter and accent: they count UCS-2.
      ['e\u0301a'.repeat(60), 1, 3],
      ['1\u202f000 F de crédit'.repeat(5), 1, 2],
    ];
    for (const [text, ours, theirs] of cases) {
      assert.equal(segmentText(text, { transliterate: false }).parts.length, ours);
      assert.equal(new SegmentedMessage(text, 'auto', false).segments.length, theirs);
    }
  });
});
