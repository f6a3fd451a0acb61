// The status of a checkout, and the number that its next attempt may have.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { State } from '../operations/index.ts';
import { attemptsMax, initiatingMaxMs, nextNumber, statusOf } from './checkout.ts';
import type { Checkout, CheckoutAttempt } from './checkout.ts';

const now = new Date('2026-01-01T12:00:00Z');
const before = (ms: number): Date => new Date(now.getTime() - ms);

const attempt = (
  number: number,
  state: State | null,
  members: Partial<CheckoutAttempt> = {},
): CheckoutAttempt => ({
  number,
  codeService: 'OPA_SN_API_CASH_OUT',
  begunAt: before(1_000),
  refusal: null,
  lost: false,
  operation: state === null ? null : { id: '1', state, errorId: null, isOurs: true },
  ...members,
});
const checkout = (attempts: CheckoutAttempt[], members: Partial<Checkout> = {}): Checkout =>
  ({ attempts, now, expiresAt: before(-60_000), canceledAt: null, ...members }) as Checkout;
const told = (made: Checkout) => [statusOf(made), nextNumber(made)];
const foreign = { id: '2', state: 'SUCCESS', errorId: null, isOurs: false } as const;

describe('a checkout', () => {
  it('is open until its end, or until the merchant ends it', () => {
    assert.deepEqual(told(checkout([])), ['OPEN', 1]);
    assert.deepEqual(told(checkout([], { expiresAt: now })), ['EXPIRED', null]);
    assert.deepEqual(told(checkout([], { expiresAt: now, canceledAt: now })), ['CANCELED', null]);
  });

  it('offers the next number only once the attempt is finally failed', () => {
    for (const state of ['READY', 'PARKED', 'SENDING', 'ACCEPTED', 'UNKNOWN'] as const)
      assert.deepEqual(told(checkout([attempt(1, state)])), ['PAYING', null], state);
    for (const state of ['FAILED', 'CANCELED'] as const)
      assert.deepEqual(told(checkout([attempt(1, state)])), ['OPEN', 2], state);
  });

  it('keeps the number of what was refused, or interrupted before its operation was stored', () => {
    assert.deepEqual(told(checkout([attempt(1, null, { refusal: 'routeDown' })])), ['OPEN', 1]);
    const lost = attempt(1, null, { begunAt: before(initiatingMaxMs) });
    assert.deepEqual(told(checkout([lost])), ['OPEN', 1]);
    const begun = attempt(1, null, { begunAt: before(initiatingMaxMs - 1) });
    assert.deepEqual(told(checkout([begun])), ['PAYING', null]);
  });

  it('believes the operation, and not a refusal that was recorded beside it', () => {
    const both = attempt(1, 'UNKNOWN', { refusal: 'routeDown' });
    assert.deepEqual(told(checkout([both])), ['PAYING', null]);
  });

  it('passes over a number whose id is another operation of the merchant, paid or not', () => {
    assert.deepEqual(told(checkout([attempt(1, null, { operation: foreign })])), ['OPEN', 2]);
  });

  it('is paid by a late success, and stays so while it is refunded', () => {
    const ended = { expiresAt: before(1), canceledAt: before(2) };
    for (const state of ['SUCCESS', 'REFUNDING', 'REFUNDED'] as const)
      assert.deepEqual(told(checkout([attempt(1, state)], ended)), ['PAID', null], state);
  });

  it('has so many attempts at most', () => {
    assert.deepEqual(told(checkout([attempt(attemptsMax, 'FAILED')])), ['OPEN', null]);
  });
});
