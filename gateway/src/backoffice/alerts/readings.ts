// Reads what the alerts are found in. What fails is null, so that one source that is away hides no
// other.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Backlog } from '../../payments/callbacks/index.ts';
import type { CarrierBalances } from '../../messaging/carrier-balances/index.ts';
import type { ForecastOf } from '../../payments/ledger/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Advice } from '../../platform/health/index.ts';
import type { Log } from '../../platform/log.ts';
import { listUnproved, partyName, partyStands } from '../reconciliation/index.ts';
import type { Readings } from './find.ts';
import { ruleOf, type AlertSettings } from './settings.ts';

/** Counting on would cost more than it tells. */
const agedMax = 1_000;
/** A route whose last statement is older has none any more. */
const statementDaysMax = 60;

const countAged: Statement = {
  name: 'count_aged_operations',
  text: `select count(*)::integer as count from (
      select from operation where state = 'UNKNOWN' and created_at < jokko_now() - $1
        * interval '1 minute' limit ${agedMax}) aged`,
};
const selectStatements: Statement = {
  name: 'select_days_since_statements',
  text: `select ${partyName} as route, (extract(epoch from jokko_now() - max(period_until)) /
    86400)::float8 as days from reconciliation_file f
    where state = 'done' and period_until is not null and ${partyStands} group by 1
    having max(period_until) > jokko_now() - interval '${statementDaysMax} days'`,
};

export interface ReadingsDeps {
  database: Database;
  /** Advice about nodes, tasks, database, disk, carriers and secrets. */
  advice(): Promise<Advice[]>;
  /** Routes that do not work as they usually do. */
  routes(): Promise<{ route: string; value: number | null }[]>;
  /** All floats, with how long they last. */
  floatForecasts(): Promise<ForecastOf[]>;
  /** What carriers of SMS connections told. */
  carrierBalances(): Promise<CarrierBalances>;
  backlog: Backlog;
  log: Log;
}

export async function readAll(
  { database, advice, routes, floatForecasts, carrierBalances, backlog, log }: ReadingsDeps,
  settings: AlertSettings,
): Promise<Readings> {
  const orNull = async <Value>(source: string, reading: Promise<Value>): Promise<Value | null> =>
    reading.catch((error: unknown) => {
      log.warn({ source, reason: String(error) }, 'alerts: not read');
      return null;
    });
  const [known, disturbed, floats, balances, aged, statements, unproved] = await Promise.all([
    orNull('health', advice()),
    orNull('routes', routes()),
    watchesFloats(settings) ? orNull('floats', floatForecasts()) : [],
    settings.smsBalances.length > 0 ? orNull('carrier balances', carrierBalances()) : new Map(),
    orNull('aged operations', countAgedOperations(database, settings)),
    orNull('statements', database.query<{ route: string; days: number }>(selectStatements)),
    orNull('unproved statements', listUnproved(database)),
  ]);
  return {
    advice: known,
    routes: disturbed,
    floats,
    carrierBalances: balances,
    backlog,
    aged,
    statements,
    unproved,
  };
}

const watchesFloats = (settings: AlertSettings): boolean =>
  settings.floats.length > 0 || ruleOf(settings, 'floatHours').on;

async function countAgedOperations(session: Session, settings: AlertSettings): Promise<number> {
  const { on, limit } = ruleOf(settings, 'agedMoney');
  if (!on) return 0;
  const [row] = await session.query<{ count: number }>(countAged, [limit ?? 1]);
  return row!.count;
}
