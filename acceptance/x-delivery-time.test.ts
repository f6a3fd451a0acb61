// X5: checks the effect of time on a message: quiet hours, validity, receipts that never come.
// Uses its own installation with a moved clock.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openStoredRows } from './harness/database.ts';
import { advanceClock, until } from './harness/index.ts';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';

const routing: TestRouting = {
  connections: { OPEN: {}, AWAY: {}, MUTE: {} },
  refund: ['REJECTED', 'UNDELIVERABLE', 'EXPIRED'],
};
const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** The hour that the installation's clock shows when the tests begin, in Dakar. */
const beginHour = 21;
const quiet = '20:00-23:00';

/** From now to that hour, as far as it may be. */
function secondsToBegin(): number {
  const secondsOfDay = Math.floor(Date.now() / 1_000) % daySeconds;
  return beginHour * hourSeconds - secondsOfDay + daySeconds;
}

describe('X5 time', () => {
  let fixture: SmsFixture;
  before(async () => {
    fixture = await openSmsFixture(routing, {
      prepare: (smsc) => smsc.behave(accountOf('AWAY'), { refuseBinds: 1_000 }),
      unbound: ['AWAY'],
    });
    await advanceClock(fixture.installation, secondsToBegin());
  });
  after(() => fixture.close());
  const linesTo = (number: string) =>
    fixture.smsc.lines({ to: number.slice(1), event: 'accepted' });

  it('X5 quiet hours: a message waits for their end, in the time of its country; other applications do not', async () => {
    const { sms } = await fixture.newApp({}, ['--quiet', quiet, '--validity-minutes', '30']);
    const number = fixture.number('OPEN');
    const id = await sms.accept(number);
    // Whatever was due before it has left, too.
    const othersArrive = async () =>
      fixture.sms.untilState(await fixture.sms.accept(fixture.number('OPEN')), 'DELIVERED');
    await othersArrive();
    assert.deepEqual([(await sms.messages(id))[0]!.state, await linesTo(number)], ['ACCEPTED', []]);
    await advanceClock(fixture.installation, hourSeconds);
    await othersArrive();
    assert.deepEqual([(await sms.messages(id))[0]!.state, await linesTo(number)], ['ACCEPTED', []]);
    await advanceClock(fixture.installation, hourSeconds + 60);
    await sms.untilState(id, 'DELIVERED');
    assert.equal((await linesTo(number)).length, 1, 'its validity begins when it may be sent');
  });

  it('X5 validity: what could not be sent in time is EXPIRED, is not sent later, and is given back where the country says so', async () => {
    const { sms } = await fixture.newApp({}, ['--validity-minutes', '30']);
    const number = fixture.number('AWAY');
    const [short, long] = [
      await sms.accept(number),
      await fixture.sms.accept(fixture.number('AWAY')),
    ];
    await advanceClock(fixture.installation, 31 * 60);
    await fixture.smsc.behave(accountOf('AWAY'), { refuseBinds: 0 });
    const expired = await sms.untilState(short, 'EXPIRED');
    assert.deepEqual(
      [expired.reason, expired.refunded, await linesTo(number)],
      ['validity_over', true, []],
    );
    await fixture.sms.untilState(long, 'DELIVERED');
  });

  it('X5 the operator is told how long it may try, and what it gives up is EXPIRED', async () => {
    const { sms } = await fixture.newApp({}, ['--validity-minutes', '90']);
    const number = fixture.number('OPEN', '8000');
    const id = await sms.accept(number);
    await sms.untilState(id, 'SENT');
    const [line] = (await linesTo(number)) as unknown as { atMs: number; validUntilMs: number }[];
    assert.ok(
      Math.abs(line!.validUntilMs - line!.atMs - 90 * 60_000) < 120_000,
      JSON.stringify(line),
    );
    await advanceClock(fixture.installation, 92 * 60);
    const message = await sms.untilState(id, 'EXPIRED');
    assert.deepEqual([message.reason, message.refunded], ['expired_at_operator', true]);
  });

  /** Whether the wait for the receipts of a batch is over. */
  async function isOver(batchId: string): Promise<boolean | undefined> {
    const rows = openStoredRows(fixture.installation);
    try {
      const [batch] = await rows.read<{ over: boolean }>(
        'select finalise_at <= jokko_now() as over from sms_batch where id = $1',
        [batchId],
      );
      return batch?.over;
    } finally {
      await rows.close();
    }
  }

  it('F70 no receipt by the end of validity and a day: UNKNOWN, not given back; a receipt still resolves it', async () => {
    await fixture.smsc.behave(accountOf('MUTE'), { holdReceipts: true });
    const [never, late, failed] = [
      fixture.number('MUTE', '8007'),
      fixture.number('MUTE'),
      fixture.number('MUTE', '9001'),
    ];
    const id = await fixture.sms.accept([never, late, failed]);
    await fixture.sms.untilEach(id, 'all are sent', ({ state }) => state === 'SENT');
    await advanceClock(fixture.installation, 2 * daySeconds + 60);
    assert.equal(await isOver(id), false, 'the next round finds it not over yet');
    assert.ok(
      (await fixture.sms.messages(id)).every(({ state }) => state === 'SENT'),
      'a day more',
    );
    await advanceClock(fixture.installation, daySeconds);
    const unknown = await fixture.sms.untilEach(
      id,
      'all are unknown',
      ({ state }) => state === 'UNKNOWN',
    );
    assert.ok(unknown.every(({ reason, refunded }) => reason === 'no_receipt' && !refunded));
    await fixture.smsc.behave(accountOf('MUTE'), { holdReceipts: false });
    await until('receipts resolve two of them', async () => {
      const states = (await fixture.sms.messages(id)).map(({ state }) => state);
      return states.join() === 'UNKNOWN,DELIVERED,UNDELIVERABLE';
    });
    assert.deepEqual(
      (await fixture.sms.messages(id)).map(({ refunded }) => refunded),
      [false, false, true],
    );
    for (const number of [never, late, failed]) assert.equal((await linesTo(number)).length, 1);
    await fixture.installation.cli(['doctor']);
  });
});
