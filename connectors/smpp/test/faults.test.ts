// Proves that the session reports every submission truthfully, whatever the operator does (SMPP
// behaviours of provider chaos).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { SmsSubmitOutcome } from '@jokko/connectors/kit';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { agreeable, deliverBody, except, pdu, startSmsc, text } from './smsc.ts';
import type { Answer, Smsc } from './smsc.ts';
import { openConnection, drop } from '../session/connection.ts';
import { createPacing } from '@jokko/connectors/kit/carrier';
import { createCounters } from '../session/counters.ts';
import { lost } from '../session/down.ts';
import { flush } from '../session/outbox.ts';
import { countNone } from '../session/slow-down.ts';
import { submitNow } from '../session/submit.ts';
import { settingsOf } from '../settings.ts';
import { prepareSubmit } from '../submit/prepare.ts';
import { bound, configFor, openFor, part, until } from './session-kit.ts';
import type { Core, Options } from './session-kit.ts';

const submitSm = 4;
const submitResp = 0x80000004;

async function createFixture(
  t: TestContext,
  answer: Answer,
  options?: Options,
): Promise<{ smsc: Smsc; core: Core }> {
  const smsc = await startSmsc(answer);
  const core = openFor(smsc.port, options);
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  return { smsc, core };
}

/** How often the first connection was asked whether we are still there. */
const enquiries = ({ peers }: Smsc): number =>
  peers[0]?.received.filter(({ command }) => command === 0x15).length ?? 0;

const silent = except((_, { command }) => command === submitSm);
const withStatus = (status: number): Answer =>
  except((peer, { command, sequence }) => {
    if (command !== submitSm) return false;
    peer.send(submitResp, status, sequence);
    return true;
  });

test('no response: unknown after the time-out, and the place in the window is free again', async (t) => {
  const time = holdTime(t);
  const { core } = await createFixture(t, silent, {
    config: { responseTimeoutMs: 1_000, window: 1 },
  });
  const submitted = core.session.submit(part());
  await time.pass(990);
  assert.equal(core.session.free, 0);
  await time.pass(200);
  assert.deepEqual(await submitted, { kind: 'unknown', cause: 'timeout' });
  assert.equal(core.session.free, 1);
  assert.equal(core.session.counters?.['timeouts'], 1);
});

test('late response: its id is told to the core, once, and the next submission gets its own answer', async (t) => {
  const time = holdTime(t);
  const late: number[] = [];
  const { core, smsc } = await createFixture(
    t,
    except((_, { command, sequence }) => {
      if (command !== submitSm || late.length > 0) return false;
      late.push(sequence);
      return true;
    }),
    { config: { responseTimeoutMs: 1_000 } },
  );
  const submitted = core.session.submit(part({ ourRef: 'slow' }));
  await until('arrived', () => late.length === 1);
  await time.pass(1_200);
  assert.deepEqual(await submitted, { kind: 'unknown', cause: 'timeout' });
  for (let times = 0; times < 2; times++)
    smsc.peers[0]?.send(submitResp, 0, late[0] ?? 0, text('late'));
  await until('late answers counted', () => core.session.counters?.['lateAnswers'] === 2);
  assert.deepEqual(core.late, ['slow late']);
  const next = await core.session.submit(part());
  assert.equal(next.kind, 'accepted');
  assert.notEqual(next.kind === 'accepted' && next.id, 'late');
});

test('throttled: busy, the whole connection pauses, pauses double while nothing is taken, then the connection recovers', async (t) => {
  const time = holdTime(t);
  let refusals = 3;
  const { core } = await createFixture(
    t,
    except((peer, { command, sequence }) => {
      if (command !== submitSm || refusals === 0) return false;
      refusals -= 1;
      peer.send(submitResp, 0x58, sequence);
      return true;
    }),
    { times: { throttled: { first: 1_000, max: 2_500 } } },
  );
  const pauses: number[] = [];
  for (let round = 0; round < 3; round++) {
    // After a pause the rate, one part a second by now, has to fill the bucket.
    if (round > 0) await time.pass(pauses[round - 1]! + 1_010);
    assert.ok(core.session.free > 0, 'room');
    const outcome = await core.session.submit(part());
    assert.equal(outcome.kind === 'busy' && outcome.cause, 'throttled');
    assert.equal(outcome.kind === 'busy' && outcome.code, 'ESME_RTHROTTLED');
    pauses.push(outcome.kind === 'busy' ? outcome.pauseMs : 0);
    assert.equal(core.session.free, 0, 'paused');
    assert.deepEqual(await core.session.submit(part()), { kind: 'not_sent', cause: 'no_room' });
  }
  assert.deepEqual(pauses, [1_000, 2_000, 2_500]);
  const changes = core.changes;
  await time.pass(2_490);
  assert.equal(core.changes, changes);
  await time.pass(1_020);
  assert.ok(core.changes > changes, 'told of the end of the pause');
  assert.equal((await core.session.submit(part())).kind, 'accepted');
});

test('queue full: busy', async (t) => {
  const { core } = await createFixture(t, withStatus(0x14));
  const outcome = await core.session.submit(part());
  assert.deepEqual(outcome, {
    kind: 'busy',
    cause: 'queue_full',
    code: 'ESME_RMSGQFUL',
    pauseMs: 1000,
  });
});

test('a whole window of "too fast" is one event: one pause, not one for each', async (t) => {
  const { core } = await createFixture(t, withStatus(0x58), { config: { window: 10 } });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => core.session.submit(part())));
  for (const outcome of outcomes)
    assert.ok(
      outcome.kind === 'busy' && outcome.pauseMs <= 1000 && outcome.pauseMs > 0,
      JSON.stringify(outcome),
    );
});

test('refused for good: the reason by status, a vendor code by the configuration', async (t) => {
  const { core } = await createFixture(
    t,
    except((peer, { command, sequence, body }) => {
      if (command !== submitSm) return false;
      peer.send(submitResp, body.includes('221770000002') ? 0x401 : 0x0b, sequence);
      return true;
    }),
    { config: { statusOverrides: '0x401=refused:no_credit' } },
  );
  assert.deepEqual(await core.session.submit(part()), {
    kind: 'refused',
    reason: 'bad_number',
    code: 'ESME_RINVDSTADR',
  });
  const other = await core.session.submit(part({ to: '221770000002' }));
  assert.deepEqual(other, { kind: 'refused', reason: 'no_credit', code: '0x00000401' });
  assert.ok(core.session.free > 0, 'a refusal is no reason to pause');
});

test('generic_nack: unknown, unless its status says that the submit was not carried out', async (t) => {
  const statuses = [0x08, 0x03, 0x58];
  const { core } = await createFixture(
    t,
    except((peer, { command, sequence }) => {
      if (command !== submitSm) return false;
      peer.send(0x80000000, statuses.shift() ?? 0, sequence);
      return true;
    }),
  );
  assert.deepEqual(await core.session.submit(part()), { kind: 'unknown', cause: 'garbled' });
  assert.deepEqual(await core.session.submit(part()), {
    kind: 'refused',
    reason: 'not_permitted',
    code: 'ESME_RINVCMDID',
  });
  assert.equal((await core.session.submit(part())).kind, 'busy');
});

test('success without an id, or with an absurd one: unknown', async (t) => {
  const bodies = [Buffer.alloc(0), text(''), text('x'.repeat(300))];
  const { core } = await createFixture(
    t,
    except((peer, { command, sequence }) => {
      if (command !== submitSm) return false;
      peer.send(submitResp, 0, sequence, bodies.shift());
      return true;
    }),
  );
  for (let round = 0; round < 3; round++)
    assert.deepEqual(await core.session.submit(part()), { kind: 'unknown', cause: 'garbled' });
});

test('dropped with a window in flight: each of them unknown, and the connection comes back', async (t) => {
  const { core, smsc } = await createFixture(t, silent, { config: { window: 10 } });
  const submitted = Array.from({ length: 10 }, () => core.session.submit(part()));
  await until(
    'the SMSC has all',
    () =>
      (smsc.peers[0]?.received.filter(({ command }) => command === submitSm).length ?? 0) === 10,
  );
  smsc.peers[0]?.socket.resetAndDestroy();
  const outcomes = await Promise.all(submitted);
  assert.deepEqual(
    outcomes,
    Array.from({ length: 10 }, () => ({ kind: 'unknown', cause: 'connection' })),
  );
  await until('bound again', () => smsc.peers.length === 2 && core.session.state === 'bound');
  assert.equal(core.session.free, 10);
  assert.equal(core.session.detail, null);
});

test('lost before the turn of the event loop ended: not one byte left, so it was not sent', async (t) => {
  const smsc = await startSmsc(agreeable);
  t.after(() => smsc.close());
  const settings = settingsOf(configFor(smsc.port));
  const counters = createCounters();
  const pacing = createPacing({ ratePerSec: null, pauseMaxMs: 16_000 }, 0);
  const taken = countNone(0);
  const prepared = prepareSubmit(part(), settings.submit, Date.now());
  assert.ok('submit' in prepared);
  const nothing = () => {};
  const outcomes = await new Promise<Promise<SmsSubmitOutcome>[]>((resolve) => {
    const events = {
      delivery: nothing,
      moved: nothing,
      down: nothing,
      bound: () => setImmediate(submitAndLose),
    };
    const connection = openConnection(settings, 'transceiver', counters, events);
    const submitAndLose = () => {
      const written = submitNow(
        { settings, pacing, taken, counters, events: { late: nothing }, strange: nothing },
        connection,
        prepared.submit,
        'ref',
      );
      flush(connection.outbox);
      const unwritten = submitNow(
        { settings, pacing, taken, counters, events: { late: nothing }, strange: nothing },
        connection,
        prepared.submit,
        'ref',
      );
      drop(connection, lost('test'));
      resolve([written, unwritten]);
    };
  });
  assert.deepEqual(await Promise.all(outcomes), [
    { kind: 'unknown', cause: 'connection' },
    { kind: 'not_sent', cause: 'connection' },
  ]);
  const received = () =>
    smsc.peers[0]?.received.filter(({ command }) => command === submitSm).length ?? 0;
  await until('closed', () => smsc.peers[0]?.socket.destroyed === true);
  assert.ok(received() <= 1);
});

test('the operator unbinds: answered, late answers still taken, bound again', async (t) => {
  const time = holdTime(t);
  const waiting: number[] = [];
  const { core, smsc } = await createFixture(
    t,
    except((_, { command, sequence }) => {
      if (command !== submitSm || smsc.peers.length > 1) return false;
      waiting.push(sequence);
      return true;
    }),
    { times: { unbind: 1_000 } },
  );
  const [first, second] = [core.session.submit(part()), core.session.submit(part())];
  await until('both arrived', () => waiting.length === 2);
  const peer = smsc.peers[0];
  peer?.send(6, 0, 77);
  await until(
    'unbind answered',
    () =>
      peer?.received.some(({ command, sequence }) => command === 0x80000006 && sequence === 77) ===
      true,
  );
  assert.equal(core.session.free, 0);
  peer?.send(submitResp, 0, waiting[0] ?? 0, text('after-unbind'));
  assert.deepEqual(await first, { kind: 'accepted', id: 'after-unbind' });
  // The wait for late answers, and the pause before the next bind.
  await time.pass(1_100 + 120);
  assert.deepEqual(await second, { kind: 'unknown', cause: 'connection' });
  await until('bound again', () => smsc.peers.length === 2 && core.session.state === 'bound');
});

for (const length of [0, 4, 15, 64 * 1024 + 1, 0xffffffff])
  test(`a PDU of length ${length}: the connection is closed and comes back`, async (t) => {
    const { core, smsc } = await createFixture(t, silent);
    const submitted = core.session.submit(part());
    await until(
      'it arrived',
      () => smsc.peers[0]?.received.some(({ command }) => command === submitSm) === true,
    );
    const broken = pdu(0x15, 0, 9);
    broken.writeUInt32BE(length, 0);
    smsc.peers[0]?.socket.write(broken);
    assert.deepEqual(await submitted, { kind: 'unknown', cause: 'connection' });
    await until('bound again', () => smsc.peers.length === 2 && core.session.state === 'bound');
    assert.ok(core.logs.some((line) => line.includes('impossible length')));
  });

test('an unknown request is answered with generic_nack, and the session goes on', async (t) => {
  const { core, smsc } = await createFixture(t, agreeable);
  smsc.peers[0]?.send(0x0000_0104, 0, 5, Buffer.from([1, 2, 3]));
  const isNack = ({
    command,
    status,
    sequence,
  }: {
    command: number;
    status: number;
    sequence: number;
  }) => command === 0x80000000 && status === 3 && sequence === 5;
  await until('nack', () => smsc.peers[0]?.received.some(isNack) === true);
  assert.equal((await core.session.submit(part())).kind, 'accepted');
});

test('a receipt before the response: told first, both arrive', async (t) => {
  const { core } = await createFixture(
    t,
    except((peer, { command, sequence }) => {
      if (command !== submitSm) return false;
      const octets = Buffer.from('id:early stat:DELIVRD err:000');
      const receipt = pdu(5, 0, 900, deliverBody({ esmClass: 4, octets }));
      peer.socket.write(Buffer.concat([receipt, pdu(submitResp, 0, sequence, text('early'))]));
      return true;
    }),
  );
  const outcome: SmsSubmitOutcome = await core.session.submit(part());
  assert.deepEqual(outcome, { kind: 'accepted', id: 'early' });
  assert.deepEqual(
    core.receipts.map(({ id, state }) => [id, state]),
    [['early', 'delivered']],
  );
});

test('silence: enquire_link is asked, and without an answer the connection is dropped and comes back', async (t) => {
  const time = holdTime(t);
  const { core, smsc } = await createFixture(
    t,
    except((_, { command }) => command === 0x15),
    { config: { enquireLinkMs: 100 } },
  );
  await time.pass(120);
  await until('asked', () => enquiries(smsc) === 1);
  assert.equal(core.session.state, 'bound');
  // The time for an answer, and the pause before the next bind.
  await time.pass(120 + 120);
  await until('bound again', () => smsc.peers.length === 2 && core.session.state === 'bound');
  assert.ok(core.logs.some((line) => line.includes('enquire_link')));
});

test('an answered enquire_link keeps the connection', async (t) => {
  const time = holdTime(t);
  const { core, smsc } = await createFixture(t, agreeable, { config: { enquireLinkMs: 100 } });
  for (let times = 1; times <= 3; times++) {
    await time.pass(120);
    await until('asked', () => enquiries(smsc) === times);
    // Whose answer comes behind that to the enquiry.
    assert.equal((await core.session.submit(part())).kind, 'accepted');
  }
  assert.equal(core.session.state, 'bound');
  assert.equal(smsc.peers.length, 1);
});

test('a peer that sends requests and reads no answers is cut off before our memory is full', async (t) => {
  const { core, smsc } = await createFixture(t, agreeable);
  const socket = smsc.peers[0]?.socket;
  socket?.pause();
  const enquiries = Buffer.concat(
    Array.from({ length: 4000 }, (_, index) => pdu(0x15, 0, index + 1)),
  );
  const flood = () => {
    while (socket?.writable === true && socket.write(enquiries));
  };
  socket?.on('drain', flood);
  flood();
  await until('cut off', () => core.logs.some((line) => line.includes('does not read')));
});
