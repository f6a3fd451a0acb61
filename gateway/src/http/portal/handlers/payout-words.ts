// How does a batch of payouts look to a person? Amounts as texts, problems with the words of the error catalogue.

import { toDecimalString, type Language } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import { errorCodeAndText, type Catalogue } from '../../../domain/catalogue/index.ts';
import type { LineProblem, ListedBatch, ListedLine } from '../../../domain/payouts/index.ts';

type Summary = RouteAnswer<'GET payouts'>['items'][number];
type Details = RouteAnswer<'GET payouts/:id'>;
type Line = RouteAnswer<'GET payouts/:id/lines'>['items'][number];

export function summaryOf({ id, name, state, currency, counts, wrong, doubtful, ...batch }: ListedBatch): Summary {
  return {
    ...{ id, name, state, currency, counts, wrong, doubtful },
    lines: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...{ amount: toDecimalString(batch.amount), fees: toDecimalString(batch.fees) },
    ...{ madeBy: batch.madeByName, createdAt: batch.createdAt.toISOString(), changedAt: batch.changedAt.toISOString() },
  };
}

/** @param available what can be spent; null: not to be told. */
export function detailsOf(batch: ListedBatch, personId: number, available: bigint | null): Details {
  const { fileName, codeService, submittedByName: submittedBy, decidedByName: decidedBy, decisionNote, wishExpired: expired } = batch;
  const cost = batch.amount + batch.fees;
  return {
    ...summaryOf(batch),
    ...{ fileName, codeService, submittedBy, decidedBy, decisionNote, expired },
    own: batch.submittedBy === personId,
    wish: batch.wishId,
    cost: toDecimalString(cost),
    short: available !== null && available < cost && (batch.state === 'draft' || batch.state === 'awaiting_approval'),
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
