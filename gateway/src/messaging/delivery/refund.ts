// Refunds the price of messages: one transfer for each batch and country, under the accounts'
// locks, in the commit that finalizes the messages.

import { lockAccounts, lockStatements } from '../../platform/db/account-locks.ts';
import type { Session } from '../../platform/db/database.ts';
import type { WaitFor } from '../../platform/db/group-commit.ts';
import { settleAll } from '../../platform/db/settle-all.ts';
import {
  applyTransfer,
  loadBalances,
  smsPosting,
  takeNumber,
  writeBalances,
  writeTransfers,
  type BalanceRow,
  type TransferRow,
} from '../../payments/ledger/index.ts';
import type { StoredMessage } from './record-load.ts';

const accountLocks = lockStatements('lock_accounts_of_sms', 'id, jokko_now() as now');

export interface Refunds {
  transfers: TransferRow[];
  balances: BalanceRow[];
  now: Date;
}

/**
 * Locks the accounts until the end of the transaction, and makes the transfers. `held`: the
 * accounts that somebody else has, where there are any.
 */
export async function makeRefunds(
  session: Session,
  messages: readonly StoredMessage[],
  waitFor: WaitFor,
): Promise<Refunds | { held: ReadonlySet<number> }> {
  const accountIds = [...new Set(messages.map(({ accountId }) => accountId))].sort(
    (one, other) => one - other,
  );
  const [accounts, balances] = await settleAll([
    lockAccounts<{ id: number; now: Date }>(session, accountLocks, accountIds, waitFor),
    loadBalances(session, accountIds),
  ] as const);
  const locked = new Set(accounts.map(({ id }) => id));
  const held = new Set(accountIds.filter((id) => !locked.has(id)));
  if (held.size > 0) return { held };
  return { ...transferRefunds(sumsOf(messages), balances), now: accounts[0]!.now };
}

/** The transfers that give the sums back. Changes `balances`, those of the accounts. */
export function transferRefunds(
  sums: readonly RefundSum[],
  balances: readonly BalanceRow[],
): Omit<Refunds, 'now'> {
  const touched = new Set<BalanceRow>();
  const transfers = sums.flatMap(
    ({ accountId, batchId, country, currency, amount }): TransferRow[] => {
      const transfer = smsPosting('returned', country, amount);
      if (transfer === null) return [];
      const balance = balances.find(
        (row) => row.account_id === accountId && row.currency === currency,
      );
      if (balance === undefined)
        throw new Error(`account ${accountId} was charged in ${currency} and has no balance in it`);
      applyTransfer(balance, transfer);
      touched.add(balance);
      return [
        {
          ...transfer,
          accountId,
          number: takeNumber(balance),
          operationId: null,
          smsBatchId: String(batchId),
          currency,
          availableAfter: balance.available,
        },
      ];
    },
  );
  return { transfers, balances: [...touched] };
}

/** What is given back of a batch for one country. */
export interface RefundSum {
  accountId: number;
  batchId: bigint;
  country: string;
  currency: string;
  amount: bigint;
}

function sumsOf(messages: readonly StoredMessage[]): RefundSum[] {
  const sums = new Map<string, RefundSum>();
  for (const { accountId, batchId, country, currency, price } of messages) {
    const key = `${batchId} ${country} ${currency}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { accountId, batchId, country, currency, amount: price });
    else sum.amount += price;
  }
  return [...sums.values()];
}

export function storeRefunds(
  session: Session,
  { transfers, balances, now }: Refunds,
): Promise<unknown>[] {
  return [writeTransfers(session, transfers, now), writeBalances(session, balances)];
}
