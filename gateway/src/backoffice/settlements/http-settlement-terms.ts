// Presents what an account may have settled: its balances with their terms, its destinations and
// its schedules.

import { countryPlans, ribCountries } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { loadBalances } from '../../payments/ledger/index.ts';
import { listDestinations, listSchedules, loadTerms, mostOf } from './index.ts';
import { destinationItem } from './http-settlement-messages.ts';

type Terms = RouteResult<'GET settlements/terms'>;

/** IBANs of other countries are read as well; these are where merchants of the franc zones bank. */
const furtherBankCountries = ['FR', 'GN', 'GW'];

const shareOfPercent = 100;

export async function termsOf(
  database: Database,
  accountId: number,
  userId: number,
): Promise<Terms> {
  const [balances, destinations, schedules] = await Promise.all([
    loadBalances(database, [accountId]),
    listDestinations(database, accountId),
    listSchedules(database, accountId),
  ]);
  return {
    balances: await Promise.all(
      balances
        .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
        .map((balance) => balanceOf(database, balance)),
    ),
    destinations: destinations.map((destination) => destinationItem(destination, userId)),
    schedules: schedules.map(
      ({ currency, destinationId, every, day, minimum, keep, nextAt, lastAt, lastOutcome }) => ({
        currency,
        destinationId,
        every,
        day,
        lastOutcome,
        nextAt,
        lastAt,
        minimum,
        keep,
      }),
    ),
    bankCountries: [...ribCountries, ...furtherBankCountries],
    walletCountries: Object.keys(countryPlans),
  };
}

async function balanceOf(
  database: Database,
  { currency, available, held }: { currency: string; available: bigint; held: bigint },
): Promise<Terms['balances'][number]> {
  const terms = await loadTerms(database, currency);
  return {
    currency,
    available,
    held,
    most: mostOf(terms, available, currency),
    minimum: terms.minimum,
    maximum: terms.maximum,
    fee: terms.fee,
    feePercent: String(terms.feeShare / shareOfPercent),
  };
}
