// Test fixture of operations: one ordinary operation, attempt and command, changed where a test
// needs it.

import type { AdvanceCommand, OperationEvent, OpenCommand } from './model/commands.ts';
import type { Sends } from './model/sends.ts';
import type { Attempt, OperationTerms, Operation, OperationState } from './model/operation.ts';

export const testNow = new Date('2026-03-01T12:00:00.000Z');
/** Incarnation of the node that tests speak for. */
export const testNode = 7;

/** Ten-thousandths of a unit. */
export const units = (count: number): bigint => BigInt(count) * 10_000n;

export function testTerms(changes: Partial<OperationTerms> = {}): OperationTerms {
  return {
    accountId: 1,
    id: '1000000000001',
    externalId: 'order-1',
    fingerprint: '00',
    codeService: 'OPA_SN_API_CASH_IN',
    direction: 'DEBIT',
    route: 'OPA_SN',
    phoneGiven: '770000000',
    phone: '+221770000000',
    amount: units(100),
    commission: 0n,
    currency: 'XOF',
    details: {
      extra: { type: 'wallet', link: 'none' },
      successUrl: null,
      errorUrl: null,
      sender: null,
    },
    clientData: null,
    callbackUrl: null,
    callbackHash: null,
    paymentPageToken: null,
    ruled: false,
    ...changes,
  };
}

/** READY, due now, leased to the test's node. */
export function testState(changes: Partial<OperationState> = {}): OperationState {
  return {
    state: 'READY',
    stage: null,
    challenge: null,
    errorId: null,
    errorMessage: null,
    proof: null,
    voucher: null,
    providerReference: null,
    attempts: 0,
    cancelRequested: false,
    nextStepAt: testNow,
    leaseOwner: testNode,
    updatedAt: testNow,
    ...changes,
  };
}

export function testOperation(
  terms: Partial<OperationTerms> = {},
  state: Partial<OperationState> = {},
): Operation {
  return {
    terms: testTerms(terms),
    state: testState(state),
    balanceBefore: units(1_000),
    balanceAfter: units(900),
    createdAt: testNow,
  };
}

/** The first attempt, written and on its way. */
export function testAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    purpose: 'execute',
    route: 'OPA_SN',
    state: 'SENDING',
    prepared: { refs: { ours: 'ref-1' }, method: 'POST', path: '/transactions', body: '{}' },
    refs: { ours: 'ref-1' },
    cause: null,
    absences: 0,
    queries: 0,
    sentAt: testNow,
    ...changes,
  };
}

export function testOpening(
  terms: Partial<OperationTerms> = {},
  changes: Partial<OpenCommand> = {},
): OpenCommand {
  return {
    type: 'open',
    terms: testTerms(terms),
    refusal: null,
    rules: null,
    bill: null,
    accountVersion: 1,
    catalogueVersion: 1,
    attempt: null,
    keepLease: true,
    ...changes,
  };
}

export function testAdvance(
  operationEvent: OperationEvent,
  attempt: Attempt | null,
  terms: Partial<OperationTerms> = {},
): AdvanceCommand {
  return { type: 'advance', terms: testTerms(terms), attempt, operationEvent };
}

/** For whoever sends to no real provider: a simulation, a test. */
export const unguarded: Sends = {
  refusal: () => null,
  isForgotten: () => false,
  note: () => Promise.resolve(true),
};
