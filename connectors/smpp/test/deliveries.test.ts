// Proves that receipts and inbound messages are acknowledged only once stored, refused when not
// stored, and held back when storing is slow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { agreeable, deliverBody, except, startSmsc, text, tlv } from './smsc.ts';
import type { Answer, Smsc, Peer } from './smsc.ts';
import { bound, openFor, part, until } from './session-kit.ts';
import type { Core, Options } from './session-kit.ts';

async function createFixture(
  t: TestContext,
  options?: Options,
  answer: Answer = agreeable,
): Promise<{ smsc: Smsc; core: Core; peer: Peer }> {
  const smsc = await startSmsc(answer);
  const core = openFor(smsc.port, options);
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  const peer = smsc.peers[0];
  assert.ok(peer);
  return { smsc, core, peer };
}

const answersTo = (peer: Peer, sequence: number) =>
  peer.received.filter((each) => each.sequence === sequence && each.command >= 0x80000000);
const receiptBody = (id: string) =>
  deliverBody({ esmClass: 4, octets: Buffer.from(`id:${id} stat:DELIVRD`) });

test('a receipt is acknowledged after the core has stored it, not before', async (t) => {
  let stored = () => {};
  const receipt = () => new Promise<void>((resolve) => (stored = resolve));
  const { peer } = await createFixture(t, { events: { receipt } });
  peer.send(5, 0, 501, receiptBody('a1'));
  peer.send(0x15, 0, 502);
  await until('the enquiry behind it is answered', () => answersTo(peer, 502).length === 1);
  assert.equal(answersTo(peer, 501).length, 0);
  stored();
  await until('acknowledged', () => answersTo(peer, 501).length === 1);
  const [answer] = answersTo(peer, 501);
  assert.deepEqual(
    [answer?.command, answer?.status, answer?.body],
    [0x80000005, 0, Buffer.from([0])],
  );
});

test('not stored: ESME_RX_T_APPN asks the operator to send it again', async (t) => {
  const { peer, core } = await createFixture(t, {
    events: { receipt: () => Promise.reject(new Error('database away')) },
  });
  peer.send(5, 0, 501, receiptBody('a1'));
  await until('answered', () => answersTo(peer, 501).length === 1);
  assert.equal(answersTo(peer, 501)[0]?.status, 0x64);
  assert.equal(core.session.counters?.['notStored'], 1);
});

test('a state that no table has is said in the log, once for each word', async (t) => {
  const { peer, core } = await createFixture(t);
  const words = ['TELEPORTED', 'TELEPORTED', 'DELIVRD', 'UNKNOWN', 'VANISHED'];
  for (const [at, word] of words.entries())
    peer.send(
      5,
      0,
      501 + at,
      deliverBody({ esmClass: 4, octets: Buffer.from(`id:a${at} stat:${word} text:Bonjour`) }),
    );
  await until('all are stored', () => core.receipts.length === words.length);
  const warnings = core.logs.filter((line) => line.startsWith('warn'));
  assert.deepEqual(warnings, [
    'warn SMPP receipt state is not listed {"stat":"TELEPORTED"}',
    'warn SMPP receipt state is not listed {"stat":"VANISHED"}',
  ]);
});

test('a core that throws instead of rejecting is no different', async (t) => {
  const inbound = (): Promise<void> => {
    throw new Error('broken');
  };
  const { peer } = await createFixture(t, { events: { inbound } });
  peer.send(5, 0, 501, deliverBody({ octets: Buffer.from('STOP') }));
  await until('answered', () => answersTo(peer, 501).length === 1);
  assert.equal(answersTo(peer, 501)[0]?.status, 0x64);
});

test('an unreadable receipt is acknowledged and counted; its words are in no log', async (t) => {
  const { peer, core } = await createFixture(t);
  for (let each = 0; each < 5; each++)
    peer.send(
      5,
      0,
      501 + each,
      deliverBody({ esmClass: 4, octets: Buffer.from('thank you 221770000001') }),
    );
  await until('answered', () => answersTo(peer, 505).length === 1);
  assert.equal(answersTo(peer, 501)[0]?.status, 0);
  assert.equal(core.session.counters?.['unreadableReceipts'], 5);
  assert.equal(
    core.logs.filter((line) => line.includes('receipt')).length,
    1,
    'one line, not five',
  );
  assert.doesNotMatch(core.logs.join(), /thank|22177/);
});

test('a delivery whose fields do not fit, and a binary message, are refused for good', async (t) => {
  const { peer, core } = await createFixture(t);
  peer.send(5, 0, 501, Buffer.from([0, 1, 1]));
  peer.send(5, 0, 502, deliverBody({ dataCoding: 4, octets: Buffer.from([1, 2, 3]) }));
  await until('answered', () => answersTo(peer, 502).length === 1);
  assert.deepEqual(
    [answersTo(peer, 501)[0]?.status, answersTo(peer, 502)[0]?.status],
    [0x65, 0x65],
  );
  assert.equal(core.session.counters?.['unreadableMessages'], 2);
});

test('inbound messages in every alphabet, with the numbers that join parts; data_sm as well', async (t) => {
  const { peer, core } = await createFixture(t);
  const ucs2 = Buffer.from('ŋ 🌍', 'utf16le').swap16();
  peer.send(
    5,
    0,
    501,
    deliverBody({
      source: '+221770000009',
      octets: Buffer.from([0x53, 0x54, 0x4f, 0x50, 0x05, 0x1b, 0x65]),
    }),
  );
  peer.send(5, 0, 502, deliverBody({ dataCoding: 3, octets: Buffer.from('fête', 'latin1') }));
  peer.send(5, 0, 503, deliverBody({ dataCoding: 8, octets: ucs2 }));
  peer.send(
    5,
    0,
    504,
    deliverBody({
      esmClass: 0x40,
      octets: Buffer.concat([Buffer.from([5, 0, 3, 7, 2, 1]), Buffer.from('one')]),
    }),
  );
  peer.send(
    5,
    0,
    505,
    deliverBody({
      esmClass: 0x40,
      octets: Buffer.concat([Buffer.from([6, 8, 4, 1, 2, 2, 2]), Buffer.from('two')]),
    }),
  );
  const sar = [
    tlv(0x020c, Buffer.from([1, 2])),
    tlv(0x020e, Buffer.from([3])),
    tlv(0x020f, Buffer.from([3])),
  ];
  peer.send(5, 0, 506, deliverBody({ octets: Buffer.from('three'), tlvs: sar }));
  peer.send(5, 0, 507, deliverBody({ tlvs: [tlv(0x0424, Buffer.from('long'))] }));
  const dataSm = [
    text(''),
    Buffer.from([1, 1]),
    text('221770000001'),
    Buffer.from([1, 1]),
    text('2000'),
    Buffer.from([0, 0, 0]),
  ];
  peer.send(0x103, 0, 508, Buffer.concat([...dataSm, tlv(0x0424, Buffer.from('data'))]));
  await until('all answered', () => answersTo(peer, 508).length === 1);
  assert.equal(answersTo(peer, 508)[0]?.command, 0x80000103);
  const texts = core.inbound.map((message) => message.text);
  assert.deepEqual(texts, ['STOPé€', 'fête', 'ŋ 🌍', 'one', 'two', 'three', 'long', 'data']);
  assert.equal(core.inbound[0]?.from, '221770000009');
  assert.equal(core.inbound[0]?.to, '2000');
  const joined = core.inbound.slice(3, 6).map(({ concatenation }) => concatenation);
  assert.deepEqual(joined, [
    { reference: 7, total: 2, number: 1 },
    { reference: 258, total: 2, number: 2 },
    { reference: 258, total: 3, number: 3 },
  ]);
});

test('storing is slow: reading pauses, answers that lie in the socket are not taken for missing, and everything is stored in the end', async (t) => {
  const responseTimeoutMs = 30_000;
  const time = holdTime(t);
  const waiting: (() => void)[] = [];
  const receipt = () => new Promise<void>((resolve) => void waiting.push(resolve));
  const { peer, core } = await createFixture(
    t,
    { events: { receipt }, settings: { unstoredMax: 20 }, config: { responseTimeoutMs } },
    except((_, { command }) => command === 4),
  );
  const submitted = core.session.submit(part());
  await until('arrived', () => peer.received.some(({ command }) => command === 4));
  const submitSequence = peer.received.find(({ command }) => command === 4)?.sequence ?? 0;
  for (let each = 0; each < 20; each++) peer.send(5, 0, 501 + each, receiptBody(`a${each}`));
  await until('paused', () => core.session.counters?.['readingPauses'] === 1);
  peer.send(5, 0, 600, receiptBody('behind'));
  peer.send(0x80000004, 0, submitSequence, text('in-the-socket'));
  await time.pass(2 * responseTimeoutMs);
  assert.equal(waiting.length, 20, 'nothing was read while paused');
  await until('the last one acknowledged', () => {
    for (const stored of waiting.splice(0)) stored();
    return answersTo(peer, 600).length === 1;
  });
  assert.deepEqual(await submitted, { kind: 'accepted', id: 'in-the-socket' });
});

test('a receipt stored after its connection was lost is not acknowledged on the next one', async (t) => {
  let stored = () => {};
  const receipt = () => new Promise<void>((resolve) => (stored = resolve));
  const { peer, core, smsc } = await createFixture(t, { events: { receipt } });
  peer.send(5, 0, 501, receiptBody('a1'));
  peer.send(0x15, 0, 502);
  await until('taken', () => answersTo(peer, 502).length === 1);
  peer.socket.destroy();
  await until('bound again', () => smsc.peers.length === 2 && core.session.state === 'bound');
  stored();
  assert.equal((await core.session.submit(part())).kind, 'accepted');
  const second = smsc.peers[1];
  assert.ok(second);
  assert.equal(answersTo(second, 501).length, 0);
});
