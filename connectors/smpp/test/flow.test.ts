// Proves that the window, the rate and the socket's own limit are respected, and that a caller
// that found no room is notified when there is some. Prints the throughput.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agreeable, except, startSmsc } from './smsc.ts';
import type { Peer } from './smsc.ts';
import { bound, openFor, part, until } from './session-kit.ts';
import type { Core } from './session-kit.ts';

/**
 * Submits `total` parts as the core does: whatever is free, again whenever told. Answers the milliseconds it took. `onSubmit` is told when room was
 * asked for.
 */
async function pump(
  core: Core,
  total: number,
  arm: (onChange: () => void) => void,
  onSubmit: (askedAt: number) => void = () => {},
): Promise<number> {
  const started = performance.now();
  let submitted = 0;
  let answered = 0;
  const one = part();
  await new Promise<void>((resolve, reject) => {
    const fill = () => {
      // Asked until it refuses: only a caller that found no room is notified when there is some.
      for (
        let askedAt = performance.now();
        submitted < total && core.session.free > 0;
        askedAt = performance.now()
      ) {
        submitted += 1;
        onSubmit(askedAt);
        void core.session.submit(one).then((outcome) => {
          if (outcome.kind !== 'accepted')
            reject(new Error(`${JSON.stringify(outcome)} instead of accepted`));
          answered += 1;
          if (answered === total) resolve();
        });
      }
    };
    arm(fill);
    fill();
  });
  return performance.now() - started;
}

test('the window is never exceeded', async (t) => {
  let most = 0;
  let open = 0;
  const smsc = await startSmsc(
    except((peer, { command, sequence }) => {
      if (command !== 4) return false;
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        peer.send(0x80000004, 0, sequence, Buffer.from('1\0'));
      }, 2);
      return true;
    }),
  );
  let onChange = () => {};
  const core = openFor(smsc.port, {
    config: { window: 7 },
    events: { changed: () => onChange() },
  });
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  await pump(core, 200, (fill) => (onChange = fill));
  assert.equal(most, 7);
});

test('the rate is kept on the wire', async (t) => {
  // Of the side that submits: what lies in a socket while the machine stands still is read all at once.
  const times: number[] = [];
  const smsc = await startSmsc(agreeable);
  let onChange = () => {};
  const core = openFor(smsc.port, {
    config: { window: 50, ratePerSec: 100 },
    events: { changed: () => onChange() },
  });
  t.after(async () => {
    await core.session.close(0);
    await smsc.close();
  });
  await bound(core);
  const tookMs = await pump(
    core,
    60,
    (fill) => (onChange = fill),
    (askedAt) => times.push(askedAt),
  );
  assert.ok(tookMs >= 540, `60 parts at 100 a second took ${Math.round(tookMs)} ms`);
  const firstTenth = times.filter((at) => at < (times[0] ?? 0) + 100).length;
  assert.ok(firstTenth <= 17, `${firstTenth} parts in the first tenth of a second`);
});

test('a part that the rate allows while it is asked for room is not waited for in vain', async (t) => {
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
  const began = performance.now();
  let queries = 0;
  const clock = t.mock.method(performance, 'now', () => began + 60 * queries++);
  assert.equal(core.session.free, 0);
  clock.mock.restore();
  await until('told', () => core.changes > changes && core.session.free > 0);
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

test('speed (printed, not asserted): submissions a second at window 50 against a lean SMSC in a process of its own', async (t) => {
  const smsc = spawn(process.execPath, [fileURLToPath(new URL('lean-smsc.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => void smsc.kill());
  const [line] = (await once(smsc.stdout, 'data')) as [Buffer];
  let onChange = () => {};
  const core = openFor(Number(line.toString()), {
    config: { window: 50 },
    events: { changed: () => onChange() },
  });
  t.after(() => core.session.close(0));
  await bound(core);
  const arm = (fill: () => void) => (onChange = fill);
  await pump(core, 20_000, arm);
  const total = 60_000;
  const before = process.cpuUsage();
  const tookMs = await pump(core, total, arm);
  const { user, system } = process.cpuUsage(before);
  const perSecond = Math.round((total / tookMs) * 1000);
  t.diagnostic(
    `${perSecond} submissions a second, ${((user + system) / total).toFixed(1)} µs of processor each`,
  );
});
