// Proves what sessions of carriers over HTTP do for every carrier: parts of one turn share requests
// as the carrier allows, each has its own outcome, a lost answer is looked up part by part, and
// window, pace and connection are kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmsPart, SmsSession } from '@jokko/connectors/kit';
import { recordEvents, samplePart } from '@jokko/connectors/kit/conformance';
import { holdTime } from '../../../../acceptance/harness/held-time.ts';
import type { Carrier, Found } from '../carrier.ts';
import {
  accepted,
  busy,
  garbled,
  misconfigured,
  readingOf,
  refused,
  type Reading,
} from '../reading.ts';
import { openCarrierSession } from '../session.ts';

const partTo = (number: number, text = 'Bonjour'): SmsPart => ({
  ...samplePart,
  to: `22177000000${number}`,
  text,
  ourRef: `1-${number}`,
});
const lost: Reading = {
  outcome: { kind: 'unknown', cause: 'timeout' },
  connectionAtFault: false,
};
const acceptAll = (parts: readonly SmsPart[]): Reading[] =>
  parts.map(({ ourRef }) => accepted(`id-${ourRef}`));

interface Played {
  session: SmsSession;
  events: ReturnType<typeof recordEvents>;
  /** What was logged. */
  lines: string[];
  /** Our references in each request. */
  requests: string[][];
}

async function play(
  answer: (parts: readonly SmsPart[]) => readonly Reading[] | Promise<readonly Reading[]>,
  changes: Partial<Carrier> = {},
): Promise<Played> {
  const requests: string[][] = [];
  const lines: string[] = [];
  const events = recordEvents();
  const log = (_level: string, ...said: unknown[]): void => void lines.push(JSON.stringify(said));
  const session = openCarrierSession({ log }, events, {
    name: 'test',
    window: 10,
    ratePerSec: null,
    requests: { partsMax: 3, groupOf: ({ text }) => text },
    greet: () => Promise.resolve(null),
    submit(parts) {
      requests.push(parts.map(({ ourRef }) => ourRef));
      return Promise.resolve().then(() => answer(parts));
    },
    ...changes,
  });
  for (let turn = 0; session.state !== 'bound' && turn < 10; turn += 1)
    await new Promise(setImmediate);
  return { session, events, lines, requests };
}

test('parts of one turn and group share a request, up to what the carrier takes', async () => {
  const { session, requests } = await play(acceptAll);
  const outcomes = await Promise.all(
    [partTo(1), partTo(2), partTo(3, 'Other'), partTo(4), partTo(5)].map((part) =>
      session.submit(part),
    ),
  );
  assert.deepEqual(requests, [['1-1', '1-2', '1-4'], ['1-3'], ['1-5']]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'accepted' && outcome.id),
    ['id-1-1', 'id-1-2', 'id-1-3', 'id-1-4', 'id-1-5'],
  );
  await session.submit(partTo(6));
  assert.deepEqual(requests.at(-1), ['1-6'], 'a later turn has a request of its own');
  await session.close(0);
});

test('a number that is there already goes in another request, whatever the groups are called', async () => {
  const { session, requests } = await play(acceptAll, {
    requests: { partsMax: 3, groupOf: ({ text }) => text, keyOf: ({ to }) => to },
  });
  const parts = [partTo(1), partTo(1), partTo(2, 'Bonjour again'), partTo(3, '1 Bonjour')];
  await Promise.all(parts.map((part) => session.submit(part)));
  assert.deepEqual(requests, [['1-1'], ['1-1'], ['1-2'], ['1-3']]);
  await session.close(0);
});

test('each part has the outcome that the answer gives it; one without any is unknown', async () => {
  const { session } = await play(() => [accepted('a'), readingOf(refused('bad_number'), 'E1')]);
  const outcomes = await Promise.all([1, 2, 3].map((number) => session.submit(partTo(number))));
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['accepted', 'refused', 'unknown'],
  );
  await session.close(0);
});

test('a lost answer makes all its parts unknown, and each is looked up', async (t) => {
  const time = holdTime(t);
  const asked: string[] = [];
  const found: { [ourRef: string]: Found[] } = {
    '1-1': [{ kind: 'absent' }, { kind: 'read', reading: accepted('late') }],
    '1-2': [{ kind: 'absent' }, { kind: 'absent' }],
    '1-3': [{ kind: 'read', reading: readingOf(refused('barred'), 'E2') }],
  };
  const { session, requests } = await play((parts) => parts.map(() => lost), {
    find: {
      afterMs: [1_000, 5_000],
      ask({ ourRef }) {
        asked.push(ourRef);
        return Promise.resolve(found[ourRef]!.shift()!);
      },
    },
  });
  const outcomes = Promise.all([1, 2, 3].map((number) => session.submit(partTo(number))));
  await time.pass(7_000);
  assert.deepEqual(await outcomes, [
    { kind: 'accepted', id: 'late' },
    { kind: 'unknown', cause: 'timeout' },
    { kind: 'refused', reason: 'barred', code: 'E2' },
  ]);
  assert.deepEqual(asked, ['1-1', '1-2', '1-3', '1-1', '1-2']);
  assert.equal(requests.length, 1, 'nothing was sent again');
  await session.close(0);
});

test('a carrier that has frozen is sent nothing more until it greets us again', async (t) => {
  const time = holdTime(t);
  let frozen = false;
  const { session, requests } = await play((parts) => parts.map(() => lost), {
    greet: () => Promise.resolve(frozen ? 'no answer' : null),
    find: { afterMs: [120_000], ask: () => Promise.resolve({ kind: 'unknown' }) },
  });
  frozen = true;
  const outcome = session.submit(partTo(1));
  await time.pass(30_000);
  assert.deepEqual([session.state, session.detail], ['connecting', 'no answer']);
  assert.deepEqual(await session.submit(partTo(2)), { kind: 'not_sent', cause: 'not connected' });
  frozen = false;
  await time.pass(60_000);
  assert.equal(session.state, 'bound');
  await time.pass(60_000);
  assert.deepEqual(await outcome, { kind: 'unknown', cause: 'timeout' }, 'still looked up');
  assert.deepEqual(requests, [['1-1']]);
  await session.close(0);
});

test('a carrier that answers others meanwhile has lost an answer, and goes on', async (t) => {
  const time = holdTime(t);
  const slow = Promise.withResolvers<Reading[]>();
  const { session } = await play((parts) =>
    parts[0]!.ourRef === '1-1' ? slow.promise : acceptAll(parts),
  );
  const first = session.submit(partTo(1));
  await time.pass(1_000);
  assert.equal((await session.submit(partTo(2))).kind, 'accepted');
  slow.resolve([lost]);
  assert.deepEqual(await first, { kind: 'unknown', cause: 'timeout' });
  assert.equal(session.state, 'bound');
  await session.close(0);
});

test('what a carrier throws is no answer: it ends no process, loses no part and tells no secret', async (t) => {
  const time = holdTime(t);
  const throws = (): never => {
    throw new URIError('secret-of-the-test');
  };
  const { session, lines } = await play(throws, {
    find: { afterMs: [1_000], ask: throws },
  });
  const outcome = session.submit(partTo(1));
  await time.pass(1_010);
  assert.deepEqual(await outcome, { kind: 'unknown', cause: 'garbled' });
  assert.deepEqual([session.state, session.free], ['bound', 10]);
  const { session: other } = await play(acceptAll, { greet: throws });
  assert.deepEqual([other.state, other.detail], ['connecting', 'the greeting failed']);
  assert.deepEqual(
    lines.map((line) => /"call":"(\w+)","reason":"URIError"/.exec(line)?.[1]),
    ['submit', 'find'],
  );
  assert.doesNotMatch(lines.join(), /secret/);
  await session.close(0);
  await other.close(0);
});

/** Submits one part whose first answer is lost to a carrier that takes each reference once. */
async function repeated(
  time: ReturnType<typeof holdTime>,
  found: Found,
  second: Reading,
): Promise<{ kind: string; requests: number; state: string }> {
  const readings = [lost, second];
  const { session, requests } = await play(() => [readings.shift()!], {
    find: { afterMs: [2_000], ask: () => Promise.resolve(found), repeatsAbsent: true },
  });
  const outcome = session.submit(partTo(1));
  await time.pass(2_500);
  const { kind } = await outcome;
  const { state } = session;
  await session.close(0);
  return { kind, requests: requests.length, state };
}

test('what is absent is sent once more where each reference is taken once', async (t) => {
  const time = holdTime(t);
  const absent: Found = { kind: 'absent' };
  const rows: [Found, Reading, { kind: string; requests: number; state: string }][] = [
    [absent, accepted('x'), { kind: 'accepted', requests: 2, state: 'bound' }],
    // That the repetition was not taken says nothing of the first request.
    [absent, readingOf(refused('other'), 'E'), { kind: 'unknown', requests: 2, state: 'bound' }],
    [absent, garbled, { kind: 'unknown', requests: 2, state: 'bound' }],
    [absent, readingOf(misconfigured, 'E'), { kind: 'unknown', requests: 2, state: 'connecting' }],
    [{ kind: 'unknown' }, accepted('x'), { kind: 'unknown', requests: 1, state: 'bound' }],
  ];
  for (const [found, second, expected] of rows)
    assert.deepEqual(await repeated(time, found, second), expected);
});

test('a session that closes ends the look-ups: their parts are unknown', async (t) => {
  const time = holdTime(t);
  const { session } = await play(() => [lost], {
    find: {
      afterMs: [120_000],
      ask: () => Promise.resolve({ kind: 'read', reading: accepted('x') }),
    },
  });
  const outcome = session.submit(partTo(1));
  const closing = session.close(0);
  await time.pass(10);
  await closing;
  assert.deepEqual(await outcome, { kind: 'unknown', cause: 'timeout' });
});

const noCredit: Reading = {
  ...readingOf(refused('no_credit'), 'no credit'),
  connectionAtFault: true,
};

test('an account that greets well and refuses every message is tried less and less often', async (t) => {
  const time = holdTime(t);
  let greeted = 0;
  const { session } = await play(() => [noCredit], {
    greet() {
      greeted += 1;
      return Promise.resolve(null);
    },
  });
  const startMs = time.now();
  for (let round = 0; round < 6; round += 1) {
    while (session.free === 0) await time.pass(100);
    await session.submit(partTo(1));
    assert.deepEqual([session.state, session.detail], ['connecting', 'no credit']);
  }
  // Half of each back-off is certain: 0.5 + 1 + 2 + 4 + 8 seconds.
  assert.ok(time.now() - startMs >= 15_500);
  assert.equal(greeted, 6);
  await session.close(0);
});

test('a full window: nothing more is sent; what is unanswered when the session closes is unknown', async () => {
  const { session, requests } = await play(() => new Promise<never>(() => {}), { window: 1 });
  const first = session.submit(partTo(1));
  assert.equal(session.free, 0);
  assert.deepEqual(await session.submit(partTo(2)), { kind: 'not_sent', cause: 'no room' });
  assert.deepEqual(requests, [['1-1']]);
  await session.close(20);
  assert.deepEqual(await first, { kind: 'unknown', cause: 'connection' });
  assert.deepEqual(await session.submit(partTo(3)), { kind: 'not_sent', cause: 'not connected' });
});

test('closing waits for what is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Reading[]>();
  const { session } = await play(() => promise);
  const sending = session.submit(partTo(1));
  const closing = session.close(60_000);
  resolve([accepted('m1')]);
  assert.deepEqual(await sending, { kind: 'accepted', id: 'm1' });
  await closing;
  assert.equal(session.state, 'closed');
});

test('busy: a pause without room, as long as the carrier asks for; then room, told by `changed`', async (t) => {
  const time = holdTime(t);
  const readings = [readingOf(busy('throttled', 9_000), 'busy', 1_000), accepted('m1')];
  const { session, events } = await play(() => [readings.shift()!]);
  assert.equal((await session.submit(partTo(1))).kind, 'busy');
  assert.deepEqual([session.state, session.free], ['bound', 0]);
  const { changes } = events;
  await time.pass(990);
  assert.deepEqual([session.free, events.changes], [0, changes]);
  await time.pass(10);
  assert.ok(session.free > 0, 'room after the pause');
  assert.ok(events.changes > changes, 'told of room');
  assert.equal((await session.submit(partTo(1))).kind, 'accepted');
  await session.close(0);
});

test('a rate is kept', async (t) => {
  const time = holdTime(t);
  const { session } = await play(acceptAll, { ratePerSec: 40 });
  const sent: number[] = [];
  for (let round = 0; round < 4; round++) {
    let inRound = 0;
    for (; session.free > 0; inRound += 1) void session.submit(partTo(1));
    sent.push(inRound);
    await time.pass(25);
  }
  assert.deepEqual(sent, [1, 1, 1, 1]);
  await session.close(1_000);
});

test('a long text takes as much of the rate as the carrier counts parts', async (t) => {
  const time = holdTime(t);
  const { session } = await play(acceptAll, { ratePerSec: 10 });
  const long = partTo(1, 'a'.repeat(2 * 153 + 1));
  void session.submit(long);
  await time.pass(290);
  assert.equal(session.free, 0, 'three parts are 300 ms');
  await time.pass(20);
  assert.equal(session.free, 1);
  await session.close(0);
});

test('a carrier that stays busy is left alone for longer each time', async (t) => {
  const time = holdTime(t);
  for (const [meaning, pauses] of [
    [busy('throttled', 1_000), [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
    [busy('queue_full', 10_000), [10_000, 20_000, 40_000, 60_000]],
    [busy('connection_error', 1_000), [1_000, 2_000, 4_000]],
  ] as const) {
    let isBusy = true;
    const { session, requests } = await play((parts) =>
      isBusy ? parts.map(() => readingOf(meaning, 'busy')) : acceptAll(parts),
    );
    for (const pauseMs of pauses) {
      const outcomes = await Promise.all([1, 2].map((number) => session.submit(partTo(number))));
      const told = outcomes.map((each) => (each.kind === 'busy' ? each.pauseMs : each.kind));
      assert.equal(told[0], pauseMs, 'the answers of one moment are one event');
      await time.pass(pauseMs - 10);
      assert.equal(session.free, 0);
      await time.pass(20);
      assert.ok(session.free > 0);
    }
    assert.ok(requests.length <= 2 * pauses.length);
    isBusy = false;
    assert.equal((await session.submit(partTo(1))).kind, 'accepted');
    isBusy = true;
    await time.pass(1_000);
    const again = await session.submit(partTo(1));
    assert.equal(again.kind === 'busy' && again.pauseMs, pauses[0], 'begins anew');
    await session.close(0);
  }
});

test('a carrier that names the pause itself gets that one, however often', async (t) => {
  const time = holdTime(t);
  const { session } = await play((parts) =>
    parts.map(() => readingOf(busy('throttled', 1_000), 'busy', 3_000)),
  );
  for (let round = 0; round < 4; round += 1) {
    const told = await session.submit(partTo(1));
    assert.equal(told.kind === 'busy' && told.pauseMs, 3_000);
    await time.pass(3_010);
  }
  await session.close(0);
});

test('a carrier that refuses us or cannot be reached: down, said why without the message, tried again', async (t) => {
  const time = holdTime(t);
  const problems = [null, 'no connection: timeout', null];
  const { session, lines } = await play(() => [readingOf(misconfigured, 'unauthorized')], {
    greet: () => Promise.resolve(problems.shift()!),
  });
  assert.equal((await session.submit(partTo(1))).kind, 'busy');
  assert.deepEqual(
    [session.state, session.free, session.detail],
    ['connecting', 0, 'unauthorized'],
  );
  await time.pass(1_210);
  assert.equal(session.detail, 'no connection: timeout', 'the first try in vain');
  await time.pass(2_410);
  assert.deepEqual([session.state, session.detail], ['bound', null]);
  assert.ok(lines.length > 0);
  for (const line of lines) assert.doesNotMatch(line, /Bonjour|22177000000/);
  await session.close(0);
});
