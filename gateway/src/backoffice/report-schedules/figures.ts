// The sums that the message of a report says, so that a phone shows them without its file.

import { toDecimalString } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Proof } from '../morning-proof/index.ts';
import type { ReportFigure } from '../notifications/index.ts';
import { totalsOf, type RevenueSum } from '../revenue/index.ts';
import { sumPaid } from '../settlements/index.ts';

/** More are read in the file. */
const differencesMax = 10;

export function proofFigures({ books, bank, providers }: Proof): ReportFigure[] {
  return [
    ...books.flatMap(({ currency, available, held }) => [
      { name: 'available' as const, of: null, amount: available, currency },
      { name: 'held' as const, of: null, amount: held, currency },
    ]),
    ...bank.flatMap(({ currency, received, paid }) => [
      { name: 'received' as const, of: null, amount: received, currency },
      { name: 'paid' as const, of: null, amount: paid, currency },
    ]),
    ...providers
      .filter(({ difference }) => difference !== null && Number(difference) !== 0)
      .slice(0, differencesMax)
      .map(({ routes, currency, difference }) => ({
        name: 'difference' as const,
        of: routes.join(', '),
        amount: difference!,
        currency,
      })),
  ];
}

export const revenueFigures = (sums: readonly RevenueSum[]): ReportFigure[] =>
  totalsOf(sums).flatMap((total) =>
    (['charged', 'returned', 'providerFees', 'margin'] as const).map((name) => ({
      name,
      of: null,
      amount: toDecimalString(total[name]),
      currency: total.currency,
    })),
  );

export const paidFigures = async (
  database: Database,
  period: { from: Date; until: Date },
): Promise<ReportFigure[]> =>
  (await sumPaid(database, period)).map(({ currency, amount }) => ({
    name: 'paid',
    of: null,
    amount: toDecimalString(amount),
    currency,
  }));
