// Checks what each event changes: state, attempt, timer, lease, and the ledger's events.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { advance, type Advance } from './advance.ts';
import type { OperationEvent } from './commands.ts';
import type { Attempt, OperationTerms, OperationState } from './operation.ts';
import { isFinal, step, type State } from './states.ts';
import { testAdvance, testAttempt, testTerms, testNode, testNow, testState } from '../testing.ts';

const refs = { ours: 'ref-1', theirs: 'P1' };
const refusal = { errorId: 44, message: 'no account' };
const otherNode = testNode + 1;
const later = (ms: number) => new Date(testNow.getTime() + ms);

interface Given {
  state?: Partial<OperationState>;
  attempt?: Partial<Attempt> | null;
  terms?: Partial<OperationTerms>;
  node?: number;
}
/** A event on an operation whose one attempt is its newest, unless said otherwise. */
function after(operationEvent: OperationEvent, given: Given = {}): Advance | null {
  const attempt = given.attempt === null ? null : testAttempt(given.attempt);
  const state = testState({ state: 'SENDING', attempts: 1, ...given.state });
  return advance(
    state,
    testAdvance(operationEvent, attempt, given.terms),
    testNow,
    given.node ?? testNode,
  );
}
const eventsOf = (result: Advance | null) => result?.ledger.map((event) => event.type);

const operationEvents: { [type in OperationEvent['type']]: OperationEvent } = {
  send: { type: 'send', attempt: testAttempt({ number: 2 }) },
  unsend: { type: 'unsend', cause: 'ECONNREFUSED', retryInMs: 2_000 },
  accept: { type: 'accept', refs, stage: 'payer', challenge: null, nextStepInMs: 3_000 },
  lose_answer: { type: 'lose_answer', refs, cause: 'timeout', nextStepInMs: 5_000 },
  poll: { type: 'poll', absent: false, nextStepInMs: 30_000, escalate: null },
  resend: { type: 'resend' },
  succeed: { type: 'succeed', refs },
  fail: { type: 'fail', refs, refusal, proof: 'provider_failed' },
  refuse: { type: 'refuse', refusal, proof: 'never_sent' },
  cancel: { type: 'cancel', proof: 'provider_canceled' },
  ask_cancel: { type: 'ask_cancel' },
  refund: { type: 'refund', attempt: testAttempt({ number: 2, purpose: 'refund' }) },
  reverse: { type: 'reverse', reason: 'taken back' },
  drop_cancel: { type: 'drop_cancel' },
  proceed: { type: 'proceed', attempt: testAttempt({ number: 2 }) },
  step_back: { type: 'step_back', cause: 'ECONNREFUSED', nextStepInMs: 3_000 },
  park: { type: 'park', cause: 'OPA_SN', expiresInMs: 60_000 },
  resume: { type: 'resume', dueInMs: 0 },
};
const states: State[] = [
  'READY',
  'PARKED',
  'SENDING',
  'ACCEPTED',
  'UNKNOWN',
  'SUCCESS',
  'FAILED',
  'CANCELED',
  'REFUNDING',
  'REFUNDED',
];
const anyOperationEvent = fc.constantFrom(...Object.values(operationEvents));

test('only the table of transitions moves a state, and a final state holds no lease and no alarm but for a late cancellation', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...states),
      anyOperationEvent,
      fc.boolean(),
      (from, operationEvent, cancelRequested) => {
        const result = after(operationEvent, { state: { state: from, cancelRequested } });
        if (result === null) return;
        const { state } = result;
        if (operationEvent.type !== 'ask_cancel')
          assert.equal(state.state, step(from, operationEvent.type));
        if (!isFinal(state.state) || operationEvent.type === 'ask_cancel') return;
        assert.equal(state.leaseOwner, null);
        assert.equal(
          state.nextStepAt !== null,
          operationEvent.type === 'succeed' && cancelRequested && from !== 'REFUNDING',
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

test('what was given is not changed: a refused commit leaves memory as it was', () => {
  fc.assert(
    fc.property(fc.constantFrom(...states), anyOperationEvent, (from, operationEvent) => {
      const state = testState({ state: from, attempts: 1 });
      const attempt = testAttempt();
      const before = structuredClone({ state, attempt });
      advance(state, testAdvance(operationEvent, attempt), testNow, testNode);
      assert.deepEqual({ state, attempt }, before);
    }),
  );
});

test('F18 only the node that holds the lease sends, and only the next attempt', () => {
  const given: Given = { state: { state: 'READY' }, attempt: null };
  const sent = after(operationEvents.send, given);
  assert.equal(sent?.state.state, 'SENDING');
  assert.equal(sent.state.attempts, 2);
  assert.equal(sent.attemptIsNew, true);
  assert.equal(sent.state.leaseOwner, testNode);
  assert.equal(after(operationEvents.send, { ...given, node: otherNode }), null);
  assert.equal(after(operationEvents.send, { state: { state: 'READY', leaseOwner: null } }), null);
  assert.equal(
    after({ type: 'send', attempt: testAttempt({ number: 1 }) }, given),
    null,
    'an attempt that was made before',
  );
  assert.equal(
    after({ type: 'send', attempt: testAttempt({ number: 3 }) }, given),
    null,
    'an attempt too far',
  );
});

test('F18 only the node that holds the lease sends again', () => {
  const given: Given = {
    state: { state: 'UNKNOWN' },
    attempt: { state: 'UNKNOWN', cause: 'timeout', absences: 1, queries: 4 },
  };
  const again = after(operationEvents.resend, given);
  assert.deepEqual(again?.attempt, testAttempt({ cause: 'timeout', sentAt: testNow }));
  assert.equal(again?.attemptIsNew, false);
  assert.equal(after(operationEvents.resend, { ...given, node: otherNode }), null);
});

test('F16 news of an older attempt changes nothing', () => {
  for (const type of [
    'unsend',
    'accept',
    'lose_answer',
    'poll',
    'succeed',
    'fail',
    'cancel',
  ] as const) {
    assert.equal(after(operationEvents[type], { state: { attempts: 2 } }), null, type);
  }
});

test('F26 a poll on an older copy of the attempt does not undo what was told meanwhile', () => {
  const poll = (state: State, attempt: Attempt['state']) =>
    after(operationEvents.poll, { state: { state }, attempt: { state: attempt } });
  assert.equal(poll('ACCEPTED', 'UNKNOWN'), null);
  assert.equal(poll('UNKNOWN', 'ACCEPTED'), null);
  assert.equal(poll('ACCEPTED', 'ACCEPTED')?.state.state, 'ACCEPTED');
  assert.equal(poll('REFUNDING', 'UNKNOWN')?.state.state, 'REFUNDING');
});

test('F41 a cancellation without an attempt works on READY only', () => {
  const canceled = after(
    { type: 'cancel', proof: 'never_sent' },
    { state: { state: 'READY', attempts: 0 }, attempt: null },
  );
  assert.equal(canceled?.state.state, 'CANCELED');
  assert.equal(canceled.state.proof, 'never_sent');
  assert.deepEqual(eventsOf(canceled), ['failed']);
  for (const state of ['SENDING', 'ACCEPTED', 'UNKNOWN'] as const) {
    assert.equal(
      after({ type: 'cancel', proof: 'never_sent' }, { state: { state }, attempt: null }),
      null,
      state,
    );
  }
});

test('an accepted operation keeps stage and challenge, and is due when told, for any node', () => {
  const challenge = { deepLinkUrl: 'https://pay.example/1', expiresInMs: 900_000 };
  const accepted = after(
    { type: 'accept', refs, stage: 'payer', challenge, nextStepInMs: 3_000 },
    { attempt: { queries: 3, absences: 1 } },
  );
  assert.deepEqual(accepted?.state, {
    ...testState({
      state: 'ACCEPTED',
      attempts: 1,
      stage: 'payer',
      nextStepAt: later(3_000),
      leaseOwner: null,
    }),
    challenge: { ...challenge, expiresAt: later(900_000).toISOString() },
  });
  assert.deepEqual(accepted?.attempt, testAttempt({ state: 'ACCEPTED', refs }));
});

test('a later answer without a challenge keeps the one that the payer has', () => {
  const challenge = {
    authUrl: 'https://bank.example/3ds',
    expiresInMs: 1,
    expiresAt: later(1).toISOString(),
  };
  const accepted = after(operationEvents.accept, {
    state: { state: 'ACCEPTED', challenge },
    attempt: { state: 'ACCEPTED' },
  });
  assert.deepEqual(accepted?.state.challenge, challenge);
});

test('polls and absences are counted; a poll that finds something new or unclear starts the absences anew', () => {
  const poll = (absent: boolean) =>
    after(
      { type: 'poll', absent, nextStepInMs: 1, escalate: null },
      { state: { state: 'UNKNOWN' }, attempt: { state: 'UNKNOWN', queries: 2, absences: 1 } },
    );
  assert.deepEqual([poll(true)?.attempt?.queries, poll(true)?.attempt?.absences], [3, 2]);
  assert.deepEqual([poll(false)?.attempt?.queries, poll(false)?.attempt?.absences], [3, 0]);
  assert.equal(poll(true)?.attempt?.state, 'UNKNOWN');
});

test('success and failure are recorded with their proof and the provider’s reference', () => {
  const success = after(operationEvents.succeed);
  assert.deepEqual(
    [success?.state.proof, success?.state.providerReference, success?.attempt?.state],
    ['provider_succeeded', 'P1', 'SUCCEEDED'],
  );
  const failure = after(operationEvents.fail);
  assert.deepEqual(
    [failure?.state.proof, failure?.state.errorId, failure?.state.errorMessage],
    ['provider_failed', 44, 'no account'],
  );
  assert.deepEqual([failure?.attempt?.state, failure?.attempt?.refs], ['FAILED', refs]);
});

test('what was bought is kept with the success', () => {
  const voucher = { type: 'METER_TOKEN', code: '1234-5678' } as const;
  assert.deepEqual(after({ type: 'succeed', refs, voucher })?.state.voucher, voucher);
  assert.equal(after(operationEvents.succeed)?.state.voucher, null);
});

test('a word that got lost keeps what the provider has told before', () => {
  const lost = after(
    { type: 'lose_answer', refs: { ours: 'ref-1' }, cause: 'timeout', nextStepInMs: 5_000 },
    { attempt: { refs } },
  );
  assert.deepEqual(lost?.attempt, testAttempt({ state: 'UNKNOWN', cause: 'timeout', refs }));
  assert.deepEqual([lost?.state.nextStepAt, lost?.state.leaseOwner], [later(5_000), null]);
  assert.deepEqual(lost?.ledger, []);
});

test('F42 a cancellation that was asked for too late makes the success due again, to become a refund', () => {
  const success = after(operationEvents.succeed, { state: { cancelRequested: true } });
  assert.deepEqual(
    [success?.state.state, success?.state.nextStepAt, success?.state.cancelRequested],
    ['SUCCESS', testNow, true],
  );
  const refunding = after(operationEvents.refund, {
    state: { ...success!.state },
    node: otherNode,
  });
  assert.deepEqual(
    [refunding?.state.state, refunding?.state.cancelRequested, refunding?.state.leaseOwner],
    ['REFUNDING', false, otherNode],
  );
  const ended = after(operationEvents.drop_cancel, { state: { ...success!.state } });
  assert.deepEqual(
    [ended?.state.state, ended?.state.nextStepAt, ended?.state.cancelRequested],
    ['SUCCESS', null, false],
  );
});

test('a cancellation can be asked for while something is still to be done, once', () => {
  const asked = after(operationEvents.ask_cancel, { state: { state: 'ACCEPTED' }, attempt: null });
  assert.deepEqual(
    asked?.state,
    testState({ state: 'ACCEPTED', attempts: 1, cancelRequested: true }),
  );
  assert.deepEqual([asked?.attempt, asked?.ledger], [null, []]);
  assert.equal(after(operationEvents.ask_cancel, { state: { cancelRequested: true } }), null);
  assert.equal(
    after(operationEvents.ask_cancel, { state: { state: 'FAILED', nextStepAt: null } }),
    null,
  );
});

test('O9 S4 the ledger’s events of each event', () => {
  const refunding: Given = {
    state: { state: 'REFUNDING', attempts: 1 },
    attempt: { purpose: 'refund' },
  };
  const success: Given = { state: { state: 'SUCCESS', nextStepAt: null, leaseOwner: null } };
  const table: [OperationEvent, Given, string[]][] = [
    [operationEvents.accept, {}, []],
    [operationEvents.lose_answer, {}, []],
    [operationEvents.unsend, {}, []],
    [operationEvents.succeed, {}, ['succeeded']],
    [operationEvents.fail, {}, ['failed']],
    [operationEvents.cancel, {}, ['failed']],
    [operationEvents.refuse, { state: { state: 'READY' } }, ['failed']],
    [operationEvents.refund, success, ['refund_started']],
    [operationEvents.succeed, refunding, ['refunded']],
    [operationEvents.fail, refunding, ['refund_refused']],
    [operationEvents.unsend, refunding, ['refund_refused']],
    [operationEvents.reverse, refunding, ['refunded']],
    [operationEvents.reverse, success, ['refunded']],
    [
      operationEvents.reverse,
      { ...success, terms: { direction: 'CREDIT' } },
      ['refund_started', 'refunded'],
    ],
    [operationEvents.reverse, { ...refunding, terms: { direction: 'CREDIT' } }, ['refunded']],
    [operationEvents.drop_cancel, success, []],
  ];
  for (const [operationEvent, given, events] of table)
    assert.deepEqual(
      eventsOf(after(operationEvent, given)),
      events,
      `${operationEvent.type} ${given.state?.state}`,
    );
});

test('S4 a refund keeps the commission where the price of the operation said so, and gives it back otherwise', () => {
  const refunding: Given = { state: { state: 'REFUNDING' }, attempt: { purpose: 'refund' } };
  assert.deepEqual(after(operationEvents.succeed, refunding)?.ledger, [
    { type: 'refunded', commissionToo: true },
  ]);
  const details = { ...testTerms().details, keepsCommission: true as const };
  assert.deepEqual(after(operationEvents.succeed, { ...refunding, terms: { details } })?.ledger, [
    { type: 'refunded', commissionToo: false },
  ]);
});

test('S4 a refused refund leaves the success as it was', () => {
  const state = testState({
    state: 'REFUNDING',
    attempts: 2,
    proof: 'provider_succeeded',
    providerReference: 'P0',
  });
  const refused = advance(
    state,
    testAdvance(operationEvents.fail, testAttempt({ number: 2, purpose: 'refund' })),
    testNow,
    testNode,
  );
  const expected = { ...state, state: 'SUCCESS', nextStepAt: null, leaseOwner: null };
  assert.deepEqual(refused?.state, expected);
});

test('F28 a reversal told of the payment does not end a refund under way: its attempt would stay live', () => {
  const present = testState({ state: 'REFUNDING', attempts: 2 });
  const reverse = (number: number) =>
    advance(
      present,
      testAdvance(operationEvents.reverse, testAttempt({ number, state: 'ACCEPTED' })),
      testNow,
      testNode,
    );
  assert.equal(reverse(1), null);
  assert.equal(reverse(2)?.attempt?.state, 'SUCCEEDED');
});

test('O15 S4 a cancellation that finds it parked is due at once, not when it is given up', () => {
  const later = new Date(testNow.getTime() + 86_400_000);
  const parked = testState({ state: 'PARKED', nextStepAt: later, leaseOwner: null });
  const asked = advance(parked, testAdvance({ type: 'ask_cancel' }, null), testNow, testNode);
  assert.deepEqual([asked?.state.cancelRequested, asked?.state.nextStepAt], [true, testNow]);
});

test('O15 only what is ready is parked: what was sent, or may have been, stays with its attempt', () => {
  for (const state of states) {
    const attempt = state === 'READY' ? null : testAttempt({ number: 1 });
    const present = testState({ state, attempts: attempt === null ? 0 : 1 });
    const parked = advance(present, testAdvance(operationEvents.park, attempt), testNow, testNode);
    assert.equal(parked?.state.state ?? null, state === 'READY' ? 'PARKED' : null, state);
  }
});
