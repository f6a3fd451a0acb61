// Does the connector get along with an SMPP implementation that is not ours? The npm package `smpp` plays the centre.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import smpp from 'smpp';
import type { Pdu, Session } from 'smpp';
import { smppConnector } from '../src/index.ts';
import { bound, openFor, part, until } from './session-kit.ts';
import type { Core, Options } from './session-kit.ts';

interface Foreign {
  sessions: Session[];
  submitted: Pdu[];
  unbinds: number;
  port: number;
}

async function listen(server: Server, t: TestContext): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function startForeign(t: TestContext): Promise<Foreign> {
  const foreign: Foreign = { sessions: [], submitted: [], unbinds: 0, port: 0 };
  const bind = (session: Session) => (pdu: Pdu) =>
    void session.send(pdu.response(pdu['password'] === 'secret' ? { system_id: 'foreign' } : { command_status: 0x0e }));
  const server = smpp.createServer((session) => {
    foreign.sessions.push(session);
    session.on('error', () => {});
    for (const command of ['bind_transceiver', 'bind_transmitter', 'bind_receiver']) session.on(command, bind(session));
    session.on('submit_sm', (pdu: Pdu) => {
      foreign.submitted.push(pdu);
      session.send(pdu.response({ message_id: `msg-${foreign.submitted.length}` }));
    });
    session.on('enquire_link', (pdu: Pdu) => void session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => {
      foreign.unbinds += 1;
      session.send(pdu.response());
      session.socket.end();
    });
  });
  foreign.port = await listen(server, t);
  return foreign;
}

async function stage(t: TestContext, options: Options = {}): Promise<{ foreign: Foreign; core: Core }> {
  const foreign = await startForeign(t);
  const core = openFor(foreign.port, options);
  t.after(() => core.session.close(0));
  await bound(core);
  return { foreign, core };
}

test('bind, submit in both alphabets and in parts, unbind', async (t) => {
  const { foreign, core } = await stage(t);
  const concatenation = { reference: 300, total: 2, number: 1 };
  const outcomes = await Promise.all([
    core.session.submit(part({ text: 'Déjà là €', from: 'Jokko' })),
    core.session.submit(part({ text: 'ŋ 🌍', encoding: 'ucs2', from: '2000' })),
    core.session.submit(part({ text: 'part one', concatenation })),
  ]);
  assert.deepEqual(
    outcomes,
    [1, 2, 3].map((number) => ({ kind: 'accepted', id: `msg-${number}` })),
  );
  const [gsm, ucs2, joined] = foreign.submitted;
  const wire = (pdu: Pdu | undefined) => (pdu?.['short_message'] as { message: unknown; udh?: Buffer[] } | undefined) ?? { message: null };
  assert.equal(wire(gsm).message, 'Déjà là €');
  assert.deepEqual(
    ['source_addr_ton', 'source_addr_npi', 'source_addr', 'dest_addr_ton', 'dest_addr_npi', 'destination_addr'].map(
      (field) => gsm?.[field],
    ),
    [5, 0, 'Jokko', 1, 1, '221770000001'],
  );
  assert.deepEqual([gsm?.['registered_delivery'], gsm?.['data_coding'], gsm?.['esm_class'], gsm?.['service_type']], [1, 0, 0, '']);
  assert.deepEqual([ucs2?.['source_addr_ton'], ucs2?.['data_coding'], wire(ucs2).message], [3, 8, 'ŋ 🌍']);
  assert.deepEqual([joined?.['esm_class'], wire(joined).message], [0x40, 'part one']);
  assert.deepEqual(wire(joined).udh, [Buffer.from([0, 3, 300 & 0xff, 2, 1])]);
  await core.session.close(1000);
  assert.equal(foreign.unbinds, 1);
});

test('sar parameters and message_payload are read by the other side', async (t) => {
  const { foreign, core } = await stage(t, { config: { concatenation: 'sar' } });
  await core.session.submit(part({ concatenation: { reference: 300, total: 3, number: 2 } }));
  const [sar] = foreign.submitted;
  assert.deepEqual([sar?.['sar_msg_ref_num'], sar?.['sar_total_segments'], sar?.['sar_segment_seqnum']], [300, 3, 2]);
  const whole = openFor(foreign.port, { config: { concatenation: 'payload' } });
  t.after(() => whole.session.close(0));
  await bound(whole);
  const text = 'a'.repeat(1000);
  assert.equal((await whole.session.submit(part({ text }))).kind, 'accepted');
  assert.deepEqual(foreign.submitted[1]?.['message_payload'], { message: text });
});

test('receipts and messages from the other side, and its enquire_link', async (t) => {
  const { foreign, core } = await stage(t);
  const answers: Pdu[] = [];
  const [session] = foreign.sessions;
  const addresses = { source_addr: '221770000001', destination_addr: '2000' };
  const receipt = {
    ...addresses,
    esm_class: 4,
    receipted_message_id: 'msg-1',
    message_state: 2,
    short_message: 'id:msg-1 stat:DELIVRD err:000',
  };
  session?.deliver_sm(receipt, (pdu) => answers.push(pdu));
  session?.deliver_sm({ ...addresses, data_coding: 0, short_message: { message: 'Arret à midi' } }, (pdu) => answers.push(pdu));
  session?.enquire_link((pdu) => answers.push(pdu));
  await until('three answers', () => answers.length === 3);
  assert.deepEqual(answers.map(({ command }) => command).toSorted(), ['deliver_sm_resp', 'deliver_sm_resp', 'enquire_link_resp']);
  assert.ok(answers.every((pdu) => pdu['command_status'] === 0));
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
  const { foreign, core } = await stage(t);
  const answered = new Promise<Pdu>((resolve) => void foreign.sessions[0]?.unbind(resolve));
  assert.equal((await answered)['command_status'], 0);
  await until('bound again', () => foreign.sessions.length === 2 && core.session.state === 'bound');
  assert.equal((await core.session.submit(part())).kind, 'accepted');
});

test('a wrong password is told', async (t) => {
  const foreign = await startForeign(t);
  const core = openFor(foreign.port, { config: { password: 'wrong' } });
  t.after(() => core.session.close(0));
  await until('refused', () => core.session.detail !== null);
  assert.match(core.session.detail ?? '', /ESME_RINVPASWD/);
});

test('every packet cut into single bytes, both ways', async (t) => {
  const foreign = await startForeign(t);
  const cutter = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: foreign.port, host: '127.0.0.1', noDelay: true });
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
  const outcomes = await Promise.all([core.session.submit(part()), core.session.submit(part({ text: 'é', encoding: 'ucs2' }))]);
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['accepted', 'accepted'],
  );
  foreign.sessions[0]?.deliver_sm({ esm_class: 4, short_message: 'id:1 stat:DELIVRD' });
  await until('receipt', () => core.receipts.length === 1);
});

test('through the door: the connector as the core opens it', async (t) => {
  const foreign = await startForeign(t);
  const config = { host: '127.0.0.1', port: String(foreign.port), systemId: 'jokko', password: 'secret', window: 2, ratePerSec: 500 };
  assert.deepEqual(smppConnector.checkConfig(config), []);
  assert.deepEqual(smppConnector.capabilities(config), { splits: true, receipts: true, binds: 1, window: 2, ratePerSec: 500 });
  const never = () => Promise.reject(new Error('no HTTP here'));
  const done = () => Promise.resolve();
  const session = smppConnector.open(
    { config, http: never, now: Date.now, log: () => {} },
    { receipt: done, inbound: done, late: () => {}, changed: () => {} },
  );
  t.after(() => session.close(0));
  await until('bound', () => session.state === 'bound' && session.free > 0);
  assert.equal((await session.submit(part())).kind, 'accepted');
});
