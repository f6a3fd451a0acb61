// Proves that each command of a group sees what the ones before it left, and that a refused one
// leaves nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceMax } from '../../ledger/index.ts';
import fc from 'fast-check';
import type { BalanceRow } from '../../ledger/index.ts';
import { decide } from './group.ts';
import { balanceKey, noChanges, referenceKey, type Changes, type View } from './group-view.ts';
import type {
  AdvanceCommand,
  AdvanceResult,
  OpenCommand,
  OperationEvent,
  OpenResult,
} from '../model/commands.ts';
import type { Attempt, OperationTerms, OperationState } from '../model/operation.ts';
import type { StoredState } from '../queries/store.ts';
import {
  testAdvance,
  testAttempt,
  testTerms,
  testNode,
  testNow,
  testOpening,
  testState,
  units,
} from '../testing.ts';

const callbackGraceMs = 1_000;
const afterGrace = new Date(testNow.getTime() + callbackGraceMs);
interface Fixture {
  view: View;
  changes: Changes;
  balance: BalanceRow;
  decide(command: OpenCommand | AdvanceCommand): OpenResult | AdvanceResult;
}

/** The half of an operation that the database holds beside its facts. */
function storedState(state: Partial<OperationState>): StoredState {
  return {
    state: testState(state),
    balanceBefore: units(1_000),
    balanceAfter: units(900),
    createdAt: testNow,
  };
}

/** An account with 1000 units, and the operations that the database holds already. */
function createFixture(
  available = units(1_000),
  stored: { terms?: Partial<OperationTerms>; state: Partial<OperationState> }[] = [],
): Fixture {
  const balance: BalanceRow = {
    account_id: 1,
    currency: 'XOF',
    available,
    held: units(10_000),
    numbering: { last: 0n },
  };
  const usage: { key: string; amount: bigint; at: Date }[] = [];
  const usageKey = (terms: OperationTerms) =>
    `${terms.accountId} ${terms.codeService} ${terms.phone}`;
  const view: View = {
    now: testNow,
    node: testNode,
    catalogueVersion: 1,
    accounts: new Map([
      [
        1,
        {
          id: 1,
          version: 1,
          suspended: false,
          language: 'fr',
          mirrorFields: false,
          callbackGraceMs,
          secondCallbackUrl: null,
        },
      ],
    ]),
    balances: new Map([[balanceKey(1, 'XOF'), balance]]),
    openedBefore: new Map(),
    withOutcomeCase: new Set(),
    states: new Map(stored.map(({ terms, state }) => [testTerms(terms).id, storedState(state)])),
    referenceOwners: new Map(),
    corrected: new Set(),
    paidBills: new Set(),
    usage: {
      of: (terms) => usage.filter(({ key }) => key === usageKey(terms)),
      add: (terms, at) => usage.push({ key: usageKey(terms), amount: terms.amount, at }),
    },
    composeCallback: ({ terms, state, currentBalance }) => ({
      terms,
      second: false,
      destination: 'https://shop.example:443',
      url: terms.callbackUrl!,
      status: state.state,
      body: String(currentBalance),
      leaseOwner: testNode,
    }),
  };
  const changes = noChanges();
  return {
    view,
    changes,
    balance,
    decide: (command) => decide(command, view, changes) as OpenResult | AdvanceResult,
  };
}
const transfersOf = ({ changes }: Fixture) =>
  changes.transfers.map(({ verb, amount, availableAfter }) => [verb, amount, availableAfter]);
const accepted: OperationEvent = {
  type: 'accept',
  refs: { ours: 'ref-1' },
  stage: 'payer',
  challenge: null,
  nextStepInMs: 3_000,
};
const succeeded: OperationEvent = { type: 'succeed', refs: { ours: 'ref-1' } };
const failed: OperationEvent = {
  type: 'fail',
  refs: { ours: 'ref-1' },
  refusal: { errorId: 44, message: null },
  proof: 'provider_failed',
};

test('O9 an opening takes its hold and answers the balance before and after', () => {
  const at = createFixture();
  const result = at.decide(testOpening({ amount: units(300), commission: units(5) }));
  assert.ok(result.type === 'opened');
  assert.deepEqual(
    [result.operation.balanceBefore, result.operation.balanceAfter],
    [units(1_000), units(695)],
  );
  assert.deepEqual([at.balance.available, at.balance.held], [units(695), units(10_305)]);
  assert.deepEqual(transfersOf(at), [['hold', units(305), units(695)]]);
});

test('O9 the balance must cover an amount with its commission, to the last coin', () => {
  for (const [available, state, left] of [
    [units(105), 'READY', 0n],
    [units(105) - 1n, 'FAILED', units(105) - 1n],
  ] as const) {
    const at = createFixture(available);
    const result = at.decide(testOpening({ amount: units(100), commission: units(5) }));
    assert.ok(result.type === 'opened');
    assert.deepEqual([result.operation.state.state, at.balance.available], [state, left]);
  }
});

test('an opening is due after its first wait, at once without one, and never before it was made', () => {
  for (const [firstStepInMs, waitMs] of [
    [undefined, 0],
    [5_000, 5_000],
    [-5_000, 0],
  ] as const) {
    const wait = firstStepInMs === undefined ? {} : { firstStepInMs };
    const opened = createFixture().decide(testOpening({}, wait));
    assert.ok(opened.type === 'opened');
    const { nextStepAt } = opened.operation.state;
    assert.equal(nextStepAt!.getTime() - testNow.getTime(), waitMs);
  }
});

test('an opening whose route takes nothing is parked with its hold, and answered as it is when repeated', () => {
  const at = createFixture();
  const park = { type: 'park', cause: 'route closed', expiresInMs: 60_000 } as const;
  const opened = at.decide(testOpening({}, { park }));
  assert.ok(opened.type === 'opened');
  assert.deepEqual([opened.operation.state.state, opened.attempt], ['PARKED', null]);
  assert.deepEqual(transfersOf(at), [['hold', units(100), units(900)]]);
  const again = at.decide(testOpening({}, { park }));
  assert.ok(again.type === 'replayed');
  assert.equal(again.operation.state.state, 'PARKED');
});

test('O10 an opening with its first attempt is SENDING in one commit; without one it is READY and due', () => {
  const at = createFixture();
  const attempt = testAttempt();
  const sending = at.decide(testOpening({}, { attempt }));
  assert.ok(sending.type === 'opened');
  assert.deepEqual(
    [sending.operation.state.state, sending.operation.state.attempts],
    ['SENDING', 1],
  );
  assert.deepEqual(at.changes.newAttempts, [{ terms: testTerms(), attempt }]);
  const ready = at.decide(testOpening({ externalId: '2', id: '2' }, { keepLease: false }));
  assert.ok(ready.type === 'opened');
  const { state, attempts, nextStepAt, leaseOwner } = ready.operation.state;
  assert.deepEqual([state, attempts, nextStepAt, leaseOwner], ['READY', 0, testNow, null]);
});

test('F46 of several debits in one batch only those are opened that the balance covers, whatever their order', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 400n }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(amounts, (orders) => {
      const at = createFixture(1_000n);
      let left = 1_000n;
      orders.forEach((amount, index) => {
        const result = at.decide(
          testOpening({ amount, id: String(index), externalId: String(index) }),
        );
        assert.ok(result.type === 'opened');
        const covered = amount <= left;
        if (covered) left -= amount;
        assert.equal(result.operation.state.state, covered ? 'READY' : 'FAILED');
        assert.equal(result.operation.balanceAfter, left);
      });
      assert.equal(at.balance.available, left);
    }),
  );
});

test('O8 an opening that is refused is stored as FAILED, moves nothing, and is told by callback', () => {
  const at = createFixture(units(99));
  const result = at.decide(
    testOpening({ callbackUrl: 'https://shop.example/' }, { attempt: testAttempt() }),
  );
  assert.ok(result.type === 'opened');
  const { state, errorId, proof, attempts, nextStepAt, leaseOwner } = result.operation.state;
  assert.deepEqual(
    [state, errorId, proof, attempts, nextStepAt, leaseOwner],
    ['FAILED', 26, 'refused_at_opening', 0, null, null],
  );
  assert.deepEqual([at.changes.transfers, at.changes.newAttempts], [[], []]);
  assert.deepEqual(
    at.changes.callbacks.map(({ body }) => body),
    [String(units(99))],
  );
});

test('C1 a failed attempt of a checkout is told by no callback, its success is', () => {
  const { details } = testTerms();
  const ofCheckout = {
    callbackUrl: 'https://shop.example/',
    details: { ...details, checkout: { id: 'order-1', attempt: 1 } },
  };
  for (const [event, told] of [
    [failed, 0],
    [succeeded, 1],
  ] as const) {
    const at = createFixture();
    at.decide(testOpening(ofCheckout, { attempt: testAttempt() }));
    at.decide(testAdvance(event, testAttempt(), ofCheckout));
    assert.equal(at.changes.callbacks.length, told, event.type);
  }
});

test('O8 a refusal known before, a broken rule and a short balance, in this order', () => {
  const rules = {
    duplicateWindowSeconds: 0,
    dailyMaximum: units(50),
    weeklyMaximum: null,
    monthlyMaximum: null,
  };
  const errorOf = (changes: Parameters<typeof testOpening>[1]) => {
    const result = createFixture(0n).decide(testOpening({}, changes));
    return result.type === 'opened' ? result.operation.state.errorId : result.type;
  };
  assert.equal(errorOf({ rules, refusal: { errorId: 116, message: null } }), 116);
  assert.equal(errorOf({ rules }), 51);
  assert.equal(errorOf({}), 26);
});

test('O8 an opening counts for the rules of the next in its batch; a refused one does not', () => {
  const rules = {
    duplicateWindowSeconds: 60,
    dailyMaximum: null,
    weeklyMaximum: null,
    monthlyMaximum: null,
  };
  const at = createFixture();
  const states = ['1', '2', '3'].map((id) => {
    const amount = id === '1' ? units(5_000) : units(100);
    const result = at.decide(testOpening({ id, externalId: id, amount, ruled: true }, { rules }));
    return result.type === 'opened' ? result.operation.state.errorId : result.type;
  });
  assert.deepEqual(states, [26, null, 6]);
});

test('O5 in one batch the same id is one operation: repeated it is answered again, with another order it is a conflict', () => {
  const at = createFixture();
  const first = at.decide(testOpening());
  const again = at.decide(testOpening({ id: '2' }));
  assert.ok(first.type === 'opened' && again.type === 'replayed');
  assert.equal(again.operation.terms.id, first.operation.terms.id);
  assert.deepEqual(at.decide(testOpening({ id: '3', fingerprint: '01' })), { type: 'conflict' });
  assert.deepEqual([at.changes.opened.length, at.changes.transfers.length], [1, 1]);
});

test('an opening on an old copy of account or catalogue is not decided', () => {
  const at = createFixture();
  assert.deepEqual(at.decide(testOpening({}, { accountVersion: 2 })), { type: 'stale' });
  assert.deepEqual(at.decide(testOpening({}, { catalogueVersion: 0 })), { type: 'stale' });
  assert.deepEqual(at.decide(testOpening({ accountId: 9 })), { type: 'stale' });
  assert.deepEqual(at.changes, noChanges());
});

test('S6 a bill is paid once in a batch, and released when its payment fails', () => {
  const at = createFixture();
  const details = {
    ...testTerms().details,
    extra: { type: 'bill' as const, accountNumber: '7', billReference: 'B1' },
  };
  const bill = { accountNumber: '7', reference: 'B1' };
  assert.equal(
    at.decide(testOpening({ details }, { bill, attempt: testAttempt() })).type,
    'opened',
  );
  assert.deepEqual(at.decide(testOpening({ details, id: '2', externalId: '2' }, { bill })), {
    type: 'billPaid',
  });
  assert.equal(at.changes.billsReserved.length, 1);
  assert.equal(at.decide(testAdvance(failed, testAttempt(), { details })).type, 'advanced');
  assert.equal(at.changes.billsReleased.length, 1);
});

test('C1 success and failure are told by one callback each, with the balance that they left', () => {
  for (const [operationEvent, left] of [
    [succeeded, units(900)],
    [failed, units(1_000)],
  ] as const) {
    const at = createFixture();
    const terms = { callbackUrl: 'https://shop.example/' };
    at.decide(testOpening(terms, { attempt: testAttempt() }));
    assert.equal(at.decide(testAdvance(accepted, testAttempt(), terms)).type, 'advanced');
    assert.deepEqual(at.changes.callbacks, []);
    assert.equal(
      at.decide(testAdvance(operationEvent, testAttempt({ state: 'ACCEPTED' }), terms)).type,
      'advanced',
    );
    assert.equal(
      at.decide(testAdvance(operationEvent, testAttempt({ state: 'ACCEPTED' }), terms)).type,
      'ignored',
      'the notice and the look-up',
    );
    assert.deepEqual(
      at.changes.callbacks.map(({ body, waitMs, nextAttemptAt }) => [body, waitMs, nextAttemptAt]),
      [[String(left), callbackGraceMs, afterGrace]],
    );
  }
});

test('C3 while a link’s answer may still be open the callback waits for it too', () => {
  const at = createFixture();
  const terms = { callbackUrl: 'https://shop.example/', paymentPageToken: 'ab' };
  at.decide(testOpening(terms, { attempt: testAttempt() }));
  at.decide(testAdvance(succeeded, testAttempt(), terms));
  assert.deepEqual(
    at.changes.callbacks.map(({ waitMs }) => waitMs),
    [callbackGraceMs + 4_000],
  );
});

test('C1 no callback without an address, nor for a cancellation or a refund', () => {
  const at = createFixture(units(1_000), [{ state: { state: 'SUCCESS', attempts: 1 } }]);
  const terms = { callbackUrl: 'https://shop.example/' };
  const refund: Attempt = testAttempt({ number: 2, purpose: 'refund' });
  assert.equal(
    at.decide(testAdvance({ type: 'refund', attempt: refund }, testAttempt(), terms)).type,
    'advanced',
  );
  assert.equal(at.decide(testAdvance(failed, refund, terms)).type, 'advanced');
  at.decide(testOpening({ ...terms, id: '2', externalId: '2' }));
  assert.equal(
    at.decide(testAdvance({ type: 'cancel', proof: 'never_sent' }, null, { ...terms, id: '2' }))
      .type,
    'advanced',
  );
  assert.deepEqual(at.changes.callbacks, []);
});

test('C1 an account that asked for it is told of a cancellation and of a refund, and of nothing else', () => {
  const at = createFixture(units(1_000), [
    { terms: { id: '2' }, state: { state: 'SUCCESS', attempts: 1 } },
  ]);
  Object.assign(at.view.accounts.get(1)!, { secondCallbackUrl: 'https://shop.example/' });
  const told = () =>
    at.changes.callbacks.splice(0).map(({ status, waitMs, nextAttemptAt }) => {
      assert.deepEqual([waitMs, nextAttemptAt], [callbackGraceMs, afterGrace]);
      return status;
    });
  at.decide(testOpening({ id: '3', externalId: '3' }, { attempt: testAttempt() }));
  at.decide(testAdvance(succeeded, testAttempt(), { id: '3' }));
  const refund = testAttempt({ number: 2, purpose: 'refund' });
  at.decide(testAdvance({ type: 'refund', attempt: refund }, testAttempt(), { id: '2' }));
  assert.deepEqual(told(), []);
  at.decide(testAdvance(succeeded, refund, { id: '2' }));
  assert.deepEqual(told(), ['REFUNDED']);
  at.decide(testOpening({ id: '4', externalId: '4' }));
  at.decide(testAdvance({ type: 'cancel', proof: 'never_sent' }, null, { id: '4' }));
  assert.deepEqual(told(), ['CANCELED']);
});

/** What users have decided about an operation that waits for its outcome. */
const decision = { approvalRequestId: 8, evidence: 'letter 12', seen: testNow };
const waiting = (): Fixture =>
  createFixture(units(1_000), [{ state: { state: 'UNKNOWN', attempts: 1 } }]);
const unknown = testAttempt({ state: 'UNKNOWN' });

test('an outcome closes the open case of its operation, in the words of who brought it', () => {
  const { id } = testTerms();
  const closedBy = (operationEvent: OperationEvent, hasCase: boolean) => {
    const at = waiting();
    if (hasCase) at.view.withOutcomeCase.add(id);
    assert.equal(at.decide(testAdvance(operationEvent, unknown)).type, 'advanced');
    return at.changes.casesClosed.map(({ terms: _, ...closed }) => closed);
  };
  const settled = { resolution: 'settled', note: null, approvalRequestId: null };
  assert.deepEqual(closedBy(succeeded, true), [settled]);
  assert.deepEqual(closedBy(succeeded, false), []);
  assert.deepEqual(closedBy({ ...accepted, stage: 'provider' }, true), [], 'no outcome yet');
  const decided = { note: 'letter 12', approvalRequestId: 8 };
  assert.deepEqual(closedBy({ ...succeeded, decision }, false), [
    { resolution: 'executed', ...decided },
  ]);
  assert.deepEqual(closedBy({ ...failed, decision }, true), [
    { resolution: 'not_executed', ...decided },
  ]);
});

test('users cannot decide that an operation succeeded by what another one has for its reference', () => {
  const refs = { ours: 'ref-1', theirs: 'P-1' };
  const event: OperationEvent = { type: 'succeed', refs, decision };
  assert.equal(waiting().decide(testAdvance(event, unknown)).type, 'advanced');
  const at = waiting();
  at.view.referenceOwners.set(referenceKey(testTerms().route, 'P-1'), '2');
  const { type } = at.decide(testAdvance(event, unknown));
  assert.deepEqual([type, at.changes], ['refused', noChanges()]);
});

test('what two users have corrected is not taken back a second time, by us or by the provider', () => {
  const attempt = testAttempt({ number: 2, purpose: 'refund' });
  for (const event of [
    { type: 'refund', attempt },
    { type: 'reverse', reason: 'taken back' },
  ] as const) {
    const at = createFixture(units(1_000), [{ state: { state: 'SUCCESS', attempts: 1 } }]);
    at.view.corrected = new Set([testTerms().id]);
    assert.equal(at.decide(testAdvance(event, testAttempt())).type, 'ignored');
    assert.deepEqual(at.changes, noChanges());
  }
});

test('the history has each word of a refund on its way, and of a payment each change of its state', () => {
  const lost: OperationEvent = {
    type: 'lose_answer',
    refs: { ours: 'ref-1' },
    cause: 'timeout',
    nextStepInMs: 1,
  };
  for (const [state, history] of [
    ['REFUNDING', [['REFUNDING', 'REFUNDING']]],
    ['UNKNOWN', []],
  ] as const) {
    const at = createFixture(units(1_000), [{ state: { state, attempts: 1 } }]);
    const attempt = testAttempt({ state: state === 'UNKNOWN' ? 'UNKNOWN' : 'SENDING' });
    assert.equal(at.decide(testAdvance(lost, attempt)).type, 'advanced');
    assert.deepEqual(
      at.changes.transitions.map(({ from, to }) => [from, to]),
      history,
    );
  }
});

test('F25 the result of an operation is booked once, whoever brings it', () => {
  const at = createFixture();
  at.decide(testOpening({}, { attempt: testAttempt() }));
  const results = [succeeded, succeeded, failed].map(
    (operationEvent) => at.decide(testAdvance(operationEvent, testAttempt())).type,
  );
  assert.deepEqual(results, ['advanced', 'ignored', 'ignored']);
  assert.deepEqual(
    transfersOf(at).map(([verb]) => verb),
    ['hold', 'post'],
  );
  assert.equal(at.changes.transitions.length, 1);
});

const contradictions: [OperationState['state'], OperationEvent, string[]][] = [
  ['FAILED', succeeded, ['late_success']],
  ['CANCELED', succeeded, ['late_success']],
  ['SUCCESS', failed, ['late_failure']],
  ['SUCCESS', succeeded, []],
  ['FAILED', failed, []],
];
for (const [state, operationEvent, kinds] of contradictions) {
  test(`F27 ${operationEvent.type} told of a ${state} operation changes nothing; a human sees ${kinds[0] ?? 'nothing new'}`, () => {
    const at = createFixture(units(1_000), [{ state: { state, attempts: 1, nextStepAt: null } }]);
    assert.equal(at.decide(testAdvance(operationEvent, testAttempt())).type, 'ignored');
    assert.deepEqual(
      at.changes.operationCases.map(({ kind }) => kind),
      kinds,
    );
    assert.deepEqual([at.changes.advanced.size, at.changes.transfers], [0, []]);
  });
}

test('F27 a refund’s own failure is no contradiction, nor is news of an older attempt', () => {
  const at = createFixture(units(1_000), [
    { state: { state: 'SUCCESS', attempts: 2, nextStepAt: null } },
  ]);
  at.decide(testAdvance(failed, testAttempt({ number: 2, purpose: 'refund' })));
  at.decide(testAdvance(failed, testAttempt({ number: 1 })));
  assert.deepEqual(at.changes.operationCases, []);
});

const lost = testAttempt({ state: 'UNKNOWN' });
const theirs = 'P1';
const namedSuccess: OperationEvent = { ...succeeded, refs: { ours: 'ref-1', theirs } };
const namedFailure: OperationEvent = { ...failed, refs: { ours: 'ref-1', theirs } };
const mismatch = 'provider reports amount 5';
const lookAtOther: OperationEvent = {
  type: 'poll',
  absent: false,
  nextStepInMs: 1,
  escalate: null,
  mismatch,
};
test('F29 a result that is not ours leaves the state as it is and is shown to users', () => {
  for (const state of ['UNKNOWN', 'ACCEPTED', 'SUCCESS', 'FAILED', 'REFUNDED'] as const) {
    const at = createFixture(units(1_000), [{ state: { state, attempts: 1 } }]);
    at.decide(testAdvance(lookAtOther, testAttempt({ state: 'UNKNOWN' })));
    assert.equal(at.changes.advanced.get(testTerms().id)?.state.state ?? state, state);
    assert.deepEqual(
      at.changes.operationCases.map(({ kind, evidence }) => [kind, evidence]),
      [['mismatched_result', mismatch]],
      state,
    );
    assert.deepEqual(at.changes.transfers, []);
  }
  const sending = createFixture(units(1_000), [{ state: { state: 'SENDING', attempts: 1 } }]);
  const refs = { ours: 'ref-1' };
  sending.decide(
    testAdvance(
      { type: 'lose_answer', refs, cause: 'mismatch', nextStepInMs: 1, mismatch },
      testAttempt(),
    ),
  );
  assert.equal(sending.changes.advanced.get(testTerms().id)?.state.state, 'UNKNOWN');
  assert.deepEqual(
    sending.changes.operationCases.map(({ kind }) => kind),
    ['mismatched_result'],
  );
});

test('F29 a provider reference that another operation of the route has is a case and not a result', () => {
  for (const operationEvent of [namedSuccess, namedFailure]) {
    const at = createFixture(units(1_000), [{ state: { state: 'UNKNOWN', attempts: 1 } }]);
    at.view.referenceOwners.set(`${testTerms().route} P1`, '7091659672946');
    assert.equal(at.decide(testAdvance(operationEvent, lost)).type, 'advanced');
    assert.equal(at.changes.advanced.get(testTerms().id)?.state.state, 'UNKNOWN');
    assert.match(at.changes.operationCases[0]!.evidence, /is that of transaction 7091659672946/);
    assert.deepEqual(at.changes.transfers, []);
  }
  const other = createFixture(units(1_000), [{ state: { state: 'UNKNOWN', attempts: 1 } }]);
  other.view.referenceOwners.set('OTHER P1', '7091659672946');
  other.view.referenceOwners.set(`${testTerms().route} P1`, testTerms().id);
  other.decide(testAdvance(namedSuccess, lost));
  assert.equal(other.changes.advanced.get(testTerms().id)?.state.state, 'SUCCESS');
});

test('F29 of two results of one group with the same provider reference the second is a case', () => {
  const second = { id: '7091659672946' };
  const at = createFixture(units(1_000), [
    { state: { state: 'UNKNOWN', attempts: 1 } },
    { terms: second, state: { state: 'UNKNOWN', attempts: 1 } },
  ]);
  at.decide(testAdvance(namedSuccess, lost));
  at.decide(testAdvance(namedSuccess, lost, second));
  assert.equal(at.changes.advanced.get(testTerms().id)?.state.state, 'SUCCESS');
  assert.equal(at.changes.advanced.get(second.id)?.state.state, 'UNKNOWN');
  assert.equal(at.changes.operationCases.length, 1);
});

test('F27 a success of an attempt that was given up, and of a refund that was refused, is shown to users', () => {
  const told = (state: OperationState['state'], attempt: Parameters<typeof testAttempt>[0]) => {
    const at = createFixture(units(1_000), [{ state: { state, attempts: 2 } }]);
    assert.equal(at.decide(testAdvance(succeeded, testAttempt(attempt))).type, 'ignored');
    return at.changes.operationCases.map(({ kind }) => kind);
  };
  assert.deepEqual(told('SUCCESS', { number: 1, state: 'NOT_SENT' }), ['mismatched_result']);
  assert.deepEqual(told('FAILED', { number: 1, state: 'NOT_SENT' }), ['late_success']);
  assert.deepEqual(told('SUCCESS', { number: 1, state: 'SUCCEEDED' }), []);
  assert.deepEqual(told('REFUNDING', { number: 1, state: 'SUCCEEDED' }), []);
  // A payer's step that did nothing stands for the attempt before it; what ended it may be told
  // twice.
  const prepared = { ...testAttempt().prepared, continues: { number: 1, refs: { ours: 'r' } } };
  const refs = { ours: 'of the attempt before' };
  assert.deepEqual(told('SUCCESS', { number: 1, prepared, refs }), ['mismatched_result']);
  assert.deepEqual(told('SUCCESS', { number: 2, prepared, refs }), []);
  const refund = { number: 2, state: 'FAILED', purpose: 'refund' } as const;
  assert.deepEqual(told('SUCCESS', refund), ['late_failure']);
  assert.deepEqual(told('REFUNDED', refund), ['mismatched_result']);
  assert.deepEqual(told('REFUNDED', { ...refund, state: 'NOT_SENT' }), ['mismatched_result']);
  // The news that ended the operation, once more.
  assert.deepEqual(told('REFUNDED', { ...refund, state: 'SUCCEEDED' }), []);
  assert.deepEqual(told('REFUNDED', { ...refund, state: 'ACCEPTED' }), []);
});

for (const state of ['READY', 'PARKED'] as const)
  test(`F27 what was taken for never sent and is with the provider does not leave again: ${state}`, () => {
    const told = (operationEvent: OperationEvent, number = 1) => {
      const at = createFixture(units(1_000), [{ state: { state, attempts: 1 } }]);
      const attempt = testAttempt({ number, state: 'NOT_SENT' });
      at.decide(testAdvance(operationEvent, attempt));
      return [
        at.changes.advanced.get(testTerms().id)?.state.state,
        [...at.changes.changedAttempts.values()].map((write) => write.attempt.state),
        at.changes.operationCases.map(({ kind, evidence }) => `${kind}: ${evidence}`),
      ];
    };
    const wrong = (what: string, number: number): string =>
      `mismatched_result: provider has ${what} attempt ${number}, which was taken for never sent`;
    assert.deepEqual(told(succeeded), ['SUCCESS', ['SUCCEEDED'], [wrong('executed', 1)]]);
    assert.deepEqual(told(failed), [undefined, [], []]);
    assert.deepEqual(told(accepted), ['ACCEPTED', ['ACCEPTED'], [wrong('accepted', 1)]]);
    const older = ['SUCCESS', ['SUCCEEDED'], [wrong('executed', 0)]];
    assert.deepEqual(told(succeeded, 0), older, 'an older one');
  });

test('F28 what we had refunded is taken back once more: shown to users; the same reversal twice is not', () => {
  const told = (refundedBy: { refundedBy?: number }) => {
    const at = createFixture(units(1_000), [{ state: { state: 'REFUNDED', attempts: 2 } }]);
    const operationEvent: OperationEvent = { type: 'reverse', reason: 'taken back', ...refundedBy };
    const attempt = testAttempt({ number: 1, state: 'SUCCEEDED' });
    assert.equal(at.decide(testAdvance(operationEvent, attempt)).type, 'ignored');
    assert.deepEqual(at.changes.transfers, []);
    return at.changes.operationCases.map(({ kind }) => kind);
  };
  assert.deepEqual(told({ refundedBy: 2 }), ['mismatched_result']);
  assert.deepEqual(told({}), []);
});

test('F28 a failure of what succeeded is shown to users after a refused refund too', () => {
  const at = createFixture(units(1_000), [{ state: { state: 'SUCCESS', attempts: 2 } }]);
  at.decide(testAdvance(failed, testAttempt({ number: 1, state: 'SUCCEEDED' })));
  assert.deepEqual(
    at.changes.operationCases.map(({ kind }) => kind),
    ['late_failure'],
  );
});

test('O9 a collection that would bring the balance above its maximum is refused, and what was taken on before still ends', () => {
  const credit = { direction: 'CREDIT' as const, commission: 0n };
  const full = createFixture(balanceMax - units(100) + 1n);
  const refused = full.decide(testOpening(credit, { attempt: testAttempt() }));
  assert.ok(refused.type === 'opened' && refused.operation.state.state === 'FAILED');
  assert.equal(refused.operation.state.errorId, 24);
  assert.deepEqual(full.changes.transfers, []);
  const fits = createFixture(balanceMax - units(100));
  const opened = fits.decide(testOpening(credit, { attempt: testAttempt() }));
  assert.ok(opened.type === 'opened' && opened.operation.state.state === 'SENDING');
  const before = createFixture(balanceMax, [
    { terms: credit, state: { state: 'ACCEPTED', attempts: 1 } },
  ]);
  assert.equal(
    before.decide(testAdvance(succeeded, testAttempt({ state: 'ACCEPTED' }), credit)).type,
    'advanced',
  );
});

test('F45 money that was collected is taken back only while the balance covers it', () => {
  const credit = { direction: 'CREDIT' as const };
  const refund: OperationEvent = {
    type: 'refund',
    attempt: testAttempt({ number: 2, purpose: 'refund' }),
  };
  const stored = [{ terms: credit, state: { state: 'SUCCESS' as const, attempts: 1 } }];
  const poor = createFixture(units(100) - 1n, stored);
  assert.deepEqual(poor.decide(testAdvance(refund, testAttempt(), credit)), {
    type: 'refused',
    refusal: { errorId: 26, message: null },
  });
  assert.deepEqual(poor.changes, noChanges());
  const covered = createFixture(units(100), stored);
  assert.equal(covered.decide(testAdvance(refund, testAttempt(), credit)).type, 'advanced');
  assert.equal(covered.balance.available, 0n);
});

test('F28 a provider’s reversal without cover moves nothing and is shown to a human', () => {
  const credit = { direction: 'CREDIT' as const };
  const at = createFixture(0n, [{ terms: credit, state: { state: 'SUCCESS', attempts: 1 } }]);
  assert.equal(
    at.decide(testAdvance({ type: 'reverse', reason: 'taken back' }, testAttempt(), credit)).type,
    'refused',
  );
  assert.deepEqual(
    at.changes.operationCases.map(({ kind }) => kind),
    ['reversal_without_cover'],
  );
  assert.deepEqual(at.changes.transfers, []);
});

test('after the last poll a human is told, and the polls go on', () => {
  const at = createFixture(units(1_000), [{ state: { state: 'UNKNOWN', attempts: 1 } }]);
  const look: OperationEvent = {
    type: 'poll',
    absent: false,
    nextStepInMs: 3_600_000,
    escalate: 'unknown_outcome',
  };
  assert.equal(
    at.decide(testAdvance(look, testAttempt({ state: 'UNKNOWN', queries: 20 }))).type,
    'advanced',
  );
  assert.deepEqual(
    at.changes.operationCases.map(({ kind, evidence }) => [kind, evidence]),
    [['unknown_outcome', 'no word from the provider after 21 status queries']],
  );
});

test('a poll that brings nothing new is no change of state, neither of a payment nor of a refund', () => {
  const look: OperationEvent = {
    type: 'poll',
    absent: false,
    nextStepInMs: 30_000,
    escalate: null,
  };
  for (const state of ['ACCEPTED', 'REFUNDING'] as const) {
    const at = createFixture(units(1_000), [{ state: { state, attempts: 1 } }]);
    assert.equal(at.decide(testAdvance(look, testAttempt({ state: 'ACCEPTED' }))).type, 'advanced');
    assert.deepEqual(at.changes.transitions, []);
    assert.equal(at.changes.changedAttempts.size, 1);
  }
});

test('news of an operation that is not stored is a bug, not an answer', () => {
  assert.throws(
    () => createFixture().decide(testAdvance(succeeded, testAttempt())),
    /is not stored/,
  );
});
