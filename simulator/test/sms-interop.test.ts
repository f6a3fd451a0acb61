// Proves that the SMSC agrees with another implementation of SMPP 3.4, the npm library.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { startOperator, until } from './operator.ts';
import type { TestContext } from 'node:test';
import type { Operator } from './operator.ts';

// The library has no types; PDUs are read loosely here.
// oxlint-disable-next-line typescript/no-explicit-any
type Any = any;
const smpp = createRequire(import.meta.url)('smpp') as Any;

interface Peer {
  session: Any;
  delivered: Any[];
  ask(command: string, fields: object): Promise<Any>;
}

async function openPeer(t: TestContext, operator: Operator): Promise<Peer> {
  const session = smpp.connect({ url: `smpp://127.0.0.1:${operator.smppPort}` });
  session.on('error', () => {});
  t.after(() => session.destroy());
  const delivered: Any[] = [];
  session.on('deliver_sm', (pdu: Any) => {
    delivered.push(pdu);
    session.send(pdu.response());
  });
  const ask: Peer['ask'] = (command, fields) =>
    new Promise((resolve) => session[command](fields, resolve));
  return { session, delivered, ask };
}

const credentials = { system_id: 'jokko', password: 'secret', interface_version: 0x34 };

test('binds, submits, receipts, enquire_link and unbind as the library reads and writes them', async (t) => {
  const operator = await startOperator(t);
  const { ask, delivered } = await openPeer(t, operator);
  const bound = await ask('bind_transceiver', credentials);
  assert.deepEqual(
    [bound.command_status, bound.system_id, bound.sc_interface_version],
    [0, 'JOKKOSIM', 0x34],
  );
  const fields = {
    source_addr: 'JOKKO',
    source_addr_ton: 5,
    registered_delivery: 1,
    data_coding: 0,
  };
  const accepted = await ask('submit_sm', {
    ...fields,
    destination_addr: '221770000001',
    short_message: 'Ça été @ 5€ {ok}',
  });
  const refused = await ask('submit_sm', {
    ...fields,
    destination_addr: '221770007011',
    short_message: 'x',
  });
  assert.deepEqual([accepted.command_status, refused.command_status], [0, smpp.ESME_RINVDSTADR]);
  await until(() => delivered.length === 1);
  const [receipt] = delivered;
  assert.equal(receipt.receipted_message_id.toString().replace('\0', ''), accepted.message_id);
  assert.deepEqual(
    [receipt.message_state, receipt.esm_class, receipt.source_addr],
    [2, 4, '221770000001'],
  );
  assert.match(
    receipt.short_message.message,
    new RegExp(`^id:${accepted.message_id} sub:001 dlvrd:001 .* stat:DELIVRD err:000`),
  );
  const { body } = await operator.control('GET', '/sms/book?to=221770000001');
  assert.equal(body[0].text, 'Ça été @ 5€ {ok}');
  assert.equal((await ask('enquire_link', {})).command_status, 0);
  assert.equal((await ask('unbind', {})).command_status, 0);
});

test('query_sm tells what became of a message, wanted receipts or not', async (t) => {
  const operator = await startOperator(t);
  const { ask } = await openPeer(t, operator);
  await ask('bind_transceiver', credentials);
  const from = { source_addr: 'JOKKO', source_addr_ton: 5 };
  const sent = async (to: string) =>
    (await ask('submit_sm', { ...from, destination_addr: to, short_message: 'x' })).message_id;
  const tell = async (id: string, more = {}) => {
    const answer = await ask('query_sm', { ...from, message_id: id, ...more });
    return [answer.command_status, answer.message_state, answer.error_code];
  };
  for (const [digits, state, error] of [
    ['0001', 2, 0],
    ['9012', 5, 12],
    ['9100', 3, 100],
    ['8007', 1, 0],
    ['8001', 1, 0],
    ['8020', 99, 0],
  ] as const)
    assert.deepEqual(await tell(await sent(`22177000${digits}`)), [0, state, error], digits);
  const slow = await sent('221770008001');
  await operator.control('POST', '/clock', { advanceSeconds: 20 });
  const found = await ask('query_sm', { ...from, message_id: slow });
  assert.deepEqual([found.message_state, found.message_id], [2, slow]);
  assert.ok(found.final_date instanceof Date);
  assert.deepEqual(await tell('b5e9999'), [smpp.ESME_RINVMSGID, undefined, undefined]);
  const [other] = await tell(slow, { source_addr: 'OTHER' });
  assert.equal(other, smpp.ESME_RQUERYFAIL);
  await ask('unbind', {});
});

test('a wrong password is told as one', async (t) => {
  const operator = await startOperator(t);
  const { ask } = await openPeer(t, operator);
  assert.equal(
    (await ask('bind_transmitter', { ...credentials, password: 'wrong' })).command_status,
    smpp.ESME_RINVPASWD,
  );
});

test('messages from phones: short ones whole, long ones in parts, in either alphabet', async (t) => {
  const operator = await startOperator(t);
  const { ask, delivered } = await openPeer(t, operator);
  await ask('bind_receiver', credentials);
  const texts = ['ARRET', `${'a€'.repeat(120)}`, `Fête ${'🎉'.repeat(60)}`];
  for (const [index, text] of texts.entries()) {
    const { body } = await operator.control('POST', '/sms/inbound', {
      from: '+221770000001',
      to: '40404',
      text,
    });
    assert.equal(body.parts, [1, 3, 2][index]);
    await until(() => delivered.length === body.parts);
    const parts = delivered.splice(0);
    assert.deepEqual(
      new Set(parts.map((pdu) => `${pdu.source_addr} ${pdu.destination_addr}`)),
      new Set(['221770000001 40404']),
    );
    assert.equal(parts.map((pdu) => pdu.short_message.message as string).join(''), text);
    const headers: Buffer[] = parts.flatMap((pdu) => (pdu.short_message.udh ?? []) as Buffer[]);
    if (parts.length > 1)
      assert.deepEqual(
        [...headers.map((header) => header.at(-1))],
        [...parts.keys()].map((part) => part + 1),
      );
  }
});
