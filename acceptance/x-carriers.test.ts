// X5: checks the outcomes of messages over each HTTP carrier, against simulators that the carriers'
// own clients were tried on.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { importRouting } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { uniqueText } from './harness/sms.ts';
import { startReceiver, until } from './harness/index.ts';
import type { Receiver } from './harness/index.ts';

/** Connection and connector. */
const carriers = [
  ['TWILIO', 'twilio'],
  ['INFOBIP', 'infobip'],
  ['AFRICA', 'africas-talking'],
  ['ORANGE', 'orange-sms'],
] as const;
const routing: TestRouting = {
  connections: Object.fromEntries(carriers.map(([name, connector]) => [name, { connector }])),
};
const shortCode = '38000';
/** By the last four digits of the number. */
const outcomes = {
  '0000': 'DELIVERED',
  '8002': 'DELIVERED',
  '8005': 'DELIVERED',
  '8022': 'DELIVERED',
  '8023': 'DELIVERED',
  '9001': 'UNDELIVERABLE',
  '7011': 'REJECTED',
  '8021': 'REJECTED',
};

describe('X5 carriers over HTTP', { concurrency: true }, () => {
  let fixture: SmsFixture;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    fixture = await openSmsFixture(routing);
    const { app, installation } = fixture;
    await installation.cli(['sms-app', 'set', app.appId, '--inbound-url', receiver.url]);
    await importRouting(installation, {
      ...routing,
      inbound: [{ number: shortCode, app: app.appId }],
    });
    for (const [name, carrier] of carriers) {
      const { address } = await installation.cli<{ address: string }>([
        ...['sms', 'link', 'address', name],
      ]);
      await fixture.smsc.register(carrier, new URL(address, installation.baseUrl).href);
    }
  });
  after(async () => {
    await receiver.close();
    await fixture?.close();
  });

  for (const [name, carrier] of carriers) {
    for (const [digits, state] of Object.entries(outcomes))
      it(`X5 ${carrier} ${digits}: ${state}`, async () => {
        const number = fixture.number(name, digits);
        const id = await fixture.sms.accept(number);
        const message = await fixture.sms.untilState(id, state);
        assert.equal(message.refunded, ['REJECTED', 'UNDELIVERABLE'].includes(state));
        const accepted = await fixture.smsc.lines({ to: number.slice(1), event: 'accepted' });
        assert.equal(accepted.length, state === 'REJECTED' ? 0 : 1, 'sent once');
      });

    it(`X5 ${carrier}: a long text to many is one message each, whole`, async () => {
      const text = `${uniqueText()} ${'l'.repeat(400)}`;
      const id = await fixture.sms.accept(fixture.numbers(name, 5), text);
      const messages = await fixture.sms.untilEach(
        id,
        'all are delivered',
        ({ state }) => state === 'DELIVERED',
      );
      for (const { msisdn, price } of messages) {
        const lines = await fixture.smsc.lines({ to: msisdn.slice(1), event: 'accepted' });
        assert.deepEqual([price, lines.map((line) => line.text)], [30, [text]]);
      }
    });

    it(`X5 ${carrier}: a stop word reaches the application, and silences its sender`, async () => {
      const from = fixture.number(name);
      await fixture.smsc.writeTo(carrier, { from, to: shortCode, text: 'STOP' });
      const { json } = await until('a callback', () =>
        receiver.requests.find((request) => request.json?.from === from),
      );
      assert.deepEqual([json.to, json.text, json.optOut], [shortCode, 'STOP', true]);
    });
  }
});
