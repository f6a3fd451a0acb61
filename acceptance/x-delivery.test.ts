// X5: what becomes of a message, whatever the operator does with it? Every outcome that the simulator's digits can choose, over SMPP and over
// HTTP, with the price that is given back where the routing says so.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsWorld } from './harness/sms-world.ts';
import type { SmsWorld } from './harness/sms-world.ts';
import { uniqueText } from './harness/sms.ts';
import { until } from './harness/index.ts';

const answerTimeoutMs = 1_000;
const routing: TestRouting = {
  links: {
    SMPP: { config: { responseTimeoutMs: answerTimeoutMs } },
    HTTP: { connector: 'sms-http', config: { timeoutMs: answerTimeoutMs } },
    PART: {},
    FIRST: { next: 'SECOND' },
    SECOND: {},
    AGAIN: { resendUnknown: true, config: { responseTimeoutMs: answerTimeoutMs } },
  },
};
const refused = ['REJECTED', 'UNDELIVERABLE'];

interface Outcome {
  digits: string;
  what: string;
  state: string;
  reason: string | null;
  /** Told otherwise by the HTTP provider. */
  overHttp?: string;
}
const outcomes: Outcome[] = [
  { digits: '0000', what: 'delivered', state: 'DELIVERED', reason: null },
  { digits: '8002', what: 'its receipt comes twice', state: 'DELIVERED', reason: null },
  { digits: '8005', what: 'its receipt comes before the answer', state: 'DELIVERED', reason: null },
  { digits: '8006', what: 'a garbled receipt comes first', state: 'DELIVERED', reason: null },
  { digits: '9001', what: 'undeliverable', state: 'UNDELIVERABLE', reason: 'undeliverable' },
  { digits: '9101', what: 'expired at the operator', state: 'EXPIRED', reason: 'expired_at_operator' },
  { digits: '9201', what: 'rejected by the operator', state: 'REJECTED', reason: 'rejected_by_operator' },
  { digits: '9301', what: 'deleted by the operator', state: 'UNDELIVERABLE', reason: 'undeliverable' },
  { digits: '9401', what: 'unknown to the operator', state: 'UNKNOWN', reason: 'unknown_to_operator' },
  { digits: '7011', what: 'refused: number', state: 'REJECTED', reason: 'bad_number' },
  { digits: '7010', what: 'refused: sender', state: 'REJECTED', reason: 'bad_sender' },
  { digits: '7001', what: 'refused: text', state: 'REJECTED', reason: 'bad_text' },
  { digits: '7102', what: 'refused: subscriber', state: 'REJECTED', reason: 'refused', overHttp: 'barred' },
];

describe('X5 outcomes', { concurrency: true }, () => {
  let world: SmsWorld;
  before(async () => {
    world = await openSmsWorld(routing);
  });
  after(() => world.close());

  for (const link of ['SMPP', 'HTTP']) {
    for (const { digits, what, state, reason, overHttp } of outcomes) {
      it(`X5 ${link} ${digits}: ${what}`, async () => {
        const number = world.number(link, digits);
        const id = await world.sms.accept(number);
        const message = await world.sms.untilState(id, state);
        assert.deepEqual(
          [message.reason, message.refunded, message.price],
          [link === 'HTTP' ? (overHttp ?? reason) : reason, refused.includes(state), 10],
        );
        const accepted = await world.centre.lines({ to: number.slice(1), event: 'accepted' });
        assert.equal(accepted.length, digits.startsWith('7') ? 0 : 1, 'sent once');
        const { states, refunded, final } = await world.sms.batch(id);
        assert.deepEqual([states[state], refunded, final], [1, refused.includes(state) ? 10 : 0, true]);
      });
    }

    // The provider over HTTP can be asked for what it did not answer.
    const ofTaken = link === 'HTTP' ? 'DELIVERED' : 'UNKNOWN';
    it(`X5 F69 ${link} 8003, 8004: no answer; ${ofTaken} and UNKNOWN, not sent again, not given back`, async () => {
      const [taken, lost] = [world.number(link, '8003'), world.number(link, '8004')];
      const id = await world.sms.accept([taken, lost]);
      const isSettled = ({ state }: { state: string }): boolean => state === 'UNKNOWN' || state === 'DELIVERED';
      const messages = await world.sms.untilEach(id, 'both have an outcome', isSettled);
      assert.deepEqual(
        messages.map(({ state, refunded }) => [state, refunded]),
        [
          [ofTaken, false],
          ['UNKNOWN', false],
        ],
      );
      assert.match(String(messages[1]!.reason), /^(answer_timeout|connection_lost)$/);
      await until('the receipt of the taken one came', async () => {
        const lines = await world.centre.lines({ to: taken.slice(1) });
        return lines.some(({ event }) => event === 'acknowledged');
      });
      const sentTimes = async (number: string) =>
        (await world.centre.lines({ to: number.slice(1) })).filter(({ event }) => event === 'accepted' || event === 'dropped').length;
      assert.deepEqual([await sentTimes(taken), await sentTimes(lost)], [1, 1]);
    });

    it(`X5 ${link} a long text: one message, its parts counted, one failure for all`, async () => {
      const text = `${uniqueText()} ${'l'.repeat(400)}`;
      const id = await world.sms.accept([world.number(link), world.number(link, '9001')], text);
      const [good, bad] = await world.sms.untilEach(
        id,
        'both are final',
        ({ state }) => state === 'DELIVERED' || state === 'UNDELIVERABLE',
      );
      assert.deepEqual([good!.state, good!.price, bad!.state, bad!.refunded], ['DELIVERED', 30, 'UNDELIVERABLE', true]);
      // The provider over HTTP takes the whole text.
      assert.equal(good!.partsDelivered, link === 'HTTP' ? 1 : 3);
      const lines = await world.centre.lines({ to: good!.msisdn.slice(1), event: 'accepted' });
      assert.equal(lines.map((line) => line.text).join(''), text);
    });
  }

  it('X5 a part that is refused fails the message, whose other parts were taken', async () => {
    await world.centre.behave(accountOf('PART'), { refuse: 1, refuseStatus: 0x0b });
    const id = await world.sms.accept(world.number('PART'), `${uniqueText()} ${'p'.repeat(300)}`);
    const message = await world.sms.untilState(id, 'REJECTED');
    assert.deepEqual([message.reason, message.refunded], ['bad_number', true]);
    const { acceptedOf, undelivered } = world.centre;
    await until('every receipt was taken', async () => (await undelivered(accountOf('PART'))) === 0);
    assert.deepEqual([...(await acceptedOf(accountOf('PART'))).values()], [1, 1]);
    assert.equal((await world.sms.messages(id))[0]!.state, 'REJECTED', 'a delivered part changes nothing');
  });

  it('X5 F69 what one link certainly did not take goes over the next link of the route', async () => {
    await world.centre.behave(accountOf('FIRST'), { refuse: 1_000, refuseStatus: 0x03 });
    const numbers = world.numbers('FIRST', 5);
    const id = await world.sms.accept(numbers);
    await world.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED');
    assert.equal((await world.centre.acceptedOf(accountOf('FIRST'))).size, 0);
    assert.deepEqual([...(await world.centre.acceptedOf(accountOf('SECOND'))).values()], [1, 1, 1, 1, 1]);
  });

  it('X5 F69 where the route allows it, a message without an answer is sent once more, and no more than that', async () => {
    await world.centre.behave(accountOf('AGAIN'), { mute: 1 });
    const once = world.number('AGAIN');
    const first = await world.sms.accept(once);
    await world.sms.untilState(first, 'DELIVERED');
    const never = world.number('AGAIN', '8004');
    const second = await world.sms.accept(never);
    const message = await world.sms.untilState(second, 'UNKNOWN');
    assert.equal(message.reason, 'answer_timeout');
    assert.equal((await world.centre.lines({ to: once.slice(1), event: 'accepted' })).length, 2);
    assert.equal((await world.centre.lines({ to: never.slice(1), event: 'dropped' })).length, 2);
  });

  it('X5 a batch of every outcome: states add up, and the ledger has what was charged less what was given back', async () => {
    const { account, sms } = await world.newApp({ fund: 1_000 });
    const numbers = outcomes.map(({ digits }) => world.number('SMPP', digits));
    const id = await sms.accept(numbers);
    await sms.untilEach(id, 'all are final', ({ state }) => !['ACCEPTED', 'QUEUED', 'SENT'].includes(state));
    const batch = await sms.batch(id);
    const expected: Record<string, number> = {};
    for (const { state } of outcomes) expected[state] = (expected[state] ?? 0) + 1;
    const told = Object.fromEntries(Object.entries(batch.states as Record<string, number>).filter(([, count]) => count > 0));
    assert.deepEqual(told, expected);
    const givenBack = 10 * outcomes.filter(({ state }) => refused.includes(state)).length;
    assert.deepEqual([batch.charged, batch.refunded], [10 * numbers.length, givenBack]);
    const { available } = await balanceOf(world, account.apiKey);
    assert.equal(available, 1_000 - 10 * numbers.length + givenBack);
    await world.installation.cli(['doctor']);
  });
});

async function balanceOf({ installation }: SmsWorld, apiKey: string): Promise<{ available: number }> {
  const answer = await fetch(`${installation.baseUrl}/api-services/balance`, { headers: { Secretkey: apiKey } });
  const { data } = (await answer.json()) as { data: { balance: number } };
  return { available: data.balance };
}
