// Checks whether a line can be paid and what it costs, through the admission of operations itself.
// Only what else can be wrong in a file is checked here.

import { defined, errorIds, notMultipleOf, serviceKind, type FieldProblem } from '@jokko/contract';
import type { Account } from '../../payments/accounts/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { quoteOperation, type Quote, type QuoteDeps } from '../../payments/operations/index.ts';
import {
  isCutNumber,
  isNameOf,
  isUncalculated,
  saysNothing,
  splitAmount,
} from '../../platform/spreadsheet/index.ts';
import type { GivenLine, PayoutColumn } from './columns.ts';

/** `line`: nothing that one column could mend. */
export type ProblemColumn = PayoutColumn | 'line';
export type ProblemKind =
  | FieldProblem
  /** Digits got lost: 2.21771E+11. */
  | 'scientific'
  /** 1.500 can be one and a half, or one thousand five hundred. */
  | 'ambiguous'
  /** More cells than the file has headings: a separator within an amount, mostly. */
  | 'extraCells'
  | 'unknownService'
  | 'notActivated'
  | 'notPayout'
  /** The batch came by API, and its key is limited to other services. */
  | 'notForKey'
  | 'otherCountry'
  | 'otherCurrency'
  | 'suspended'
  | 'routeDown'
  | 'sameIdInFile'
  | 'idUsed'
  /** The fee is higher than what was approved. */
  | 'feeGrew'
  /** Its transaction failed, and people have yet to decide whether the recipient has the money. */
  | 'caseOpen'
  /** Its transaction failed, and people found that the recipient has the money. */
  | 'paidAfterAll'
  /** `errorId` of the error catalogue says why. */
  | 'refused';

export interface LineProblem {
  column: ProblemColumn;
  problem: ProblemKind;
  /** Null: `unknown_error`. */
  errorId?: number | null;
  /**
   * For `idUsed`, where it is known: the transaction that has the id, or the batch of the line that
   * has it.
   */
  usedBy?: UsedBy;
}

export interface UsedBy {
  by: 'transaction' | 'batch';
  id: string;
}

/** Amounts in ten-thousandths. */
export interface ReadLine {
  phone: string;
  amount: bigint;
  codeService: string;
  fee: bigint;
  currency: string;
  country: string | null;
}

export interface CheckedLine {
  /** Null where it cannot be read so far. */
  read: ReadLine | null;
  problems: LineProblem[];
}

export interface LineContext {
  quote: QuoteDeps;
  account: Account;
  catalogue: Catalogue;
  /** The countries of the user who uploads; null: all. */
  countries: readonly string[] | null;
  /** The services of the key that makes the batch; absent or null: all. */
  keyServices?: ReadonlySet<string> | null;
}

const nameCharactersMax = 128;
const noteCharactersMax = 512;
/** Room for the number of a further attempt behind an id of at most 128 characters. */
const externalIdCharactersMax = 120;
const columnOf: { readonly [field: string]: PayoutColumn } = {
  phone: 'phone',
  amount: 'amount',
  codeService: 'service',
  externalTransactionId: 'externalId',
};

/** The request that pays a line: what `POST operation` would get. */
export function requestOf(line: {
  phone: string;
  amount: string;
  codeService: string;
  externalId: string;
  payout: number;
  number: number;
  data: object | null;
  callbackUrl: string | null;
}): object {
  const { phone, amount, codeService, externalId, payout, number, data, callbackUrl } = line;
  return {
    phone,
    amount,
    codeService,
    externalTransactionId: externalId,
    data: { ...data, payout, line: number },
    ...defined({ callbackUrl }),
  };
}

/**
 * @param codeService of the batch, for a line that names none. @param externalId as it will be
 * sent.
 */
export function checkLine(
  context: LineContext,
  given: GivenLine,
  {
    codeService,
    externalId,
    payout,
    number,
  }: { codeService: string | null; externalId: string; payout: number; number: number },
): CheckedLine {
  const problems = spelling(given);
  const service = context.catalogue.service(
    given.service === '' ? (codeService ?? '') : given.service,
  );
  if (service === undefined)
    problems.push({
      column: 'service',
      problem: given.service === '' ? 'missing' : 'unknownService',
    });
  else if (serviceKind(service.kind).inPayoutFiles !== true)
    problems.push({ column: 'service', problem: 'notPayout' });
  else if (context.keyServices?.has(service.code) === false)
    problems.push({ column: 'service', problem: 'notForKey' });
  else if (context.countries !== null && !context.countries.includes(service.country ?? ''))
    problems.push({ column: 'service', problem: 'otherCountry' });
  if (service === undefined || problems.length > 0) return { read: null, problems };
  const amount = amountOf(given);
  const body = requestOf({
    phone: given.phone,
    amount: given.isExact ? amount.figures : plainAmount(amount.figures),
    codeService: service.code,
    externalId,
    payout,
    number,
    data: given.data,
    callbackUrl: null,
  });
  const quote = quoteOperation(context.quote, {
    body,
    account: context.account,
    catalogue: context.catalogue,
  });
  if (!quote.ok) return { read: null, problems: problemsOf(quote) };
  const named = [given.currency, amount.currency].filter((name) => name !== null);
  if (named.some((name) => !isNameOf(quote.terms.currency, name)))
    return { read: null, problems: [{ column: 'amount', problem: 'otherCurrency' }] };
  return quotedLine(quote, service);
}

/** A line that the catalogue knows, whether or not it takes it. */
function quotedLine(
  { terms, refusal }: Extract<Quote, { ok: true }>,
  { code, country }: { code: string; country: string | null },
): CheckedLine {
  const { phone, amount, commission: fee, currency } = terms;
  return {
    read: { phone, amount, codeService: code, fee, currency, country },
    problems:
      refusal === null
        ? []
        : [
            {
              column: columnOfError(refusal.errorId),
              problem: 'refused',
              errorId: refusal.errorId,
            },
          ],
  };
}

const amountErrors: ReadonlySet<number> = new Set([
  errorIds.belowMinimum,
  errorIds.aboveMaximum,
  ...Object.values(notMultipleOf),
]);

/** The catalogue refuses amounts; a provider has rules of its own. */
const columnOfError = (errorId: number | null): ProblemColumn =>
  errorId !== null && amountErrors.has(errorId) ? 'amount' : 'line';

/** A number whose last digits are lost: spreadsheets write so what is too long for them. */
const anyScientific = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;

/** What is wrong with the texts themselves, whatever they mean. */
function spelling(given: GivenLine): LineProblem[] {
  return given.isExact ? tooLong(given) : [...misread(given), ...tooLong(given)];
}

function misread(given: GivenLine): LineProblem[] {
  const problems: LineProblem[] = [];
  if (isCutNumber(given.externalId)) problems.push({ column: 'externalId', problem: 'scientific' });
  for (const column of ['externalId', 'name', 'note'] as const)
    if (isUncalculated(given[column])) problems.push({ column, problem: 'notAllowed' });
  for (const column of ['phone', 'amount'] as const) {
    if (given[column] === '' || saysNothing(given[column]))
      problems.push({ column, problem: 'missing' });
    else if (
      anyScientific.test(withoutSpaces(given[column])) ||
      (column === 'phone' && given.isCutPhone)
    )
      problems.push({ column, problem: 'scientific' });
  }
  if (isAmbiguous(given)) problems.push({ column: 'amount', problem: 'ambiguous' });
  if (given.extraCells) problems.push({ column: 'line', problem: 'extraCells' });
  return problems;
}

function tooLong(given: GivenLine): LineProblem[] {
  const problems: LineProblem[] = [];
  if (given.externalId.length > externalIdCharactersMax)
    problems.push({ column: 'externalId', problem: 'tooLong' });
  if (given.name.length > nameCharactersMax) problems.push({ column: 'name', problem: 'tooLong' });
  if (given.note.length > noteCharactersMax) problems.push({ column: 'note', problem: 'tooLong' });
  return problems;
}

/** `1500 FCFA`: the figures, and the currency beside them. Any other text is read as it is. */
function amountOf({ amount: text, isExact }: Pick<GivenLine, 'amount' | 'isExact'>): {
  figures: string;
  currency: string | null;
} {
  const split = isExact ? null : splitAmount(text);
  return split === null || split.currency === null || split.isNegative
    ? { figures: text, currency: null }
    : split;
}

/**
 * Thousands or decimals, however many digits or spaces stand before; or thousands that a comma has
 * moved to the next column.
 */
function isAmbiguous(given: GivenLine): boolean {
  const { name, note } = given;
  const amount = amountOf(given).figures;
  if (/^\d{1,3}$/.test(amount)) return [name, note].some((next) => /^\d{3}$/.test(next));
  return /^\d+[.,]\d{3}$/.test(withoutSpaces(amount)) && !/^0+[.,]/.test(amount);
}

const withoutSpaces = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]/g, '');

/** "1 500,50" as a French spreadsheet writes it, with a decimal point and without spaces. */
const plainAmount = (text: string): string => withoutSpaces(text).replace(/^(\d+),(\d+)$/, '$1.$2');

export function problemsOf(quote: Exclude<Quote, { ok: true }>): LineProblem[] {
  switch (quote.type) {
    case 'invalid':
      return quote.faults.map(({ field, problem }) => ({
        column: columnOf[field] ?? 'line',
        problem,
      }));
    case 'unknownService':
    case 'notActivated':
    case 'routeDown':
      return [{ column: 'service', problem: quote.type }];
    case 'suspended':
      return [{ column: 'line', problem: 'suspended' }];
  }
}
