// F70: proves that a receipt is matched in whatever form the operator writes its ids and whenever
// it arrives. Each variant has its own carrier connection.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { uniqueText } from './harness/sms.ts';
import { until } from './harness/index.ts';

/** What each connection's account in the simulator does. */
const spellings: Record<
  string,
  { what: string; changes: Record<string, string | number | boolean> }
> = {
  PLAIN: { what: 'as it was answered', changes: {} },
  DECHEX: {
    what: 'decimal in the answer, hexadecimal in the receipt',
    changes: { idBase: 'decimal', receiptIdBase: 'hex' },
  },
  HEXDEC: {
    what: 'hexadecimal in the answer, decimal in the receipt',
    changes: { idBase: 'hex', receiptIdBase: 'decimal' },
  },
  ZEROS: { what: 'zeros before it in the receipt', changes: { receiptIdWidth: 16 } },
  ZEROS2: { what: 'zeros before it in the answer', changes: { idWidth: 16 } },
  ZERODEC: {
    what: 'zeros in the answer, decimal in the receipt',
    changes: { idWidth: 10, receiptIdBase: 'decimal' },
  },
  UPPER: { what: 'upper case', changes: { idUpper: true, receiptIdWidth: 12 } },
  DECIMAL: {
    what: 'decimal in both',
    changes: { idBase: 'decimal', receiptIdBase: 'decimal', receiptIdWidth: 12 },
  },
  TEXTONLY: { what: 'in the text alone', changes: { receiptTlv: false } },
  TLVONLY: { what: 'in parameters alone', changes: { receiptText: false } },
};
const routing: TestRouting = {
  connections: Object.fromEntries(
    [...Object.keys(spellings), 'SLOW', 'EVERY'].map((name) => [name, {}]),
  ),
};

describe('F70 ids of parts', { concurrency: true }, () => {
  let fixture: SmsFixture;
  before(async () => {
    fixture = await openSmsFixture(routing, {
      async prepare(smsc) {
        for (const [name, { changes }] of Object.entries(spellings))
          await smsc.behave(accountOf(name), changes);
      },
    });
  });
  after(() => fixture.close());

  for (const [connection, { what }] of Object.entries(spellings)) {
    it(`F70 the id in a receipt: ${what}`, async () => {
      const one = await fixture.sms.accept([
        ...fixture.numbers(connection, 20),
        fixture.number(connection, '9001'),
        fixture.number(connection, '8005'),
      ]);
      const long = await fixture.sms.accept(
        fixture.numbers(connection, 5),
        `${uniqueText()} ${'i'.repeat(280)}`,
      );
      const states = (
        await fixture.sms.untilEach(
          one,
          'all have their receipt',
          ({ state }) => !/ACCEPTED|QUEUED|SENT/.test(state),
        )
      ).map(({ state }) => state);
      assert.deepEqual(states, [
        ...Array.from({ length: 20 }, () => 'DELIVERED'),
        'UNDELIVERABLE',
        'DELIVERED',
      ]);
      const parts = await fixture.sms.untilEach(
        long,
        'all are delivered',
        ({ state }) => state === 'DELIVERED',
      );
      assert.ok(parts.every(({ partsDelivered }) => partsDelivered === 2));
      await until(
        'every receipt is acknowledged',
        async () => (await fixture.smsc.undelivered(accountOf(connection))) === 0,
      );
    });
  }

  it('F70 F71 receipts that are all earlier than their answers: parked, and found by the answers', async () => {
    await fixture.smsc.behave(accountOf('SLOW'), { slowMs: 1_000, receiptDelayMs: 0 });
    const id = await fixture.sms.accept(
      fixture.numbers('SLOW', 8),
      `${uniqueText()} ${'s'.repeat(300)}`,
    );
    await until('receipts were acknowledged before the answers', async () => {
      const lines = await fixture.smsc.lines({ account: accountOf('SLOW') });
      return lines.some(({ event }) => event === 'acknowledged');
    });
    await fixture.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED');
  });

  it('F70 a receipt held back for long still finds its message', async () => {
    await fixture.smsc.behave(accountOf('EVERY'), { holdReceipts: true });
    const id = await fixture.sms.accept(fixture.numbers('EVERY', 30));
    await fixture.sms.untilEach(id, 'all are sent', ({ state }) => state === 'SENT');
    await fixture.smsc.behave(accountOf('EVERY'), { holdReceipts: false });
    await fixture.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED');
    assert.ok(
      [...(await fixture.smsc.acceptedOf(accountOf('EVERY'))).values()].every(
        (times) => times === 1,
      ),
    );
  });
});
