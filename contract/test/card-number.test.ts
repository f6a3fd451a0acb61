// G2: proves what in a text counts as a card number, and that nothing else does that payments are
// full of: ids, phone numbers, account numbers, dates.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cardNumberFaults,
  holdsCardNumber,
  isCardNumber,
  isLuhnRight,
  maskCardNumbers,
} from '@jokko/contract';

/** Numbers that the schemes publish for tests. */
const cards = [
  ...['4111111111111111', '4222222222222', '4012888888881881', '5555555555554444'],
  ...['2223003122003222', '378282246310005', '371449635398431', '30569309025904'],
  ...['38520000023237', '36227206271667', '6011111111111117', '3530111333300000'],
  ...['6200000000000005', '6759649826438453', '5060990580000217499', '2200770239097761'],
];

const inFours = (digits: string, between: string): string => digits.match(/.{1,4}/g)!.join(between);

test('G2 published test numbers of every scheme are found, alone and inside a text', () => {
  for (const card of cards) {
    assert.ok(isCardNumber(card), card);
    for (const text of [card, `carte ${card}.`, `ORDER-${card}`, `(${card})`, `n°${card},12/29`])
      assert.ok(holdsCardNumber(text), text);
  }
});

test('G2 spaces and dashes between its groups hide no number', () => {
  for (const card of cards.filter(({ length }) => length === 16))
    for (const between of [' ', '-', '\u00a0', ' - ']) {
      const text = inFours(card, between);
      assert.ok(holdsCardNumber(text), text);
      assert.ok(holdsCardNumber(`le 2025 ${text} 12 25 123`), text);
    }
  for (const text of ['3782 822463 10005', '3056-930902-5904', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'])
    assert.ok(holdsCardNumber(text), text);
});

test('G2 dots, tabs, invisible characters and digits of other scripts hide no number', () => {
  const card = '4012888888881881';
  for (const between of [
    '.',
    '_',
    '\t',
    '\u2009',
    '\u200b',
    '\u00ad',
    '\u2014',
    '\u2212',
    '\u3000',
  ])
    assert.ok(holdsCardNumber(inFours(card, between)), JSON.stringify(between));
  for (const zero of [0x660, 0x6f0, 0xff10]) {
    const written = [...card].map((digit) => String.fromCharCode(zero + Number(digit))).join('');
    assert.ok(holdsCardNumber(written), written);
    assert.equal(maskCardNumbers(`n° ${written}.`), 'n° ************1881.');
  }
  assert.deepEqual(
    cardNumberFaults({ data: { balance: -Number(card) } }).map(({ field }) => field),
    ['data.balance'],
  );
});

test('G2 the token of a prepaid meter is no card number, whatever four of its groups are', () => {
  for (const fours of ['4012 8888 8888 1881 7788', '1234 4012 8888 8888 1881'])
    for (const text of [fours, `Jeton : ${fours} - 12 kWh`, `Token ${fours.replaceAll(' ', '-')}`])
      assert.ok(!holdsCardNumber(text), text);
  for (const text of ['4012 8888 8888 1881 1229', '2026 4012 8888 8888 1881'])
    assert.ok(holdsCardNumber(text), `${text}: a card and its date`);
});

test('G2 ids, dates, phone numbers and bank accounts are no card numbers', () => {
  const others = [
    ...['1732300000000', '1732300000000123', '1732300000000123456', '20251122183000123'],
    ...['2511221830001234', '25112025183000', '30112025123059', '2511221830001242'],
    ...['+2250707123456', '002250707123456', '771234567 781234567', '00221771234567'],
    ...['65123456 66123456', '77 123 45 67 / 78 123 45 67', '+229 01 97 12 34 56'],
    ...['SN012 01001 012345678901 23', 'SN08SN0100152000048500003035'],
    ...['SN08 SN01 0015 2000 0485 0000 3035', 'FR76 3000 6000 0112 3456 7890 189'],
    ...['550e8400-e29b-41d4-a716-446655440000', '4111111111111112', '41111111111111111111111'],
    ...['C36227206271667', '9999999999999995', '0000000000000000', 'ORDER-2025-11-22-000000001'],
  ];
  for (const text of others) assert.ok(!holdsCardNumber(text), text);
});

test('G2 of the dates and times of any day in this century none is taken for a card', () => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const taken: string[] = [];
  for (let day = 0; day < 36_500; day += 7) {
    const at = new Date(Date.UTC(2020, 0, 1 + (day % 3_650), day % 24, day % 60, day % 59));
    const [year, month, date] = [
      at.getUTCFullYear(),
      two(at.getUTCMonth() + 1),
      two(at.getUTCDate()),
    ];
    const time = two(at.getUTCHours()) + two(at.getUTCMinutes()) + two(at.getUTCSeconds());
    const texts = [
      `${year}${month}${date}${time}`,
      `${date}${month}${year}${time}`,
      `${two(year % 100)}${month}${date}${time}${day % 10_000}`.padEnd(16, '7'),
      String(at.getTime()),
      String(at.getTime() * 1_000),
    ];
    taken.push(...texts.filter(holdsCardNumber));
  }
  assert.deepEqual(taken, []);
});

test('G2 a body’s members are named where they hold one, nested ones and names included', () => {
  const fields = (body: object): string[] =>
    cardNumberFaults(body as { [member: string]: unknown }).map(({ field }) => field);
  const card = '4111 1111 1111 1111';
  assert.deepEqual(
    fields({
      externalTransactionId: '4111111111111111',
      merchantName: `Shop ${card}`,
      data: { note: { lines: ['ok', card] }, number: 4_111_111_111_111_111, '4111111111111111': 1 },
    }),
    ['externalTransactionId', 'merchantName', 'data.note.lines.1', 'data.number', 'data'],
  );
  assert.deepEqual(fields({ data: '{"a":"\\u0034111111111111111"}' }), ['data']);
  const own = {
    cardNumber: card,
    apiKey: '4111111111111111',
    transactionId: 4_111_111_111_111_111,
  };
  assert.deepEqual(fields({ ...own, attachedMedia: '4111111111111111' }), []);
});

test('G2 masking leaves the last four digits, and every other character', () => {
  assert.equal(
    maskCardNumbers('carte 4111 1111 1111 1111, ou 378282246310005 ; 771234567'),
    'carte **** **** **** 1111, ou ***********0005 ; 771234567',
  );
  const plain = 'Votre code est 123456';
  assert.equal(maskCardNumbers(plain), plain);
});

test('G2 Luhn’s digit', () => {
  assert.ok(isLuhnRight('79927398713'));
  assert.ok(!isLuhnRight('79927398710'));
});
