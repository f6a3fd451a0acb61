// Checks that a session keeps to its window, its rate and the carrier's pauses, that it says why it
// cannot be used, and that it ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { segmentText } from '@jokko/contract';
import type { HttpResult, SmsSubmitOutcome } from '../../index.ts';
import { bytes, never, partOf, play, wordOf } from './play.ts';
import { secretsOf } from './secrecy.ts';
import type { SmsSubject } from './subject.ts';

const window = 3;
const ratePerSec = 20;
/** So much of a second may go out at once. */
const atOnceMax = 2;

export function pauseTests<Config>(subject: SmsSubject<Config>): void {
  const throttled = (retryAfter?: string): HttpResult =>
    bytes(429, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter });

  test('too many requests: the session pauses, and the part goes out afterwards', async (t) => {
    for (const retryAfter of [undefined, '7', '0', '-1', 'Mon, 30 Nov 2026 10:00:00 GMT', '1e9']) {
      const { outcome, session, next, until, time, events, end } = await play(subject, t);
      next.push(throttled(retryAfter));
      const told = await outcome(partOf(1));
      assert.equal(wordOf(told, session), 'busy throttled', retryAfter);
      const pauseMs = told.kind === 'busy' ? told.pauseMs : 0;
      if (retryAfter === '7') assert.equal(pauseMs, 7_000);
      assert.ok(pauseMs >= 0 && pauseMs <= 60_000, `${retryAfter}: ${pauseMs}`);
      const pausedMs = time.now();
      const changesBefore = events.changes;
      if (pauseMs > 0) assert.equal(session.free, 0, 'it pauses');
      await until(() => session.free > 0, 'the pause is over');
      assert.ok(time.now() - pausedMs >= pauseMs - 100, 'not before the pause is over');
      if (pauseMs > 0) assert.ok(events.changes > changesBefore, 'it says so');
      assert.equal((await outcome(partOf(1))).kind, 'accepted');
      await end();
    }
  });

  test('too many requests again and again: each pause is longer, up to a minute', async (t) => {
    const { outcome, session, next, until } = await play(subject, t);
    let beforeMs = 0;
    for (let round = 0; round < 9; round += 1) {
      next.push(throttled());
      const told = await outcome(partOf(1));
      const pauseMs = told.kind === 'busy' ? told.pauseMs : 0;
      assert.ok(pauseMs >= Math.min(2 * beforeMs, 10_000) && pauseMs <= 60_000, `${pauseMs}`);
      beforeMs = pauseMs;
      await until(() => session.free > 0, 'the pause is over');
    }
    assert.equal((await outcome(partOf(1))).kind, 'accepted');
  });
}

/** Longer than one part in either alphabet. */
const longText = 'Votre mot secret est girafe. '.repeat(12);

export function roomTests<Config>(subject: SmsSubject<Config>): void {
  const limited = (limits: { window: number; ratePerSec: number }): Config => {
    const config = { ...subject.config, ...limits };
    assert.deepEqual(subject.connector.checkConfig(config), []);
    const told = subject.connector.capabilities(config);
    assert.deepEqual({ window: told.window, ratePerSec: told.ratePerSec }, limits);
    return config;
  };

  test('no more are under way than the window allows', async (t) => {
    const config = limited({ window, ratePerSec: 1_000 });
    const { submit, session, next, requests, time } = await play(subject, t, { config });
    next.push(...Array<() => typeof never>(window).fill(() => never));
    for (let number = 1; number <= window; number += 1) {
      assert.ok(session.free > 0 && session.free <= window + 1 - number);
      void submit(partOf(number));
    }
    assert.equal(session.free, 0);
    await time.pass(10);
    const before = requests.length;
    assert.equal((await submit(partOf(9))).kind, 'not_sent');
    await time.pass(10);
    assert.equal(requests.length, before, 'nothing left');
  });

  test('no more go out than the rate allows', async (t) => {
    const config = limited({ window: 50, ratePerSec });
    const { submit, session, time } = await play(subject, t, { config });
    const sent: Promise<SmsSubmitOutcome>[] = [];
    const seconds = 2;
    const endMs = time.now() + seconds * 1_000;
    while (time.now() < endMs) {
      while (session.free > 0) sent.push(submit(partOf(1 + (sent.length % 90))));
      await time.pass(10);
    }
    assert.ok(sent.length <= seconds * ratePerSec + atOnceMax, `${sent.length} in 2 s`);
    assert.ok(sent.length >= (seconds * ratePerSec) / 2, `${sent.length} in 2 s`);
    for (const outcome of await Promise.all(sent)) assert.equal(outcome.kind, 'accepted');
  });
}

export function partTests<Config>(subject: SmsSubject<Config>): void {
  const { splits } = subject.connector.capabilities(subject.config);
  const skip = splits && 'the protocol takes parts';
  test(
    'a text that the carrier cuts takes as much of the rate as it has parts',
    { skip },
    async (t) => {
      const config = { ...subject.config, ratePerSec: 1 };
      const { outcome, session, until, time } = await play(subject, t, { config });
      const { parts } = segmentText(longText, { transliterate: false });
      const startMs = time.now();
      assert.equal((await outcome({ ...partOf(1), text: longText })).kind, 'accepted');
      await until(() => session.free > 0, 'the next one may go');
      assert.ok(time.now() - startMs >= parts.length * 1_000 - 100, `${time.now() - startMs} ms`);
    },
  );
}

export function credentialTests<Config>(subject: SmsSubject<Config>): void {
  const { wrongCredentials } = subject;
  const assertDiscreet = (detail: string | null): void => {
    assert.ok(detail !== null && detail !== '', 'the session says why');
    for (const secret of secretsOf(subject)) assert.ok(!detail.includes(secret));
  };

  test('wrong credentials: nothing is sent, and the session is bound when they are good', async (t) => {
    const playing = await play(subject, t, { all: wrongCredentials });
    const { session, until, time, submissions, submit } = playing;
    await time.pass(10_000);
    assert.equal(session.state, 'connecting');
    assert.equal(session.free, 0);
    assertDiscreet(session.detail);
    assert.equal((await submit(partOf(1))).kind, 'not_sent');
    assert.deepEqual(submissions, []);
    playing.all = null;
    await until(() => session.state === 'bound', 'the session is bound');
    assert.equal(session.detail, null);
    assert.equal((await playing.outcome(partOf(1))).kind, 'accepted');
  });

  test('credentials that are no longer good: the part keeps its place, and goes out later', async (t) => {
    const { session, until, next, outcome } = await play(subject, t);
    next.push(wrongCredentials);
    assert.match(wordOf(await outcome(partOf(1)), session), /^(busy connection_error|not_sent)\*$/);
    assertDiscreet(session.detail);
    await until(() => session.free > 0, 'the session has room again');
    assert.equal((await outcome(partOf(1))).kind, 'accepted');
  });
}

export function closeTests<Config>(subject: SmsSubject<Config>): void {
  test('close ends every part, and nothing is sent afterwards', async (t) => {
    const { submit, session, next, time, requests } = await play(subject, t);
    const late = Promise.withResolvers<HttpResult>();
    next.push(
      () => late.promise,
      () => never,
    );
    const answered = submit(partOf(1));
    await time.pass(10);
    const unanswered = submit(partOf(2));
    const closing = session.close(1_000);
    assert.deepEqual([session.state, session.free], ['closed', 0]);
    late.resolve(subject.takes([partOf(1)]));
    assert.equal((await answered).kind, 'accepted', 'what is answered in time counts');
    await time.pass(1_100);
    await closing;
    assert.deepEqual(await unanswered, { kind: 'unknown', cause: 'connection' });
    assert.equal((await submit(partOf(3))).kind, 'not_sent');
    const before = requests.length;
    await time.pass(130_000);
    assert.equal(requests.length, before, 'a closed session makes no request');
  });

  test('a session that never came up closes at once', async (t) => {
    const { session, time } = await play(subject, t, { all: subject.wrongCredentials });
    await time.pass(10);
    await session.close(60_000);
    assert.equal(session.state, 'closed');
  });
}
