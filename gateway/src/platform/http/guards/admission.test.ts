// F08: proves that a node refuses what it cannot do soon, and only that. With a simulated clock
// and load.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAdmission, shedReasons, type AdmissionLimits, type Kind } from './admission.ts';

const limits: AdmissionLimits = {
  inFlightMax: 100,
  accountInFlightMax: 512,
  accountRate: 0,
  accountBurst: 0,
};

function node(changes: Partial<AdmissionLimits> = {}) {
  const state = {
    now: 1_000_000,
    commitWaitMs: 0,
    loopDelayMs: 0,
    databaseWaitMs: 0,
    isClosed: false,
  };
  const pressure = {
    commitWaitMs: () => state.commitWaitMs,
    loopDelayMs: () => state.loopDelayMs,
    databaseWaitMs: () => state.databaseWaitMs,
    isClosed: () => state.isClosed,
  };
  const admission = createAdmission({ ...limits, ...changes }, pressure, () => state.now);
  return {
    state,
    admission,
    enter: (id: number, kind: Kind = 'change', rateLimit: number | null = null) =>
      admission.enter({ id, rateLimit }, kind)?.reason ?? 'in',
    many(count: number, id: number, kind: Kind = 'change') {
      return Array.from({ length: count }, () => this.enter(id, kind)).filter(
        (answer) => answer === 'in',
      ).length;
    },
  };
}

test('F08 an account has so many requests under way and no more; each that ends makes room for one', () => {
  const { admission, enter, many } = node({ accountInFlightMax: 5 });
  assert.equal(many.call({ enter }, 8, 1), 5);
  assert.equal(enter(1), 'account_in_flight');
  assert.equal(enter(2), 'in', 'another account');
  admission.leave(1);
  assert.deepEqual([enter(1), enter(1)], ['in', 'account_in_flight']);
  assert.equal(admission.refused('account_in_flight'), 5);
});

test('F08 of the places of the node, changes take 80 %, readings 60 %, and what others tell us is never refused', () => {
  const one = node();
  assert.equal(one.many(90, 1, 'read'), 60);
  assert.equal(one.many(90, 1, 'change'), 20);
  assert.equal(one.enter(1), 'in_flight');
  for (let count = 0; count < 50; count++) one.admission.begin();
  assert.equal(one.admission.inFlight, 130);
  const busy = node();
  for (let count = 0; count < 70; count++) busy.admission.begin();
  assert.deepEqual(
    [busy.many(20, 1, 'change'), busy.enter(1, 'read')],
    [10, 'in_flight'],
    'notices take places from requests',
  );
});

test('F08 callers who are not known yet have a quarter of the places and take them from all; a slow node asks for nobody', () => {
  const { state, admission, many, enter } = node();
  const begin = (): boolean => admission.unknownCallers.begin();
  assert.deepEqual(
    [Array.from({ length: 30 }, begin).filter(Boolean).length, admission.inFlight],
    [25, 25],
  );
  assert.equal(many.call({ enter }, 90, 1), 55, 'a place is a place');
  for (let each = 0; each < 25; each++) admission.unknownCallers.end();
  assert.equal(many.call({ enter }, 90, 1), 25);
  assert.equal(begin(), false, 'all places of changes are taken');
  for (let each = 0; each < 80; each++) admission.leave(1);
  state.databaseWaitMs = 2_001;
  assert.equal(begin(), false);
  state.databaseWaitMs = 0;
  assert.deepEqual([begin(), admission.inFlight], [true, 1]);
});

test('F08 a noisy account has at most half of the places while another wants some, and all of them when none does', () => {
  const alone = node();
  assert.equal(alone.many(90, 1), 80);
  const two = node();
  assert.equal(two.many(10, 2), 10);
  assert.equal(two.many(90, 1), 40);
  assert.equal(two.enter(1), 'account_share');
  assert.equal(two.many(40, 2), 30, 'the rest is the others’');
  two.admission.leave(1);
  two.state.now += 1_001;
  two.admission.leave(2);
  assert.deepEqual(
    [two.enter(1), two.enter(1)],
    ['in', 'in'],
    'nobody else has asked for a second',
  );
});

test('F08 a standing queue is refused changes, a burst is not; the wait falls: everything is as before', () => {
  const { state, enter, many } = node();
  many.call({ enter }, 32, 1);
  state.commitWaitMs = 300;
  assert.equal(enter(1), 'in', 'a burst');
  state.now += 499;
  assert.equal(enter(1), 'in');
  state.now += 1;
  assert.deepEqual(
    [enter(1), enter(1, 'read')],
    ['commit_wait', 'in'],
    'readings do not wait for commits',
  );
  state.commitWaitMs = 100;
  assert.equal(enter(1), 'in');
  state.commitWaitMs = 300;
  state.now += 400;
  assert.equal(enter(1), 'in', 'a new burst');
  state.commitWaitMs = 1_001;
  assert.equal(enter(1), 'commit_wait', 'nobody is made to wait longer than a second');
});

test('F08 the account that takes more than half is refused at half of that wait: the others find a short queue', () => {
  const one = node({ inFlightMax: 10_000 });
  one.many(30, 1);
  one.many(5, 2);
  one.state.commitWaitMs = 60;
  one.enter(2);
  one.state.now += 500;
  assert.deepEqual([one.enter(2), one.enter(1)], ['in', 'account_share']);
});

test('F08 a late event loop and a database that does not answer refuse everything', () => {
  const { state, enter, many, admission } = node();
  many.call({ enter }, 32, 1);
  state.loopDelayMs = 201;
  assert.deepEqual([enter(1), enter(1, 'read')], ['event_loop', 'event_loop']);
  state.loopDelayMs = 200;
  state.databaseWaitMs = 2_001;
  assert.deepEqual([enter(1), enter(1, 'read')], ['database', 'database']);
  state.databaseWaitMs = 2_000;
  assert.equal(enter(1), 'in');
  assert.deepEqual(
    shedReasons.filter((reason) => admission.refused(reason) > 0),
    ['event_loop', 'database'],
  );
});

test('F08 while few requests are under way, a slow commit or a late loop is no queue, and nobody is refused for it', () => {
  const { state, enter, many } = node();
  many.call({ enter }, 31, 1);
  Object.assign(state, { commitWaitMs: 5_000, loopDelayMs: 5_000 });
  assert.deepEqual([enter(1, 'read'), enter(1)], ['in', 'commit_wait']);
});

test('F08 an account keeps to its rate: the burst at once, then one call for each part of a second, whatever the pace', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 });
  fc.assert(
    fc.property(
      pauses,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 20 }),
      (gaps, accountRate, accountBurst) => {
        const { state, enter, admission } = node({ accountRate, accountBurst });
        const startedAt = state.now;
        let taken = 0;
        let refused = 0;
        for (const gap of gaps) {
          state.now += gap;
          if (enter(1) === 'in') {
            taken++;
            admission.leave(1);
          } else refused++;
          assert.ok(
            taken <=
              (accountBurst || accountRate) +
                ((state.now - startedAt) * accountRate) / 1_000 +
                1e-6,
            `${taken} taken`,
          );
        }
        assert.ok(
          refused === 0 || taken >= Math.floor(accountBurst || accountRate),
          'a burst is let in',
        );
      },
    ),
  );
});

test('F08 the own rate of an account goes before that of the installation, and 0 is none', () => {
  const { enter, admission, state } = node({ accountRate: 1 });
  assert.deepEqual([enter(1), enter(1)], ['in', 'account_rate']);
  assert.deepEqual(
    [enter(2, 'change', 3), enter(2, 'change', 3), enter(2, 'change', 3), enter(2, 'change', 3)],
    ['in', 'in', 'in', 'account_rate'],
  );
  for (let count = 0; count < 50; count++) {
    assert.equal(enter(3, 'read', 0), 'in');
    admission.leave(3);
  }
  state.now += 100;
  const { retryAfterSeconds } = admission.enter({ id: 1, rateLimit: null }, 'change')!;
  assert.equal(retryAfterSeconds, 1);
});

test('F08 whatever comes and goes, places are given back: at the end none is taken', () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.constantFrom<Kind>('change', 'read')),
    {
      maxLength: 300,
    },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const { enter, admission, state } = node({ inFlightMax: 20, accountInFlightMax: 6 });
      const active: number[] = [];
      for (const [id, leaves, kind] of all) {
        state.now += 10;
        if (leaves && active.length > 0) admission.leave(active.shift()!);
        else if (enter(id, kind) === 'in') active.push(id);
        assert.equal(admission.inFlight, active.length);
        assert.ok(active.length <= 16, 'a fifth is kept');
        assert.ok(active.filter((each) => each === id).length <= 6);
      }
      for (const id of active) admission.leave(id);
      assert.equal(admission.inFlight, 0);
    }),
  );
});

test('F54 nothing is taken on while the database is to be recovered, and callers are told to come back later', () => {
  const { state, admission, enter } = node();
  assert.equal(enter(1, 'read'), 'in');
  state.isClosed = true;
  for (const kind of ['change', 'message', 'read'] as const)
    assert.equal(enter(1, kind), 'recovery');
  assert.equal(admission.enter({ id: 1, rateLimit: null }, 'change')?.retryAfterSeconds, 30);
  // Who calls is still looked up: the answer is in the account's language.
  assert.equal(admission.unknownCallers.begin(), true);
});
