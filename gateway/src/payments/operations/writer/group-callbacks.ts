// Adds the callbacks of a result to the commit that brings it.

import type { Operation } from '../model/operation.ts';
import { balanceOf, type Changes, type View } from './group-view.ts';

/**
 * How long the answer of a service with a payment page may wait for the provider's answer (rule
 * O10).
 */
const paymentPageAnswerMaxMs = 4_000;

export function addCallback(
  operation: Operation,
  view: View,
  changes: Changes,
  from?: string,
): void {
  const { terms, state } = operation;
  if (terms.callbackUrl === null) return;
  // The checkout may still be paid by its next attempt (decisions/0172).
  if (terms.details.checkout !== undefined && state.state === 'FAILED') return;
  const account = view.accounts.get(terms.accountId)!;
  const callback = view.composeCallback({
    ...operation,
    currentBalance: balanceOf(terms, view).available,
    account,
  });
  const answerOpen = terms.paymentPageToken !== null && from === 'SENDING';
  // The delay counts from this commit. The answer of a service without a page can leave before it.
  const waitMs = account.callbackGraceMs + (answerOpen ? paymentPageAnswerMaxMs : 0);
  changes.callbacks.push({
    ...callback,
    waitMs,
    nextAttemptAt: new Date(view.now.getTime() + waitMs),
  });
}

/** Callbacks of CANCELED and REFUNDED go to the accounts that asked for them (rule C1). */
export function addSecondCallback(
  operation: Operation,
  reason: string,
  view: View,
  changes: Changes,
): void {
  const account = view.accounts.get(operation.terms.accountId)!;
  if (account.secondCallbackUrl === null) return;
  const callback = view.composeCallback({
    ...operation,
    currentBalance: balanceOf(operation.terms, view).available,
    account,
    reason,
  });
  const waitMs = account.callbackGraceMs;
  changes.callbacks.push({
    ...callback,
    waitMs,
    nextAttemptAt: new Date(view.now.getTime() + waitMs),
  });
}
