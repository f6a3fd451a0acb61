// Proves that receipts are understood in every form in which operators write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalPartId } from '@jokko/connectors/kit';
import type { Delivery } from '../codec/decode.ts';
import { kindOf, parseReceipt } from '../receipt/parse.ts';
import { otherSpellings } from '../receipt/spellings.ts';
import { text } from './smsc.ts';

const auto = { response: 'auto', receipt: 'auto' } as const;

function delivery(words: string, tlvs: [number, Buffer][] = [], esmClass = 4): Delivery {
  const addresses = { source: '221770000001', destination: 'Jokko' };
  return {
    ...addresses,
    esmClass,
    dataCoding: 0,
    octets: Buffer.from(words, 'latin1'),
    tlvs: new Map(tlvs),
  };
}

const read = (words: string, tlvs?: [number, Buffer][], esmClass?: number) =>
  parseReceipt(delivery(words, tlvs, esmClass), auto);

test('the form of appendix B', () => {
  const words =
    'id:00123A sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:Bonjour';
  assert.deepEqual(read(words), {
    id: '00123A',
    alternatives: ['4666'],
    state: 'delivered',
    errorCode: null,
    msisdn: '221770000001',
  });
});

for (const [words, id, state, errorCode] of [
  ['id:7 stat:UNDELIV err:034', '7', 'undeliverable', '034'],
  ['ID: 7 STAT: undeliv ERR: 034', '7', 'undeliverable', '034'],
  ['stat:EXPIRED err:0 done date:261121120059 id:abc-def sub:001', 'abc-def', 'expired', null],
  ['id:7;stat:REJECTD;err:x1f;text:none', '7', 'rejected', 'x1f'],
  ['Id:7, Stat:DELETED', '7', 'undeliverable', null],
  ['id:7 sub:1 dlvrd:0 submit date:bad done date: stat:ACCEPTD', '7', 'enroute', null],
  ['id:7 stat:ENROUTE', '7', 'enroute', null],
  ['id:7 stat:UNKNOWN err:5', '7', 'unknown', '5'],
  ['id:7 status:DELIVERED', '7', 'delivered', null],
  ['id:7 stat:FAILED', '7', 'undeliverable', null],
  ['id:7 stat:WHATEVER', '7', 'unknown', 'WHATEVER'],
  ['id:7 stat:WHATEVER err:012', '7', 'unknown', '012'],
  ['message_id:"7" stat:"DELIVRD"', '7', 'delivered', null],
  ['gsmid:9 id:7 stat:DELIVRD text:id:8 stat:REJECTD', '7', 'delivered', null],
  ['text:hello id:7 stat:DELIVRD', '7', 'delivered', null],
] as const)
  test(`text: ${words}`, () => {
    const receipt = read(words);
    assert.deepEqual([receipt?.id, receipt?.state, receipt?.errorCode], [id, state, errorCode]);
  });

for (const words of [
  '',
  'hello',
  'id: stat:',
  'stat:DELIVRD',
  'id:7',
  'id: sub:001 stat:DELIVRD',
  'id:7 stat: err:001',
  'valid:7 thermostat:DELIVRD',
  '\0\xff'.repeat(500),
])
  test(`not a readable receipt: ${JSON.stringify(words.slice(0, 30))}`, () =>
    assert.equal(read(words), null));

test('parameters come before the text, each by itself', () => {
  const id: [number, Buffer] = [0x1e, text('FF')];
  const state = (value: number): [number, Buffer] => [0x427, Buffer.from([value])];
  const error: [number, Buffer] = [0x423, Buffer.from([3, 1, 2])];
  const whole = read('id:1 stat:REJECTD err:9', [id, state(2), error]);
  assert.deepEqual([whole?.id, whole?.state, whole?.errorCode], ['FF', 'delivered', '258']);
  assert.deepEqual(read('id:1 stat:EXPIRED', [id])?.state, 'expired');
  assert.deepEqual(read('id:1 stat:EXPIRED', [state(8)])?.state, 'rejected');
  assert.deepEqual(read('', [id, state(5)])?.state, 'undeliverable');
  assert.deepEqual(
    read('id:1 stat:EXPIRED', [[0x427, Buffer.from([77])]])?.state,
    'expired',
    'a number without meaning is passed over',
  );
});

test('every message_state', () => {
  const states = [...Array(10).keys()].map(
    (value) => read('id:1', [[0x427, Buffer.from([value])]])?.state,
  );
  const [
    scheduled,
    enroute,
    delivered,
    expired,
    deleted,
    undeliverable,
    accepted,
    unknown,
    rejected,
    skipped,
  ] = states;
  assert.deepEqual([scheduled, enroute, accepted], ['enroute', 'enroute', 'enroute']);
  assert.deepEqual(
    [delivered, expired, rejected, unknown],
    ['delivered', 'expired', 'rejected', 'unknown'],
  );
  assert.deepEqual(
    [deleted, undeliverable, skipped],
    ['undeliverable', 'undeliverable', 'undeliverable'],
  );
});

test('what counts as a receipt: its mark, or a parameter that no phone can set; a text alone is anybody’s', () => {
  assert.equal(kindOf(delivery('', [], 0x04)), 'receipt');
  assert.equal(kindOf(delivery('', [], 0x24 & ~0x20)), 'receipt');
  assert.equal(kindOf(delivery('', [[0x1e, text('1')]], 0)), 'receipt');
  assert.equal(kindOf(delivery('id:1', [[0x427, Buffer.from([2])]], 0)), 'receipt');
  assert.equal(
    read('id:1 stat:UNDELIV', [], 0x20)?.state,
    'enroute',
    'an intermediate notification is not the end',
  );
});

test('a source that is no number is not told as one', () => {
  const nameless = { ...delivery('id:1 stat:DELIVRD'), source: 'Operator' };
  assert.equal(parseReceipt(nameless, auto)?.msisdn, null);
  assert.equal(
    parseReceipt({ ...nameless, source: '+221770000001' }, auto)?.msisdn,
    '221770000001',
  );
});

test('spellings: hexadecimal answers and decimal receipts meet, and the other way round', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.nat(8),
      fc.boolean(),
      (number, zeros, upper) => {
        const hex = number.toString(16);
        const written = `${'0'.repeat(Math.min(zeros, 20 - hex.length))}${upper ? hex.toUpperCase() : hex}`;
        const decimal = number.toString();
        const keys = (id: string, formats: Parameters<typeof otherSpellings>[1]) => [
          normalPartId(id),
          ...otherSpellings(id, formats),
        ];
        for (const formats of [auto, { response: 'hex', receipt: 'decimal' } as const])
          assert.ok(
            keys(decimal, formats).includes(normalPartId(written)),
            `${decimal} finds ${written}`,
          );
        for (const formats of [auto, { response: 'decimal', receipt: 'hex' } as const])
          assert.ok(
            keys(written, formats).includes(normalPartId(decimal)),
            `${written} finds ${decimal}`,
          );
      },
    ),
    { numRuns: 1000 },
  );
});

test('spellings: none for ids that are no numbers, or where both sides write alike', () => {
  assert.deepEqual(otherSpellings('7b1c9a52-33aa-4c0e-9d60-1d2f8f1f8f11', auto), []);
  assert.deepEqual(otherSpellings('9'.repeat(21), auto), []);
  assert.deepEqual(otherSpellings('1234', { response: 'decimal', receipt: 'decimal' }), []);
  assert.deepEqual(otherSpellings('1234', { response: 'hex', receipt: 'decimal' }), ['4d2']);
  assert.deepEqual(otherSpellings('1234', { response: 'decimal', receipt: 'hex' }), ['4660']);
  assert.deepEqual(otherSpellings('5', auto), [], 'the same in both bases');
});

test('normal form: zeros, case, spaces and 0x say nothing', () => {
  for (const id of ['00AbC', 'abc', ' ABC ', '0xABC', '0X00abc'])
    assert.equal(normalPartId(id), 'abc');
  assert.equal(normalPartId('000'), '0');
  assert.equal(normalPartId('0x'), 'x');
  assert.equal(normalPartId(''), '');
});

for (const words of [
  'id:123 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:Bonjour',
  'id:123 stat:delivrd done date:261121120145 err:0',
  'stat:2 done date:2611211201 id:7b1c9a52-33aa',
  'id:9 submit date:2611211200 stat:UNKNOWN Text:id:7 stat:REJECTD',
  'id:123 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err: text:',
  'id:123 sub: dlvrd: submit date: done date:2611211201 stat:DELIVRD err:000 text:',
  'id:123 submit_date:2611211200 done_date:2611211201 stat:DELIVRD err:000',
])
  test(`X11 the text of a whole receipt without its mark: ${words}`, () =>
    assert.equal(kindOf(delivery(words, [], 0)), 'unmarked'));

for (const words of [
  'id:123 stat:DELIVRD',
  'Bonjour, id:123 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000',
  'id:123 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 merci',
  'id:123 submit date:yesterday done date:today stat:DELIVRD',
  'id:123 done date:2611211201 stat:PERDU',
  'id:1 id:2 done date:2611211201 stat:DELIVRD',
  'stat:DELIVRD done date:2611211201',
  'id: stat:DELIVRD done date:2611211201',
  'id:1 stat: done date:2611211201',
  'id:1 stat:DELIVRD done date: err:',
  'STOP',
  '',
])
  test(`X11 a text that people write is a message: ${words}`, () =>
    assert.equal(kindOf(delivery(words, [], 0)), 'message'));

test('X11 receipts in UCS-2, said so or not, and behind a header', () => {
  const words = 'id:00ff stat:UNDELIV err:034';
  const ucs2 = Buffer.from(words, 'utf16le').swap16();
  const reads = (changes: Partial<Delivery>) => {
    const receipt = parseReceipt({ ...delivery(''), ...changes }, auto);
    assert.deepEqual(
      [receipt?.id, receipt?.state, receipt?.errorCode],
      ['00ff', 'undeliverable', '034'],
    );
  };
  reads({ octets: ucs2, dataCoding: 8 });
  reads({ octets: ucs2, dataCoding: 0 });
  const mark = Buffer.from([0xfe, 0xff]);
  reads({ octets: Buffer.concat([mark, ucs2]), dataCoding: 8 });
  reads({ octets: Buffer.from(words, 'utf16le'), dataCoding: 8 });
  reads({ octets: Buffer.from(`\ufeff${words}`, 'utf16le'), dataCoding: 0 });
  // The data_coding of the message that it reports on.
  reads({ octets: Buffer.from(words), dataCoding: 8 });
  const header = Buffer.from([5, 0, 3, 7, 1, 1]);
  reads({ octets: Buffer.concat([header, ucs2]), dataCoding: 8, esmClass: 0x44 });
  reads({ octets: Buffer.concat([header, Buffer.from(words)]), esmClass: 0x44 });
});

test('X11 a state in numbers is read as message_state', () => {
  assert.equal(read('id:1 stat:2')?.state, 'delivered');
  assert.equal(read('id:1 stat:005 err:1')?.state, 'undeliverable');
  assert.equal(read('id:1 stat:77')?.state, 'unknown');
});
