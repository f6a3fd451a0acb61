// Checks an operation against the ceilings and the duplicate window of its service. Runs under the
// account lock, so that two requests at the same moment cannot both pass.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { Refusal, Rules } from '../model/commands.ts';
import type { OperationTerms } from '../model/operation.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const monthMs = 30 * dayMs;
/** Error catalogue ids. */
const errorIds = { sameAmountSameRecipient: 6, daily: 51, weekly: 50, monthly: 18 };

interface Past {
  amount: bigint;
  at: Date;
}

/** What one account has moved to one recipient by one service in the last 30 days, one by one. */
export interface Usage {
  of(terms: OperationTerms): Past[];
  add(terms: OperationTerms, at: Date): void;
}

const selectUsage: Statement = {
  name: 'select_rule_usage',
  text: `
    select o.account_id, o.code_service, o.phone, o.amount, o.created_at
    from operation o
    where ruled and state not in ('FAILED', 'CANCELED', 'REFUNDED')
      and created_at > jokko_now() - interval '30 days'
      and (account_id, code_service, phone) in (select * from unnest($1::integer[], $2::text[],
        $3::text[]))`,
};

const keyOf = (accountId: number, codeService: string, phone: string): string =>
  `${accountId} ${codeService} ${phone}`;

/** Loads what the given openings need. Call it under the account lock. */
export async function loadUsage(session: Session, openings: OperationTerms[]): Promise<Usage> {
  const pasts = new Map<string, Past[]>();
  const push = (key: string, past: Past) => {
    const list = pasts.get(key);
    if (list === undefined) pasts.set(key, [past]);
    else list.push(past);
  };
  if (openings.length > 0) {
    const rows = await session.query<{
      account_id: number;
      code_service: string;
      phone: string;
      amount: bigint;
      created_at: Date;
    }>(selectUsage, [
      openings.map((terms) => terms.accountId),
      openings.map((terms) => terms.codeService),
      openings.map((terms) => terms.phone),
    ]);
    for (const row of rows)
      push(keyOf(row.account_id, row.code_service, row.phone), {
        amount: row.amount,
        at: row.created_at,
      });
  }
  return {
    of: (terms) => pasts.get(keyOf(terms.accountId, terms.codeService, terms.phone)) ?? [],
    add: (terms, at) =>
      push(keyOf(terms.accountId, terms.codeService, terms.phone), { amount: terms.amount, at }),
  };
}

/** The amount that each ceiling leaves before an operation. Null: there is no ceiling. */
export interface Remaining {
  day: bigint | null;
  week: bigint | null;
  month: bigint | null;
}

export function remainingOf(
  terms: OperationTerms,
  rules: Rules | null,
  usage: Usage,
  now: Date,
): Remaining {
  const left = (maximum: bigint | null | undefined, ageMs: number): bigint | null => {
    if (maximum === null || maximum === undefined) return null;
    const used = sumOf(since(usage.of(terms), ageMs, now));
    return maximum > used ? maximum - used : 0n;
  };
  return {
    day: left(rules?.dailyMaximum, dayMs),
    week: left(rules?.weeklyMaximum, weekMs),
    month: left(rules?.monthlyMaximum, monthMs),
  };
}

const since = (past: readonly Past[], ageMs: number, now: Date): readonly Past[] =>
  past.filter((entry) => entry.at.getTime() > now.getTime() - ageMs);
const sumOf = (past: readonly Past[]): bigint => past.reduce((sum, { amount }) => sum + amount, 0n);

/** Returns the refusal of the first rule that the operation would break, or null. Pure. */
export function ruleBroken(
  terms: OperationTerms,
  rules: Rules,
  usage: Usage,
  now: Date,
): Refusal | null {
  const past = usage.of(terms);
  const refuse = (errorId: number): Refusal => ({ errorId, message: null });
  if (
    since(past, rules.duplicateWindowSeconds * 1000, now).some(
      (entry) => entry.amount === terms.amount,
    )
  )
    return refuse(errorIds.sameAmountSameRecipient);
  const exceeds = (maximum: bigint | null, ageMs: number): boolean =>
    maximum !== null && sumOf(since(past, ageMs, now)) + terms.amount > maximum;
  if (exceeds(rules.dailyMaximum, dayMs)) return refuse(errorIds.daily);
  if (exceeds(rules.weeklyMaximum, weekMs)) return refuse(errorIds.weekly);
  if (exceeds(rules.monthlyMaximum, monthMs)) return refuse(errorIds.monthly);
  return null;
}
