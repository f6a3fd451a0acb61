// F69: proves that no message is lost or sent twice when an operator throttles us, drops our
// binds, refuses them or stops answering. Each fault has its own carrier connection; all run in
// parallel.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { sendRequest, undisturbed, until } from './harness/index.ts';

/** Silence is noticed soon, and a machine that stands still for a while is not silent. */
const quick = { responseTimeoutMs: 5_000, enquireLinkMs: 3_000 };
const routing: TestRouting = {
  connections: {
    THROTTLE: {},
    RATE: { config: { ratePerSec: 40, window: 50 } },
    FULL: {},
    ERRORS: {},
    DROPS: {},
    RESENDS: { resendUnknown: true },
    LATE: {},
    UNBINDS: {},
    SILENT: { config: quick },
    NACKS: {},
    LENGTH: {},
    PAIR: { config: { bindType: 'pair' } },
    HTTP: { connector: 'sms-http' },
    DOWN: { next: 'UP', config: { port: 1 } },
    UP: {},
  },
};
const slow = { timeoutMs: 120_000 };
const isNightly = process.env['JOKKO_NIGHTLY'] === '1';

describe('F69 faults of an operator', { concurrency: true }, () => {
  let fixture: SmsFixture;
  before(async () => {
    fixture = await openSmsFixture(routing, {
      prepare: (smsc) => smsc.behave(accountOf('LATE'), { refuseBinds: 1_000 }),
      unbound: ['LATE', 'DOWN'],
    });
  });
  after(() => fixture.close());

  const isDelivered = ({ state }: { state: string }): boolean => state === 'DELIVERED';
  async function sentOnce(connection: string, count: number): Promise<void> {
    const times = [...(await fixture.smsc.acceptedOf(accountOf(connection))).values()];
    assert.equal(times.length, count, 'every message was taken');
    assert.ok(
      times.every((each) => each === 1),
      'and once',
    );
  }

  it('F69 throttled: nothing is lost, everything is delivered at last, once', async () => {
    // A busy machine may send no more in a second than the first of these.
    const limits = [15, 5, 1];
    let sent = 0;
    const countRefused = async (): Promise<number> => {
      await fixture.smsc.behave(accountOf('THROTTLE'), { throttleAbove: limits.shift()! });
      const id = await fixture.sms.accept(fixture.numbers('THROTTLE', 50));
      await fixture.sms.untilEach(id, 'all are delivered', isDelivered, slow);
      sent += 50;
      await sentOnce('THROTTLE', sent);
      const refusals = { account: accountOf('THROTTLE'), event: 'refused' } as const;
      return (await fixture.smsc.lines(refusals)).length;
    };
    const refused = await undisturbed(countRefused, (count) => count > 0, limits.length);
    assert.ok(refused > 0, 'the operator did refuse some');
  });

  it('X5 the contracted rate of a connection is kept in every second', async () => {
    const sent = 120;
    let seen = 0;
    // The SMSC reads late when its machine is busy, and then many at once.
    const mostInOneSecond = async (): Promise<number> => {
      const startedAt = performance.now();
      const id = await fixture.sms.accept(fixture.numbers('RATE', sent));
      await fixture.sms.untilEach(id, 'all are delivered', isDelivered, slow);
      assert.ok(performance.now() - startedAt > 2_500, '120 messages at 40 a second');
      const lines = await fixture.smsc.lines({ account: accountOf('RATE'), event: 'accepted' });
      const at = lines.slice(seen).map((line) => (line as { atMs?: number }).atMs ?? 0);
      seen = lines.length;
      const within = (first: number): number =>
        at.filter((each) => each >= first && each < first + 1_000).length;
      return Math.max(...at.map(within));
    };
    const most = await undisturbed(mostInOneSecond, (count) => count <= 44);
    assert.ok(most <= 44, `${most} in one second`);
    await sentOnce('RATE', seen);
  });

  it('F69 queue full: everything is delivered at last, once', async () => {
    await fixture.smsc.behave(accountOf('FULL'), { queueFull: 25 });
    const id = await fixture.sms.accept(fixture.numbers('FULL', 40));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('FULL', 40);
  });

  it('F69 errors of the operator: tried again until they pass', async () => {
    await fixture.smsc.behave(accountOf('ERRORS'), { refuse: 5, refuseStatus: 8 });
    const id = await fixture.sms.accept(fixture.numbers('ERRORS', 20));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('ERRORS', 20);
  });

  it('F69 binds that drop in mid-window: nothing is sent twice, and what had no answer is UNKNOWN until its receipt names it', async () => {
    await fixture.smsc.behave(accountOf('DROPS'), { dropEvery: 25, slowMs: 20 });
    await fixture.smsc.behave(accountOf('DROPS'), { holdReceipts: true });
    const id = await fixture.sms.accept(fixture.numbers('DROPS', 60));
    const messages = await fixture.sms.untilEach(
      id,
      'all have an answer, or none',
      ({ state }) => state === 'SENT' || state === 'UNKNOWN',
      slow,
    );
    const unknown = messages.filter(({ state }) => state === 'UNKNOWN');
    assert.ok(unknown.length > 0 && unknown.length <= 20, `${unknown.length} of two windows`);
    assert.ok(unknown.every(({ reason }) => reason === 'connection_lost'));
    const times = await fixture.smsc.acceptedOf(accountOf('DROPS'));
    assert.ok([...times.values()].every((each) => each === 1));
    await fixture.smsc.behave(accountOf('DROPS'), { holdReceipts: false });
    // What the operator never read of it stays UNKNOWN.
    const isTaken = ({ msisdn }: { msisdn: string }): boolean =>
      [...times.keys()].some((key) => key.startsWith(msisdn.slice(1)));
    await fixture.sms.untilEach(
      id,
      'all that it took are delivered',
      (message) => isDelivered(message) === isTaken(message),
      slow,
    );
  });

  it('F69 the same where the route allows resending: all are delivered, none more than twice', async () => {
    await fixture.smsc.behave(accountOf('RESENDS'), { dropEvery: 25, slowMs: 20 });
    const id = await fixture.sms.accept(fixture.numbers('RESENDS', 60));
    // A message that is cut off twice stays unknown.
    const messages = await fixture.sms.untilEach(
      id,
      'all have an outcome',
      ({ state }) => isDelivered({ state }) || state === 'UNKNOWN',
      slow,
    );
    assert.ok(messages.filter(isDelivered).length >= 50);
    const times = [...(await fixture.smsc.acceptedOf(accountOf('RESENDS'))).values()];
    assert.equal(Math.max(...times), 2, 'some were sent again, none a third time');
  });

  it('F69 binds that are refused, and then accepted: what waited goes out', async () => {
    const id = await fixture.sms.accept(fixture.numbers('LATE', 10));
    await until('the refusal is told', async () => {
      const { links } = await fixture.installation.cli<{
        links: { name: string; binds: { state: string; detail: string | null }[] }[];
      }>([...['sms', 'link', 'list']]);
      return links
        .find(({ name }) => name === 'LATE')
        ?.binds.some(({ detail }) => detail?.includes('did not take the bind') === true);
    });
    assert.ok((await fixture.sms.messages(id)).every(({ state }) => state === 'ACCEPTED'));
    await fixture.smsc.behave(accountOf('LATE'), { refuseBinds: 0 });
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('LATE', 10);
  });

  it('F69 an operator that unbinds without the answers it owes: those are UNKNOWN, the rest goes over the next bind', async () => {
    await fixture.smsc.behave(accountOf('UNBINDS'), { slowMs: 3_000 });
    const id = await fixture.sms.accept(fixture.numbers('UNBINDS', 40));
    await until(
      'some are under way',
      async () => (await fixture.smsc.binds(accountOf('UNBINDS')))[0]?.unanswered === 10,
    );
    await fixture.smsc.behave(accountOf('UNBINDS'), { unbind: true, slowMs: 0 });
    const messages = await fixture.sms.untilEach(
      id,
      'all have an outcome',
      ({ state }) => isDelivered({ state }) || state === 'UNKNOWN',
      slow,
    );
    assert.ok(messages.filter(({ state }) => state === 'UNKNOWN').length <= 10, 'one window');
    await sentOnce('UNBINDS', 40);
  });

  it('F69 silence on enquire_link: the bind is given up and opened anew', async () => {
    const before = (await fixture.smsc.binds(accountOf('SILENT')))[0]?.session;
    await fixture.smsc.behave(accountOf('SILENT'), { silentEnquireLink: true });
    await until(
      'another session',
      async () =>
        (await fixture.smsc.binds(accountOf('SILENT'))).some(({ session }) => session !== before),
      slow,
    );
    await fixture.smsc.behave(accountOf('SILENT'), { silentEnquireLink: false });
    const id = await fixture.sms.accept(fixture.numbers('SILENT', 5));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered, slow);
  });

  it('F69 generic_nack that is certain: the message was not taken', async () => {
    await fixture.smsc.behave(accountOf('NACKS'), { nackEvery: 10 });
    const id = await fixture.sms.accept(fixture.numbers('NACKS', 30));
    const messages = await fixture.sms.untilEach(
      id,
      'all have an outcome',
      ({ state }) => isDelivered({ state }) || state === 'REJECTED',
      slow,
    );
    assert.equal(messages.filter(({ state }) => state === 'REJECTED').length, 3);
    await sentOnce('NACKS', 27);
  });

  it('F73 an impossible length ends the connection, and the next one goes on', async () => {
    for (const badLength of [0xffff_ffff, 3]) {
      const binds = await fixture.smsc.binds(accountOf('LENGTH'));
      await fixture.smsc.behave(accountOf('LENGTH'), { badLength });
      const isNew = ({ session }: { session: number }): boolean =>
        binds.every((bind) => bind.session !== session);
      await until(
        'another session',
        async () => (await fixture.smsc.binds(accountOf('LENGTH'))).some(isNew),
        slow,
      );
    }
    const id = await fixture.sms.accept(fixture.numbers('LENGTH', 5));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('LENGTH', 5);
  });

  it('X5 a transmitter and a receiver instead of one transceiver', async () => {
    await until(
      'both are bound',
      async () => (await fixture.smsc.binds(accountOf('PAIR'))).length === 2,
    );
    const id = await fixture.sms.accept(fixture.numbers('PAIR', 30));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
    await sentOnce('PAIR', 30);
  });

  it('F69 a provider over HTTP that is busy, full, or answers nonsense', async () => {
    await fixture.smsc.behave('http', { queueFull: 3 });
    const full = await fixture.sms.accept(fixture.numbers('HTTP', 10));
    await fixture.sms.untilEach(full, 'all are delivered', isDelivered, slow);
    await fixture.smsc.behave('http', { throttleAbove: 5 });
    const busy = await fixture.sms.accept(fixture.numbers('HTTP', 12));
    await fixture.sms.untilEach(busy, 'all are delivered', isDelivered, slow);
    await fixture.smsc.behave('http', { throttleAbove: 0 });
    assert.ok([...(await fixture.smsc.acceptedOf('http')).values()].every((times) => times === 1));
  });

  it(
    'F69 a connection that is down for a minute: its messages go over the next one',
    { skip: isNightly ? false : 'a minute of real time' },
    async () => {
      const id = await fixture.sms.accept(fixture.numbers('DOWN', 10));
      await fixture.sms.untilEach(id, 'all are delivered', isDelivered, { timeoutMs: 100_000 });
      await sentOnce('UP', 10);
    },
  );

  it('F69 payments go on meanwhile', async () => {
    await until(
      'the node is ready',
      async () => (await sendRequest(`${fixture.installation.baseUrl}/readyz`)).status === 200,
    );
    assert.ok((await fixture.balance()) > 0);
  });
});
