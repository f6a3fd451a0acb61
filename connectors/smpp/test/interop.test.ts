// Proves that the connector interoperates with an SMPP implementation that is not ours: the npm
// package `smpp` plays the SMSC.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startCarrier, textOf } from '../../../acceptance/harness/carrier.ts';
import type { Carrier, Pdu } from '../../../acceptance/harness/carrier.ts';
import { smppConnector } from '../index.ts';
import { bound, openFor, part, until } from './session-kit.ts';
import type { Core, Options } from './session-kit.ts';

async function listen(server: Server, t: TestContext): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function start(t: TestContext): Promise<Carrier> {
  const carrier = await startCarrier();
  t.after(() => carrier.close());
  return carrier;
}

async function createFixture(
  t: TestContext,
  options: Options = {},
): Promise<{ carrier: Carrier; core: Core }> {
  const carrier = await start(t);
  const core = openFor(carrier.port, options);
  t.after(() => core.session.close(0));
  await bound(core);
  return { carrier, core };
}

test('bind, submit in both alphabets and in parts, unbind', async (t) => {
  const { carrier, core } = await createFixture(t);
  const concatenation = { reference: 300, total: 2, number: 1 };
  const outcomes = await Promise.all([
    core.session.submit(part({ text: 'Déjà là €', from: 'Jokko' })),
    core.session.submit(part({ text: 'ŋ 🌍', encoding: 'ucs2', from: '2000' })),
    core.session.submit(part({ text: 'part one', concatenation })),
  ]);
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['accepted', 'accepted', 'accepted'],
  );
  const [gsm, ucs2, joined] = carrier.submitted as [Pdu, Pdu, Pdu];
  assert.equal(textOf(gsm).text, 'Déjà là €');
  assert.deepEqual(
    [
      'source_addr_ton',
      'source_addr_npi',
      'source_addr',
      'dest_addr_ton',
      'dest_addr_npi',
      'destination_addr',
    ].map((field) => gsm?.[field]),
    [5, 0, 'Jokko', 1, 1, '221770000001'],
  );
  assert.deepEqual(
    [gsm?.['registered_delivery'], gsm?.['data_coding'], gsm?.['esm_class'], gsm?.['service_type']],
    [1, 0, 0, ''],
  );
  assert.deepEqual(
    [ucs2?.['source_addr_ton'], ucs2?.['data_coding'], textOf(ucs2).text],
    [3, 8, 'ŋ 🌍'],
  );
  assert.deepEqual([joined?.['esm_class'], textOf(joined).text], [0x40, 'part one']);
  assert.deepEqual(textOf(joined).header, [Buffer.from([0, 3, 300 & 0xff, 2, 1])]);
  await core.session.close(1000);
  assert.ok(carrier.received.some(({ command }) => command === 'unbind'));
});

test('sar parameters and message_payload are read by the other side', async (t) => {
  const { carrier, core } = await createFixture(t, { config: { concatenation: 'sar' } });
  await core.session.submit(part({ concatenation: { reference: 300, total: 3, number: 2 } }));
  const [sar] = carrier.submitted;
  assert.deepEqual(
    [sar?.['sar_msg_ref_num'], sar?.['sar_total_segments'], sar?.['sar_segment_seqnum']],
    [300, 3, 2],
  );
  const whole = openFor(carrier.port, { config: { concatenation: 'payload' } });
  t.after(() => whole.session.close(0));
  await bound(whole);
  const text = 'a'.repeat(1000);
  assert.equal((await whole.session.submit(part({ text }))).kind, 'accepted');
  assert.deepEqual(carrier.submitted[1]?.['message_payload'], { message: text });
});

test('receipts and messages from the other side, and its enquire_link', async (t) => {
  const { carrier, core } = await createFixture(t);
  const addresses = { source_addr: '221770000001', destination_addr: '2000' };
  const receipt = {
    ...addresses,
    esm_class: 4,
    receipted_message_id: 'msg-1',
    message_state: 2,
    short_message: 'id:msg-1 stat:DELIVRD err:000',
  };
  const message = {
    ...addresses,
    data_coding: 0,
    short_message: { message: 'Arret à midi' },
  };
  const answers = await Promise.all([receipt, message].map((each) => carrier.deliver(each)));
  assert.deepEqual(
    answers.map((pdu) => [pdu.command, pdu['command_status']]),
    [
      ['deliver_sm_resp', 0],
      ['deliver_sm_resp', 0],
    ],
  );
  carrier.send('enquire_link');
  await until('an answer to enquire_link', () =>
    carrier.received.some(({ command }) => command === 'enquire_link_resp'),
  );
  assert.deepEqual(
    core.receipts.map(({ id, state, errorCode, msisdn }) => [id, state, errorCode, msisdn]),
    [['msg-1', 'delivered', null, '221770000001']],
  );
  assert.deepEqual(
    core.inbound.map(({ from, to, text }) => [from, to, text]),
    [['221770000001', '2000', 'Arret à midi']],
  );
});

test('the other side unbinds: answered, and bound again', async (t) => {
  const { carrier, core } = await createFixture(t, { times: { unbind: 100 } });
  carrier.send('unbind');
  await until('an answer to unbind', () =>
    carrier.received.some(({ command }) => command === 'unbind_resp'),
  );
  await until('bound again', () => carrier.binds.length === 2 && core.session.state === 'bound');
  assert.equal((await core.session.submit(part())).kind, 'accepted');
});

test('a wrong password is told', async (t) => {
  const carrier = await start(t);
  const core = openFor(carrier.port, { config: { password: 'wrong' } });
  t.after(() => core.session.close(0));
  await until('refused', () => core.session.detail !== null);
  assert.match(core.session.detail ?? '', /ESME_RINVPASWD/);
});

test('every packet cut into single bytes, both ways', async (t) => {
  const carrier = await start(t);
  const cutter = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: carrier.port, host: '127.0.0.1', noDelay: true });
    const passOn = async (from: AsyncIterable<Buffer>, to: typeof far) => {
      for await (const chunk of from)
        for (const byte of chunk) {
          if (!to.writable) return;
          to.write(Uint8Array.of(byte));
          await new Promise(setImmediate);
        }
    };
    const gone = () => [near, far].forEach((socket) => void socket.destroy());
    passOn(near, far).then(gone, gone);
    passOn(far, near).then(gone, gone);
    t.after(gone);
  });
  const core = openFor(await listen(cutter, t));
  t.after(() => core.session.close(0));
  await bound(core);
  const outcomes = await Promise.all([
    core.session.submit(part()),
    core.session.submit(part({ text: 'é', encoding: 'ucs2' })),
  ]);
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['accepted', 'accepted'],
  );
  void carrier.deliver({ esm_class: 4, short_message: 'id:1 stat:DELIVRD' });
  await until('receipt', () => core.receipts.length === 1);
});

test('the connector as the core opens it', async (t) => {
  const carrier = await start(t);
  const config = {
    host: '127.0.0.1',
    port: String(carrier.port),
    systemId: 'jokko',
    password: 'secret',
    window: 2,
    ratePerSec: 500,
  };
  assert.deepEqual(smppConnector.checkConfig(config), []);
  assert.deepEqual(smppConnector.capabilities(config), {
    splits: true,
    receipts: true,
    binds: 1,
    window: 2,
    ratePerSec: 500,
    resendAfterMs: null,
  });
  const never = () => Promise.reject(new Error('no HTTP here'));
  const done = () => Promise.resolve();
  const session = smppConnector.open(
    { config, http: never, log: () => {} },
    { receipt: done, inbound: done, late: () => {}, changed: () => {} },
  );
  t.after(() => session.close(0));
  await until('bound', () => session.state === 'bound' && session.free > 0);
  assert.equal((await session.submit(part())).kind, 'accepted');
});
