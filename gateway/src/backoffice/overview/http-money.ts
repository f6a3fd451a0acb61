// Route of the money at a glance: what was processed and charged today beside the same day a week
// before, what is held, and how far each float is from its end.

import { tenThousandthsPerUnit } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { createForecastReader, createHeldReader } from '../../payments/ledger/index.ts';
import {
  addProcessed,
  createProcessedReader,
  type Processed,
  type ProcessedSum,
} from '../../payments/operations/index.ts';
import { readSettings } from '../alerts/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';

type Answer = RouteResult<'GET operator/overview/money'>;

export function moneyHandlers({ database }: { database: Database }) {
  const readProcessed = createProcessedReader(database);
  const readHeld = createHeldReader(database);
  const readForecasts = createForecastReader(database);
  return {
    async 'GET operator/overview/money'({ caller: { session } }) {
      const [processed, held, floats, { settings }] = await Promise.all([
        readProcessed(session.user.timeZone),
        readHeld(),
        readForecasts(),
        readSettings(database),
      ]);
      const answer: Answer = {
        currencies: currenciesOf(processed),
        held: held.map(({ currency, held: amount }) => ({ currency, amount })),
        floats: floats.map(({ route, currency, amount, forecast }) => {
          const limit = settings.floats.find(
            (each) => each.route === route && each.currency === currency,
          );
          return {
            route,
            currency,
            amount,
            hoursLeft: forecast?.hoursLeft ?? null,
            minimum: limit === undefined ? null : BigInt(limit.minimum) * tenThousandthsPerUnit,
          };
        }),
      };
      return { ok: true, answer };
    },
  } satisfies Partial<Handlers>;
}

/**
 * Those in which anything was processed in these hours or a week before, in the order of their
 * codes.
 */
function currenciesOf({ dayBegan, hours }: Processed): Answer['currencies'] {
  const today = hours.filter(({ at }) => at >= dayBegan);
  const now = addProcessed(today.flatMap(({ sums }) => sums));
  const before = addProcessed(today.flatMap(({ weekBefore }) => weekBefore));
  const all = addProcessed(hours.flatMap(({ sums, weekBefore }) => [...sums, ...weekBefore]));
  return all.map(({ currency }) => {
    const [present, past] = [sumIn(now, currency), sumIn(before, currency)];
    return {
      currency,
      amount: present.amount,
      fees: present.fees,
      weekBefore: { amount: past.amount, fees: past.fees },
      hours: hours.map(({ at, sums, weekBefore }) => ({
        at,
        amount: sumIn(sums, currency).amount,
        weekBefore: sumIn(weekBefore, currency).amount,
      })),
    };
  });
}

const sumIn = (sums: readonly ProcessedSum[], currency: string): ProcessedSum =>
  sums.find((each) => each.currency === currency) ?? { currency, amount: 0n, fees: 0n };
