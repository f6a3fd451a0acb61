// Does each command of a batch see what the ones before it left, and a refused one leave nothing?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BalanceRow } from '../ledger/index.ts';
import { balanceKey, decide, noChanges, type Changes, type View } from './batch.ts';
import type { AdvanceResult, Command, Happening, OpenResult } from './commands.ts';
import type { Attempt, Facts, OperationState } from './operation.ts';
import type { StoredState } from './store.ts';
import { testAdvance, testAttempt, testFacts, testNode, testNow, testOpening, testState, units } from './testing.ts';

const callbackGraceMs = 1_000;
interface Desk {
  view: View;
  changes: Changes;
  balance: BalanceRow;
  decide(command: Command): OpenResult | AdvanceResult;
}

/** The half of an operation that the database holds beside its facts. */
function storedState(state: Partial<OperationState>): StoredState {
  return { state: testState(state), balanceBefore: units(1_000), balanceAfter: units(900), createdAt: testNow };
}

/** An account with 1000 units, and the operations that the database holds already. */
function desk(available = units(1_000), stored: { facts?: Partial<Facts>; state: Partial<OperationState> }[] = []): Desk {
  const balance: BalanceRow = { account_id: 1, currency: 'XOF', available, held: units(10_000) };
  const usage: { key: string; amount: bigint; at: Date }[] = [];
  const usageKey = (facts: Facts) => `${facts.accountId} ${facts.codeService} ${facts.phone}`;
  const view: View = {
    now: testNow,
    node: testNode,
    catalogueVersion: 1,
    accounts: new Map([
      [1, { id: 1, version: 1, suspended: false, language: 'fr', mirrorFields: false, callbackGraceMs, secondCallbackUrl: null }],
    ]),
    balances: new Map([[balanceKey(1, 'XOF'), balance]]),
    openedBefore: new Map(),
    states: new Map(stored.map(({ facts, state }) => [testFacts(facts).id, storedState(state)])),
    corrected: new Set(),
    paidBills: new Set(),
    usage: {
      of: (facts) => usage.filter(({ key }) => key === usageKey(facts)),
      add: (facts, at) => usage.push({ key: usageKey(facts), amount: facts.amount, at }),
    },
    composeCallback: ({ facts, state, currentBalance }) => ({
      facts,
      second: false,
      lane: 'https://shop.example:443',
      url: facts.callbackUrl!,
      status: state.state,
      body: String(currentBalance),
      leaseOwner: testNode,
    }),
  };
  const changes = noChanges();
  return { view, changes, balance, decide: (command) => decide(command, view, changes) };
}
const transfersOf = ({ changes }: Desk) => changes.transfers.map(({ verb, amount, availableAfter }) => [verb, amount, availableAfter]);
const accepted: Happening = { type: 'accept', refs: { ours: 'ref-1' }, stage: 'payer', challenge: null, nextStepInMs: 3_000 };
const succeeded: Happening = { type: 'succeed', refs: { ours: 'ref-1' } };
const failed: Happening = { type: 'fail', refs: { ours: 'ref-1' }, refusal: { errorId: 44, message: null }, proof: 'provider_failed' };

test('O9 an opening takes its hold and answers the balance before and after', () => {
  const at = desk();
  const result = at.decide(testOpening({ amount: units(300), commission: units(5) }));
  assert.ok(result.type === 'opened');
  assert.deepEqual([result.operation.balanceBefore, result.operation.balanceAfter], [units(1_000), units(695)]);
  assert.deepEqual([at.balance.available, at.balance.held], [units(695), units(10_305)]);
  assert.deepEqual(transfersOf(at), [['hold', units(305), units(695)]]);
});

test('O10 an opening with its first attempt is SENDING in one commit; without one it is READY and due', () => {
  const at = desk();
  const attempt = testAttempt();
  const sending = at.decide(testOpening({}, { attempt }));
  assert.ok(sending.type === 'opened');
  assert.deepEqual([sending.operation.state.state, sending.operation.state.attempts], ['SENDING', 1]);
  assert.deepEqual(at.changes.newAttempts, [{ facts: testFacts(), attempt }]);
  const ready = at.decide(testOpening({ externalId: '2', id: '2' }, { keepLease: false }));
  assert.ok(ready.type === 'opened');
  const { state, attempts, nextStepAt, leaseOwner } = ready.operation.state;
  assert.deepEqual([state, attempts, nextStepAt, leaseOwner], ['READY', 0, testNow, null]);
});

test('F46 of several debits in one batch only those are opened that the balance covers, whatever their order', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 400n }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(amounts, (orders) => {
      const at = desk(1_000n);
      let left = 1_000n;
      orders.forEach((amount, index) => {
        const result = at.decide(testOpening({ amount, id: String(index), externalId: String(index) }));
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
  const at = desk(units(99));
  const result = at.decide(testOpening({ callbackUrl: 'https://shop.example/' }, { attempt: testAttempt() }));
  assert.ok(result.type === 'opened');
  const { state, errorId, proof, attempts, nextStepAt, leaseOwner } = result.operation.state;
  assert.deepEqual([state, errorId, proof, attempts, nextStepAt, leaseOwner], ['FAILED', 26, 'refused_at_opening', 0, null, null]);
  assert.deepEqual([at.changes.transfers, at.changes.newAttempts], [[], []]);
  assert.deepEqual(
    at.changes.callbacks.map(({ body }) => body),
    [String(units(99))],
  );
});

test('O8 a refusal known before, a broken rule and a short balance, in this order', () => {
  const rules = { duplicateWindowSeconds: 0, dailyMaximum: units(50), weeklyMaximum: null, monthlyMaximum: null };
  const errorOf = (changes: Parameters<typeof testOpening>[1]) => {
    const result = desk(0n).decide(testOpening({}, changes));
    return result.type === 'opened' ? result.operation.state.errorId : result.type;
  };
  assert.equal(errorOf({ rules, refusal: { errorId: 116, message: null } }), 116);
  assert.equal(errorOf({ rules }), 51);
  assert.equal(errorOf({}), 26);
});

test('O8 an opening counts for the rules of the next in its batch; a refused one does not', () => {
  const rules = { duplicateWindowSeconds: 60, dailyMaximum: null, weeklyMaximum: null, monthlyMaximum: null };
  const at = desk();
  const states = ['1', '2', '3'].map((id) => {
    const amount = id === '1' ? units(5_000) : units(100);
    const result = at.decide(testOpening({ id, externalId: id, amount, ruled: true }, { rules }));
    return result.type === 'opened' ? result.operation.state.errorId : result.type;
  });
  assert.deepEqual(states, [26, null, 6]);
});

test('O5 in one batch the same id is one operation: repeated it is answered again, with another order it is a conflict', () => {
  const at = desk();
  const first = at.decide(testOpening());
  const again = at.decide(testOpening({ id: '2' }));
  assert.ok(first.type === 'opened' && again.type === 'replayed');
  assert.equal(again.operation.facts.id, first.operation.facts.id);
  assert.deepEqual(at.decide(testOpening({ id: '3', fingerprint: '01' })), { type: 'conflict' });
  assert.deepEqual([at.changes.opened.length, at.changes.transfers.length], [1, 1]);
});

test('an opening on an old copy of account or catalogue is not decided', () => {
  const at = desk();
  assert.deepEqual(at.decide(testOpening({}, { accountVersion: 2 })), { type: 'stale' });
  assert.deepEqual(at.decide(testOpening({}, { catalogueVersion: 0 })), { type: 'stale' });
  assert.deepEqual(at.decide(testOpening({ accountId: 9 })), { type: 'stale' });
  assert.deepEqual(at.changes, noChanges());
});

test('S6 a bill is paid once in a batch, and released when its payment fails', () => {
  const at = desk();
  const details = { ...testFacts().details, extra: { type: 'bill' as const, accountNumber: '7', billReference: 'B1' } };
  const bill = { accountNumber: '7', reference: 'B1' };
  assert.equal(at.decide(testOpening({ details }, { bill, attempt: testAttempt() })).type, 'opened');
  assert.deepEqual(at.decide(testOpening({ details, id: '2', externalId: '2' }, { bill })), { type: 'billPaid' });
  assert.equal(at.changes.billsReserved.length, 1);
  assert.equal(at.decide(testAdvance(failed, testAttempt(), { details })).type, 'advanced');
  assert.equal(at.changes.billsReleased.length, 1);
});

test('C1 success and failure are told by one callback each, with the balance that they left', () => {
  for (const [happening, left] of [
    [succeeded, units(900)],
    [failed, units(1_000)],
  ] as const) {
    const at = desk();
    const facts = { callbackUrl: 'https://shop.example/' };
    at.decide(testOpening(facts, { attempt: testAttempt() }));
    assert.equal(at.decide(testAdvance(accepted, testAttempt(), facts)).type, 'advanced');
    assert.deepEqual(at.changes.callbacks, []);
    assert.equal(at.decide(testAdvance(happening, testAttempt({ state: 'ACCEPTED' }), facts)).type, 'advanced');
    assert.equal(
      at.decide(testAdvance(happening, testAttempt({ state: 'ACCEPTED' }), facts)).type,
      'ignored',
      'the notice and the look-up',
    );
    assert.deepEqual(
      at.changes.callbacks.map(({ body, waitMs }) => [body, waitMs]),
      [[String(left), callbackGraceMs]],
    );
  }
});

test('C3 while a link’s answer may still be open the callback waits for it too', () => {
  const at = desk();
  const facts = { callbackUrl: 'https://shop.example/', linkToken: 'ab' };
  at.decide(testOpening(facts, { attempt: testAttempt() }));
  at.decide(testAdvance(succeeded, testAttempt(), facts));
  assert.deepEqual(
    at.changes.callbacks.map(({ waitMs }) => waitMs),
    [callbackGraceMs + 4_000],
  );
});

test('C1 no callback without an address, nor for a cancellation or a refund', () => {
  const at = desk(units(1_000), [{ state: { state: 'SUCCESS', attempts: 1 } }]);
  const facts = { callbackUrl: 'https://shop.example/' };
  const refund: Attempt = testAttempt({ number: 2, purpose: 'refund' });
  assert.equal(at.decide(testAdvance({ type: 'refund', attempt: refund }, testAttempt(), facts)).type, 'advanced');
  assert.equal(at.decide(testAdvance(failed, refund, facts)).type, 'advanced');
  at.decide(testOpening({ ...facts, id: '2', externalId: '2' }));
  assert.equal(at.decide(testAdvance({ type: 'cancel', proof: 'never_sent' }, null, { ...facts, id: '2' })).type, 'advanced');
  assert.deepEqual(at.changes.callbacks, []);
});

test('F25 the result of an operation is booked once, whoever brings it', () => {
  const at = desk();
  at.decide(testOpening({}, { attempt: testAttempt() }));
  const results = [succeeded, succeeded, failed].map((happening) => at.decide(testAdvance(happening, testAttempt())).type);
  assert.deepEqual(results, ['advanced', 'ignored', 'ignored']);
  assert.deepEqual(
    transfersOf(at).map(([verb]) => verb),
    ['hold', 'post'],
  );
  assert.equal(at.changes.transitions.length, 1);
});

const contradictions: [OperationState['state'], Happening, string[]][] = [
  ['FAILED', succeeded, ['late_success']],
  ['CANCELED', succeeded, ['late_success']],
  ['SUCCESS', failed, ['late_failure']],
  ['SUCCESS', succeeded, []],
  ['FAILED', failed, []],
];
for (const [state, happening, kinds] of contradictions) {
  test(`F27 ${happening.type} told of a ${state} operation changes nothing; a human sees ${kinds[0] ?? 'nothing new'}`, () => {
    const at = desk(units(1_000), [{ state: { state, attempts: 1, nextStepAt: null } }]);
    assert.equal(at.decide(testAdvance(happening, testAttempt())).type, 'ignored');
    assert.deepEqual(
      at.changes.discrepancies.map(({ kind }) => kind),
      kinds,
    );
    assert.deepEqual([at.changes.advanced.size, at.changes.transfers], [0, []]);
  });
}

test('F27 a refund’s own failure is no contradiction, nor is news of an older attempt', () => {
  const at = desk(units(1_000), [{ state: { state: 'SUCCESS', attempts: 2, nextStepAt: null } }]);
  at.decide(testAdvance(failed, testAttempt({ number: 2, purpose: 'refund' })));
  at.decide(testAdvance(failed, testAttempt({ number: 1 })));
  assert.deepEqual(at.changes.discrepancies, []);
});

test('F45 money that was collected is taken back only while the balance covers it', () => {
  const credit = { direction: 'CREDIT' as const };
  const refund: Happening = { type: 'refund', attempt: testAttempt({ number: 2, purpose: 'refund' }) };
  const stored = [{ facts: credit, state: { state: 'SUCCESS' as const, attempts: 1 } }];
  const poor = desk(units(100) - 1n, stored);
  assert.deepEqual(poor.decide(testAdvance(refund, testAttempt(), credit)), { type: 'refused', refusal: { errorId: 26, message: null } });
  assert.deepEqual(poor.changes, noChanges());
  const covered = desk(units(100), stored);
  assert.equal(covered.decide(testAdvance(refund, testAttempt(), credit)).type, 'advanced');
  assert.equal(covered.balance.available, 0n);
});

test('F28 a provider’s reversal without cover moves nothing and is shown to a human', () => {
  const credit = { direction: 'CREDIT' as const };
  const at = desk(0n, [{ facts: credit, state: { state: 'SUCCESS', attempts: 1 } }]);
  assert.equal(at.decide(testAdvance({ type: 'reverse', reason: 'taken back' }, testAttempt(), credit)).type, 'refused');
  assert.deepEqual(
    at.changes.discrepancies.map(({ kind }) => kind),
    ['reversal_without_cover'],
  );
  assert.deepEqual(at.changes.transfers, []);
});

test('after the last look a human is told, and the looks go on', () => {
  const at = desk(units(1_000), [{ state: { state: 'UNKNOWN', attempts: 1 } }]);
  const look: Happening = { type: 'look', absent: false, nextStepInMs: 3_600_000, escalate: true };
  assert.equal(at.decide(testAdvance(look, testAttempt({ state: 'UNKNOWN', looks: 20 }))).type, 'advanced');
  assert.deepEqual(
    at.changes.discrepancies.map(({ kind, evidence }) => [kind, evidence]),
    [['unknown_outcome', 'no word from the provider after 21 look-ups']],
  );
});

test('a look that brings nothing new is no change of state, neither of a payment nor of a refund', () => {
  const look: Happening = { type: 'look', absent: false, nextStepInMs: 30_000, escalate: false };
  for (const state of ['ACCEPTED', 'REFUNDING'] as const) {
    const at = desk(units(1_000), [{ state: { state, attempts: 1 } }]);
    assert.equal(at.decide(testAdvance(look, testAttempt({ state: 'ACCEPTED' }))).type, 'advanced');
    assert.deepEqual(at.changes.transitions, []);
    assert.equal(at.changes.changedAttempts.size, 1);
  }
});

test('news of an operation that is not stored is a bug, not an answer', () => {
  assert.throws(() => desk().decide(testAdvance(succeeded, testAttempt())), /is not stored/);
});
