// Applies the commands of a group to the balances and the ledger of their view.

import { errorIds } from '@jokko/contract';
import {
  balanceMax,
  postingsOf,
  applyTransfer,
  takeNumber,
  type BalanceRow,
  type LedgerEvent,
} from '../../ledger/index.ts';
import type { Refusal } from '../model/commands.ts';
import { balanceOf, type Changes, type View } from './group-view.ts';
import type { OperationTerms } from '../model/operation.ts';

/** Error catalogue id: the developer's balance is too low. */
export const insufficientBalanceErrorId = 26;

/** Returns why the balance does not allow the opening, or null if it does. */
export function balanceRefusal(terms: OperationTerms, { available }: BalanceRow): Refusal | null {
  const { direction, amount, commission } = terms;
  if (direction === 'DEBIT')
    return available < amount + commission
      ? { errorId: insufficientBalanceErrorId, message: null }
      : null;
  return available + amount > balanceMax ? { errorId: errorIds.accountFull, message: null } : null;
}

export function post(
  terms: OperationTerms,
  events: LedgerEvent[],
  view: View,
  changes: Changes,
): void {
  const balance = balanceOf(terms, view);
  for (const event of events) {
    if (event.type === 'provider_fee') {
      postOwn(terms, event, changes);
      continue;
    }
    for (const transfer of postingsOf(event, terms)) {
      applyTransfer(balance, transfer);
      changes.balances.add(balance);
      changes.transfers.push({
        ...transfer,
        accountId: terms.accountId,
        number: takeNumber(balance),
        operationId: terms.id,
        currency: terms.currency,
        availableAfter: balance.available,
      });
    }
  }
}

/**
 * Books our own money on account 0, so that no developer's statement shows what we pay. No stored
 * balance changes.
 */
function postOwn(terms: OperationTerms, event: LedgerEvent, changes: Changes): void {
  for (const transfer of postingsOf(event, terms))
    changes.transfers.push({
      ...transfer,
      accountId: 0,
      number: null,
      operationId: terms.id,
      currency: terms.currency,
      availableAfter: 0n,
    });
}
