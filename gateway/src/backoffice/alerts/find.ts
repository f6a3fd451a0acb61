// Decides what is wrong, from what was read and by the operator's rules. Pure.

import { toJsonNumber } from '@jokko/contract';
import type { CarrierBalances } from '../../messaging/carrier-balances/index.ts';
import type { Advice } from '../../platform/health/index.ts';
import type { Backlog } from '../../payments/callbacks/index.ts';
import type { ForecastOf } from '../../payments/ledger/index.ts';
import type { Unproved } from '../reconciliation/index.ts';
import { ruleOf, type AlertRule, type AlertSettings, type Severity } from './settings.ts';

export interface Finding {
  rule: AlertRule;
  subject: string;
  severity: Severity;
  /** How much, in the unit of the rule; null: it is so or not. */
  value: number | null;
  /** The minimum that the value is below, in the same unit. */
  threshold?: number;
}

/** What was read; null: it could not be, and what is known of it stays. */
export interface Readings {
  advice: readonly Advice[] | null;
  routes: readonly { route: string; value: number | null }[] | null;
  floats: readonly ForecastOf[] | null;
  carrierBalances: CarrierBalances | null;
  backlog: Readonly<Backlog> | null;
  /** Operations without a result for longer than the rule's limit. */
  aged: number | null;
  /** Days since the end of the newest statement, of routes that had one. */
  statements: readonly { route: string; days: number }[] | null;
  /** Statements whose balances do not prove them whole. */
  unproved: readonly Unproved[] | null;
}

const minorPerUnit = 10_000n;
const msPerMinute = 60_000;

/** What advice is about which rule; the rest is for the page Health alone. */
const ruleOfAdvice: { readonly [code in Advice['code']]?: AlertRule } = {
  nodeGone: 'node',
  clockSkew: 'node',
  nodePaused: 'queue',
  taskFailing: 'queue',
  taskLate: 'queue',
  carrierDown: 'smsLink',
  smsStuck: 'smsLink',
  diskLow: 'disk',
  secretExpires: 'certificate',
  recoveryNeeded: 'database',
  routesClosed: 'database',
  connectionsFull: 'database',
  longTransaction: 'database',
  archiveFailing: 'database',
};

const rulesOfAdvice = [...new Set(Object.values(ruleOfAdvice))];

type Found = Omit<Finding, 'severity'>;

/** `rules`: those that could be judged, whose other alerts have ended. */
export function findAlerts(
  settings: AlertSettings,
  readings: Readings,
): { rules: AlertRule[]; findings: Finding[] } {
  const found: Partial<Record<AlertRule, Found[]>> = {
    ...(readings.advice !== null && fromAdvice(readings.advice)),
    ...(readings.routes !== null && {
      route: readings.routes.map(({ route, value }) => ({ rule: 'route', subject: route, value })),
    }),
    ...(readings.floats !== null && {
      float: lowFloats(settings, readings.floats),
      floatHours: shortFloats(settings, readings.floats),
    }),
    ...(readings.carrierBalances !== null && {
      smsBalance: lowBalances(settings, readings.carrierBalances),
    }),
    ...(readings.backlog !== null && { callbacks: lateCallbacks(settings, readings.backlog) }),
    ...(readings.aged !== null && {
      agedMoney:
        readings.aged > 0
          ? [{ rule: 'agedMoney', subject: 'operations', value: readings.aged }]
          : [],
    }),
    ...(readings.statements !== null && {
      reconciliation: missingStatements(settings, readings.statements),
    }),
    ...(readings.unproved !== null && { statement: readings.unproved.map(ofStatement) }),
  };
  // A rule that is off has nothing to say, whether or not it could be read.
  const rules = settings.rules
    .filter(({ rule, on }) => !on || found[rule] !== undefined)
    .map(({ rule }) => rule);
  const findings = rules.flatMap((rule) => {
    const { on, severity } = ruleOf(settings, rule);
    return on ? found[rule]!.map((each) => ({ ...each, severity })) : [];
  });
  return { rules, findings };
}

function fromAdvice(advice: readonly Advice[]): Partial<Record<AlertRule, Found[]>> {
  const found = new Map<AlertRule, Map<string, Found>>(
    rulesOfAdvice.map((rule) => [rule, new Map()]),
  );
  for (const { code, about, seconds } of advice) {
    const rule = ruleOfAdvice[code];
    if (rule === undefined) continue;
    // Two faults of one node are one alert.
    const subject = rule === 'database' || rule === 'disk' ? code : (about ?? code);
    found.get(rule)!.set(subject, { rule, subject, value: seconds ?? null });
  }
  return Object.fromEntries([...found].map(([rule, by]) => [rule, [...by.values()]]));
}

const lowFloats = ({ floats: minimums }: AlertSettings, floats: readonly ForecastOf[]): Found[] =>
  minimums.flatMap(({ route, currency, minimum }) => {
    const known = floats.find((float) => float.route === route && float.currency === currency);
    const units = Number((known?.amount ?? 0n) / minorPerUnit);
    return units < minimum
      ? [
          {
            rule: 'float' as const,
            subject: `${route} ${currency}`,
            value: units,
            threshold: minimum,
          },
        ]
      : [];
  });

/** By what was read last: a balance that nobody has read is not low. */
const lowBalances = (
  { smsBalances: minimums }: AlertSettings,
  balances: CarrierBalances,
): Found[] =>
  minimums.flatMap(({ connection, minimum }) => {
    const known = balances.get(connection)?.balance ?? null;
    if (known === null || known.available >= BigInt(minimum) * minorPerUnit) return [];
    const subject = `${connection} ${known.currency}`;
    return [
      {
        rule: 'smsBalance' as const,
        subject,
        value: toJsonNumber(known.available),
        threshold: minimum,
      },
    ];
  });

/**
 * At their usual pace; of what is known for too short a time nothing is said, nor of a float below
 * zero: nobody books its deposits.
 */
const shortFloats = (settings: AlertSettings, floats: readonly ForecastOf[]): Found[] =>
  floats.flatMap(({ route, currency, amount, forecast }) => {
    const hoursLeft = forecast?.hoursLeft ?? Infinity;
    return amount >= 0n && hoursLeft < (ruleOf(settings, 'floatHours').limit ?? 1)
      ? [{ rule: 'floatHours' as const, subject: `${route} ${currency}`, value: hoursLeft }]
      : [];
  });

function lateCallbacks(settings: AlertSettings, { lateMs }: Backlog): Found[] {
  const minutes = Math.floor(lateMs / msPerMinute);
  return minutes >= (ruleOf(settings, 'callbacks').limit ?? 1)
    ? [{ rule: 'callbacks', subject: 'delivery', value: minutes }]
    : [];
}

/** By whatever clock it begins at midnight. */
const dayAt = (from: Date): string =>
  new Date(from.getTime() + 720 * msPerMinute).toISOString().slice(0, 10);

const ofStatement = ({ fileId, party, from, currency }: Unproved): Found => ({
  rule: 'statement',
  subject: `${party} ${dayAt(from)} ${currency} (${fileId})`,
  value: null,
});

const missingStatements = (
  settings: AlertSettings,
  statements: readonly { route: string; days: number }[],
): Found[] =>
  statements
    .filter(({ days }) => days >= (ruleOf(settings, 'reconciliation').limit ?? 1))
    .map(({ route, days }) => ({
      rule: 'reconciliation',
      subject: route,
      value: Math.floor(days),
    }));
