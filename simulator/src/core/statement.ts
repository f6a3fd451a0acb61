// Generates the provider's statement of a day: a CSV made of the book, with a row for each
// movement and each failure, and the fee. The last four digits of a party make a statement that
// differs from what was executed (PROTOCOL.md section 5.1).

import { formatAmount, parseAmount } from './money.ts';
import type { Book } from './book.ts';
import type { Line } from './operation.ts';

export interface StatementOrder {
  /** Our account at the provider, as orders name it; null: any. */
  account: string | null;
  /** Codes of services; null: any. */
  services: ReadonlySet<string> | null;
  /** The protocol that brought the order; absent: any. */
  protocol?: string;
  /** Virtual ms; the end is not included. */
  fromMs: number;
  untilMs: number;
}

/** A movement or a failure, as the statement shows it. */
export interface Row {
  id: string;
  reference: string;
  type: string;
  direction: 'in' | 'out';
  minor: bigint;
  feeMinor: bigint;
  currency: string;
  status: 'SUCCESS' | 'FAILED' | 'REVERSED';
  atMs: number;
  party: string;
}

const heading =
  'transaction_id,external_reference,type,direction,amount,fee,currency,status,completed_at,counterparty';
const dayMs = 86_400_000;
const unit = 10_000n;
const wholeUnits = ['XOF', 'XAF', 'GNF', 'RWF', 'UGX'];

/** The rows as CSV. @param idOf the provider's own id of an order. */
export async function* statementOf(
  book: Book,
  order: StatementOrder,
  idOf: (line: Line) => string,
): AsyncGenerator<string> {
  yield `${heading}\r\n`;
  for await (const row of statementRows(book, order, idOf)) yield textOf(row);
}

/** Oldest first. @param idOf the provider's own id of an order. */
export async function* statementRows(
  book: Book,
  order: StatementOrder,
  idOf: (line: Line) => string,
): AsyncGenerator<Row> {
  const chosen = new Set<string>();
  /** By reference of the original. */
  const refunded = new Map<string, bigint>();
  for await (const text of book.lines()) {
    const line = JSON.parse(text) as Line;
    if (isChosen(order, line, chosen)) chosen.add(line.ourReference);
    if (!chosen.has(line.ourReference)) continue;
    if (
      line.kind === 'refund' &&
      line.result === 'executed' &&
      line.originalReference !== undefined
    )
      refunded.set(
        line.originalReference,
        (refunded.get(line.originalReference) ?? 0n) + (parseAmount(line.amount) ?? 0n),
      );
    const row = rowOf(line, idOf(line), refunded);
    if (row === null) continue;
    for (const shown of asReportedBy(row))
      if (shown.atMs >= order.fromMs && shown.atMs < order.untilMs) yield shown;
  }
}

/** A refund belongs to the account of what it gives back. */
function isChosen(
  { account, services, protocol }: StatementOrder,
  line: Line,
  chosen: ReadonlySet<string>,
): boolean {
  if (protocol !== undefined && line.protocol !== protocol) return false;
  if (line.originalReference !== undefined) return chosen.has(line.originalReference);
  return (
    (account === null || line.account === account) &&
    (services === null || services.has(line.service))
  );
}

function rowOf(line: Line, id: string, refunded: ReadonlyMap<string, bigint>): Row | null {
  const minor = parseAmount(line.amount) ?? 0n;
  const common = {
    id,
    reference: line.ourReference,
    type: line.kind,
    minor,
    currency: line.currency,
    party: line.party,
    atMs: Date.parse(line.at),
  };
  const feeMinor = feeOf(minor, line.currency);
  switch (line.result) {
    case 'executed':
      return { ...common, direction: line.direction, feeMinor, status: 'SUCCESS' };
    case 'failed':
      return { ...common, direction: line.direction, feeMinor: 0n, status: 'FAILED' };
    case 'reversed': {
      // What refunds have given back stands in rows of their own.
      const rest = minor - (refunded.get(line.ourReference) ?? 0n);
      return rest <= 0n ? null : reversalOf({ ...common, minor: rest }, line.direction);
    }
    case 'accepted':
    case 'canceled':
    case 'dropped':
      return null;
  }
}

const reversalOf = (
  row: Omit<Row, 'direction' | 'feeMinor' | 'status'>,
  paid: Row['direction'],
): Row => ({
  ...row,
  direction: paid === 'in' ? 'out' : 'in',
  feeMinor: feeOf(row.minor, row.currency),
  status: 'REVERSED',
});

/** The least amount of a currency. */
export const stepOf = (currency: string): bigint =>
  wholeUnits.includes(currency) ? unit : unit / 100n;

/** One per cent, rounded half up to what the currency knows. */
export function feeOf(minor: bigint, currency: string): bigint {
  const step = stepOf(currency);
  return ((minor / 100n + step / 2n) / step) * step;
}

/** The rows as the statement shows them: it may be wrong on purpose. */
function asReportedBy(row: Row): Row[] {
  if (row.status !== 'SUCCESS') return [row];
  switch (row.party.slice(-4)) {
    case '8011':
      return [{ ...row, minor: row.minor + unit, feeMinor: feeOf(row.minor + unit, row.currency) }];
    case '8012':
      return [{ ...row, feeMinor: row.feeMinor * 2n }];
    case '8013':
      return [];
    case '8014':
      return [{ ...row, atMs: row.atMs + dayMs }];
    case '8015':
      return [row, { ...row, id: `${row.id}B` }];
    case '8016':
      return [{ ...row, feeMinor: 0n, status: 'FAILED' }];
    case '8017':
      return [row, { ...row, id: `${row.id}X`, reference: '' }];
    default:
      return [row];
  }
}

function textOf(row: Row): string {
  const cells = [
    row.id,
    row.reference,
    row.type,
    row.direction,
    formatAmount(row.minor),
    formatAmount(row.feeMinor),
    row.currency,
  ];
  return `${[...cells, row.status, new Date(row.atMs).toISOString(), row.party].join(',')}\r\n`;
}
