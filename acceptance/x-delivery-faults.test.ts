// F69: is anything lost, or sent twice, when an operator slows us down, drops its binds, refuses them or falls silent? Each fault is on a link of
// its own, all at the same time.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsWorld } from './harness/sms-world.ts';
import type { SmsWorld } from './harness/sms-world.ts';
import { sendRequest, until } from './harness/index.ts';

const quick = { responseTimeoutMs: 1_500, enquireLinkMs: 500 };
const routing: TestRouting = {
  links: {
    THROTTLE: {},
    RATE: { config: { ratePerSec: 40, window: 50 } },
    FULL: {},
    ERRORS: {},
    DROPS: { config: quick },
    RESENDS: { config: quick, resendUnknown: true },
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
const slow = { timeoutMs: 20_000 };
const isNightly = process.env['JOKKO_NIGHTLY'] === '1';

describe('F69 faults of an operator', { concurrency: true }, () => {
  let world: SmsWorld;
  before(async () => {
    world = await openSmsWorld(routing, {
      prepare: (centre) => centre.behave(accountOf('LATE'), { refuseBinds: 8 }),
      unbound: ['LATE', 'DOWN'],
    });
  });
  after(() => world.close());

  const isDelivered = ({ state }: { state: string }): boolean => state === 'DELIVERED';
  async function sentOnce(link: string, count: number): Promise<void> {
    const times = [...(await world.centre.acceptedOf(accountOf(link))).values()];
    assert.equal(times.length, count, 'every message was taken');
    assert.ok(
      times.every((each) => each === 1),
      'and once',
    );
  }

  it('F69 throttled: nothing is lost, everything is delivered at last, once', async () => {
    await world.centre.behave(accountOf('THROTTLE'), { throttleAbove: 15 });
    const id = await world.sms.accept(world.numbers('THROTTLE', 50));
    await world.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('THROTTLE', 50);
    const refused = await world.centre.lines({ account: accountOf('THROTTLE'), event: 'refused' });
    assert.ok(refused.length > 0, 'the operator did refuse some');
  });

  it('X5 the contracted rate of a link is kept in every second', async () => {
    const startedAt = performance.now();
    const id = await world.sms.accept(world.numbers('RATE', 120));
    await world.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    assert.ok(performance.now() - startedAt > 2_500, '120 messages at 40 a second');
    const at = (await world.centre.lines({ account: accountOf('RATE'), event: 'accepted' })).map(
      (line) => (line as { atMs?: number }).atMs ?? 0,
    );
    const most = Math.max(...at.map((first) => at.filter((each) => each >= first && each < first + 1_000).length));
    assert.ok(most <= 44, `${most} in one second`);
    await sentOnce('RATE', 120);
  });

  it('F69 queue full: everything is delivered at last, once', async () => {
    await world.centre.behave(accountOf('FULL'), { queueFull: 25 });
    const id = await world.sms.accept(world.numbers('FULL', 40));
    await world.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('FULL', 40);
  });

  it('F69 errors of the operator: tried again until they pass', async () => {
    await world.centre.behave(accountOf('ERRORS'), { refuse: 5, refuseStatus: 8 });
    const id = await world.sms.accept(world.numbers('ERRORS', 20));
    await world.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('ERRORS', 20);
  });

  it('F69 binds that drop in mid-window: what had no answer is UNKNOWN, nothing is sent twice', async () => {
    await world.centre.behave(accountOf('DROPS'), { dropEvery: 25, slowMs: 20 });
    const id = await world.sms.accept(world.numbers('DROPS', 60));
    const messages = await world.sms.untilEach(
      id,
      'all have an outcome',
      ({ state }) => isDelivered({ state }) || state === 'UNKNOWN',
      slow,
    );
    const unknown = messages.filter(({ state }) => state === 'UNKNOWN');
    assert.ok(unknown.length > 0 && unknown.length <= 20, `${unknown.length} of two windows`);
    assert.ok(unknown.every(({ reason }) => reason === 'connection_lost'));
    const times = await world.centre.acceptedOf(accountOf('DROPS'));
    assert.ok([...times.values()].every((each) => each === 1));
    for (const { msisdn } of messages.filter(isDelivered)) assert.ok([...times.keys()].some((key) => key.startsWith(msisdn.slice(1))));
  });

  it('F69 the same where the route allows resending: all are delivered, none more than twice', async () => {
    await world.centre.behave(accountOf('RESENDS'), { dropEvery: 25, slowMs: 20 });
    const id = await world.sms.accept(world.numbers('RESENDS', 60));
    // A message that is cut off twice stays unknown.
    const messages = await world.sms.untilEach(
      id,
      'all have an outcome',
      ({ state }) => isDelivered({ state }) || state === 'UNKNOWN',
      slow,
    );
    assert.ok(messages.filter(isDelivered).length >= 50);
    const times = [...(await world.centre.acceptedOf(accountOf('RESENDS'))).values()];
    assert.equal(Math.max(...times), 2, 'some were sent again, none a third time');
  });

  it('F69 binds that are refused, and then accepted: what waited goes out', async () => {
    const id = await world.sms.accept(world.numbers('LATE', 10));
    await until('the refusal is told', async () => {
      const { links } = await world.installation.cli<{ links: { name: string; binds: { state: string; detail: string | null }[] }[] }>([
        ...['sms', 'link', 'list'],
      ]);
      return links.find(({ name }) => name === 'LATE')?.binds.some(({ detail }) => detail?.includes('did not take the bind') === true);
    });
    assert.ok((await world.sms.messages(id)).every(({ state }) => state === 'ACCEPTED'));
    await world.centre.behave(accountOf('LATE'), { refuseBinds: 0 });
    await world.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('LATE', 10);
  });

  it('F69 an operator that unbinds without the answers it owes: those are UNKNOWN, the rest goes over the next bind', async () => {
    await world.centre.behave(accountOf('UNBINDS'), { slowMs: 200 });
    const id = await world.sms.accept(world.numbers('UNBINDS', 40));
    await until('some are under way', async () => (await world.centre.binds(accountOf('UNBINDS')))[0]?.unanswered === 10);
    await world.centre.behave(accountOf('UNBINDS'), { unbind: true });
    const messages = await world.sms.untilEach(
      id,
      'all have an outcome',
      ({ state }) => isDelivered({ state }) || state === 'UNKNOWN',
      slow,
    );
    assert.ok(messages.filter(({ state }) => state === 'UNKNOWN').length <= 10, 'one window');
    await sentOnce('UNBINDS', 40);
  });

  it('F69 silence on enquire_link: the bind is given up and opened anew', async () => {
    const before = (await world.centre.binds(accountOf('SILENT')))[0]?.session;
    await world.centre.behave(accountOf('SILENT'), { silentEnquireLink: true });
    await until(
      'another session',
      async () => (await world.centre.binds(accountOf('SILENT'))).some(({ session }) => session !== before),
      slow,
    );
    await world.centre.behave(accountOf('SILENT'), { silentEnquireLink: false });
    const id = await world.sms.accept(world.numbers('SILENT', 5));
    await world.sms.untilEach(id, 'all are delivered', isDelivered, slow);
  });

  it('F69 generic_nack that is certain: the message was not taken', async () => {
    await world.centre.behave(accountOf('NACKS'), { nackEvery: 10 });
    const id = await world.sms.accept(world.numbers('NACKS', 30));
    const messages = await world.sms.untilEach(
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
      const binds = await world.centre.binds(accountOf('LENGTH'));
      await world.centre.behave(accountOf('LENGTH'), { badLength });
      const isNew = ({ session }: { session: number }): boolean => binds.every((bind) => bind.session !== session);
      await until('another session', async () => (await world.centre.binds(accountOf('LENGTH'))).some(isNew), slow);
    }
    const id = await world.sms.accept(world.numbers('LENGTH', 5));
    await world.sms.untilEach(id, 'all are delivered', isDelivered, slow);
    await sentOnce('LENGTH', 5);
  });

  it('X5 a transmitter and a receiver instead of one transceiver', async () => {
    assert.equal((await world.centre.binds(accountOf('PAIR'))).length, 2);
    const id = await world.sms.accept(world.numbers('PAIR', 30));
    await world.sms.untilEach(id, 'all are delivered', isDelivered);
    await sentOnce('PAIR', 30);
  });

  it('F69 a provider over HTTP that is busy, full, or answers nonsense', async () => {
    await world.centre.behave('http', { queueFull: 3 });
    const full = await world.sms.accept(world.numbers('HTTP', 10));
    await world.sms.untilEach(full, 'all are delivered', isDelivered, slow);
    await world.centre.behave('http', { throttleAbove: 5 });
    const busy = await world.sms.accept(world.numbers('HTTP', 12));
    await world.sms.untilEach(busy, 'all are delivered', isDelivered, slow);
    await world.centre.behave('http', { throttleAbove: 0 });
    assert.ok([...(await world.centre.acceptedOf('http')).values()].every((times) => times === 1));
  });

  it(
    'F69 a link that is down for a minute: its messages go over the next one',
    { skip: isNightly ? false : 'a minute of real time' },
    async () => {
      const id = await world.sms.accept(world.numbers('DOWN', 10));
      await world.sms.untilEach(id, 'all are delivered', isDelivered, { timeoutMs: 100_000 });
      await sentOnce('UP', 10);
    },
  );

  it('F69 payments go on meanwhile', async () => {
    const { status } = await sendRequest(`${world.installation.baseUrl}/readyz`);
    assert.equal(status, 200);
    assert.ok((await world.balance()) > 0);
  });
});
