// F69: proves that no message is lost or sent twice when an operator throttles us, drops our
// binds, refuses them or stops answering. Each fault has its own carrier connection; all run in
// parallel. Rates, and what lasts a minute: x-delivery-faults.long.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountOf } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { sendRequest, until } from './harness/index.ts';

/**
 * Silence is noticed soon, also that of a machine that stands still: then what had no answer yet is
 * sent again.
 */
const noticesSilence = { resendUnknown: true, config: { enquireLinkMs: 1_000 } };
const routing: TestRouting = {
  connections: {
    THROTTLE: {},
    FULL: {},
    ERRORS: {},
    DROPS: {},
    RESENDS: { resendUnknown: true },
    LATE: {},
    UNBINDS: {},
    SILENT: noticesSilence,
    NACKS: {},
    LENGTH: {},
    PAIR: { config: { bindType: 'pair' } },
    // What is in flight shares requests: none is larger than the rate that the test allows.
    HTTP: { connector: 'infobip', config: { window: 4, sessions: 1 } },
  },
};
const throttled = 0x58;

describe('F69 faults of an operator', { concurrency: true }, () => {
  let fixture: SmsFixture;
  before(async () => {
    fixture = await openSmsFixture(routing, {
      prepare: (smsc) => smsc.behave(accountOf('LATE'), { refuseBinds: 1_000 }),
      unbound: ['LATE'],
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
    await fixture.smsc.behave(accountOf('THROTTLE'), { refuse: 12, refuseStatus: throttled });
    const id = await fixture.sms.accept(fixture.numbers('THROTTLE', 50));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
    await sentOnce('THROTTLE', 50);
    const refusals = { account: accountOf('THROTTLE'), event: 'refused' } as const;
    assert.equal((await fixture.smsc.lines(refusals)).length, 12, 'the operator did refuse some');
  });

  it('F69 queue full: everything is delivered at last, once', async () => {
    await fixture.smsc.behave(accountOf('FULL'), { queueFull: 12 });
    const id = await fixture.sms.accept(fixture.numbers('FULL', 40));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
    await sentOnce('FULL', 40);
  });

  it('F69 errors of the operator: tried again until they pass', async () => {
    await fixture.smsc.behave(accountOf('ERRORS'), { refuse: 5, refuseStatus: 8 });
    const id = await fixture.sms.accept(fixture.numbers('ERRORS', 20));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
    await sentOnce('ERRORS', 20);
  });

  it('F69 binds that drop in mid-window: nothing is sent twice, and what had no answer is UNKNOWN until its receipt names it', async () => {
    const drops = { dropEvery: 25, slowMs: 20, holdReceipts: true };
    await fixture.smsc.behave(accountOf('DROPS'), drops);
    const id = await fixture.sms.accept(fixture.numbers('DROPS', 60));
    const messages = await fixture.sms.untilEach(
      id,
      'all have an answer, or none',
      ({ state }) => state === 'SENT' || state === 'UNKNOWN',
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
    );
    assert.ok(messages.filter(isDelivered).length >= 40, 'no more than two windows');
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
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
    await sentOnce('LATE', 10);
  });

  it('F69 an operator that unbinds without the answers it owes: those are UNKNOWN, the rest goes over the next bind', async () => {
    await fixture.smsc.behave(accountOf('UNBINDS'), { slowMs: 60_000 });
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
    );
    assert.ok(messages.filter(({ state }) => state === 'UNKNOWN').length <= 10, 'one window');
    await sentOnce('UNBINDS', 40);
  });

  it('F69 silence on enquire_link: the bind is given up and opened anew', async () => {
    const before = (await fixture.smsc.binds(accountOf('SILENT')))[0]?.session;
    await fixture.smsc.behave(accountOf('SILENT'), { silentEnquireLink: true });
    await until('another session', async () =>
      (await fixture.smsc.binds(accountOf('SILENT'))).some(({ session }) => session !== before),
    );
    await fixture.smsc.behave(accountOf('SILENT'), { silentEnquireLink: false });
    const id = await fixture.sms.accept(fixture.numbers('SILENT', 5));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
  });

  it('F69 generic_nack that is certain: the message was not taken', async () => {
    await fixture.smsc.behave(accountOf('NACKS'), { nackEvery: 10 });
    const id = await fixture.sms.accept(fixture.numbers('NACKS', 30));
    const messages = await fixture.sms.untilEach(
      id,
      'all have an outcome',
      ({ state }) => isDelivered({ state }) || state === 'REJECTED',
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
      await until('another session', async () =>
        (await fixture.smsc.binds(accountOf('LENGTH'))).some(isNew),
      );
    }
    const id = await fixture.sms.accept(fixture.numbers('LENGTH', 5));
    await fixture.sms.untilEach(id, 'all are delivered', isDelivered);
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
    await fixture.smsc.behave('infobip', { queueFull: 3 });
    const full = await fixture.sms.accept(fixture.numbers('HTTP', 10));
    await fixture.sms.untilEach(full, 'all are delivered', isDelivered);
    await fixture.smsc.behave('infobip', { throttleAbove: 5 });
    const busy = await fixture.sms.accept(fixture.numbers('HTTP', 12));
    await fixture.sms.untilEach(busy, 'all are delivered', isDelivered);
    await fixture.smsc.behave('infobip', { throttleAbove: 0 });
    assert.ok(
      [...(await fixture.smsc.acceptedOf('infobip')).values()].every((times) => times === 1),
    );
  });

  it('F69 payments go on meanwhile', async () => {
    await until(
      'the node is ready',
      async () => (await sendRequest(`${fixture.installation.baseUrl}/readyz`)).status === 200,
    );
    assert.ok((await fixture.balance()) > 0);
  });
});
