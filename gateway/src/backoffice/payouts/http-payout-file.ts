// Exports the result of each line of a batch as a spreadsheet file.

import type { Language } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { listLines, type ListedBatch, type ListedLine } from './index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { csvFile, headingsOf, type Cell, type CsvStyle } from '../../platform/http/portal/csv.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { lineOf } from './http-payout-messages.ts';

/** Each read holds up payments for as long as its rows take to arrive. */
const rowsAtOnce = 250;
const headings = {
  fr: [
    'Ligne',
    'Téléphone',
    'Montant',
    'Frais',
    'Devise',
    'Service',
    'Identifiant externe',
    'Nom',
    'Motif',
    'Statut',
    'Tentative',
    'Transaction',
    'Erreur',
  ],
  en: [
    'Line',
    'Phone',
    'Amount',
    'Fee',
    'Currency',
    'Service',
    'External ID',
    'Name',
    'Note',
    'Status',
    'Attempt',
    'Transaction',
    'Error',
  ],
  plain: [
    ...[
      'line',
      'phone',
      'amount',
      'fee',
      'currency',
      'service',
      'external_id',
      'name',
      'note',
      'state',
      'attempt',
      'transaction_id',
      'error',
    ],
  ],
};

/** All lines in the order of the file, read in pieces. */
export function payoutFile(
  session: Session,
  batch: ListedBatch,
  { catalogue, language, style }: { catalogue: Catalogue; language: Language; style: CsvStyle },
): FileAnswer['file'] {
  return csvFile(
    `payouts-${batch.id}`,
    style,
    headingsOf(headings, style.form, language),
    rowsOf(session, batch, (line) => cellsOf(line, batch, catalogue, language)),
  );
}

async function* rowsOf(
  session: Session,
  { id }: ListedBatch,
  cells: (line: ListedLine) => Cell[],
): AsyncGenerator<Cell[][]> {
  for (let after = 0; ;) {
    const lines = await listLines(session, id, { show: 'all', after, limit: rowsAtOnce });
    yield lines.map(cells);
    if (lines.length < rowsAtOnce) return;
    after = lines.at(-1)!.number;
  }
}

function cellsOf(
  line: ListedLine,
  { currency }: ListedBatch,
  catalogue: Catalogue,
  language: Language,
): Cell[] {
  const shown = lineOf(line, catalogue, language);
  const faults = shown.failure === null ? shown.problems : [shown.failure];
  return [
    ...[String(line.fileLine), { digits: shown.phone }],
    ...[
      line.amount === null ? line.amountGiven : { amount: line.amount },
      line.fee === null ? null : { amount: line.fee },
    ],
    ...[
      currency,
      shown.service,
      shown.externalId,
      shown.name,
      shown.note,
      shown.state,
      String(shown.attempt),
    ],
    shown.transactionId === null ? null : { digits: shown.transactionId },
    faults.map(({ column, problem, text }) => text ?? `${column}: ${problem}`).join('; ') || null,
  ];
}
