// Suggests a column mapping for a statement: the columns by its headings, and how its values are
// written by the values themselves. A user corrects it.

import type { StreamedRow } from '../../platform/spreadsheet/index.ts';
import { readableWith } from './judge-mapping.ts';
import type { MappedColumn, Mapping } from './mapping.ts';
import { plainWords } from './plain-words.ts';

/**
 * In the order in which they choose, of headings as `plain` makes them. A heading is taken once.
 */
const patterns: readonly [MappedColumn, RegExp][] = [
  [
    'ourReference',
    /our.?ref|merchant.?ref|partner.?ref|extern|correlation|client.?ref|ref\w{0,7}\.? (externe|marchand|partenaire|client)/,
  ],
  [
    'providerReference',
    /transaction.?(id|ref|no|num)|(no|num(ero)?|id|ref\w{0,7}\.?)( de| d')?( la)? ?(transaction|operation)|^id\b|receipt|recu|^ref|provider/,
  ],
  [
    'balance',
    /^(nouveau )?(solde|balance)( (apres|courant|progressif|after|final)( .{0,40})?)?$|running balance|^new balance$|^closing balance$/,
  ],
  ['amountOut', /^(montant )?(debits?|paid out|withdrawn|sorties?|withdrawals?)$/],
  ['amount', /amount|montant|^(credits?|paid in|entrees?|deposits?)$/],
  ['fee', /fee|frais|commission|charge/],
  ['currency', /curr|devise|monnaie/],
  ['status', /status|statut|etat|state/],
  ['direction', /direction|sens/],
  ['direction', /type|nature/],
  ['time', /date|time|heure|complet/],
];

const words: Mapping['words'] = {
  in: ['in', 'credit', 'crédit', 'cr', 'c', 'entrée', 'payin', 'collection', 'dépôt'],
  out: ['out', 'debit', 'débit', 'dr', 'd', 'sortie', 'payout', 'disbursement', 'retrait'],
  success: [
    'success',
    'successful',
    'succeeded',
    'completed',
    'complete',
    'succès',
    'réussi',
    'réussie',
    ...['effectué', 'effectuée', 'terminé', 'terminée', 'validé', 'validée', 'payé', 'payée'],
    'ok',
  ],
  failed: [
    ...['failed', 'failure', 'échec', 'échoué', 'échouée', 'rejected', 'rejeté', 'rejetée'],
    ...['declined', 'refusé', 'refusée', 'expired', 'expiré', 'expirée'],
    ...['cancelled', 'canceled', 'annulé', 'annulée'],
  ],
  pending: ['pending', 'processing', 'en attente', 'en cours'],
  reversed: [
    ...['reversed', 'reversal', 'refunded', 'remboursé', 'remboursée', 'remboursement'],
    ...['contrepassé', 'contrepassée', 'contrepassation', 'annulation'],
  ],
};

/**
 * @param rows the first rows of the file: the headings are those of the first row in which most
 * columns are recognized.
 */
export function guessMapping(
  rows: readonly StreamedRow[],
  timeZone: string,
  form: 'csv' | 'xlsx',
): Mapping {
  const guesses = rows.map(({ line, cells }) => ({ line, columns: columnsOf(cells) }));
  const best = guesses.reduce(
    (one, other) => (count(other.columns) > count(one.columns) ? other : one),
    guesses[0]!,
  );
  const { columns } = best;
  const guess: Mapping = {
    columns,
    headingRow: best.line,
    dayOrder: 'ymd',
    timeZone,
    decimal: '.',
    words,
    currency: columns.currency === null ? 'XOF' : null,
    direction:
      columns.amountOut !== null ? 'columns' : columns.direction !== null ? 'column' : 'sign',
    fees: { in: null, out: null },
    graceMinutes: 30,
    routes: [],
  };
  return writtenAs(guess, rows, form);
}

/**
 * How the values are written: as most of the lines can be read. The first of equal ones is taken.
 */
export function writtenAs(
  mapping: Mapping,
  rows: readonly StreamedRow[],
  form: 'csv' | 'xlsx',
): Mapping {
  const ways = (['.', ','] as const).flatMap((decimal) =>
    (['ymd', 'dmy', 'mdy'] as const).flatMap((dayOrder) =>
      directionsOf(mapping, rows).map((direction): Mapping => ({
        ...mapping,
        decimal,
        dayOrder,
        direction,
      })),
    ),
  );
  const unreadable = (way: Mapping): number =>
    readableWith(way, rows, form)?.unreadable ?? rows.length;
  const judged = ways.map((way) => ({ way, unreadable: unreadable(way) }));
  return judged.reduce((best, one) => (one.unreadable < best.unreadable ? one : best)).way;
}

/** A column that names other things than the direction names none, where the amounts have signs. */
function directionsOf(
  { direction, columns, headingRow }: Mapping,
  rows: readonly StreamedRow[],
): Mapping['direction'][] {
  const headings = rows.find(({ line }) => line === headingRow)?.cells ?? [];
  const place = headings.findIndex((cell) => cell === columns.amount);
  const isSigned = rows.some(({ cells }) =>
    /^[-\u2010-\u2015\u2212(]\s?\d/.test(cells[place] ?? ''),
  );
  return direction === 'column' && isSigned ? ['column', 'sign'] : [direction];
}

const count = (columns: Mapping['columns']): number =>
  Object.values(columns).filter((name) => name !== null).length;

function columnsOf(cells: readonly string[]): Mapping['columns'] {
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
    balance: null,
  };
  for (const [column, pattern] of patterns) {
    if (columns[column] !== null) continue;
    const found = free.findIndex((cell) => pattern.test(plain(cell)));
    if (found >= 0) columns[column] = free.splice(found, 1)[0]!;
  }
  return columns;
}

const headingCharactersMax = 100;

/**
 * In small letters without accents; `N° transaction (ID)` and `Montant (F CFA)` without their
 * brackets.
 */
const plain = (heading: string): string =>
  plainWords(heading.slice(0, headingCharactersMax).replaceAll(/[°º]/g, 'o'))
    .replaceAll(/\([^()]{0,40}\)/g, ' ')
    .replaceAll(/[\s_]{1,20}/g, ' ')
    .replaceAll('no. ', 'no ')
    .trim();
