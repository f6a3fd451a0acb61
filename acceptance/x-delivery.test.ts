// X5: checks every outcome of a message that the simulator's digits can choose, over SMPP and over
// HTTP, with the price refunded where the routing says so.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { uniqueText } from './harness/sms.ts';
import { until } from './harness/index.ts';

/**
 * For connections over which only such messages go as get no answer, or need none: a busy machine's
 * answer would come later.
 */
const soon = { responseTimeoutMs: 500 };
const routing: TestRouting = {
  connections: {
    SMPP: {},
    HTTP: { connector: 'infobip' },
    SILENT: { config: soon },
    // A request without an answer has none for all its messages.
    ASKED: { connector: 'infobip' },
    PART: {},
    FIRST: { next: 'SECOND' },
    SECOND: {},
    AGAIN: { resendUnknown: true, config: soon },
  },
};
const refused = ['REJECTED', 'UNDELIVERABLE'];

interface Outcome {
  digits: string;
  what: string;
  state: string;
  reason: string | null;
  /** Told otherwise by the carrier over HTTP. */
  overHttp?: string;
}
const outcomes: Outcome[] = [
  { digits: '0000', what: 'delivered', state: 'DELIVERED', reason: null },
  { digits: '8002', what: 'its receipt comes twice', state: 'DELIVERED', reason: null },
  { digits: '8005', what: 'its receipt comes before the answer', state: 'DELIVERED', reason: null },
  { digits: '8006', what: 'a garbled receipt comes first', state: 'DELIVERED', reason: null },
  { digits: '9001', what: 'undeliverable', state: 'UNDELIVERABLE', reason: 'undeliverable' },
  {
    digits: '9101',
    what: 'expired at the operator',
    state: 'EXPIRED',
    reason: 'expired_at_operator',
  },
  {
    digits: '9201',
    what: 'rejected by the operator',
    state: 'REJECTED',
    reason: 'rejected_by_operator',
  },
  {
    digits: '9301',
    what: 'deleted by the operator',
    state: 'UNDELIVERABLE',
    reason: 'undeliverable',
  },
  {
    digits: '9401',
    what: 'unknown to the operator',
    state: 'UNKNOWN',
    reason: 'unknown_to_operator',
  },
  {
    digits: '8020',
    what: 'a receipt in a word of no table',
    state: 'UNKNOWN',
    reason: 'unknown_to_operator',
  },
  { digits: '8022', what: 'first a receipt that is not final', state: 'DELIVERED', reason: null },
  { digits: '8023', what: 'a receipt that is not final last', state: 'DELIVERED', reason: null },
  { digits: '8450', what: 'undeliverable', state: 'UNDELIVERABLE', reason: 'undeliverable' },
  { digits: '8021', what: 'refused: a status of no table', state: 'REJECTED', reason: 'refused' },
  { digits: '8454', what: 'refused: number', state: 'REJECTED', reason: 'bad_number' },
  { digits: '7011', what: 'refused: number', state: 'REJECTED', reason: 'bad_number' },
  { digits: '7010', what: 'refused: sender', state: 'REJECTED', reason: 'bad_sender' },
  { digits: '7001', what: 'refused: text', state: 'REJECTED', reason: 'bad_text' },
  {
    digits: '7102',
    what: 'refused: subscriber',
    state: 'REJECTED',
    reason: 'refused',
    overHttp: 'barred',
  },
];

/** Over HTTP the carriers have tests of their own (x-carriers.test.ts). */
const isOverSmppAlone = (digits: string): boolean => /^80[2-9]|^84/.test(digits);

describe('X5 outcomes', { concurrency: true }, () => {
  let fixture: SmsFixture;
  before(async () => {
    fixture = await openSmsFixture(routing);
  });
  after(() => fixture.close());

  for (const connection of ['SMPP', 'HTTP']) {
    for (const { digits, what, state, reason, overHttp } of outcomes) {
      if (connection === 'HTTP' && isOverSmppAlone(digits)) continue;
      it(`X5 ${connection} ${digits}: ${what}`, async () => {
        const number = fixture.number(connection, digits);
        const id = await fixture.sms.accept(number);
        const message = await fixture.sms.untilState(id, state);
        assert.deepEqual(
          [message.reason, message.refunded, message.price],
          [connection === 'HTTP' ? (overHttp ?? reason) : reason, refused.includes(state), 10],
        );
        const accepted = await fixture.smsc.lines({ to: number.slice(1), event: 'accepted' });
        assert.equal(
          accepted.length,
          state === 'REJECTED' && !/^9/.test(digits) ? 0 : 1,
          'sent once',
        );
        const { states, refunded, final } = await fixture.sms.batch(id);
        assert.deepEqual(
          [states[state], refunded, final],
          [1, refused.includes(state) ? 10 : 0, true],
        );
      });
    }

    it(`X5 ${connection} a long text: one message, its parts counted, one failure for all`, async () => {
      const text = `${uniqueText()} ${'l'.repeat(400)}`;
      const id = await fixture.sms.accept(
        [fixture.number(connection), fixture.number(connection, '9001')],
        text,
      );
      const [good, bad] = await fixture.sms.untilEach(
        id,
        'both are final',
        ({ state }) => state === 'DELIVERED' || state === 'UNDELIVERABLE',
      );
      assert.deepEqual(
        [good!.state, good!.price, bad!.state, bad!.refunded],
        ['DELIVERED', 30, 'UNDELIVERABLE', true],
      );
      // The carrier over HTTP takes the whole text.
      assert.equal(good!.partsDelivered, connection === 'HTTP' ? 1 : 3);
      const lines = await fixture.smsc.lines({ to: good!.msisdn.slice(1), event: 'accepted' });
      assert.equal(lines.map((line) => line.text).join(''), text);
    });
  }

  const sentTimes = async (number: string): Promise<number> =>
    (await fixture.smsc.lines({ to: number.slice(1) })).filter(
      ({ event }) => event === 'accepted' || event === 'dropped',
    ).length;
  const untilAcknowledged = (number: string) =>
    until('the receipt of the taken one came', async () => {
      const lines = await fixture.smsc.lines({ to: number.slice(1) });
      return lines.some(({ event }) => event === 'acknowledged');
    });

  it('X5 F69 SMPP 8003, 8004: no answer; UNKNOWN, not sent again, not given back', async () => {
    const [taken, lost] = [fixture.number('SILENT', '8003'), fixture.number('SILENT', '8004')];
    const id = await fixture.sms.accept([taken, lost]);
    const isFinal = ({ state }: { state: string }): boolean =>
      state === 'UNKNOWN' || state === 'DELIVERED';
    const messages = await fixture.sms.untilEach(id, 'both have an outcome', isFinal);
    // The receipt of the first may have been found for it already.
    assert.deepEqual(
      [messages[0]!.refunded, messages[1]!.state, messages[1]!.refunded],
      [false, 'UNKNOWN', false],
    );
    assert.match(String(messages[1]!.reason), /^(answer_timeout|connection_lost)$/);
    await untilAcknowledged(taken);
    await until('the lost one was read', async () => (await sentTimes(lost)) > 0);
    assert.deepEqual([await sentTimes(taken), await sentTimes(lost)], [1, 1]);
  });

  // What it never took it is asked for during two minutes: x-delivery-faults.long.test.ts.
  it('X5 F69 HTTP 8003: no answer; the carrier is asked: DELIVERED, not sent again', async () => {
    const taken = fixture.number('ASKED', '8003');
    const id = await fixture.sms.accept(taken);
    const message = await fixture.sms.untilState(id, 'DELIVERED');
    assert.deepEqual([message.reason, message.refunded], [null, false]);
    await untilAcknowledged(taken);
    assert.equal(await sentTimes(taken), 1);
  });

  it('X5 a part that is refused fails the message, whose other parts were taken', async () => {
    await fixture.smsc.behave(accountOf('PART'), { refuse: 1, refuseStatus: 0x0b });
    const id = await fixture.sms.accept(
      fixture.number('PART'),
      `${uniqueText()} ${'p'.repeat(300)}`,
    );
    const message = await fixture.sms.untilState(id, 'REJECTED');
    assert.deepEqual([message.reason, message.refunded], ['bad_number', true]);
    const { acceptedOf, undelivered } = fixture.smsc;
    await until(
      'the other parts were taken',
      async () => (await acceptedOf(accountOf('PART'))).size === 2,
    );
    await until(
      'every receipt was taken',
      async () => (await undelivered(accountOf('PART'))) === 0,
    );
    assert.deepEqual([...(await acceptedOf(accountOf('PART'))).values()], [1, 1]);
    assert.equal(
      (await fixture.sms.messages(id))[0]!.state,
      'REJECTED',
      'a delivered part changes nothing',
    );
  });

  it('X5 F69 what one connection certainly did not take goes over the next connection of the route', async () => {
    await fixture.smsc.behave(accountOf('FIRST'), { refuse: 1_000, refuseStatus: 0x03 });
    const numbers = fixture.numbers('FIRST', 5);
    const id = await fixture.sms.accept(numbers);
    await fixture.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED');
    assert.equal((await fixture.smsc.acceptedOf(accountOf('FIRST'))).size, 0);
    assert.deepEqual(
      [...(await fixture.smsc.acceptedOf(accountOf('SECOND'))).values()],
      [1, 1, 1, 1, 1],
    );
  });

  it('X5 F69 where the route allows it, a message without an answer is sent once more, and no more than that', async () => {
    await fixture.smsc.behave(accountOf('AGAIN'), { mute: 1 });
    const once = fixture.number('AGAIN');
    const first = await fixture.sms.accept(once);
    await fixture.sms.untilState(first, 'DELIVERED');
    const never = fixture.number('AGAIN', '8004');
    const second = await fixture.sms.accept(never);
    const message = await fixture.sms.untilState(second, 'UNKNOWN');
    assert.equal(message.reason, 'answer_timeout');
    const linesTo = (number: string, event: 'accepted' | 'dropped') =>
      fixture.smsc.lines({ to: number.slice(1), event });
    // A third time would have come before what is sent after it.
    const last = fixture.number('AGAIN');
    await fixture.sms.accept(last);
    await until('the last is read', async () => (await linesTo(last, 'accepted')).length > 0);
    assert.equal((await linesTo(once, 'accepted')).length, 2);
    assert.equal((await linesTo(never, 'dropped')).length, 2);
  });

  it('X5 a batch of every outcome: states add up, and the ledger has what was charged less what was given back', async () => {
    const { account, sms } = await fixture.newApp({ fund: 1_000 });
    const numbers = outcomes.map(({ digits }) => fixture.number('SMPP', digits));
    const id = await sms.accept(numbers);
    await sms.untilEach(
      id,
      'all are final',
      ({ state }) => !['ACCEPTED', 'QUEUED', 'SENT'].includes(state),
    );
    const batch = await sms.batch(id);
    const expected: Record<string, number> = {};
    for (const { state } of outcomes) expected[state] = (expected[state] ?? 0) + 1;
    const reported = Object.fromEntries(
      Object.entries(batch.states as Record<string, number>).filter(([, count]) => count > 0),
    );
    assert.deepEqual(reported, expected);
    const givenBack = 10 * outcomes.filter(({ state }) => refused.includes(state)).length;
    assert.deepEqual([batch.charged, batch.refunded], [10 * numbers.length, givenBack]);
    const { available } = await balanceOf(fixture, account.apiKey);
    assert.equal(available, 1_000 - 10 * numbers.length + givenBack);
    await fixture.installation.cli(['doctor']);
  });
});

async function balanceOf(
  { installation }: SmsFixture,
  apiKey: string,
): Promise<{ available: number }> {
  const answer = await fetch(`${installation.baseUrl}/api-services/balance`, {
    headers: { Secretkey: apiKey },
  });
  const { data } = (await answer.json()) as { data: { balance: number } };
  return { available: data.balance };
}
