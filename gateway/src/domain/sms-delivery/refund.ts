// How do messages get their price back? By one transfer for each batch and country, under the accounts' locks, in the commit that ends them.

import { plainArray } from '../../db/array-text.ts';
import type { Session, Statement } from '../../db/database.ts';
import { settleAll } from '../../db/settle-all.ts';
import {
  applyTransfer,
  loadBalances,
  smsPosting,
  writeBalances,
  writeTransfers,
  type BalanceRow,
  type TransferRow,
} from '../ledger/index.ts';
import type { StoredMessage } from './record-load.ts';

const lockAccounts: Statement = {
  name: 'lock_accounts_of_sms',
  text: `select id, jokko_now() as now from account where id = any($1::integer[]) order by id for no key update`,
};
const selectCurrencies: Statement = {
  name: 'select_sms_batch_currencies',
  text: `
    select id, currency from sms_batch where id = any($1::bigint[])`,
};

export interface Refunds {
  transfers: TransferRow[];
  balances: BalanceRow[];
  now: Date;
}

/** Locks the accounts until the end of the transaction, and makes the transfers. */
export async function makeRefunds(session: Session, messages: readonly StoredMessage[]): Promise<Refunds> {
  const accountIds = [...new Set(messages.map(({ accountId }) => accountId))].sort((one, other) => one - other);
  const [accounts, balances, currencies] = await settleAll([
    session.query<{ now: Date }>(lockAccounts, [accountIds]),
    loadBalances(session, accountIds),
    session.query<{ id: bigint; currency: string }>(selectCurrencies, [plainArray([...new Set(messages.map(({ batchId }) => batchId))])]),
  ] as const);
  const currencyOf = new Map(currencies.map(({ id, currency }) => [id, currency]));
  const touched = new Set<BalanceRow>();
  const transfers = sumsOf(messages).flatMap(({ accountId, batchId, country, amount }): TransferRow[] => {
    const currency = currencyOf.get(batchId)!;
    const transfer = smsPosting('returned', country, amount);
    if (transfer === null) return [];
    const balance = balances.find((row) => row.account_id === accountId && row.currency === currency);
    if (balance === undefined) throw new Error(`account ${accountId} was charged in ${currency} and has no balance in it`);
    applyTransfer(balance, transfer);
    touched.add(balance);
    return [{ ...transfer, accountId, operationId: null, smsBatchId: String(batchId), currency, availableAfter: balance.available }];
  });
  return { transfers, balances: [...touched], now: accounts[0]!.now };
}

interface Sum {
  accountId: number;
  batchId: bigint;
  country: string;
  amount: bigint;
}

function sumsOf(messages: readonly StoredMessage[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { accountId, batchId, country, price } of messages) {
    const key = `${batchId} ${country}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { accountId, batchId, country, amount: price });
    else sum.amount += price;
  }
  return [...sums.values()];
}

export function storeRefunds(session: Session, { transfers, balances, now }: Refunds): Promise<unknown>[] {
  return [writeTransfers(session, transfers, now), writeBalances(session, balances)];
}
