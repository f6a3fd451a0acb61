// Presents a batch by API, its lines and what is wrong with them on the wire.

import {
  fillAmount,
  payoutLineText,
  texts,
  toDecimalString,
  toJsonNumber,
  type Language,
  type Payout,
  type PayoutLine,
  type PayoutLineProblem,
  type WrongLine,
} from '@jokko/contract';
import { errorCodeAndText, type Catalogue } from '../../payments/catalogue/index.ts';
import type { LineProblem, ProblemColumn } from './check-line.ts';
import type { ListedLine } from './list.ts';
import type { Batch, DraftLine } from './store.ts';

export function presentBatch(batch: Batch): Payout {
  const { counts, wrong, state } = batch;
  const { draft, waiting, sending, sent, succeeded, failed, canceled } = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    payoutId: String(batch.id),
    id: batch.externalId!,
    name: batch.name,
    // A batch by API is never a draft.
    state: state === 'draft' ? 'awaiting_approval' : state,
    currency: batch.currency ?? '',
    lines: all - wrong,
    total: toJsonNumber(batch.amount),
    fees: toJsonNumber(batch.fees),
    paid: toJsonNumber(batch.paid),
    counts: {
      waiting: draft + waiting,
      sent: sending + sent,
      succeeded,
      failed,
      canceled: canceled - wrong,
    },
    skipped: wrong,
    duplicates: batch.duplicated,
    createdAt: batch.createdAt.toISOString(),
    changedAt: batch.changedAt.toISOString(),
  };
}

interface InWords {
  catalogue: Catalogue;
  language: Language;
}

export function presentLine(line: ListedLine, inWords: InWords): PayoutLine {
  return {
    line: line.number,
    externalTransactionId: line.externalId,
    phone: line.phoneGiven,
    amount: line.amount === null ? null : toJsonNumber(line.amount),
    codeService: line.codeService ?? line.serviceGiven,
    name: line.name,
    state: line.state,
    commission: line.fee === null ? null : toJsonNumber(line.fee),
    transactionId: line.operationId,
    error: errorOf(line, inWords),
  };
}

function errorOf(line: ListedLine, inWords: InWords): PayoutLine['error'] {
  if (line.state === 'failed') {
    const failed = line.failure ?? { column: 'line', problem: 'refused', errorId: line.errorId };
    return problemInWords(failed, line, inWords);
  }
  const [problem] = line.problems ?? [];
  return problem === undefined ? null : problemInWords(problem, line, inWords);
}

type WithProblems = Pick<DraftLine, 'number' | 'amount' | 'amountGiven' | 'problems'>;

/** One entry for each problem of a line. */
export const wrongLinesOf = (
  lines: readonly WithProblems[],
  max: number,
  inWords: InWords,
): WrongLine[] =>
  lines.slice(0, max).flatMap((line) =>
    (line.problems ?? []).map((problem) => ({
      line: line.number,
      ...problemInWords(problem, line, inWords),
    })),
  );

const fields: { readonly [column in ProblemColumn]: string } = {
  phone: 'phone',
  amount: 'amount',
  service: 'codeService',
  externalId: 'externalTransactionId',
  name: 'name',
  note: 'data',
  line: 'line',
};

function problemInWords(
  { column, problem, errorId, usedBy }: LineProblem,
  line: Pick<WithProblems, 'amount' | 'amountGiven'>,
  { catalogue, language }: InWords,
): { field: string; message: string } {
  const field = fields[column];
  if (errorId !== undefined) {
    const amount = line.amount === null ? line.amountGiven : toDecimalString(line.amount);
    const { text } = errorCodeAndText(catalogue, errorId, language);
    return { field, message: fillAmount(text, amount) };
  }
  const text = (name: PayoutLineProblem) => ({
    field,
    message: payoutLineText(name, language, usedBy ?? null),
  });
  switch (problem) {
    case 'sameIdInFile':
      return text('sameId');
    case 'scientific':
    case 'ambiguous':
    case 'extraCells':
    case 'otherCountry':
    case 'refused':
      return text('unpayable');
    case 'unknownService':
    case 'notActivated':
    case 'notPayout':
    case 'notForKey':
    case 'otherCurrency':
    case 'suspended':
    case 'routeDown':
    case 'idUsed':
    case 'feeGrew':
    case 'caseOpen':
    case 'paidAfterAll':
      return text(problem);
    default:
      return { field, message: texts[language].field(field, problem) };
  }
}
