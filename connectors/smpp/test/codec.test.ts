// Proves that PDUs are written and read byte for byte as SMPP 3.4 lays them out. The hexadecimal
// texts are written by hand from the standard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../codec/commands.ts';
import { decodePdu } from '../codec/decode.ts';
import {
  bindRoom,
  plainRoom,
  submitSmRoom,
  writeBind,
  writeDeliveryResponse,
  writePlain,
  writeSubmitSm,
} from '../codec/encode.ts';
import type { SubmitSm } from '../codec/encode.ts';

const bare = (spaced: string): string => spaced.replaceAll(/\s+/g, '');

/** Written in the middle of a dirty buffer: nothing may count on zeros or on position 0. */
function written(room: number, write: (buffer: Buffer, at: number) => number): string {
  const buffer = Buffer.alloc(room + 7, 0xaa);
  const end = write(buffer, 7);
  assert.ok(end - 7 <= room, 'the room that was asked for is enough');
  return buffer.toString('hex', 7, end);
}

function decoded(hex: string): ReturnType<typeof decodePdu> {
  const bytes = Buffer.from(bare(hex), 'hex');
  assert.equal(bytes.readUInt32BE(0), bytes.length, 'the golden text is in order');
  return decodePdu(
    Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]),
    2,
    2 + bytes.length,
  );
}

const hello: SubmitSm = {
  serviceType: '',
  source: { ton: 5, npi: 0, digits: 'Jokko' },
  destination: { ton: 1, npi: 1, digits: '221770000001' },
  esmClass: 0,
  validityPeriod: '000001000000000R',
  wantsReceipt: true,
  dataCoding: 0,
  header: null,
  octets: Buffer.from('Hi'),
  sar: null,
  asPayload: false,
};
const addresses = '0500 4a6f6b6b6f00  0101 32323137373030303030303100';
const validity = '3030303030313030303030303030305200';

test('bind_transceiver', () => {
  const bind = {
    command: commands.bindTransceiver,
    systemId: 'jokko',
    password: 'secret',
    systemType: 'SMS',
    interfaceVersion: 0x34,
    addressRange: { ton: 0, npi: 0, digits: '' },
  };
  const head = '00000009 00000000 00000001  6a6f6b6b6f00 73656372657400 534d5300';
  assert.equal(
    written(bindRoom, (buffer, at) => writeBind(buffer, at, 1, bind)),
    bare(`00000025 ${head} 34 00 00 00`),
  );
  const asked = {
    ...bind,
    interfaceVersion: 0x50,
    addressRange: { ton: 1, npi: 8, digits: '^38' },
  };
  assert.equal(
    written(bindRoom, (buffer, at) => writeBind(buffer, at, 1, asked)),
    bare(`00000028 ${head} 50 01 08 5e333800`),
  );
});

test('submit_sm', () => {
  assert.equal(
    written(submitSmRoom(hello), (buffer, at) => writeSubmitSm(buffer, at, 2, hello)),
    bare(
      `00000044 00000004 00000000 00000002 00 ${addresses} 00 00 00 00 ${validity} 01 00 00 00 02 4869`,
    ),
  );
});

test('submit_sm without validity and without a receipt', () => {
  const submit = { ...hello, validityPeriod: '', wantsReceipt: false };
  assert.equal(
    written(submitSmRoom(submit), (buffer, at) => writeSubmitSm(buffer, at, 2, submit)),
    bare(`00000034 00000004 00000000 00000002 00 ${addresses} 00 00 00 00 00 00 00 00 00 02 4869`),
  );
});

test('submit_sm with a user data header', () => {
  const submit = { ...hello, esmClass: 0x40, header: Uint8Array.of(5, 0, 3, 7, 2, 1) };
  assert.equal(
    written(submitSmRoom(submit), (buffer, at) => writeSubmitSm(buffer, at, 3, submit)),
    bare(
      `0000004a 00000004 00000000 00000003 00 ${addresses} 40 00 00 00 ${validity} 01 00 00 00 08 050003070201 4869`,
    ),
  );
});

test('submit_sm with sar parameters', () => {
  const submit = { ...hello, sar: { reference: 0x1234, total: 3, number: 2 } };
  assert.equal(
    written(submitSmRoom(submit), (buffer, at) => writeSubmitSm(buffer, at, 4, submit)),
    bare(`00000054 00000004 00000000 00000004 00 ${addresses} 00 00 00 00 ${validity} 01 00 00 00 02 4869
      020c0002 1234 020e0001 03 020f0001 02`),
  );
});

test('submit_sm with message_payload', () => {
  const submit = {
    ...hello,
    serviceType: 'CMT',
    dataCoding: 8,
    octets: Buffer.from('00e9', 'hex'),
    asPayload: true,
  };
  assert.equal(
    written(submitSmRoom(submit), (buffer, at) => writeSubmitSm(buffer, at, 5, submit)),
    bare(
      `0000004b 00000004 00000000 00000005 434d5400 ${addresses} 00 00 00 00 ${validity} 01 00 08 00 00 0424 0002 00e9`,
    ),
  );
});

test('the longest submit_sm that is ever prepared fits its room', () => {
  const submit = {
    ...hello,
    serviceType: 'ABCDE',
    source: { ton: 1, npi: 1, digits: '9'.repeat(15) },
    destination: { ton: 1, npi: 1, digits: '9'.repeat(15) },
    header: Uint8Array.of(6, 8, 4, 1, 1, 2, 1),
    sar: { reference: 1, total: 2, number: 1 },
    octets: Buffer.alloc(247),
  };
  written(submitSmRoom(submit), (buffer, at) => writeSubmitSm(buffer, at, 6, submit));
});

test('PDUs of a header only, and the response to a delivery', () => {
  const plain = (command: number, status: number, sequence: number) =>
    written(plainRoom, (buffer, at) => writePlain(buffer, at, command, status, sequence));
  assert.equal(plain(commands.enquireLink, 0, 6), bare('00000010 00000015 00000000 00000006'));
  assert.equal(plain(commands.unbind, 0, 0x7fffffff), bare('00000010 00000006 00000000 7fffffff'));
  assert.equal(plain(commands.genericNack, 3, 9), bare('00000010 80000000 00000003 00000009'));
  const response = written(plainRoom, (buffer, at) =>
    writeDeliveryResponse(buffer, at, commands.deliverSm, 0x64, 10),
  );
  assert.equal(response, bare('00000011 80000005 00000064 0000000a 00'));
});

test('responses are read, with and without a body, with and without the last zero', () => {
  assert.deepEqual(decoded('00000015 80000004 00000000 00000002 3066413100'), {
    kind: 'submit_sm_resp',
    status: 0,
    sequence: 2,
    messageId: '0fA1',
  });
  assert.deepEqual(decoded('00000012 80000004 00000000 00000002 4131'), {
    kind: 'submit_sm_resp',
    status: 0,
    sequence: 2,
    messageId: 'A1',
  });
  assert.deepEqual(decoded('00000010 80000004 00000058 00000003'), {
    kind: 'submit_sm_resp',
    status: 0x58,
    sequence: 3,
    messageId: '',
  });
  assert.deepEqual(decoded('00000016 80000009 00000000 00000001 534d5300 0210'), {
    kind: 'bind_resp',
    status: 0,
    sequence: 1,
    systemId: 'SMS',
  });
  assert.deepEqual(decoded('00000010 80000002 0000000e 00000001'), {
    kind: 'bind_resp',
    status: 0x0e,
    sequence: 1,
    systemId: '',
  });
  assert.deepEqual(decoded('00000010 80000000 00000002 00000000'), {
    kind: 'generic_nack',
    status: 2,
    sequence: 0,
  });
  assert.deepEqual(decoded('00000010 00000015 00000000 00000004'), {
    kind: 'enquire_link',
    sequence: 4,
  });
  assert.deepEqual(decoded('00000010 00000102 00000000 00000004'), {
    kind: 'alert_notification',
  });
  assert.deepEqual(decoded('00000010 00000003 00000000 00000004'), {
    kind: 'other_request',
    command: 3,
    sequence: 4,
  });
  assert.deepEqual(decoded('00000010 80000003 00000000 00000004'), {
    kind: 'other_response',
    command: 0x80000003,
    sequence: 4,
  });
});

test('deliver_sm with known, unknown, repeated and broken parameters', () => {
  const pdu = decoded(`00000058 00000005 00000000 00000007
    00 0101 32323137373030303030303100 0001 3230303000
    04 00 00 00 00 00 00 00 00 02 4869
    001e 0005 6162633100  0427 0001 02  1403 0002 ffff  0427 0001 05  0423 0003 030001  0300 00ff 01`);
  assert.equal(pdu.kind, 'delivery');
  const delivery = pdu.kind === 'delivery' ? pdu.delivery : null;
  assert.deepEqual([delivery?.source, delivery?.destination], ['221770000001', '2000']);
  assert.deepEqual(
    [delivery?.esmClass, delivery?.dataCoding, delivery?.octets.toString()],
    [4, 0, 'Hi'],
  );
  assert.deepEqual(
    [...(delivery?.tlvs ?? [])].map(([tag, value]) => [tag, value.toString('hex')]),
    [
      [0x1e, '6162633100'],
      [0x427, '02'],
      [0x1403, 'ffff'],
      [0x423, '030001'],
    ],
  );
});

test('a deliver_sm that says more octets than it has is read as broken, not beyond its end', () => {
  const pdu = decoded(
    '00000029 00000005 00000000 00000007 00 0101 32323100 0001 3230303000 04 00 00 00 00 00 00 00 00 ff 48',
  );
  assert.deepEqual(pdu, { kind: 'delivery', command: 5, sequence: 7, delivery: null });
});
