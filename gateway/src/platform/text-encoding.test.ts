// Checks that a text file is decoded as it was written, or not at all: never with a wrong letter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './text-encoding.ts';

/** Letters as Windows, DOS and Macs write them, from the tables of Unicode. */
const octets: { readonly [letter: string]: readonly [number, number, number] } = {
  é: [0xe9, 0x82, 0x8e],
  è: [0xe8, 0x8a, 0x8f],
  ê: [0xea, 0x88, 0x90],
  ë: [0xeb, 0x89, 0x91],
  à: [0xe0, 0x85, 0x88],
  â: [0xe2, 0x83, 0x89],
  ç: [0xe7, 0x87, 0x8d],
  î: [0xee, 0x8c, 0x94],
  ï: [0xef, 0x8b, 0x95],
  ô: [0xf4, 0x93, 0x99],
  ù: [0xf9, 0x97, 0x9d],
  û: [0xfb, 0x96, 0x9e],
  É: [0xc9, 0x90, 0x83],
  È: [0xc8, 0xd4, 0xe9],
  Ç: [0xc7, 0x80, 0x82],
  Ô: [0xd4, 0xe2, 0xef],
  Ë: [0xcb, 0xd3, 0xe8],
  ñ: [0xf1, 0xa4, 0x96],
  '\u00a0': [0xa0, 0xff, 0xca],
  '°': [0xb0, 0xf8, 0xa1],
};
const names = ['windows-1252', 'cp850', 'macintosh'] as const;

const write = (text: string, which: number): Buffer =>
  Buffer.from([...text].map((letter) => octets[letter]?.[which] ?? letter.charCodeAt(0)));

const texts = [
  'nom;montant\r\nAwa Diène;1500\r\nAïssatou Bâ;2000\r\n',
  'Téléphone;Bénéficiaire\n770000001;Fatou Sène\n',
  'phone,name\n221770000001,Élodie Gômez\n',
  'phone,name\n221770000001,HÉLÈNE FAÇON\n',
  'libellé;débit;crédit\nFrais à régler;10;\n',
  'libelle;montant\nVirement reçu où là;5\n',
  'N° de téléphone;montant\n770000001;5\n',
  'x;y\nlà;1\n',
  'a\nNoëlle Gueï\n',
  "a\nCÔTÉ D'IVOIRE\n",
  "pays\nCÔTE D'IVOIRE\n",
  'x\n77\u00a0000\n',
  `${'phone;amount\n'.repeat(5_000)}770000001;Bénéficiaire\n`,
  'maître, forêt, août, où',
];

for (const [which, name] of names.entries())
  test(`letters of ${name} are those that were written`, () => {
    for (const text of texts) {
      const read = decodeText(write(text, which));
      // An announced refusal is no wrong letter, but only where one letter must decide.
      if (read === null) assert.ok(text.length < 40, `${name}: ${text.slice(0, 60)}`);
      else assert.equal(read, text, name);
    }
    const clear = texts.filter((text) => decodeText(write(text, which)) !== null);
    assert.ok(clear.length >= texts.length - 1, `${name}: ${clear.length} of ${texts.length}`);
  });

test('one letter that may be another is refused', () => {
  // È of DOS is Ô of Windows: SÈNE or SÔNE.
  assert.equal(decodeText(Buffer.from('nom\nFATOU S\xd4NE\n', 'latin1')), null);
  for (const noise of [[0xdf], [0xb3, 0xc4, 0xc4], [0xb1, 0xb2]])
    assert.equal(decodeText(Buffer.from([0x61, 0x20, ...noise, 0x20, 0x62])), null);
});

test('UTF-8 and UTF-16 are told by their octets, with a mark and without', () => {
  const text = 'nom;é\nÈ;1\n';
  assert.equal(decodeText(Buffer.from(text)), text);
  assert.equal(decodeText(Buffer.from(`\ufeff${text}`)), text);
  assert.equal(decodeText(Buffer.from(text, 'utf16le')), text);
  assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le')), text);
  assert.equal(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()), text);
  assert.equal(decodeText(Buffer.from('phone;amount\n')), 'phone;amount\n');
});
