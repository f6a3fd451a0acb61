// X12: checks that the text of an inbound message is read by what its octets prove, not only by
// what data_coding announces.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldHalves, withHeldLetters } from '@jokko/connectors/kit';
import { parseInbound } from '../inbound/parse.ts';
import { textOf } from '../inbound/text.ts';

const hex = (octets: string): Buffer => Buffer.from(octets.replaceAll(' ', ''), 'hex');

test('X12 an octet above 0x7F is not GSM: UTF-8, else Windows-1252', () => {
  for (const coding of [0, 1, 0xf0, 0x10, 0xc0]) {
    assert.equal(textOf(hex('41 52 52 CA 54'), coding), 'ARRÊT', `Latin-1 as ${coding}`);
    assert.equal(textOf(Buffer.from('ARRÊT ŋ 🌍'), coding), 'ARRÊT ŋ 🌍', `UTF-8 as ${coding}`);
    assert.equal(textOf(hex('35 80 20 92 9C'), coding), '5€ ’œ', `Windows-1252 as ${coding}`);
    assert.equal(textOf(hex('CA'), coding), 'Ê');
    assert.equal(textOf(hex(''), coding), '');
  }
});

test('X12 what is of seven bits is read as announced', () => {
  assert.equal(textOf(hex('00 05 1B 65 1F'), 0), '@é€É');
  assert.equal(textOf(hex('40 24 5B'), 1), '@$[');
  assert.equal(textOf(hex('40 24'), 0), '¡¤');
  assert.equal(textOf(hex('41 52 52 CA 54 80'), 3), 'ARRÊT€');
});

test('X12 UCS-2 of either byte order, without its mark; a half letter is left out', () => {
  assert.equal(textOf(hex('0041 00CA'), 8), 'AÊ');
  assert.equal(textOf(hex('FEFF 0041 00CA'), 8), 'AÊ');
  assert.equal(textOf(hex('FFFE 4100 CA00'), 8), 'AÊ');
  assert.equal(textOf(hex('0041 00CA 00'), 8), 'AÊ');
  assert.equal(textOf(hex('FFFE 4100 CA'), 8), 'A');
});

const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const big = (text: string): Buffer => little(text).swap16();

test('X12 UCS-2 in little-endian without a mark is told by its letters', () => {
  const words = [
    'STOP',
    'Arrêt svp',
    'توقف',
    'Стоп',
    'ok',
    'l’arrêt',
    'ŋayfô',
    'Ẹ jọ̀ọ́ dúró',
    'ሰላም',
  ];
  const signs = [
    '😀',
    '😂',
    '👍🏾',
    '❤',
    '❤️',
    '✅',
    '→',
    '☀',
    '✓',
    '●',
    '★',
    '∞',
    '🇸🇳',
    '\t',
    '\r\n',
    '…',
    '“«»”',
    '€',
  ];
  for (const text of [...words, ...signs.map((sign) => `STOP ${sign}`), '😀', '𞤀𞤣𞤤𞤢𞤥'])
    assert.equal(textOf(little(text), 8), text, text);
  // The parts of a long message, cut between the halves of a sign.
  for (const part of ['STOP 😀'.slice(0, -1), '😂 STOP'.slice(1)])
    assert.equal(textOf(little(part), 8), part);
});

test('X12 UCS-2 is big-endian wherever its letters do not say otherwise', () => {
  const latin = ['STOP', 'Arrêt svp', 'l’arrêt 👍', 'STOP ☀', '✅ ok', '\u2000a', '1', 'Ŋ'];
  const words = ['توقف', 'Стоп', 'ሰላም ነው', 'ߒߞߏ', 'नमस्ते', '안녕하세요', 'สวัสดี', 'กขฃ', 'दद'];
  const chinese = [
    '你好',
    '一二三',
    '不一样',
    '一一你好',
    '一一们',
    '停止',
    '三十一',
    '请停止发送短信',
    '上下',
  ];
  for (const text of [...latin, ...words, ...chinese, '👍', '😀😀', '𞤀𞤣𞤤𞤢𞤥'])
    assert.equal(textOf(big(text), 8), text, text);
  // One letter alone says nothing: Chinese, Ethiopic and N'Ko have some that are Latin the other
  // way round.
  for (let code = 0x20; code < 0xd7a4; code += 1) {
    const letter = String.fromCharCode(code);
    assert.equal(textOf(big(letter), 8), letter, code.toString(16));
  }
});

test('X12 octets of no alphabet are a text where all of them are UTF-8 that can be read', () => {
  const binary = ['0102', '53 54 00 4F 50', '41 52 52 CA 54', '', '31 32 33', 'F0 9F', '53 C2 85'];
  for (const coding of [2, 4, 0xf4, 0x14]) {
    for (const text of ['STOP', 'ARRÊT\r\n', 'STOP 😀', 'à\t12', 'توقف', 'ߒߞߏ 👩🏾‍🌾'])
      assert.equal(textOf(Buffer.from(text), coding), text, `coding ${coding}`);
    for (const octets of [...binary, '41 EE 80 80', '41 CD B8'])
      assert.equal(textOf(hex(octets), coding), null, `coding ${coding}: ${octets}`);
  }
});

test('X12 a letter that a long message cuts is whole when its parts are joined', () => {
  const part = (octets: Buffer, coding: number) => textOf(octets, coding, { isPart: true });
  const joined = (octets: Buffer, coding: number, at: number) => {
    const parts = [part(octets.subarray(0, at), coding), part(octets.subarray(at), coding)];
    return withHeldLetters(parts.map((text) => heldHalves(text ?? '?')).join(''));
  };
  const texts = ['Désabonnez', 'D😀sabonnez', 'D€sabonnez', 'Dé😀à€sabonné'];
  for (const text of texts)
    for (const coding of [0, 1, 2, 4, 0xf0]) {
      const octets = Buffer.from(text);
      for (let at = 1; at < octets.length; at += 1)
        assert.equal(joined(octets, coding, at), text, `${text} at ${at} as ${coding}`);
      assert.equal(part(octets, coding), text);
    }
  for (let at = 2; at < 8; at += 2) assert.equal(joined(big('D😀à'), 8, at), 'D😀à');
  // By octets: UCS-2 of either byte order, and the escape of the GSM alphabet.
  const marked = Buffer.from([0xfe, 0xff, 0, 0x41]);
  for (const octets of [big('D😀à مرحبا'), little('Dé😀à sabonnez'), marked])
    for (let at = 1; at < octets.length; at += 2)
      assert.equal(joined(octets, 8, at), textOf(octets, 8), `${octets.toString('hex')} at ${at}`);
  const gsm = hex('35 1B 65 1B 1B 65 1B 3C 1B 00 41 1B');
  for (const coding of [0, 0xf0])
    for (let at = 1; at < gsm.length; at += 1)
      assert.equal(joined(gsm, coding, at), textOf(gsm, coding), `at ${at}`);
  // Octets that were no letter of UTF-8, joined either, are of Windows-1252.
  for (const text of ['arrêté', 'é°à', '«oui»', 'Ê'.repeat(4)])
    for (let at = 1; at < text.length; at += 1)
      assert.equal(joined(Buffer.from(text, 'latin1'), 0, at), text, `${text} at ${at}`);
});

test('X12 parts of an odd number of octets of UCS-2 each are one text', () => {
  const part = (octets: Buffer) => textOf(octets, 8, { isPart: true }) ?? '?';
  const joined = (octets: Buffer, size: number) => {
    const starts = Array.from({ length: Math.ceil(octets.length / size) }, (_, at) => at * size);
    return withHeldLetters(
      starts.map((at) => heldHalves(part(octets.subarray(at, at + size)))).join(''),
    );
  };
  for (const text of ['Désabonnez 😀 مرحبا '.repeat(21), 'ŋayfô, ma ngi dem '.repeat(9)])
    for (const size of [1, 7, 133]) {
      assert.equal(joined(big(text), size), text, `${size} octets a part`);
      if (size > 7) assert.equal(joined(little(text), size), text, `${size} octets a part`);
    }
  // An octet too many behind whole letters is left out, as of a message of one part.
  assert.equal(withHeldLetters(part(hex('0044 00CA')) + part(hex('0054 00'))), 'DÊT');
});

test('X12 an escape before what is no letter of its alphabet is a space', () => {
  const part = (octets: string, coding: number) => textOf(hex(octets), coding, { isPart: true })!;
  assert.equal(withHeldLetters(`${part('41 1B', 0)}${part('0645', 8)}`), 'A م');
  assert.equal(withHeldLetters(`${part('41 1B', 0)}${part('CA', 0)}`), 'A Ê');
  assert.equal(withHeldLetters(part('41 1B', 0)), 'A ');
  assert.equal(textOf(hex('41 1B'), 0), 'A ');
});

test('X12 half a letter of UTF-8 at the ends of a part does not make it binary', () => {
  const part = (octets: string) => textOf(hex(octets), 4, { isPart: true });
  assert.equal(textOf(hex('44 C3'), 4), null, 'no part of a message');
  assert.equal(part('31 32 33'), '123');
  for (const octets of ['41 C3 41', '01 41', 'A9 A9 A9 A9 41', 'A9 A9 A9 A9', '41 FF'])
    assert.equal(part(octets), null, octets);
  const told = { source: '221770000009', destination: '2000', dataCoding: 4, tlvs: new Map() };
  const octets = hex('05 00 03 07 02 01 44 C3');
  const text = parseInbound({ ...told, esmClass: 0x40, octets })?.text ?? '';
  assert.equal(withHeldLetters(text), 'DÃ');
  assert.equal(parseInbound({ ...told, esmClass: 0, octets: hex('44 C3') }), null);
});

test('X12 numbers of parts that no header can hold join nothing', () => {
  const told = { source: '221770000009', destination: '2000', dataCoding: 0, esmClass: 0 };
  const totalOf = (total: number) => {
    const tlvs = new Map([
      [0x020c, Buffer.from([0, 7])],
      [0x020e, Buffer.from([total >> 8, total & 0xff])],
      [0x020f, Buffer.from([1])],
    ]);
    const read = parseInbound({ ...told, tlvs, octets: hex('41 1B') });
    return [read?.concatenation?.total, read?.text];
  };
  assert.equal(totalOf(255)[0], 255);
  assert.deepEqual(totalOf(256), [undefined, 'A ']);
});
