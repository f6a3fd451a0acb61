// X5, F69: a carrier over HTTP that can be asked is asked by the running node what became of a
// message whose answer was lost, at the latest after two minutes, and the message ends as it says.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';

const routing: TestRouting = {
  connections: { TWILIO: { connector: 'twilio' }, INFOBIP: { connector: 'infobip' } },
  // The operator's rule: what nobody can know is given back.
  refund: ['REJECTED', 'UNDELIVERABLE', 'UNKNOWN'],
};
/** Two minutes, on a machine that does much else. */
const patient = { timeoutMs: 300_000 };

describe('X5 F69 answers that carriers over HTTP lost', { concurrency: true }, () => {
  let fixture: SmsFixture;
  before(async () => {
    fixture = await openSmsFixture(routing);
    for (const [name, { connector }] of Object.entries(routing.connections)) {
      const { address } = await fixture.installation.cli<{ address: string }>([
        ...['sms', 'link', 'address', name],
      ]);
      await fixture.smsc.register(connector!, new URL(address, fixture.installation.baseUrl).href);
    }
  });
  after(() => fixture?.close());

  /** How often the carrier took the number, and how often it lost a request for it. */
  async function calls(number: string): Promise<{ accepted: number; dropped: number }> {
    const lines = await fixture.smsc.lines({ to: number.slice(1) });
    const of = (event: string) => lines.filter((line) => line.event === event).length;
    return { accepted: of('accepted'), dropped: of('dropped') };
  }

  /** `dropped`: how often a message that the carrier never had is sent. */
  const lost = (name: string, carrier: string, dropped: number): void =>
    void it(`X5 F69 ${carrier}: what it has is delivered, what it never had is given back by the operator's rule`, async () => {
      // No report tells before the carrier is asked.
      await fixture.smsc.behave(carrier, { holdReceipts: true });
      const [taken, absent] = [fixture.number(name, '8003'), fixture.number(name, '8004')];
      const ids = [await fixture.sms.accept(taken), await fixture.sms.accept(absent)] as const;
      await fixture.sms.untilState(ids[0], 'SENT', patient);
      await fixture.smsc.behave(carrier, { holdReceipts: false });
      const delivered = await fixture.sms.untilState(ids[0], 'DELIVERED', patient);
      const unknown = await fixture.sms.untilState(ids[1], 'UNKNOWN', patient);
      assert.deepEqual([delivered.refunded, unknown.refunded], [false, true]);
      assert.equal(unknown.reason, 'connection_lost');
      assert.deepEqual(await calls(taken), { accepted: 1, dropped: 0 });
      assert.deepEqual(await calls(absent), { accepted: 0, dropped });
    });

  describe('twilio', () => {
    lost('TWILIO', 'twilio', 1);
  });

  // Takes each reference once, so that what is absent is sent once more. One after the other: the
  // next call of the carrier is lost, whosever it is.
  describe('infobip', { concurrency: false }, () => {
    it('X5 F69 infobip: what it never had is sent once more, and delivered', async () => {
      await fixture.smsc.behave('infobip', { swallow: 1 });
      const number = fixture.number('INFOBIP');
      const id = await fixture.sms.accept(number);
      const message = await fixture.sms.untilState(id, 'DELIVERED', patient);
      assert.equal(message.refunded, false);
      assert.deepEqual(await calls(number), { accepted: 1, dropped: 0 });
    });
    lost('INFOBIP', 'infobip', 2);

    it('X5 F69 infobip: of hundreds whose answers are lost none stays unknown', async () => {
      await fixture.smsc.behave('infobip', { holdReceipts: true, dropEvery: 1 });
      const numbers = fixture.numbers('INFOBIP', 300);
      const id = await fixture.sms.accept(numbers);
      await fixture.sms.untilEach(id, 'all are found', ({ state }) => state === 'SENT', patient);
      await fixture.smsc.behave('infobip', { holdReceipts: false, dropEvery: 0 });
      await fixture.sms.untilEach(id, 'all end', ({ state }) => state === 'DELIVERED', patient);
      assert.deepEqual(await calls(numbers[0]!), { accepted: 1, dropped: 0 });
    });
  });
});
