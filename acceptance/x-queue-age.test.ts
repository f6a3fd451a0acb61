// X13: proves that messages that are stuck, and connections that are down, show in the health of
// the installation and in its metrics.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startCarrier } from './harness/carrier.ts';
import type { Carrier } from './harness/carrier.ts';
import { advanceClock, sendRequest, until } from './harness/index.ts';
import { accountOf } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';

interface CarrierState {
  name: string;
  state: string;
  bound: number;
  since: string | null;
  lastError: string | null;
  waiting: number;
  oldestSec: number;
}
interface Health {
  advice: { code: string; about: string | null }[];
  carriers: CarrierState[];
}

const stuck = 20;

describe('X13 queues and carrier connections', () => {
  let [carrier, fixture] = [] as unknown as [Carrier, SmsFixture];
  before(async () => {
    carrier = await startCarrier();
    const address = { host: '127.0.0.1', port: carrier.port, systemId: 'us', password: 'wrong' };
    const connections = { FINE: {}, AWAY: { config: address }, SICK: {} };
    fixture = await openSmsFixture({ connections }, { unbound: ['AWAY'] });
    await until('a bind that is refused', () => carrier.binds.length > 0);
    await fixture.sms.accept(fixture.numbers('AWAY', stuck));
    await fixture.sms.accept(fixture.numbers('FINE', 1));
  });
  after(async () => {
    await fixture?.close();
    await carrier.close();
  });

  const health = async (): Promise<Health & { code: number }> => {
    // A database that stands still for a moment fails the command, which then prints nothing.
    const { code, stdout } = await until('health answers', async () => {
      const outcome = await fixture.installation.runCli(['health', '--json']);
      return outcome.stdout !== '' && outcome;
    });
    return { ...(JSON.parse(stdout) as Health), code };
  };
  const stateOf = ({ carriers }: Health, name: string): CarrierState =>
    carriers.find((each) => each.name === name)!;

  it('X13 jokko health tells of each connection whether it is bound, since when, why not, and what waits', async () => {
    // A node writes what it knows of its binds twice a second.
    const found = await until('the bind is written down', async () => {
      const now = await health();
      return stateOf(now, 'FINE').bound === 1 && stateOf(now, 'AWAY').lastError !== null && now;
    });
    const fine = stateOf(found, 'FINE');
    assert.deepEqual([fine.state, fine.bound, fine.lastError], ['bound', 1, null]);
    await until(
      'the message of FINE has left',
      async () => stateOf(await health(), 'FINE').waiting === 0,
    );
    const away = stateOf(found, 'AWAY');
    assert.deepEqual([away.state, away.bound, away.waiting], ['down', 0, stuck]);
    assert.match(away.lastError ?? '', /ESME_RINVPASWD/);
    for (const { since } of [fine, away])
      assert.ok(Math.abs(Date.now() - Date.parse(since ?? '')) < 600_000, `since ${since}`);
    assert.equal(away.oldestSec < 300, true);
    assert.deepEqual(
      found.advice.filter(({ code }) => code === 'smsStuck'),
      [],
    );
  });

  it('X13 messages that wait for more than five minutes are a fault', async () => {
    await advanceClock(fixture.installation, 9 * 60);
    const found = await health();
    assert.equal(found.code, 1);
    assert.deepEqual(
      found.advice.filter(({ code }) => code === 'smsStuck'),
      [{ code: 'smsStuck', about: 'AWAY' }],
    );
    assert.ok(stateOf(found, 'AWAY').oldestSec >= 540);
    // It took a message nine minutes ago, and nothing waits for it since.
    assert.equal(stateOf(found, 'FINE').oldestSec, 0);
    const { stdout } = await fixture.installation.runCli(['health']);
    assert.match(stdout, /AWAY: messages wait for more than five minutes/);
    assert.match(
      stdout,
      /SMS AWAY: down, since \S+, 0 of 1 binds, 20 waiting, the oldest for \d{3,} s/,
    );
  });

  it('X13 the metrics tell the same', async () => {
    const valueOf = (text: string, name: string, connection: string) =>
      new RegExp(`^${name}\\{.*connection="${connection}".*\\} (\\S+)$`, 'm').exec(text)?.[1];
    await until('a round that counted them', async () => {
      const { text } = await sendRequest(`${fixture.installation.baseUrl}/metrics`);
      return (
        valueOf(text, 'jokko_sms_waiting', 'AWAY') === String(stuck) &&
        Number(valueOf(text, 'jokko_sms_oldest_waiting_seconds', 'AWAY')) >= 540 &&
        valueOf(text, 'jokko_sms_connection_bound', 'AWAY') === '0' &&
        valueOf(text, 'jokko_sms_connection_bound', 'FINE') === '1' &&
        Number(valueOf(text, 'jokko_sms_connection_since_seconds', 'FINE')) > 1e9
      );
    });
  });

  it('X13 a connection that was lost and came back tells since when, and what went wrong last', async () => {
    const before = stateOf(await health(), 'FINE');
    await fixture.smsc.behave(accountOf('FINE'), { unbind: true });
    const back = await until('bound again', async () => {
      const fine = stateOf(await health(), 'FINE');
      return fine.state === 'bound' && fine.since !== before.since && fine;
    });
    assert.match(back.lastError ?? '', /unbound/);
    assert.ok(Date.parse(back.since ?? '') > Date.parse(before.since ?? ''));
  });

  it('X13 a carrier that answers every message with an error of its own is a fault, too', async () => {
    await fixture.sms.accept(Array.from({ length: 3 }, () => fixture.number('SICK', '7008')));
    const isDeferred = async (): Promise<boolean> => {
      const sick = stateOf(await health(), 'SICK');
      return sick.waiting === 3 && sick.state !== 'down';
    };
    await until('they wait', isDeferred);
    await advanceClock(fixture.installation, 6 * 60);
    await until('tried again', isDeferred);
    const found = await until('told', async () => {
      const now = await health();
      return stateOf(now, 'SICK').oldestSec >= 300 && now;
    });
    assert.ok(found.advice.some(({ code, about }) => code === 'smsStuck' && about === 'SICK'));
    await fixture.sms.accept(fixture.numbers('SICK', 1));
    await until('whoever takes messages is well', async () => {
      const { advice, carriers } = await health();
      const sick = carriers.find(({ name }) => name === 'SICK')!;
      return sick.waiting === 3 && !advice.some(({ about }) => about === 'SICK');
    });
  });
});
