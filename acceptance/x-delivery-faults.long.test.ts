// F69, X5: proves what takes real time: the contracted rate of a connection is kept in every
// second, the messages of a connection that is down for a minute go over the next one, and what a
// carrier over HTTP never took is sent once more.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { undisturbed } from './harness/index.ts';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';

const ratePerSec = 40;
/** The SMSC's clock, and when it reads, are not those of the sender. */
const mostInOneSecond = 44;

describe('F69 faults of an operator', { concurrency: true }, () => {
  let fixture: SmsFixture;
  before(async () => {
    const connections: TestRouting['connections'] = {
      RATE: { config: { ratePerSec, window: 50 } },
      DOWN: { next: 'UP', config: { port: 1 } },
      UP: {},
      HTTP: { connector: 'infobip' },
    };
    fixture = await openSmsFixture({ connections }, { unbound: ['DOWN'] });
  });
  after(() => fixture.close());

  const isDelivered = ({ state }: { state: string }): boolean => state === 'DELIVERED';
  async function sentOnce(connection: string, count: number): Promise<void> {
    const times = [...(await fixture.smsc.acceptedOf(accountOf(connection))).values()];
    assert.deepEqual(
      [times.length, Math.max(...times)],
      [count, 1],
      'every message was taken once',
    );
  }

  it('X5 the contracted rate of a connection is kept in every second', async () => {
    const sent = 3 * ratePerSec;
    let seen = 0;
    // The SMSC reads late when its machine is busy, and then many at once.
    const countMost = async (): Promise<number> => {
      const startedAt = performance.now();
      const id = await fixture.sms.accept(fixture.numbers('RATE', sent));
      await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
      assert.ok(performance.now() - startedAt > 2_500, '120 messages at 40 a second');
      const lines = await fixture.smsc.lines({ account: accountOf('RATE'), event: 'accepted' });
      const at = lines.slice(seen).map((line) => (line as { atMs?: number }).atMs ?? 0);
      seen = lines.length;
      const within = (first: number): number =>
        at.filter((each) => each >= first && each < first + 1_000).length;
      return Math.max(...at.map(within));
    };
    const most = await undisturbed(countMost, (count) => count <= mostInOneSecond);
    assert.ok(most <= mostInOneSecond, `${most} in one second`);
    await sentOnce('RATE', seen);
  });

  it('F69 a connection that is down for a minute: its messages go over the next one', async () => {
    const id = await fixture.sms.accept(fixture.numbers('DOWN', 10));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered, { timeoutMs: 180_000 });
    await sentOnce('UP', 10);
  });

  it('F69 over HTTP, what was neither taken nor answered is asked for, sent once more under its id, and unknown', async () => {
    const lost = fixture.number('HTTP', '8004');
    const id = await fixture.sms.accept(lost);
    const message = await fixture.sms.untilState(id, 'UNKNOWN', { timeoutMs: 240_000 });
    assert.deepEqual([message.reason, message.refunded], ['connection_lost', false]);
    const dropped = await fixture.smsc.lines({ to: lost.slice(1), event: 'dropped' });
    assert.equal(dropped.length, 2);
  });
});
