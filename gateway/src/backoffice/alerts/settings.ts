// The operator's rules: what is an alert, who is told of it and when. A version for each change;
// the newest counts, and before the first one the defaults do.

import type { RouteBody } from '@jokko/contract/portal';
import { alertRules } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';

export type AlertRule = (typeof alertRules)[number];
export type Severity = 'critical' | 'warning';
export type AlertSettings = RouteBody<'POST operator/alert-settings'>['settings'];
export type RuleSettings = AlertSettings['rules'][number];

const warnings: readonly AlertRule[] = [
  'floatHours',
  'agedMoney',
  'callbacks',
  'queue',
  'reconciliation',
  'statement',
  'certificate',
];
const limits: { readonly [rule in AlertRule]?: number } = {
  floatHours: 12,
  agedMoney: 15,
  callbacks: 10,
  reconciliation: 2,
};

const defaultOf = (rule: AlertRule): RuleSettings => ({
  rule,
  on: true,
  severity: warnings.includes(rule) ? 'warning' : 'critical',
  limit: limits[rule] ?? null,
});

const defaults: AlertSettings = {
  rules: alertRules.map(defaultOf),
  floats: [],
  smsBalances: [],
  quiet: null,
  escalateMinutes: 15,
  people: [],
  sms: null,
};

const selectNewest: Statement = {
  name: 'select_alert_settings',
  text: 'select version, document from alert_settings order by version desc limit 1',
};
// Two who change the same version at once: the second one is refused.
const insertVersion: Statement = {
  name: 'insert_alert_settings',
  text: `insert into alert_settings (document, made_by)
    select $2, $3 where coalesce((select max(version) from alert_settings), 0) = $1
      returning version`,
};
const lock: Statement = {
  name: 'lock_alert_settings',
  text: 'lock table alert_settings in share row exclusive mode',
};

export interface SettingsInForce {
  /** 0: the defaults. */
  version: number;
  settings: AlertSettings;
}

/** Rules and members that came later than the stored version have their defaults. */
export async function readSettings(session: Session): Promise<SettingsInForce> {
  const [row] = await session.query<{ version: number; document: AlertSettings }>(selectNewest);
  if (row === undefined) return { version: 0, settings: defaults };
  const { document } = row;
  const rules = alertRules.map(
    (rule) => document.rules.find((known) => known.rule === rule) ?? defaultOf(rule),
  );
  return { version: row.version, settings: { ...defaults, ...document, rules } };
}

/**
 * The balance at the carrier of an SMS connection below which an alert begins, in the carrier's
 * units; null: none is set.
 */
export const minimumOf = ({ smsBalances }: AlertSettings, name: string): number | null =>
  smsBalances.find(({ connection }) => connection === name)?.minimum ?? null;

/** In the caller's transaction. The new version; null: `version` is not in force any more. */
export async function storeSettings(
  session: Session,
  { version, settings, userId }: SettingsInForce & { userId: number | null },
): Promise<number | null> {
  await session.query(lock);
  const values = [version, JSON.stringify(settings), userId];
  return (await session.query<{ version: number }>(insertVersion, values))[0]?.version ?? null;
}

export const ruleOf = ({ rules }: AlertSettings, rule: AlertRule): RuleSettings =>
  rules.find((known) => known.rule === rule) ?? defaultOf(rule);
