// The wallet's history of a day, in pages.

import { formatAmount } from '../core/money.ts';
import { statementRows } from '../core/statement.ts';
import { sendJson } from '../http/exchange.ts';
import { sendError } from './errors.ts';
import { idOf, keptMembers, seqOfId, transactionId } from './present.ts';
import type { Row } from '../core/statement.ts';
import type { Exchange } from '../http/exchange.ts';
import type { WaveDeps } from './deps.ts';

const pageSize = 100;
const dayMs = 86_400_000;

/** `GET /v1/transactions?date=&after=`; the cursor is the number of lines before it. */
export async function listTransactions(deps: WaveDeps, exchange: Exchange): Promise<void> {
  const date = exchange.query.get('date') ?? '';
  const fromMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  const after = Number(exchange.query.get('after') ?? 0);
  if (Number.isNaN(fromMs) || !Number.isInteger(after) || after < 0)
    return sendError(exchange, 400, 'request-validation-error', 'the request is not valid', [
      { loc: ['query', Number.isNaN(fromMs) ? 'date' : 'after'], msg: 'cannot be read' },
    ]);
  await deps.book.settled();
  const order = {
    account: null,
    services: null,
    protocol: 'wave',
    fromMs,
    untilMs: fromMs + dayMs,
  };
  const items: unknown[] = [];
  for await (const row of statementRows(deps.book, order, (line) => transactionId(line.seq)))
    if (row.status !== 'FAILED') items.push(itemOf(deps, row));
  const page = items.slice(after, after + pageSize);
  sendJson(exchange, 200, {
    page_info: {
      start_cursor: String(after),
      end_cursor: String(after + page.length),
      has_next_page: after + page.length < items.length,
    },
    date,
    items: page,
  });
}

function itemOf(deps: WaveDeps, row: Row): { [member: string]: unknown } {
  const id = /^refund (.+)$/.exec(row.reference)?.[1];
  const isCheckout = id === undefined ? row.type === 'collect' : id.startsWith('cos-');
  const isReversal = id !== undefined || row.status === 'REVERSED';
  const original =
    id === undefined
      ? deps.store.byReference.get(row.reference)
      : deps.store.bySeq[seqOfId(id, isCheckout ? 'cos' : 'pt')];
  return {
    timestamp: new Date(row.atMs).toISOString(),
    transaction_id: row.id,
    transaction_type: typeOf(isCheckout, isReversal),
    amount: `${row.direction === 'out' ? '-' : ''}${formatAmount(row.minor)}`,
    ...keptMembers(row.feeMinor, row.currency),
    currency: row.currency,
    counterparty_mobile: row.party || null,
    client_reference: original?.organisationReference || null,
    ...(isCheckout && original !== undefined && { checkout_api_session_id: idOf(original) }),
    ...(isReversal && { is_reversal: true }),
  };
}

function typeOf(isCheckout: boolean, isReversal: boolean): string {
  if (isCheckout) return isReversal ? 'api_checkout_refund' : 'api_checkout';
  return isReversal ? 'api_payout_reversal' : 'api_payout';
}
