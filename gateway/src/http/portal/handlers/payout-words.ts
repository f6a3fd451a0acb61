// How does a batch of payouts look to a person? Amounts as texts, problems with the words of the error catalogue.

import { toDecimalString, type Language } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import { errorCodeAndText, type Catalogue } from '../../../domain/catalogue/index.ts';
import type { LineProblem, ListedBatch, ListedLine, StateSum } from '../../../domain/payouts/index.ts';

type Summary = RouteAnswer<'GET payouts'>['items'][number];
type Details = RouteAnswer<'GET payouts/:id'>;
type Line = RouteAnswer<'GET payouts/:id/lines'>['items'][number];

const money = ({ amount, fees }: { amount: bigint; fees: bigint }) => ({ amount: toDecimalString(amount), fees: toDecimalString(fees) });

export function summaryOf({ id, name, state, currency, counts, wrong, doubtful, ...batch }: ListedBatch): Summary {
  return {
    ...{ id, name, state, currency, counts, wrong, doubtful },
    lines: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...{ ...money(batch), paid: toDecimalString(batch.paid) },
    ...{ madeBy: batch.madeByName, createdAt: batch.createdAt.toISOString(), changedAt: batch.changedAt.toISOString() },
  };
}

export interface BatchFacts {
  /** What can be spent; null: not to be told. */
  available: bigint | null;
  sums: readonly StateSum[];
  sameFile: number | null;
  retry: { lines: number; amount: bigint; fees: bigint } | null;
}

export function detailsOf(batch: ListedBatch, personId: number, { available, sums, sameFile, retry }: BatchFacts): Details {
  const { fileName, sheet, hiddenRows, codeService, decisionNote, wishExpired: expired } = batch;
  const cost = batch.amount + batch.fees;
  const retryCost = retry === null ? null : retry.amount + retry.fees;
  const next = retryCost ?? (batch.state === 'draft' || batch.state === 'awaiting_approval' ? cost : 0n);
  return {
    ...summaryOf(batch),
    ...{ fileName, sheet, hiddenRows, sameFile, codeService, decisionNote, expired },
    ...{ submittedBy: batch.submittedByName, decidedBy: batch.decidedByName },
    sums: sums.map((sum) => ({ state: sum.state, ...money(sum) })),
    own: batch.submittedBy === personId,
    wish: batch.wishId,
    retry: retry === null ? null : { lines: retry.lines, ...money(retry), cost: toDecimalString(retryCost!) },
    cost: toDecimalString(cost),
    short: available !== null && available < next,
    available: available === null ? null : toDecimalString(available),
  };
}

export function lineOf(line: ListedLine, catalogue: Catalogue, language: Language): Line {
  const { number, fileLine, amountGiven, externalId, name, note, attempt, state, doubts } = line;
  const words = (problem: LineProblem): Line['problems'][number] => problemOf(problem, line, catalogue, language);
  return {
    ...{ number, fileLine, amountGiven, externalId, name, note, attempt, state },
    phone: line.phone ?? line.phoneGiven,
    amount: line.amount === null ? null : toDecimalString(line.amount),
    service: line.codeService ?? line.serviceGiven,
    fee: line.fee === null ? null : toDecimalString(line.fee),
    problems: (line.problems ?? []).map(words),
    doubts: doubts ?? [],
    transactionId: line.operationId,
    failure: failureOf(line, words),
  };
}

function failureOf(line: ListedLine, words: (problem: LineProblem) => Line['problems'][number]): Line['failure'] {
  if (line.state !== 'failed') return null;
  if (line.failure !== null) return words(line.failure);
  // The catalogue's words are in the person's language; a provider's own stand on the transaction's page.
  if (line.errorId !== null) return words({ column: 'line', problem: 'refused', errorId: line.errorId });
  return { column: 'line', problem: 'refused', text: line.errorMessage };
}

function problemOf(
  { column, problem, errorId }: LineProblem,
  line: ListedLine,
  catalogue: Catalogue,
  language: Language,
): Line['problems'][number] {
  if (errorId === undefined) return { column, problem, text: null };
  const service = catalogue.service(line.codeService ?? line.serviceGiven);
  const amount = line.amount === null ? line.amountGiven : `${toDecimalString(line.amount)} ${service?.currency ?? ''}`.trim();
  return { column, problem, text: errorCodeAndText(catalogue, errorId, language).text.replace('__amount__', amount) };
}
