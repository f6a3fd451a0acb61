// Rules about what a provider takes. A difference that is exactly the fee of a rule is explained
// by it. A rule has no effect on balances.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { DiscrepancyEvidence } from './discrepancies.ts';
import { feeOn, type AgreedFee } from './mapping.ts';
import type { Uploader } from './upload.ts';

export interface Rule extends AgreedFee {
  id: number;
  /** The route of the statements. */
  route: string;
  /** The direction of the money, seen from us. */
  direction: 'in' | 'out';
}

export interface ListedRule extends Rule {
  note: string;
  /** How many discrepancies it has explained. */
  explained: number;
  /** Null: the command line. */
  createdBy: string | null;
  createdAt: Date;
  endedBy: string | null;
  endedAt: Date | null;
}

/** Active ones first, then the last ended ones. */
const listedMax = 200;
const selectRules: Statement = {
  name: 'list_reconciliation_rules',
  text: `select r.id, r.route, r.direction, r.percent, r.fixed, r.note, r.explained,
    c.name as "createdBy", r.created_at as "createdAt",
      e.name as "endedBy", r.ended_at as "endedAt"
    from reconciliation_rule r left join portal_user c on c.id = r.created_by
      left join portal_user e on e.id = r.ended_by
    order by r.ended_at desc nulls first, r.id desc limit ${listedMax}`,
};
const insertRule: Statement = {
  name: 'insert_reconciliation_rule',
  text: `insert into reconciliation_rule (route, direction, percent, fixed, note, created_by)
    values ($1, $2, $3, $4, $5, $6)
    on conflict do nothing returning id`,
};
const endRuleOf: Statement = {
  name: 'end_reconciliation_rule',
  text: `update reconciliation_rule set ended_at = jokko_now(), ended_by = $2, position = null
    where id = $1 and ended_at is null
    returning id, route, direction, percent, fixed`,
};

export function listRules(session: Session): Promise<ListedRule[]> {
  return session.query<ListedRule>(selectRules);
}

/**
 * Null where an active rule says the same. The open discrepancies that it explains are closed in
 * the background.
 */
export function addRule(
  database: Database,
  { by, note, ...rule }: Omit<Rule, 'id'> & { note: string; by: Uploader },
): Promise<number | null> {
  const { route, direction, percent, fixed } = rule;
  return inTransaction(database, async (session) => {
    const [added] = await session.query<{ id: number }>(insertRule, [
      route,
      direction,
      percent,
      fixed,
      note,
      by.userId,
    ]);
    if (added === undefined) return null;
    await recordAudit(session, {
      who: by.who,
      action: 'reconciliation.rule',
      subject: `reconciliation-rule/${added.id}`,
      new: { ...rule, note },
    });
    return added.id;
  });
}

/** From now on it explains nothing more. False where it is not active. */
export function endRule(
  database: Database,
  { id, by }: { id: number; by: Uploader },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    const [ended] = await session.query<Rule>(endRuleOf, [id, by.userId]);
    if (ended === undefined) return false;
    const { id: _id, ...rule } = ended;
    await recordAudit(session, {
      who: by.who,
      action: 'reconciliation.rule-end',
      subject: `reconciliation-rule/${id}`,
      old: rule,
    });
    return true;
  });
}

type Compared = Pick<Rule, 'direction' | 'percent' | 'fixed'>;

/**
 * The fee of the rule where it is the whole difference, in ten-thousandths; else null. Either the
 * statement's fee is that fee, or its amount is ours without the fee that was kept back (money in),
 * or with the fee that was taken too (money out).
 */
export function feeExplaining(
  rule: Compared,
  { theirs, ours }: DiscrepancyEvidence,
  name: 'amount' | 'fee',
): bigint | null {
  if (theirs === null || ours === null || theirs.amount === null) return null;
  if (theirs.direction !== rule.direction || theirs.currency === null) return null;
  const stated = theirs.fee === null ? null : BigInt(theirs.fee);
  const theirAmount = BigInt(theirs.amount);
  if (name === 'fee') {
    const fee = feeOn(rule, theirAmount, theirs.currency);
    return stated === fee ? fee : null;
  }
  if (ours.direction !== theirs.direction || ours.currency !== theirs.currency) return null;
  const ourAmount = BigInt(ours.amount);
  const fee = feeOn(rule, ourAmount, ours.currency);
  // A fee beside the amount that is another one is a difference of its own.
  if (stated !== null && stated !== 0n && stated !== fee) return null;
  const expected = rule.direction === 'in' ? ourAmount - fee : ourAmount + fee;
  return theirAmount === expected ? fee : null;
}
