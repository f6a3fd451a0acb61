// What Stripe tells of our account: its balance, and its balance transactions of a period.

import { statementRows } from '../core/statement.ts';
import { pageOf } from './list.ts';
import { toUnits, unitsOf } from './money.ts';
import { idOf, presentCharge, presentRefund, seqOf } from './present.ts';
import type { Row } from '../core/statement.ts';
import type { StripeDeps } from './deps.ts';
import type { Answer } from './keys.ts';

export function readBalance(deps: StripeDeps, account: string): Answer {
  const available = deps.store.totals
    .balances({ protocol: 'stripe', account })
    .map(({ currency, available: amount }) => ({
      amount: unitsOf(amount, currency),
      currency: currency.toLowerCase(),
      source_types: { card: unitsOf(amount, currency) },
    }));
  // All that is paid is available at once.
  const pending = available.map(({ currency }) => ({
    amount: 0,
    currency,
    source_types: { card: 0 },
  }));
  return { status: 200, body: { object: 'balance', available, pending, livemode: false } };
}

/** Newest first, in pages. */
export async function listTransactions(
  deps: StripeDeps,
  query: URLSearchParams,
  account: string,
): Promise<Answer> {
  await deps.book.settled();
  const bound = (name: string, fallback: number): number => {
    const text = query.get(`created[${name}]`);
    return text === null ? fallback : Number(text) * 1_000;
  };
  const order = {
    account,
    services: null,
    fromMs: bound('gte', 0),
    untilMs: bound('lt', Number.MAX_SAFE_INTEGER),
  };
  const entries: { id: string }[] = [];
  for await (const row of statementRows(deps.book, order, ({ seq }) => idOf('txn', seq)))
    if (row.status !== 'FAILED') entries.push(entryOf(deps, row));
  entries.reverse();
  return pageOf('/v1/balance_transactions', entries, query);
}

function entryOf(deps: StripeDeps, row: Row): { id: string; [member: string]: unknown } {
  const operation = deps.store.bySeq[seqOf(row.id.slice(0, 28))];
  const sign = row.direction === 'in' ? 1 : -1;
  const amount = sign * toUnits(row.minor, row.currency);
  // Fees of a payment that is given back are not.
  const fee = row.direction === 'in' ? toUnits(row.feeMinor, row.currency) : 0;
  const source =
    operation === undefined || row.reference === ''
      ? null
      : operation.kind === 'refund'
        ? presentRefund(deps, operation)
        : presentCharge(deps, operation, false);
  return {
    id: row.id,
    object: 'balance_transaction',
    amount,
    fee,
    net: amount - fee,
    currency: row.currency.toLowerCase(),
    type: row.type === 'refund' || sign < 0 ? 'refund' : 'charge',
    created: Math.floor(row.atMs / 1_000),
    status: 'available',
    source,
  };
}
