// How does money enter a developer account? By a transfer from 'funding', made by the operator.

import type { Database, Statement } from '../../db/database.ts';
import { applyTransfer, type Transfer } from './postings.ts';
import { loadBalances, writeBalances, writeTransfers } from './store.ts';

const lockAccount: Statement = { name: 'lock_account', text: `select jokko_now() as now from account where id = $1 for no key update` };

/** Adds `amountMinor` (ten-thousandths, above zero) to an account. Returns false when there is no such account. */
export async function fundAccount(
  database: Database,
  order: { accountId: number; currency: string; amountMinor: bigint; note: string },
): Promise<boolean> {
  const connection = await database.connect();
  try {
    await connection.query({ name: 'begin', text: 'begin' });
    const [account] = await connection.query<{ now: Date }>(lockAccount, [order.accountId]);
    if (account === undefined) return false;
    const rows = await loadBalances(connection, [order.accountId]);
    const balance = rows.find((row) => row.currency === order.currency) ?? {
      account_id: order.accountId,
      currency: order.currency,
      available: 0n,
      held: 0n,
    };
    const transfer: Transfer = { verb: 'fund', debit: 'funding', credit: 'available', amount: order.amountMinor };
    applyTransfer(balance, transfer);
    await writeTransfers(
      connection,
      [
        {
          ...transfer,
          accountId: order.accountId,
          operationId: null,
          currency: order.currency,
          availableAfter: balance.available,
          note: order.note,
        },
      ],
      account.now,
    );
    await writeBalances(connection, [balance]);
    await connection.query({ name: 'commit', text: 'commit' });
    return true;
  } finally {
    await connection.close();
  }
}
