// Proves that the SMSC misbehaves as configured, and only then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  idOf,
  openClient,
  option,
  receiptOf,
  startOperator,
  submitBody,
  until,
} from './operator.ts';
import type { Client, Operator, Pdu } from './operator.ts';

const to = '221770000001';
const behave = async (operator: Operator, changes: object): Promise<number> =>
  (await operator.control('POST', '/sms/behaviour', changes)).status;
/** In one packet, so that no time passes between them, however slow the machine. */
function submitAtOnce(client: Client, count: number): Promise<Pdu[]> {
  client.socket.cork();
  const submitted = Array.from({ length: count }, () => client.submit(to));
  client.socket.uncork();
  return Promise.all(submitted);
}

test('a bind needs the right system_id and password, a free place, and no order to refuse', async (t) => {
  const operator = await startOperator(t);
  await behave(operator, { binds: 1 });
  const statusOf = async (...bind: [string?, number?, string?]): Promise<number> =>
    (await operator.bind(t, ...bind)).bindStatus;
  assert.deepEqual(
    [await statusOf('jokko', 9, 'wrong'), await statusOf('other'), await statusOf('jokkoX')],
    [0x0e, 0x0f, 0x0f],
  );
  assert.deepEqual(
    [await statusOf(), await statusOf(), await statusOf('jokko-second')],
    [0, 0x05, 0],
  );
  await behave(operator, { account: 'jokko-third', refuseBinds: 0x0d });
  assert.deepEqual([await statusOf('jokko-third'), await statusOf('jokko-fourth')], [0x0d, 0]);
});

test('only what is bound as a transmitter may submit, and receipts go to receivers', async (t) => {
  const operator = await startOperator(t);
  const stranger = await openClient(t, operator.smppPort);
  const receiver = await operator.bind(t, 'jokko', 1);
  const transmitter = await operator.bind(t, 'jokko', 2);
  assert.deepEqual(
    [(await stranger.submit(to)).status, (await receiver.submit(to)).status],
    [4, 4],
  );
  const id = idOf(await transmitter.submit(to));
  assert.equal(receiptOf((await receiver.untilDeliveries(1))[0]!).id, id);
  assert.equal(transmitter.deliveries().length, 0);
});

test('throttled above a rate, queue full, any other status, generic_nack', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await behave(operator, { throttleAbove: 3 });
  const burst = await submitAtOnce(client, 12);
  const throttled = burst.filter(({ status }) => status === 0x58).length;
  assert.ok(throttled >= 6 && throttled <= 9, `${throttled} of 12 throttled`);
  await behave(operator, { reset: true, queueFull: 1, refuse: 1, refuseStatus: 0x64 });
  assert.deepEqual(
    [
      (await client.submit(to)).status,
      (await client.submit(to)).status,
      (await client.submit(to)).status,
    ],
    [0x14, 0x64, 0],
  );
  await behave(operator, { nackEvery: 1 });
  const nack = await client.submit(to);
  assert.deepEqual([nack.id, nack.status], [0x8000_0000, 3]);
  await behave(operator, { nackEvery: 0 });
  assert.equal((await client.submit(to)).status, 0);
});

test('a window is kept: more unanswered submissions than allowed are throttled', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await behave(operator, { window: 5, slowMs: 50 });
  const answers = await submitAtOnce(client, 8);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [0, 0, 0, 0, 0, 0x58, 0x58, 0x58],
  );
  const { body } = await operator.control('GET', '/sms');
  assert.equal(body.smpp.accounts[0].binds[0].peakUnanswered, 8);
});

test('dropEvery ends the connection in mid-window: what was accepted stays accepted, its receipts go to the next bind', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await behave(operator, { dropEvery: 5 });
  client.socket.write(
    Buffer.concat(
      Array.from({ length: 8 }, (_, index) =>
        pduOf(4, index + 10, submitBody(`22177000000${index}`)),
      ),
    ),
  );
  await until(() => client.closed);
  await behave(operator, { dropEvery: 0 });
  const next = await operator.bind(t);
  await next.untilDeliveries(5);
  const { body } = await operator.control('GET', '/sms/reconcile');
  assert.deepEqual([body.accepted, body.acceptedTwiceCount, body.recipients], [5, 0, 5]);
});

test('drop, unbind and bad lengths reach every bind', async (t) => {
  const operator = await startOperator(t);
  const [first, second] = [await operator.bind(t), await operator.bind(t, 'jokko-b')];
  await behave(operator, { unbind: true, account: 'jokko' });
  await until(() => first.received.some(({ id }) => id === 6));
  first.write(0x8000_0006, Buffer.alloc(0), first.received.find(({ id }) => id === 6)!.sequence);
  await until(() => first.closed);
  let raw = Buffer.alloc(0);
  second.socket.on('data', (chunk: Buffer) => (raw = Buffer.concat([raw, chunk])));
  await behave(operator, { badLength: 7 });
  await until(() => raw.length >= 16);
  assert.equal(raw.readUInt32BE(0), 7);
  await behave(operator, { drop: true });
  await until(() => second.closed);
});

test('silence: enquire_link alone, or everything', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await behave(operator, { silentEnquireLink: true });
  const asked = client.write(0x15, Buffer.alloc(0));
  assert.equal((await client.submit(to)).status, 0);
  await behave(operator, { silentEnquireLink: false, silent: true });
  const submitted = client.write(4, submitBody(to));
  const { body } = await operator.control('GET', '/sms');
  await behave(operator, { silent: false });
  await client.ask(0x15, Buffer.alloc(0));
  assert.equal(body.counts.accepted, 1);
  assert.deepEqual(
    client.received.filter(({ sequence, id }) => [asked, submitted].includes(sequence) && id !== 5),
    [],
  );
});

test('it asks by enquire_link itself, again and again', async (t) => {
  const operator = await startOperator(t);
  await behave(operator, { enquireLinkMs: 10 });
  const client = await operator.bind(t);
  await until(() => client.received.some(({ id }) => id === 0x15));
  const { sequence } = client.received.find(({ id }) => id === 0x15)!;
  client.write(0x8000_0015, Buffer.alloc(0), sequence);
  await until(() => client.received.filter(({ id }) => id === 0x15).length >= 2);
});

test('a receipt that is refused for now, not answered, or caught by a drop comes again; one refused for good does not', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  client.acknowledgeWith = 0x64;
  const id = idOf(await client.submit(to));
  await client.untilDeliveries(1);
  client.acknowledgeWith = 0;
  await operator.advance(2);
  await client.untilDeliveries(2);
  client.acknowledgeWith = null;
  const caught = idOf(await client.submit('221770000002'));
  await client.untilDeliveries(3);
  client.socket.destroy();
  const next = await operator.bind(t);
  assert.equal(receiptOf((await next.untilDeliveries(1))[0]!).id, caught);
  next.acknowledgeWith = 0x65;
  await next.submit('221770000003');
  await next.untilDeliveries(2);
  await operator.advance(5);
  await next.ask(0x15, Buffer.alloc(0));
  assert.equal(next.deliveries().length, 2);
  const { body } = await operator.control('GET', `/sms/book?id=${id}`);
  assert.deepEqual(
    body.map((line: { event: string }) => line.event),
    ['accepted', 'receipt', 'receipt', 'acknowledged'],
  );
});

test('ids in both bases, upper case, leading zeros; receipts by text or parameters only', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await behave(operator, {
    idUpper: true,
    idWidth: 12,
    receiptIdBase: 'decimal',
    receiptTlv: false,
  });
  const id = idOf(await client.submit(to));
  const [first] = (await client.untilDeliveries(1)).map(receiptOf);
  assert.match(id, /^0+[0-9A-F]+$/);
  assert.deepEqual([Number(first!.id), first!.tlvId], [Number.parseInt(id, 16), '']);
  await behave(operator, {
    reset: true,
    idBase: 'decimal',
    receiptIdWidth: 10,
    receiptText: false,
  });
  const other = idOf(await client.submit(to));
  const [, second] = (await client.untilDeliveries(2)).map(receiptOf);
  assert.deepEqual([second!.tlvId, second!.id], [Number(other).toString(16).padStart(10, '0'), '']);
});

test('receipts can be held back, and leave when they are no longer', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await behave(operator, { holdReceipts: true });
  for (let count = 0; count < 3; count += 1) await client.submit(to);
  await operator.advance(5);
  assert.equal(client.deliveries().length, 0);
  await behave(operator, { holdReceipts: false });
  await client.untilDeliveries(3);
});

test('what no short message can hold is refused', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const header = Buffer.from([5, 0, 3, 7, 2, 1]);
  const statusOf = async (
    number: string,
    changes: Parameters<typeof submitBody>[1],
  ): Promise<number> => (await client.submit(number, changes)).status;
  const letters = (count: number): Buffer => Buffer.alloc(count, 'x');
  assert.deepEqual(
    [
      await statusOf(to, { octets: letters(160) }),
      await statusOf(to, { octets: letters(161) }),
      await statusOf(to, { octets: Buffer.concat([header, letters(153)]), esmClass: 0x40 }),
      await statusOf(to, { octets: Buffer.concat([header, letters(154)]), esmClass: 0x40 }),
      await statusOf(to, { octets: letters(141), coding: 8 }),
      await statusOf(to, { octets: letters(139), coding: 8 }),
      await statusOf(to, { octets: Buffer.from([0x1b]) }),
      await statusOf(to, { octets: Buffer.from([0xe9]) }),
      await statusOf(to, { octets: Buffer.from([9, 0]), esmClass: 0x40 }),
    ],
    [0, 1, 0, 1, 1, 1, 1, 1, 0x43],
  );
  assert.deepEqual(
    [
      await statusOf('', {}),
      await statusOf('+2217', {}),
      await statusOf(to, { validity: 'tomorrow' }),
      await statusOf(to, { validity: '200101000000000+' }),
      await statusOf(to, { options: Buffer.from([2, 4, 0, 9, 1]) }),
      await statusOf(to, { options: Buffer.from([2]) }),
      await statusOf(to, { octets: Buffer.alloc(0), options: option(0x424, letters(600)) }),
    ],
    [0x0b, 0x0b, 0x62, 0x62, 0xc2, 0xc0, 0],
  );
});

test('an impossible length ends the connection with a generic_nack; unknown commands do not', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  assert.deepEqual(
    await client.ask(0x103, Buffer.alloc(0)).then(({ id, status }) => [id, status]),
    [0x8000_0000, 3],
  );
  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => client.closed);
  assert.ok(client.received.some(({ id, status }) => id === 0x8000_0000 && status === 2));
  assert.equal((await operator.bind(t)).bindStatus, 0);
});

test('PDUs may arrive octet by octet', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  for (const octet of pduOf(4, 99, submitBody(to))) {
    client.socket.write(Buffer.from([octet]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() =>
    client.received.some(
      ({ sequence, id, status }) => sequence === 99 && id === 0x8000_0004 && status === 0,
    ),
  );
});

test('behaviours that do not exist or cannot be are refused by name', async (t) => {
  const operator = await startOperator(t);
  for (const changes of [
    { nothing: 1 },
    { silent: 1 },
    { slowMs: -1 },
    { idBase: 'octal' },
    { drop: 3 },
    { badLength: -1 },
    { window: 1.5 },
  ]) {
    const { status, body } = await operator.control('POST', '/sms/behaviour', changes);
    assert.equal(status, 400, JSON.stringify(changes));
    assert.match(body.error, new RegExp(`^${Object.keys(changes)[0]}`));
  }
});

function pduOf(id: number, sequence: number, body: Buffer): Buffer {
  const head = Buffer.alloc(16);
  [16 + body.length, id, 0, sequence].forEach((value, index) =>
    head.writeUInt32BE(value, index * 4),
  );
  return Buffer.concat([head, body]);
}
