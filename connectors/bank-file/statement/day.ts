// The bank's record of a day, from the statements that it has put.

import type { FiledDay, ReceivedFile, StatedBalance } from '@jokko/connectors/kit';
import { worksOn } from '../calendar.ts';
import { settingsOf } from '../config.ts';
import type { BankFileConfig } from '../config.ts';
import { readStatements } from '../read-file.ts';
import { mergeDay } from './merge.ts';
import type { Statement } from '@jokko/connectors/kit/bank-statement';

/**
 * None while no statement covers the day: half a day is none. A day on which the bank does not work
 * needs none, once a later day is covered: until then a statement may still tell of it.
 */
export function statementOfDay(
  config: BankFileConfig,
  files: readonly ReceivedFile[],
  day: string,
): FiledDay {
  const statements = files.flatMap((file) => readStatements(config, file));
  const covering = statements.filter(({ covers, days }) => covers && days.includes(day));
  const isClosedDay =
    !worksOn(settingsOf(config).calendar, day) &&
    statements.some(({ covers, days }) => covers && (days.at(-1) ?? '') > day);
  if (covering.length === 0 && !isClosedDay)
    return { kind: 'none', reason: `the bank has put no statement of ${day} yet` };
  return {
    kind: 'read',
    lines: mergeDay(statements, day),
    said: {
      utcOffsetMinutes: config.utcOffsetMinutes ?? 0,
      balances: balancesOf(statements, day),
    },
  };
}

/** What the day opens with and closes with, by the statements that end there or begin there. */
function balancesOf(statements: readonly Statement[], day: string): StatedBalance[] {
  const ordered = inOrder(statements.filter(({ days }) => days.includes(day)));
  const currencies = new Set(
    ordered.flatMap(({ balances }) => balances.map(({ currency }) => currency)),
  );
  return [...currencies].flatMap((currency) => {
    const opening = ordered.map((each) => openingOf(each, currency, day)).find(isAmount) ?? null;
    const closing = ordered.map((each) => closingOf(each, currency, day)).findLast(isAmount);
    if (opening === null && closing === undefined) return [];
    return [{ currency, opening, closing: closing ?? null }];
  });
}

const isAmount = (amount: bigint | null): amount is bigint => amount !== null;

/** By what they are of; of the same, the one that came last corrects the others. */
const inOrder = (statements: readonly Statement[]): Statement[] =>
  statements.toSorted(
    (one, other) => startOf(one) - startOf(other) || (one.page ?? 0) - (other.page ?? 0),
  );
const startOf = ({ span, days }: Statement): number => span?.fromMs ?? Date.parse(days[0]!);

/** Carried on through the days before, where the statement is of several. */
function openingOf(
  { balances, days, entries }: Statement,
  currency: string,
  day: string,
): bigint | null {
  const opening = balances.find((each) => each.currency === currency)?.opening;
  if (opening == null || days.length === 0) return null;
  return entries
    .filter((entry) => entry.day < day && entry.currency === currency)
    .reduce((sum, { isCredit, amount }) => sum + (isCredit ? amount : -amount), opening.amount);
}

/**
 * The balance of a statement that closes the day: what a part of it ends with is no end of the day.
 */
function closingOf(
  { balances, days, covers }: Statement,
  currency: string,
  day: string,
): bigint | null {
  const closing = balances.find((each) => each.currency === currency)?.closing;
  const closes = covers && days.at(-1) === day;
  return !closes || closing == null || closing.isInterim ? null : closing.amount;
}
