// Suggests a column mapping from the headings of a statement that has no mapping yet; a user
// corrects it.

import type { MappedColumn, Mapping } from './mapping.ts';

/** In the order in which they choose. A heading is taken once. */
const patterns: readonly [MappedColumn, RegExp][] = [
  [
    'ourReference',
    /our.?ref|merchant.?ref|partner.?ref|extern|correlation|client.?ref|r[eé]f[eé]rence (externe|marchand|partenaire|client)/,
  ],
  ['providerReference', /transaction.?(id|ref|no|num)|^id\b|receipt|re[cç]u|^r[eé]f|provider/],
  ['amountOut', /^(d[eé]bit|paid out|withdrawn|sortie|withdrawals?)$/],
  ['amount', /amount|montant|^(cr[eé]dit|paid in|entr[eé]e|deposits?)$/],
  ['fee', /fee|frais|commission|charge/],
  ['currency', /curr|devise|monnaie/],
  ['status', /status|statut|[eé]tat|state/],
  ['direction', /direction|sens/],
  ['direction', /type|nature/],
  ['time', /date|time|heure|complet/],
];

const words: Mapping['words'] = {
  in: ['in', 'credit', 'crédit', 'cr', 'c', 'entrée', 'payin', 'collection'],
  out: ['out', 'debit', 'débit', 'dr', 'd', 'sortie', 'payout', 'disbursement'],
  success: [
    'success',
    'successful',
    'succeeded',
    'completed',
    'complete',
    'succès',
    'réussi',
    'réussie',
    'effectué',
    'ok',
  ],
  failed: ['failed', 'échec', 'échoué', 'rejected', 'rejeté', 'cancelled', 'canceled', 'annulé'],
  pending: ['pending', 'en attente', 'en cours'],
  reversed: ['reversed', 'reversal', 'remboursé', 'contrepassé', 'annulation'],
};

/** @param rows the first rows of the file: the headings are those of the first row in which an amount is recognized. */
export function guessMapping(
  rows: readonly { line: number; cells: readonly string[] }[],
  timeZone: string,
): Mapping {
  const loginAttempts = rows.map(({ line, cells }) => ({
    line,
    columns: loginAttemptColumns(cells),
  }));
  const best = loginAttempts.reduce(
    (one, other) => (count(other.columns) > count(one.columns) ? other : one),
    loginAttempts[0]!,
  );
  const { columns } = best;
  return {
    ...{
      columns,
      headingRow: best.line,
      dayOrder: 'ymd',
      timeZone,
      decimal: '.',
      words,
      currency: columns.currency === null ? 'XOF' : null,
    },
    direction:
      columns.amountOut !== null ? 'columns' : columns.direction !== null ? 'column' : 'sign',
    fees: { in: null, out: null },
    graceMinutes: 30,
    routes: [],
  };
}

const count = (columns: Mapping['columns']): number =>
  Object.values(columns).filter((name) => name !== null).length;

function loginAttemptColumns(cells: readonly string[]): Mapping['columns'] {
  const free = cells.filter((cell) => cell !== '');
  const columns: Record<MappedColumn, string | null> = {
    ourReference: null,
    providerReference: null,
    amount: null,
    amountOut: null,
    fee: null,
    currency: null,
    time: null,
    status: null,
    direction: null,
  };
  for (const [column, pattern] of patterns) {
    if (columns[column] !== null) continue;
    const found = free.findIndex((cell) => pattern.test(cell.toLowerCase()));
    if (found >= 0) columns[column] = free.splice(found, 1)[0]!;
  }
  return columns;
}
