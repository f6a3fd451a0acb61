// Proves that the last four digits of a number choose the outcome of a message over SMPP.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf, receiptOf, startOperator, submitBody, until } from './operator.ts';

const number = (digits: string): string => `22177000${digits}`;

test('ordinary digits: accepted under an id, DELIVRD under the same id in text and parameters', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const id = idOf(await client.submit(number('0001')));
  const [delivery] = await client.untilDeliveries(1);
  assert.match(id, /^[0-9a-f]+$/);
  assert.deepEqual(receiptOf(delivery!), {
    id,
    stat: 'DELIVRD',
    err: '000',
    tlvId: id,
    tlvState: 2,
  });
  assert.deepEqual(
    [delivery!.from, delivery!.to, delivery!.esmClass],
    [number('0001'), 'JOKKO', 4],
  );
});

test('7NNN: refused in the answer with NNN as the status, unlisted ones as SUBMITFAIL, 79NN as a status of the vendor', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const statuses = [];
  for (const digits of ['7011', '7010', '7020', '7088', '7500', '7902'])
    statuses.push((await client.submit(number(digits))).status);
  assert.deepEqual(statuses, [0x0b, 0x0a, 0x14, 0x58, 0x45, 0x402]);
  const { body } = await operator.control('GET', '/sms');
  assert.deepEqual([body.counts.accepted, body.counts.refused['11']], [0, 1]);
});

test('9NNN: accepted, later a receipt with error NNN and the state of its hundreds', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  for (const digits of ['9042', '9101', '9202', '9303', '9404', '9999'])
    assert.equal((await client.submit(number(digits))).status, 0);
  const reported = (await client.untilDeliveries(6)).map((delivery) => [
    delivery.from.slice(-4),
    receiptOf(delivery).stat,
    receiptOf(delivery).err,
  ]);
  assert.deepEqual(reported.sort(), [
    ['9042', 'UNDELIV', '042'],
    ['9101', 'EXPIRED', '101'],
    ['9202', 'REJECTD', '202'],
    ['9303', 'DELETED', '303'],
    ['9404', 'UNKNOWN', '404'],
    ['9999', 'UNDELIV', '999'],
  ]);
});

test('8000 expires when its validity ends, 8001 is delivered after 20 s, 8007 never tells anything', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  for (const digits of ['8000', '8001', '8007'])
    await client.submit(number(digits), { validity: '000000010000000R' });
  await operator.advance(19);
  await client.ask(0x15, Buffer.alloc(0));
  assert.equal(client.deliveries().length, 0);
  await operator.advance(2);
  assert.equal(receiptOf((await client.untilDeliveries(1))[0]!).stat, 'DELIVRD');
  await operator.advance(3_580);
  const [, expired, ...more] = await client.untilDeliveries(2);
  assert.deepEqual(
    [expired?.from, receiptOf(expired!).stat, more.length],
    [number('8000'), 'EXPIRED', 0],
  );
});

test('8002: the same receipt twice', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const id = idOf(await client.submit(number('8002')));
  const reported = (await client.untilDeliveries(2)).map((delivery) => receiptOf(delivery).id);
  assert.deepEqual(reported, [id, id]);
});

test('8003 is accepted, 8004 is not; neither is answered', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const lost = [
    client.write(4, submitBody(number('8003'))),
    client.write(4, submitBody(number('8004'))),
  ];
  const [delivery] = await client.untilDeliveries(1);
  await client.submit(number('0001'));
  assert.equal(delivery?.from, number('8003'));
  assert.deepEqual(
    client.received.filter(({ id, sequence }) => id === 0x8000_0004 && lost.includes(sequence)),
    [],
  );
  const { body } = await operator.control('GET', `/sms/book?to=${number('8004')}`);
  assert.deepEqual(
    body.map((line: { event: string }) => line.event),
    ['dropped'],
  );
  const { body: reconciled } = await operator.control('GET', '/sms/reconcile');
  assert.equal(reconciled.unanswered, 1);
});

test('8005: the receipt comes before the answer, which waits until it was acknowledged', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const id = idOf(await client.submit(number('8005')));
  const order = client.received
    .map((pdu) => pdu.id)
    .filter((command) => command === 5 || command === 0x8000_0004);
  assert.deepEqual(order, [5, 0x8000_0004]);
  assert.equal(receiptOf(client.deliveries()[0]!).id, id);
});

test('8020, 8021: a receipt and an answer in words of no table; 8022 to 8024: two receipts', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await client.submit(number('8020'));
  const [odd] = (await client.untilDeliveries(1)).map(receiptOf);
  assert.deepEqual([odd!.stat, odd!.err, odd!.tlvState], ['MOONDWN', '000', -1]);
  assert.equal((await client.submit(number('8021'))).status, 0x3e9);
  for (const digits of ['8022', '8023', '8024']) await client.submit(number(digits));
  await client.untilDeliveries(4);
  await operator.advance(1);
  const told = (await client.untilDeliveries(7)).slice(1);
  const of = (digits: string) =>
    told.filter(({ from }) => from === number(digits)).map((each) => receiptOf(each).stat);
  assert.deepEqual(['8022', '8023', '8024'].map(of), [
    ['ENROUTE', 'DELIVRD'],
    ['DELIVRD', 'ENROUTE'],
    ['UNDELIV', 'DELIVRD'],
  ]);
});

test('8450 to 8455, as the carriers over HTTP; 0450 is an ordinary number', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  for (const digits of ['8450', '8451', '8452', '0450']) await client.submit(number(digits));
  const states = (await client.untilDeliveries(4)).map((each) => receiptOf(each).stat);
  assert.deepEqual(states.toSorted(), ['DELIVRD', 'EXPIRED', 'REJECTD', 'UNDELIV']);
  const answers = [];
  for (const digits of ['8453', '8454', '8455', '8455', '8455'])
    answers.push((await client.submit(number(digits))).status);
  assert.deepEqual(answers, [0, 0x0b, 0x08, 0x08, 0]);
  const [last] = (await client.untilDeliveries(5)).slice(4);
  assert.equal(last!.from, number('8455'));
});

test('8006: a receipt that nobody can read, then the right one', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const id = idOf(await client.submit(number('8006')));
  await client.untilDeliveries(1);
  await operator.advance(1);
  const [garbled, right] = (await client.untilDeliveries(2)).map(receiptOf);
  assert.deepEqual([garbled?.id, garbled?.tlvId, right?.id, right?.stat], ['', '', id, 'DELIVRD']);
});

test('registered_delivery: 0 wants no receipt, 2 only failures', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  await client.submit(number('0001'), { registered: 0 });
  await client.submit(number('0002'), { registered: 2 });
  await client.submit(number('9003'), { registered: 2 });
  await until(() => client.deliveries().length > 0);
  await operator.advance(1);
  await client.ask(0x15, Buffer.alloc(0));
  assert.deepEqual(
    client.deliveries().map(({ from }) => from),
    [number('9003')],
  );
});
