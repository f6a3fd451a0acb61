// `jokko settlement terms`: limits and fee of settlements in a currency, for those asked for from now on.

import { toDecimalString } from '@jokko/contract';
import { loadTerms, setTerms, type Terms } from '../domain/settlements/index.ts';
import { readAmount, readArguments, readCurrency } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const options = {
  minimum: { type: 'string' },
  maximum: { type: 'string' },
  fee: { type: 'string' },
  'fee-percent': { type: 'string' },
} as const;
const shareOfPercent = 100;
const percentMax = 10;

export const command: Command = {
  usage: 'settlement terms CURRENCY [--minimum AMOUNT] [--maximum AMOUNT|none] [--fee AMOUNT] [--fee-percent 0.5]',
  run(args, output) {
    const { values, positionals } = readArguments(args, options, ['CURRENCY']);
    const currency = readCurrency(positionals[0] ?? '');
    const amount = (text: string): bigint => (text === '0' ? 0n : readAmount(text, currency));
    const change: Partial<Terms> = {};
    if (values.minimum !== undefined) change.minimum = amount(values.minimum);
    if (values.maximum !== undefined) change.maximum = values.maximum === 'none' ? null : readAmount(values.maximum, currency);
    if (values.fee !== undefined) change.fee = amount(values.fee);
    if (values['fee-percent'] !== undefined) change.feeShare = readPercent(values['fee-percent']);
    return withInstallation(async ({ database }) => {
      const present = await loadTerms(database, currency);
      const wanted = { ...present, ...change };
      if (wanted.maximum !== null && wanted.maximum < wanted.minimum) throw new UsageError('the maximum is below the minimum');
      const terms = Object.keys(change).length === 0 ? present : await setTerms(database, { kind: 'command' }, currency, change);
      const told = {
        currency,
        minimum: toDecimalString(terms.minimum),
        maximum: terms.maximum === null ? null : toDecimalString(terms.maximum),
        fee: toDecimalString(terms.fee),
        feePercent: terms.feeShare / shareOfPercent,
      };
      output.result(
        told,
        () => `${currency}: from ${told.minimum} to ${told.maximum ?? 'any amount'}, fee ${told.fee} and ${told.feePercent} %`,
      );
      return 0;
    });
  },
};

/** "0.5" is 50 ten-thousandths. */
function readPercent(text: string): number {
  const share = Math.round(Number(text) * shareOfPercent);
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text) || share > percentMax * shareOfPercent) {
    throw new UsageError(`--fee-percent takes 0 to ${percentMax} with at most two decimals`);
  }
  return share;
}
