// F70: is a receipt matched however the operator spells its ids, and whenever it comes? Each way is a link of its own.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsWorld } from './harness/sms-world.ts';
import type { SmsWorld } from './harness/sms-world.ts';
import { uniqueText } from './harness/sms.ts';
import { until } from './harness/index.ts';

/** What each link's account in the simulator does. */
const spellings: Record<string, { what: string; wishes: Record<string, string | number | boolean> }> = {
  PLAIN: { what: 'as it was answered', wishes: {} },
  DECHEX: { what: 'decimal in the answer, hexadecimal in the receipt', wishes: { idBase: 'decimal', receiptIdBase: 'hex' } },
  HEXDEC: { what: 'hexadecimal in the answer, decimal in the receipt', wishes: { idBase: 'hex', receiptIdBase: 'decimal' } },
  ZEROS: { what: 'zeros before it in the receipt', wishes: { receiptIdWidth: 16 } },
  ZEROS2: { what: 'zeros before it in the answer', wishes: { idWidth: 16 } },
  ZERODEC: { what: 'zeros in the answer, decimal in the receipt', wishes: { idWidth: 10, receiptIdBase: 'decimal' } },
  UPPER: { what: 'upper case', wishes: { idUpper: true, receiptIdWidth: 12 } },
  DECIMAL: { what: 'decimal in both', wishes: { idBase: 'decimal', receiptIdBase: 'decimal', receiptIdWidth: 12 } },
  TEXTONLY: { what: 'in the text alone', wishes: { receiptTlv: false } },
  TLVONLY: { what: 'in parameters alone', wishes: { receiptText: false } },
};
const routing: TestRouting = { links: Object.fromEntries([...Object.keys(spellings), 'SLOW', 'EVERY'].map((name) => [name, {}])) };

describe('F70 ids of parts', { concurrency: true }, () => {
  let world: SmsWorld;
  before(async () => {
    world = await openSmsWorld(routing, {
      async prepare(centre) {
        for (const [name, { wishes }] of Object.entries(spellings)) await centre.behave(accountOf(name), wishes);
      },
    });
  });
  after(() => world.close());

  for (const [link, { what }] of Object.entries(spellings)) {
    it(`F70 the id in a receipt: ${what}`, async () => {
      const one = await world.sms.accept([...world.numbers(link, 20), world.number(link, '9001'), world.number(link, '8005')]);
      const long = await world.sms.accept(world.numbers(link, 5), `${uniqueText()} ${'i'.repeat(280)}`);
      const states = (await world.sms.untilEach(one, 'all have their receipt', ({ state }) => !/ACCEPTED|QUEUED|SENT/.test(state))).map(
        ({ state }) => state,
      );
      assert.deepEqual(states, [...Array.from({ length: 20 }, () => 'DELIVERED'), 'UNDELIVERABLE', 'DELIVERED']);
      const parts = await world.sms.untilEach(long, 'all are delivered', ({ state }) => state === 'DELIVERED');
      assert.ok(parts.every(({ partsDelivered }) => partsDelivered === 2));
      assert.equal(await world.centre.undelivered(accountOf(link)), 0, 'every receipt was acknowledged');
    });
  }

  it('F70 F71 receipts that are all earlier than their answers: parked, and found by the answers', async () => {
    await world.centre.behave(accountOf('SLOW'), { slowMs: 1_000, receiptDelayMs: 0 });
    const id = await world.sms.accept(world.numbers('SLOW', 8), `${uniqueText()} ${'s'.repeat(300)}`);
    await until('receipts were acknowledged before the answers', async () => {
      const lines = await world.centre.lines({ account: accountOf('SLOW') });
      return lines.some(({ event }) => event === 'acknowledged');
    });
    await world.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED');
  });

  it('F70 a receipt held back for long still finds its message', async () => {
    await world.centre.behave(accountOf('EVERY'), { holdReceipts: true });
    const id = await world.sms.accept(world.numbers('EVERY', 30));
    await world.sms.untilEach(id, 'all are sent', ({ state }) => state === 'SENT');
    await world.centre.behave(accountOf('EVERY'), { holdReceipts: false });
    await world.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED');
    assert.ok([...(await world.centre.acceptedOf(accountOf('EVERY'))).values()].every((times) => times === 1));
  });
});
