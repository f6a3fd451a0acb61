// Proves that the window, the rate and the socket's own limit are respected, and that a caller
// that found no room is notified when there is some.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { agreeable, except, startSmsc } from './smsc.ts';
import type { Peer } from './smsc.ts';
import { pump } from './pump.ts';
import { bound, openFor, part, until } from './session-kit.ts';

test('the window is never exceeded', async (t) => {
  const [window, total] = [7, 200];
  let most = 0;
  let arrived = 0;
  const open: (() => void)[] = [];
  const smsc = await startSmsc(
    except((peer, { command, sequence }) => {
      if (command !== 4) return false;
      arrived += 1;
      open.push(() => peer.send(0x80000004, 0, sequence, Buffer.from('1\0')));
      most = Math.max(most, open.length);
      // One too many comes right behind.
      if (open.length === window || arrived === total)
        setTimeout(() => {
          for (const answer of open.splice(0)) answer();
        }, 2);
      return true;
    }),
  );
  let onChange = () => {};
  const core = openFor(smsc.port, {
    config: { window },
    events: { changed: () => onChange() },
  });
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  await pump(core.session, total, (fill) => (onChange = fill));
  assert.equal(most, window);
});

test('the rate is kept on the wire', async (t) => {
  const time = holdTime(t);
  const smsc = await startSmsc(agreeable);
  let onChange = () => {};
  const core = openFor(smsc.port, {
    config: { window: 100, ratePerSec: 100 },
    events: { changed: () => onChange() },
  });
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  const sent = (): number =>
    smsc.peers[0]?.received.filter(({ command }) => command === 4).length ?? 0;
  let submitted = 0;
  const pumped = pump(
    core.session,
    60,
    (fill) => (onChange = fill),
    () => (submitted += 1),
  );
  const inTenths: number[] = [];
  for (let tenth = 0; tenth < 6; tenth++) {
    const before = submitted;
    await time.pass(100);
    await until('what was submitted has arrived', () => sent() === submitted);
    inTenths.push(submitted - before);
  }
  await pumped;
  assert.deepEqual(inTenths, [10, 10, 10, 10, 10, 9]);
});

test('a part that the rate allows while it is asked for room is not waited for in vain', async (t) => {
  const time = holdTime(t);
  const smsc = await startSmsc(agreeable);
  const core = openFor(smsc.port, { config: { window: 50, ratePerSec: 20 } });
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  await core.session.submit(part());
  const { changes } = core;
  // Between two looks at the clock 60 ms go by, more than a part takes at this rate.
  const began = time.now();
  let queries = 0;
  const clock = mock.method(performance, 'now', () => began + 60 * queries++);
  assert.equal(core.session.free, 0);
  clock.mock.restore();
  await time.pass(60);
  assert.ok(core.changes > changes, 'told');
  assert.ok(core.session.free > 0);
});

test('"too fast" for all that was unanswered: told when the pause is over', async (t) => {
  const asked: { peer: Peer; sequence: number }[] = [];
  const smsc = await startSmsc(
    except((peer, { command, sequence }) => {
      if (command !== 4) return false;
      asked.push({ peer, sequence });
      return true;
    }),
  );
  const core = openFor(smsc.port, {
    config: { window: 2 },
    times: { throttled: { first: 50, max: 100 } },
  });
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  const submitted = [core.session.submit(part()), core.session.submit(part())];
  assert.equal(core.session.free, 0);
  await until('both asked', () => asked.length === 2);
  const { changes } = core;
  for (const { peer, sequence } of asked) peer.send(0x80000004, 0x58, sequence, Buffer.alloc(0));
  assert.deepEqual(
    (await Promise.all(submitted)).map(({ kind }) => kind),
    ['busy', 'busy'],
  );
  await until('told', () => core.changes > changes && core.session.free > 0);
});

test('a peer that does not read: no room although the window has some, and told when it reads again', async (t) => {
  const smsc = await startSmsc(agreeable);
  const core = openFor(smsc.port, { config: { window: 1000, concatenation: 'payload' } });
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  const socket = smsc.peers[0]?.socket;
  socket?.pause();
  const long = part({ text: 'a'.repeat(50_000) });
  const submitted: Promise<unknown>[] = [];
  while (core.session.free > 0) {
    submitted.push(core.session.submit(long));
    await new Promise(setImmediate);
    assert.ok(submitted.length < 1000, 'blocked before the window is used up');
  }
  const changes = core.changes;
  socket?.resume();
  await until('told', () => core.changes > changes && core.session.free > 0);
  const outcomes = await Promise.all(submitted);
  assert.ok(outcomes.every((outcome) => (outcome as { kind: string }).kind === 'accepted'));
});

test('a status that no table has refuses for good, and is logged once', async (t) => {
  const statuses = [0x401, 0x401, 0x0b, 0x402];
  const smsc = await startSmsc(
    except((peer, { command, sequence }) => {
      if (command === 4) peer.send(0x80000004, statuses.shift()!, sequence, Buffer.alloc(0));
      return command === 4;
    }),
  );
  const core = openFor(smsc.port);
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  const reasons: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const outcome = await core.session.submit(part());
    reasons.push(outcome.kind === 'refused' ? outcome.reason : outcome.kind);
  }
  assert.deepEqual(reasons, ['other', 'other', 'bad_number', 'other']);
  assert.deepEqual(
    core.logs.filter((line) => line.includes('not listed')),
    ['0x00000401', '0x00000402'].map(
      (status) => `warn SMPP status is not listed ${JSON.stringify({ status })}`,
    ),
  );
});
