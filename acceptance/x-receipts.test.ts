// X11, X12: proves that receipts are understood as real carriers send them, that a lost answer is
// found again by its receipt, and that people's messages stay people's messages.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startCarrier } from './harness/carrier.ts';
import type { Carrier, SubmitAnswer } from './harness/carrier.ts';
import { startReceiver, until } from './harness/index.ts';
import type { ReceivedRequest, Receiver } from './harness/index.ts';
import { importRouting } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { uniqueText } from './harness/sms.ts';

const shortCode = '38000';
const receiptMark = 4;
/**
 * What each connection is configured with, beside the address of its carrier. To the silent one go
 * only messages that it never answers.
 */
const configs = {
  FOREIGN: {},
  SILENT: { responseTimeoutMs: 500 },
  LEAVES: {},
  LEAVES2: {},
} as const;
type Connection = keyof typeof configs;

describe('X11 receipts', () => {
  let [receiver, fixture] = [] as unknown as [Receiver, SmsFixture];
  const carriers = new Map<Connection, Carrier>();
  const carrierOf = (connection: Connection): Carrier => carriers.get(connection)!;
  before(async () => {
    receiver = await startReceiver();
    const connections: TestRouting['connections'] = {};
    for (const name of Object.keys(configs) as Connection[]) {
      const carrier = await startCarrier();
      carriers.set(name, carrier);
      const address = { host: '127.0.0.1', port: carrier.port, systemId: 'us', password: 'secret' };
      connections[name] = { config: { ...address, ...configs[name] } };
    }
    const routing: TestRouting = { connections, refund: ['REJECTED'] };
    fixture = await openSmsFixture(routing, { unbound: Object.keys(configs) });
    const { cli } = fixture.installation;
    await cli(['sms-app', 'set', fixture.app.appId, '--inbound-url', receiver.url]);
    const inbound = [{ number: shortCode, app: fixture.app.appId }];
    await importRouting(fixture.installation, { ...routing, inbound });
    for (const [name, carrier] of carriers)
      await until(`a bind of ${name}`, () => carrier.binds.length > 0);
  });
  after(async () => {
    await fixture?.close();
    await Promise.all([...carriers.values(), receiver].map((server) => server.close()));
  });

  let answers = 0;
  const takes: SubmitAnswer = () => ({ message_id: `00${(0xabc000 + ++answers).toString(16)}` });
  const dates = 'submit date:2611211200 done date:2611211201';
  const ucs2 = (text: string) => ({ data_coding: 8, short_message: { message: text } });

  /** Sends a text; answers its number without plus, and the ids that its parts were given. */
  const send = async (
    content = uniqueText(),
    parts = 1,
    answer: SubmitAnswer = takes,
    over: Connection = 'FOREIGN',
  ) => {
    const ids: string[] = [];
    const carrier = carrierOf(over);
    carrier.answerWith((pdu) => {
      const fields = answer(pdu) as { message_id?: string } | null;
      if (fields?.message_id !== undefined) ids.push(fields.message_id);
      return fields;
    });
    const number = fixture.number(over).slice(1);
    const batch = await fixture.sms.accept(`+${number}`, content);
    await carrier.submissionsTo(number, parts);
    return { number, batch, ids };
  };
  const sendUnanswered = () => send(uniqueText(), 1, () => null, 'SILENT');
  const deliverFrom = (number: string, fields: object, over: Connection = 'FOREIGN') =>
    carrierOf(over).deliver({ source_addr: number, destination_addr: shortCode, ...fields });
  /** The carrier leaves: what it has not answered by now has no answer. */
  const leave = async (over: Connection): Promise<void> => {
    const carrier = carrierOf(over);
    const before = carrier.binds.length;
    carrier.send('unbind');
    await until('bound again', () => carrier.binds.length > before);
  };
  const writtenBy = (number: string): ReceivedRequest[] =>
    receiver.requests.filter(({ json }) => json?.from === `+${number}`);
  const isMarked = { esm_class: receiptMark };
  const decimal = (id: string) => BigInt(`0x${id}`).toString();

  const forms: [what: string, fields: (id: string) => object, state: string][] = [
    [
      'the text of appendix B without its mark',
      (id) => ({
        short_message: `id:${id} sub:001 dlvrd:001 ${dates} stat:DELIVRD err:000 text:`,
      }),
      'DELIVERED',
    ],
    [
      'the text of appendix B without its mark, with values left out',
      (id) => ({ short_message: `id:${id} sub: dlvrd: ${dates} stat:DELIVRD err: text:` }),
      'DELIVERED',
    ],
    ['UCS-2', (id) => ({ ...isMarked, ...ucs2(`id:${id} stat:UNDELIV err:034`) }), 'UNDELIVERABLE'],
    [
      'a state in numbers',
      (id) => ({ ...isMarked, short_message: `id:${id} stat:2` }),
      'DELIVERED',
    ],
    [
      'lower case, fields in another order',
      (id) => ({ ...isMarked, short_message: `stat:expired err:0 ${dates} id:${id}` }),
      'EXPIRED',
    ],
    [
      'the id in decimal',
      (id) => ({ ...isMarked, short_message: `id:${decimal(id)} stat:DELIVRD` }),
      'DELIVERED',
    ],
    [
      'the id in capitals, without its zeros',
      (id) => ({ ...isMarked, short_message: `id:${id.slice(2).toUpperCase()} stat:REJECTD` }),
      'REJECTED',
    ],
    [
      'parameters alone',
      (id) => ({ receipted_message_id: id, message_state: 2, short_message: '' }),
      'DELIVERED',
    ],
  ];
  for (const [what, fields, state] of forms)
    it(`X11 a receipt in ${what}`, async () => {
      const { number, batch, ids } = await send();
      const response = await deliverFrom(number, fields(ids[0]!));
      assert.equal(response['command_status'], 0);
      await fixture.sms.untilState(batch, state);
      assert.deepEqual(writtenBy(number), [], 'nobody is told of a message');
    });

  it('X11 receipts name the parts of a long text in whatever order', async () => {
    const { number, batch, ids } = await send(`${uniqueText()} ${'long '.repeat(80)}`, 3);
    for (const id of ids.toReversed())
      await deliverFrom(number, { ...isMarked, short_message: `stat:DELIVRD id:${id}` });
    const { partsDelivered } = await fixture.sms.untilState(batch, 'DELIVERED');
    assert.equal(partsDelivered, 3);
  });

  it('X11 what a person writes is never a receipt', async () => {
    const { number, batch, ids } = await send();
    const stranger = fixture.number('FOREIGN').slice(1);
    const whole = `id:${ids[0]} sub:001 dlvrd:001 ${dates} stat:UNDELIV err:001 text:`;
    // Words around it; the whole of it, from a phone that got nothing from us.
    for (const [from, text] of [
      [number, `Bonjour, ${whole}`],
      [number, `id:${ids[0]} stat:UNDELIV`],
      [stranger, whole],
    ] as const) {
      const before = writtenBy(from).length;
      await deliverFrom(from, { short_message: text });
      await until('its callback', () => writtenBy(from).length > before);
      assert.equal(writtenBy(from).at(-1)!.json.text, text);
    }
    assert.equal((await fixture.sms.messages(batch))[0]!.state, 'SENT');
  });

  describe('X11 lost answers', { concurrency: true }, () => {
    it('X11 a lost answer and then its receipt: DELIVERED, sent once and charged once', async () => {
      const { number, batch } = await sendUnanswered();
      await fixture.sms.untilState(batch, 'UNKNOWN');
      const receipt = { ...isMarked, short_message: `id:lost-${number} stat:DELIVRD` };
      await deliverFrom(number, receipt, 'SILENT');
      const { refunded, reason } = await fixture.sms.untilState(batch, 'DELIVERED');
      assert.deepEqual([refunded, reason], [false, null]);
      assert.equal((await carrierOf('SILENT').submissionsTo(number)).length, 1);
    });

    it('X11 the receipt comes before the answer is given up, with the number in national form', async () => {
      const { number, batch } = await send(uniqueText(), 1, () => null, 'LEAVES');
      const receipt = { ...isMarked, short_message: `id:early-${number} stat:UNDELIV err:001` };
      await deliverFrom(number.slice(3), receipt, 'LEAVES');
      await leave('LEAVES');
      await fixture.sms.untilState(batch, 'UNDELIVERABLE');
    });

    it('X11 of a long text one answer was lost: the receipt that names no known part is its', async () => {
      let count = 0;
      const answer: SubmitAnswer = (pdu) => (++count === 2 ? null : takes(pdu));
      const content = `${uniqueText()} ${'long '.repeat(50)}`;
      const { number, batch, ids } = await send(content, 2, answer, 'LEAVES2');
      for (const id of ['nobody-knows-me', ...ids])
        await deliverFrom(
          number,
          { ...isMarked, short_message: `id:${id} stat:DELIVRD` },
          'LEAVES2',
        );
      await leave('LEAVES2');
      await fixture.sms.untilState(batch, 'DELIVERED');
    });

    it('X11 where two messages fit, both stay UNKNOWN, and the receipt is kept and shown', async () => {
      carrierOf('SILENT').answerWith(() => null);
      const number = fixture.number('SILENT').slice(1);
      const batches = [
        await fixture.sms.accept(`+${number}`, uniqueText()),
        await fixture.sms.accept(`+${number}`, uniqueText()),
      ];
      for (const batch of batches) await fixture.sms.untilState(batch, 'UNKNOWN');
      const id = `either-${number}`;
      const receipt = { ...isMarked, short_message: `id:${id} stat:UNDELIV err:007` };
      await deliverFrom(number, receipt, 'SILENT');
      const list = () =>
        fixture.installation.cli<{ receipts: { id: string; [field: string]: unknown }[] }>([
          ...['sms', 'link', 'receipts'],
        ]);
      const shown = (await list()).receipts.find((receipt) => receipt.id === id);
      assert.deepEqual(
        [shown?.['connection'], shown?.['state'], shown?.['errorCode'], shown?.['number']],
        ['SILENT', 'undeliverable', '007', number],
      );
      // The round that finds this one has seen those two.
      const alone = await sendUnanswered();
      await fixture.sms.untilState(alone.batch, 'UNKNOWN');
      const last = { ...isMarked, short_message: `id:alone-${alone.number} stat:DELIVRD` };
      await deliverFrom(alone.number, last, 'SILENT');
      await fixture.sms.untilState(alone.batch, 'DELIVERED');
      for (const each of batches)
        assert.equal((await fixture.sms.messages(each))[0]!.state, 'UNKNOWN');
      await fixture.installation.cli(['doctor']);
    });
  });

  it('X11 alert_notification has no answer', async () => {
    const carrier = carrierOf('FOREIGN');
    const before = carrier.received.length;
    const answered = () =>
      carrier.received
        .slice(before)
        .map(({ command }) => command)
        // It may ask by itself meanwhile.
        .filter((command) => command !== 'enquire_link');
    carrier.send('alert_notification', { source_addr: '221770000001', esme_addr: shortCode });
    carrier.send('enquire_link');
    await until('an answer to what came after it', () => answered().length > 0);
    assert.deepEqual(answered(), ['enquire_link_resp']);
  });

  it('X12 STOP from a number in national form ends what the whole number gets', async () => {
    const number = fixture.number('FOREIGN');
    await deliverFrom(number.slice(4), { short_message: 'STOP' });
    await until('its callback', () => writtenBy(number.slice(1)).length === 1);
    assert.equal(writtenBy(number.slice(1))[0]!.json.optOut, true);
    const refused = await fixture.sms.send({ msisdn: [number], content: 'after' });
    assert.deepEqual([refused.status, Object.keys(refused.json.data as object)], [400, [number]]);
    await deliverFrom(number.slice(4), { short_message: 'START' });
    carrierOf('FOREIGN').answerWith(takes);
    await until(
      'it may be sent to again',
      async () => (await fixture.sms.send({ msisdn: [number], content: 'again' })).status === 200,
    );
  });
});
