// What events of operations tell about their route: each order counts once, and a payer's failure
// is not the provider's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorIds } from '@jokko/contract';
import { outcomeOfEvent } from './attempt-outcome.ts';
import type { OperationEvent } from '../model/commands.ts';
import type { Attempt, Proof } from '../model/operation.ts';

const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  number: 1,
  purpose: 'execute',
  route: 'WAVE_SN',
  state: 'SENDING',
  prepared: { refs: { ours: 'r' } } as Attempt['prepared'],
  refs: { ours: 'r' },
  cause: null,
  absences: 0,
  queries: 0,
  sentAt: new Date(0),
  ...given,
});
const of = (operationEvent: OperationEvent, given: Partial<Attempt> = {}) =>
  outcomeOfEvent({ attempt: attempt(given), operationEvent });
const failed = (errorId: number, proof: Proof = 'provider_refused'): OperationEvent => ({
  type: 'fail',
  refs: { ours: 'r' },
  refusal: { errorId, message: null },
  proof,
});
const lost = (cause: string): OperationEvent => ({
  type: 'lose_answer',
  refs: { ours: 'r' },
  cause,
  nextStepInMs: 0,
});

test("a payer without money, a wrong number and a blocked account are not the provider's", () => {
  const ids = [errorIds.walletBalanceTooLow, errorIds.invalidPhone, errorIds.customerSuspended];
  assert.deepEqual(
    ids.map((id) => of(failed(id))),
    ['refused', 'refused', 'refused'],
  );
});

test("an error of the provider's system, and a float that is empty there, are", () => {
  const ids = [
    errorIds.operatorInternalError,
    errorIds.operatorDown,
    errorIds.providerLow,
    999_999,
  ];
  assert.deepEqual(
    ids.map((id) => of(failed(id))),
    ['faulted', 'faulted', 'faulted', 'faulted'],
  );
});

test('an order counts once, however often it is sent again', () => {
  assert.equal(of(lost('http5xx')), 'unknown');
  assert.equal(of(lost('http5xx'), { cause: 'http5xx' }), null);
  assert.equal(of(lost('http5xx'), { state: 'UNKNOWN' }), null);
  const unsent: OperationEvent = { type: 'unsend', cause: 'ECONNREFUSED', retryInMs: 0 };
  assert.equal(of(unsent), 'unsent');
  assert.equal(of(unsent, { number: 2 }), null);
});

test('what we did ourselves says nothing about a provider', () => {
  assert.equal(of(lost('crash')), null);
  assert.equal(of({ type: 'unsend', cause: 'not in the send journal', retryInMs: 0 }), null);
  assert.equal(of(failed(errorIds.executionError, 'operator')), null);
  assert.equal(outcomeOfEvent({ attempt: null, operationEvent: { type: 'drop_cancel' } }), null);
});
