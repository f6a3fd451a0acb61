// Does the session tell the truth about every submission, whatever the operator does? (SMPP behaviours of provider chaos.)

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { SmsSubmitOutcome } from '@jokko/connector-kit';
import { agreeable, deliverBody, except, pdu, startCentre, text } from './centre.ts';
import type { Answer, Centre } from './centre.ts';
import { openConnection, drop } from '../src/session/connection.ts';
import { createCounters } from '../src/session/counters.ts';
import { lost } from '../src/session/down.ts';
import { flush } from '../src/session/outbox.ts';
import { createPacing } from '../src/session/pacing.ts';
import { submitNow } from '../src/session/submit.ts';
import { settingsOf } from '../src/settings.ts';
import { prepareSubmit } from '../src/submit/prepare.ts';
import { bound, configFor, openFor, part, until } from './session-kit.ts';
import type { Core, Options } from './session-kit.ts';

const submitSm = 4;
const submitResp = 0x80000004;

async function stage(t: TestContext, answer: Answer, options?: Options): Promise<{ centre: Centre; core: Core }> {
  const centre = await startCentre(answer);
  const core = openFor(centre.port, options);
  t.after(async () => {
    await core.session.close(0);
    await centre.close();
  });
  await bound(core);
  return { centre, core };
}

const silent = except((_, { command }) => command === submitSm);
const withStatus = (status: number): Answer =>
  except((peer, { command, sequence }) => {
    if (command !== submitSm) return false;
    peer.send(submitResp, status, sequence);
    return true;
  });

test('no response: unknown after the time-out, and the place in the window is free again', async (t) => {
  const { core } = await stage(t, silent, { config: { responseTimeoutMs: 150, window: 1 } });
  const submitted = core.session.submit(part());
  assert.equal(core.session.free, 0);
  assert.deepEqual(await submitted, { kind: 'unknown', cause: 'timeout' });
  assert.equal(core.session.free, 1);
  assert.equal(core.session.counters?.['timeouts'], 1);
});

test('late response: its id is told to the core, once, and the next submission gets its own answer', async (t) => {
  const late: number[] = [];
  const { core, centre } = await stage(
    t,
    except((_, { command, sequence }) => {
      if (command !== submitSm || late.length > 0) return false;
      late.push(sequence);
      return true;
    }),
    { config: { responseTimeoutMs: 150 } },
  );
  assert.deepEqual(await core.session.submit(part({ ourRef: 'slow' })), { kind: 'unknown', cause: 'timeout' });
  for (let times = 0; times < 2; times++) centre.peers[0]?.send(submitResp, 0, late[0] ?? 0, text('late'));
  await until('late answers counted', () => core.session.counters?.['lateAnswers'] === 2);
  assert.deepEqual(core.late, ['slow late']);
  const next = await core.session.submit(part());
  assert.equal(next.kind, 'accepted');
  assert.notEqual(next.kind === 'accepted' && next.id, 'late');
});

test('throttled: busy, the whole link pauses, pauses double while nothing is taken, then the link recovers', async (t) => {
  let refusals = 3;
  const { core } = await stage(
    t,
    except((peer, { command, sequence }) => {
      if (command !== submitSm || refusals === 0) return false;
      refusals -= 1;
      peer.send(submitResp, 0x58, sequence);
      return true;
    }),
    { times: { throttled: { first: 60, max: 150 } } },
  );
  const pauses: number[] = [];
  for (let round = 0; round < 3; round++) {
    await until('room', () => core.session.free > 0);
    const outcome = await core.session.submit(part());
    assert.equal(outcome.kind === 'busy' && outcome.cause, 'throttled');
    assert.equal(outcome.kind === 'busy' && outcome.code, 'ESME_RTHROTTLED');
    pauses.push(outcome.kind === 'busy' ? outcome.pauseMs : 0);
    assert.equal(core.session.free, 0, 'paused');
    assert.deepEqual(await core.session.submit(part()), { kind: 'not_sent', cause: 'no_room' });
  }
  assert.deepEqual(pauses, [60, 120, 150]);
  const changes = core.changes;
  await until('told of the end of the pause', () => core.changes > changes);
  assert.equal((await core.session.submit(part())).kind, 'accepted');
});

test('queue full: busy', async (t) => {
  const { core } = await stage(t, withStatus(0x14));
  const outcome = await core.session.submit(part());
  assert.deepEqual(outcome, { kind: 'busy', cause: 'queue_full', code: 'ESME_RMSGQFUL', pauseMs: 1000 });
});

test('a whole window of "too fast" is one event: one pause, not one for each', async (t) => {
  const { core } = await stage(t, withStatus(0x58), { config: { window: 10 } });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => core.session.submit(part())));
  for (const outcome of outcomes)
    assert.ok(outcome.kind === 'busy' && outcome.pauseMs <= 1000 && outcome.pauseMs > 0, JSON.stringify(outcome));
});

test('refused for good: the reason by status, a vendor code by the configuration', async (t) => {
  const { core } = await stage(
    t,
    except((peer, { command, sequence, body }) => {
      if (command !== submitSm) return false;
      peer.send(submitResp, body.includes('221770000002') ? 0x401 : 0x0b, sequence);
      return true;
    }),
    { config: { statusOverrides: '0x401=refused:no_credit' } },
  );
  assert.deepEqual(await core.session.submit(part()), { kind: 'refused', reason: 'bad_number', code: 'ESME_RINVDSTADR' });
  const other = await core.session.submit(part({ to: '221770000002' }));
  assert.deepEqual(other, { kind: 'refused', reason: 'no_credit', code: '0x00000401' });
  assert.ok(core.session.free > 0, 'a refusal is no reason to pause');
});

test('generic_nack: unknown, unless its status says that the submit was not carried out', async (t) => {
  const statuses = [0x08, 0x03, 0x58];
  const { core } = await stage(
    t,
    except((peer, { command, sequence }) => {
      if (command !== submitSm) return false;
      peer.send(0x80000000, statuses.shift() ?? 0, sequence);
      return true;
    }),
  );
  assert.deepEqual(await core.session.submit(part()), { kind: 'unknown', cause: 'garbled' });
  assert.deepEqual(await core.session.submit(part()), { kind: 'refused', reason: 'not_permitted', code: 'ESME_RINVCMDID' });
  assert.equal((await core.session.submit(part())).kind, 'busy');
});

test('success without an id, or with an absurd one: unknown', async (t) => {
  const bodies = [Buffer.alloc(0), text(''), text('x'.repeat(300))];
  const { core } = await stage(
    t,
    except((peer, { command, sequence }) => {
      if (command !== submitSm) return false;
      peer.send(submitResp, 0, sequence, bodies.shift());
      return true;
    }),
  );
  for (let round = 0; round < 3; round++) assert.deepEqual(await core.session.submit(part()), { kind: 'unknown', cause: 'garbled' });
});

test('dropped with a window in flight: each of them unknown, and the link comes back', async (t) => {
  const { core, centre } = await stage(t, silent, { config: { window: 10 } });
  const submitted = Array.from({ length: 10 }, () => core.session.submit(part()));
  await until('the centre has all', () => (centre.peers[0]?.heard.filter(({ command }) => command === submitSm).length ?? 0) === 10);
  centre.peers[0]?.socket.resetAndDestroy();
  const outcomes = await Promise.all(submitted);
  assert.deepEqual(
    outcomes,
    Array.from({ length: 10 }, () => ({ kind: 'unknown', cause: 'connection' })),
  );
  await until('bound again', () => centre.peers.length === 2 && core.session.state === 'bound');
  assert.equal(core.session.free, 10);
  assert.equal(core.session.detail, null);
});

test('lost before the turn of the event loop ended: not one byte left, so it was not sent', async (t) => {
  const centre = await startCentre(agreeable);
  t.after(() => centre.close());
  const settings = settingsOf(configFor(centre.port));
  const counters = createCounters();
  const pacing = createPacing({ ratePerSec: null, pauseFirstMs: 1000, pauseMaxMs: 16_000 }, 0);
  const prepared = prepareSubmit(part(), settings.submit);
  assert.ok('submit' in prepared);
  const nothing = () => {};
  const outcomes = await new Promise<Promise<SmsSubmitOutcome>[]>((resolve) => {
    const events = { delivery: nothing, moved: nothing, down: nothing, bound: () => setImmediate(submitAndLose) };
    const connection = openConnection(settings, 'transceiver', counters, events);
    const submitAndLose = () => {
      const written = submitNow({ settings, pacing, counters, events: { late: nothing } }, connection, prepared.submit, 'ref');
      flush(connection.outbox);
      const unwritten = submitNow({ settings, pacing, counters, events: { late: nothing } }, connection, prepared.submit, 'ref');
      drop(connection, lost('test'));
      resolve([written, unwritten]);
    };
  });
  assert.deepEqual(await Promise.all(outcomes), [
    { kind: 'unknown', cause: 'connection' },
    { kind: 'not_sent', cause: 'connection' },
  ]);
  const heard = () => centre.peers[0]?.heard.filter(({ command }) => command === submitSm).length ?? 0;
  await until('closed', () => centre.peers[0]?.socket.destroyed === true);
  assert.ok(heard() <= 1);
});

test('the operator unbinds: answered, late answers still taken, bound again', async (t) => {
  const waiting: number[] = [];
  const { core, centre } = await stage(
    t,
    except((_, { command, sequence }) => {
      if (command !== submitSm || centre.peers.length > 1) return false;
      waiting.push(sequence);
      return true;
    }),
  );
  const [first, second] = [core.session.submit(part()), core.session.submit(part())];
  await until('both arrived', () => waiting.length === 2);
  const peer = centre.peers[0];
  peer?.send(6, 0, 77);
  await until('unbind answered', () => peer?.heard.some(({ command, sequence }) => command === 0x80000006 && sequence === 77) === true);
  assert.equal(core.session.free, 0);
  peer?.send(submitResp, 0, waiting[0] ?? 0, text('after-unbind'));
  assert.deepEqual(await first, { kind: 'accepted', id: 'after-unbind' });
  assert.deepEqual(await second, { kind: 'unknown', cause: 'connection' });
  await until('bound again', () => centre.peers.length === 2 && core.session.state === 'bound');
});

for (const length of [0, 4, 15, 64 * 1024 + 1, 0xffffffff])
  test(`a PDU of length ${length}: the connection is closed and comes back`, async (t) => {
    const { core, centre } = await stage(t, silent);
    const submitted = core.session.submit(part());
    await until('it arrived', () => centre.peers[0]?.heard.some(({ command }) => command === submitSm) === true);
    const broken = pdu(0x15, 0, 9);
    broken.writeUInt32BE(length, 0);
    centre.peers[0]?.socket.write(broken);
    assert.deepEqual(await submitted, { kind: 'unknown', cause: 'connection' });
    await until('bound again', () => centre.peers.length === 2 && core.session.state === 'bound');
    assert.ok(core.logs.some((line) => line.includes('impossible length')));
  });

test('an unknown request is answered with generic_nack, and the session goes on', async (t) => {
  const { core, centre } = await stage(t, agreeable);
  centre.peers[0]?.send(0x0000_0102, 0, 5, Buffer.from([1, 2, 3]));
  const isNack = ({ command, status, sequence }: { command: number; status: number; sequence: number }) =>
    command === 0x80000000 && status === 3 && sequence === 5;
  await until('nack', () => centre.peers[0]?.heard.some(isNack) === true);
  assert.equal((await core.session.submit(part())).kind, 'accepted');
});

test('a receipt before the response: told first, both arrive', async (t) => {
  const { core } = await stage(
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

test('silence: enquire_link is asked, and without an answer the link is dropped and comes back', async (t) => {
  const { core, centre } = await stage(
    t,
    except((_, { command }) => command === 0x15),
    { config: { enquireLinkMs: 100 } },
  );
  await until('bound again', () => centre.peers.length >= 2 && core.session.state === 'bound');
  assert.ok(centre.peers[0]?.heard.some(({ command }) => command === 0x15));
  assert.ok(core.logs.some((line) => line.includes('enquire_link')));
});

test('an answered enquire_link keeps the link', async (t) => {
  const { core, centre } = await stage(t, agreeable, { config: { enquireLinkMs: 100 } });
  await until('asked three times', () => (centre.peers[0]?.heard.filter(({ command }) => command === 0x15).length ?? 0) >= 3);
  assert.equal(core.session.state, 'bound');
  assert.equal(centre.peers.length, 1);
});

test('a peer that sends requests and reads no answers is cut off before our memory is full', async (t) => {
  const { core, centre } = await stage(t, agreeable);
  const socket = centre.peers[0]?.socket;
  socket?.pause();
  const enquiries = Buffer.concat(Array.from({ length: 4000 }, (_, index) => pdu(0x15, 0, index + 1)));
  const flood = () => {
    while (socket?.writable === true && socket.write(enquiries));
  };
  socket?.on('drain', flood);
  flood();
  await until('cut off', () => core.logs.some((line) => line.includes('does not read')));
});
