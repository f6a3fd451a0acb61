// Presents a payout batch to users: amounts as texts, problems with the texts of the error
// catalogue.

import { fillAmount, toDecimalString, type Language } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import { errorCodeAndText, type Catalogue } from '../../payments/catalogue/index.ts';
import type { LineProblem, ListedBatch, ListedLine, StateSum } from './index.ts';

type Summary = RouteResult<'GET payouts'>['items'][number];
type Details = RouteResult<'GET payouts/:id'>;
type Line = RouteResult<'GET payouts/:id/lines'>['items'][number];

const money = ({ amount, fees }: { amount: bigint; fees: bigint }) => ({
  amount,
  fees,
});

export function summaryOf({
  id,
  name,
  state,
  currency,
  counts,
  wrong,
  duplicated,
  ...batch
}: ListedBatch): Summary {
  return {
    id,
    name,
    state,
    currency,
    counts,
    wrong,
    duplicated,
    lines: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...money(batch),
    paid: batch.paid,
    madeBy: batch.madeByName,
    byApi: batch.keyId !== null,
    createdAt: batch.createdAt,
    changedAt: batch.changedAt,
  };
}

export interface BatchDetails {
  /** Available balance; null: hidden from the caller. */
  available: bigint | null;
  sums: readonly StateSum[];
  sameFile: number | null;
  retry: { lines: number; amount: bigint; fees: bigint } | null;
}

export function detailsOf(
  batch: ListedBatch,
  userId: number,
  { available, sums, sameFile, retry }: BatchDetails,
): Details {
  const {
    fileName,
    sheet,
    hiddenRows,
    codeService,
    decisionNote,
    approvalRequestExpired: expired,
  } = batch;
  const cost = batch.amount + batch.fees;
  const retryCost = retry === null ? null : retry.amount + retry.fees;
  const next =
    retryCost ?? (batch.state === 'draft' || batch.state === 'awaiting_approval' ? cost : 0n);
  return {
    ...summaryOf(batch),
    fileName,
    sheet,
    hiddenRows,
    sameFile,
    codeService,
    decisionNote,
    expired,
    submittedBy: batch.submittedByName,
    decidedBy: batch.decidedByName,
    sums: sums.map((sum) => ({ state: sum.state, ...money(sum) })),
    own: batch.submittedBy === userId,
    approvalRequest: batch.approvalRequestId,
    retry: retry === null ? null : { lines: retry.lines, ...money(retry), cost: retryCost! },
    cost,
    short: available !== null && available < next,
    available,
    availableAfter: available === null || next === 0n ? null : available - next,
  };
}

export function lineOf(line: ListedLine, catalogue: Catalogue, language: Language): Line {
  const { number, fileLine, amountGiven, externalId, name, note, attempt, state, duplicates } =
    line;
  const messages = (problem: LineProblem): Line['problems'][number] =>
    problemOf(problem, line, catalogue, language);
  return {
    number,
    fileLine,
    amountGiven,
    externalId,
    name,
    note,
    attempt,
    state,
    phone: line.phone ?? line.phoneGiven,
    amount: line.amount,
    service: line.codeService ?? line.serviceGiven,
    fee: line.fee,
    problems: (line.problems ?? []).map(messages),
    duplicates: duplicates ?? [],
    transactionId: line.operationId,
    failure: failureOf(line, messages),
  };
}

function failureOf(
  line: ListedLine,
  messages: (problem: LineProblem) => Line['problems'][number],
): Line['failure'] {
  if (line.state !== 'failed') return null;
  if (line.failure !== null) return messages(line.failure);
  // The catalogue's words are in the user's language; a provider's own stand on the transaction's
  // page.
  return messages({ column: 'line', problem: 'refused', errorId: line.errorId });
}

function problemOf(
  { column, problem, errorId }: LineProblem,
  line: ListedLine,
  catalogue: Catalogue,
  language: Language,
): Line['problems'][number] {
  if (errorId === undefined) return { column, problem, text: null };
  const amount = line.amount === null ? line.amountGiven : toDecimalString(line.amount);
  return {
    column,
    problem,
    text: fillAmount(errorCodeAndText(catalogue, errorId, language).text, amount),
  };
}
