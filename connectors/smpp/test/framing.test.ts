// Proves that PDUs are found however the stream was cut, and that a stream out of step is
// abandoned, with random bytes and truncated PDUs included.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodePdu } from '../codec/decode.ts';
import { createFraming, pushChunk } from '../codec/framing.ts';
import { parseInbound } from '../inbound/parse.ts';
import { unwrap } from '../inbound/user-data-header.ts';
import { kindOf, parseReceipt } from '../receipt/parse.ts';
import { deliverBody, pdu, text, tlv } from './smsc.ts';

const formats = { response: 'auto', receipt: 'auto' } as const;

/** What a session does with bytes, without the socket. */
function readAll(chunks: Uint8Array[]): { inStep: boolean; pdus: Buffer[]; restBytes: number } {
  const framing = createFraming();
  const pdus: Buffer[] = [];
  for (const chunk of chunks) {
    const inStep = pushChunk(framing, Buffer.from(chunk), (buffer, start, end) => {
      pdus.push(Buffer.from(buffer.subarray(start, end)));
      const read = decodePdu(buffer, start, end);
      if (read.kind === 'delivery' && read.delivery !== null) {
        if (kindOf(read.delivery) !== 'message') parseReceipt(read.delivery, formats);
        else parseInbound(read.delivery);
      }
      return true;
    });
    if (!inStep) return { inStep, pdus, restBytes: framing.rest.length };
  }
  return { inStep: true, pdus, restBytes: framing.rest.length };
}

function cut(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [0, ...cuts.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (one, other) => one - other,
  );
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const honest = fc.oneof(
  fc.record({
    command: fc.constantFrom(0x80000004, 0x80000009, 0x15, 0x103, 7),
    body: fc.uint8Array({ maxLength: 300 }),
  }),
  fc.record({
    command: fc.constant(5),
    body: fc
      .uint8Array({ maxLength: 200 })
      .map((octets) => deliverBody({ octets: Buffer.from(octets) })),
  }),
  fc.record({ command: fc.constant(5), body: fc.uint8Array({ minLength: 5000, maxLength: 9000 }) }),
);

test('however a stream is cut, the same PDUs come out, in order', () => {
  fc.assert(
    fc.property(
      fc.array(honest, { maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      (sent, cuts) => {
        const wire = sent.map(({ command, body }, index) =>
          pdu(command, 0, index + 1, Buffer.from(body)),
        );
        const read = readAll(cut(Buffer.concat(wire), cuts));
        assert.ok(read.inStep);
        assert.deepEqual(read.pdus, wire);
      },
    ),
    { numRuns: 500 },
  );
});

test('byte by byte', () => {
  const wire = [
    pdu(5, 0, 1, deliverBody({ octets: Buffer.from('one') })),
    pdu(0x15, 0, 2),
    pdu(0x80000004, 0, 3, text('id')),
  ];
  const read = readAll([...Buffer.concat(wire)].map((byte) => Uint8Array.of(byte)));
  assert.deepEqual(read.pdus, wire);
});

test('impossible lengths are given up at their fourth byte, however they come', () => {
  for (const length of [0, 1, 15, 64 * 1024 + 1, 0x7fffffff, 0xffffffff]) {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length);
    const behind = Buffer.concat([pdu(0x15, 0, 1), head]);
    assert.equal(readAll([behind]).inStep, false);
    assert.equal(readAll([...behind].map((byte) => Uint8Array.of(byte))).inStep, false);
  }
  assert.equal(
    readAll([pdu(5, 0, 1, Buffer.alloc(64 * 1024 - 16))]).pdus.length,
    1,
    'the longest is taken',
  );
});

test('random bytes: nothing throws, what is kept stays small', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 20 }), (chunks) => {
      assert.ok(readAll(chunks).restBytes <= 256 * 1024);
    }),
    { numRuns: 5000 },
  );
});

test('random bodies of every command: nothing throws', () => {
  const command = fc.oneof(
    fc.constantFrom(5, 0x103, 0x80000004, 0x80000009, 0x80000001, 0x80000000, 6, 0x15),
    fc.nat(0xffffffff),
  );
  fc.assert(
    fc.property(command, fc.uint8Array({ maxLength: 400 }), (id, body) => {
      assert.equal(readAll([pdu(id, 0, 1, Buffer.from(body))]).pdus.length, 1);
    }),
    { numRuns: 10_000 },
  );
});

const receiptText =
  'id:0123 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:hello';
const realPdus = [
  pdu(
    5,
    0,
    1,
    deliverBody({
      esmClass: 4,
      octets: Buffer.from(receiptText),
      tlvs: [tlv(0x1e, text('0123')), tlv(0x427, Buffer.from([2]))],
    }),
  ),
  pdu(
    5,
    0,
    2,
    deliverBody({ esmClass: 0x40, dataCoding: 8, octets: Buffer.from('0500030201010041', 'hex') }),
  ),
  pdu(
    5,
    0,
    3,
    deliverBody({
      tlvs: [
        tlv(0x20c, Buffer.from([0, 1])),
        tlv(0x20e, Buffer.from([2])),
        tlv(0x20f, Buffer.from([1])),
      ],
    }),
  ),
  pdu(0x80000004, 0, 4, text('0123')),
  pdu(0x80000009, 0, 5, Buffer.concat([text('centre'), tlv(0x210, Buffer.from([0x34]))])),
];

test('real PDUs with flipped bytes, cut or doubled: nothing throws', () => {
  const bites = fc.array(fc.record({ place: fc.nat(), byte: fc.nat(255) }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.nat(realPdus.length - 1),
      bites,
      fc.nat(),
      fc.boolean(),
      (which, bitten, length, keepLength) => {
        const bytes = Buffer.from(realPdus[which] ?? Buffer.alloc(16));
        for (const { place, byte } of bitten)
          bytes[(keepLength ? 4 : 0) + (place % (bytes.length - 4))] = byte;
        const whole = Buffer.concat([bytes, bytes.subarray(0, length % bytes.length), bytes]);
        readAll([whole]);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('user data headers of any bytes: nothing throws, and nothing is read beyond the message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 160 }), (octets) => {
      const { octets: bare } = unwrap(Buffer.from(octets));
      assert.ok(bare.length < Math.max(1, octets.length));
    }),
    { numRuns: 5000 },
  );
});
