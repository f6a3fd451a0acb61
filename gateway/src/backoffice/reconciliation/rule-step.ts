// Compares discrepancies with the rules of their route: those of the rows that were matched just
// now, and those that were open before a rule was written.

import { toDecimalString } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { DiscrepancyEvidence } from './discrepancies.ts';
import { feeExplaining, type Rule } from './rules.ts';

const discrepanciesPerStep = 500;

interface Compared {
  id: number;
  class: 'amount' | 'fee';
  evidence: DiscrepancyEvidence;
  /** The rule that has explained it, and no user has spoken since; null: it is open. */
  ruleId: number | null;
}

/** What the gateway notes: `rule:` number, percent, fixed part, fee, currency. */
const noteOf = (rule: Rule, fee: bigint, currency: string): string =>
  `rule:${rule.id}:${rule.percent}:${rule.fixed}:${toDecimalString(fee)}:${currency}`;

// Our own money is no payment: what is missing of it is no fee.
const comparable = `g.class in ('amount', 'fee') and g.float_move_id is null`;
/** A user who opens again what a rule has explained knows better than any rule. */
const noUserOpenedAgain = `not exists (select from reconciliation_note n join reconciliation_note r
  on r.discrepancy_id = n.discrepancy_id and r.id < n.id
    and r.user_id is null and r.note like 'rule:%' where n.discrepancy_id = g.id
      and n.user_id is not null and n.to_state = 'open')`;
const lastNote = `select n.user_id, n.note from reconciliation_note n where n.discrepancy_id = g.id
  order by n.id desc limit 1`;
const selectOfRows: Statement = {
  name: 'list_gaps_for_rules',
  text: `select g.id, g.class, g.evidence,
      case when g.state = 'explained' then split_part(last.note, ':', 2)::integer end as "ruleId"
    from reconciliation_discrepancy g left join lateral (${lastNote}) as last on true
    where g.file_id = $1 and g.line > $2 and g.line <= $3 and ${comparable}
      and ((g.state = 'open' and ${noUserOpenedAgain}) or (g.state = 'explained'
        and last.user_id is null and last.note like 'rule:%')) for update of g`,
};
const selectRules: Statement = {
  name: 'list_rules_of_route',
  text: `select id, route, direction, percent, fixed, ended_at is null as active
    from reconciliation_rule where route = $1 order by id`,
};
const explain: Statement = {
  name: 'explain_gaps_by_rule',
  text: `with said as (select * from json_to_recordset($1::json) as s (id integer, rule integer,
    note text)),
    counted as (
      update reconciliation_rule r set explained = r.explained + c.count
        from (select rule, count(*)::integer as count from said group by rule) as c
          where r.id = c.rule),
    closed as (
      update reconciliation_discrepancy g set state = 'explained', changed_at = jokko_now()
        from said where g.id = said.id)
    insert into reconciliation_note (discrepancy_id, to_state, note) select id, 'explained', note
      from said`,
};
const reopen: Statement = {
  name: 'reopen_gaps_of_rule',
  text: `with opened as (
      update reconciliation_discrepancy g set state = 'open', changed_at = jokko_now()
        where g.id = any($1::integer[]) returning g.id)
    insert into reconciliation_note (discrepancy_id, to_state, note)
      select id, 'open', 'differs_again' from opened`,
};

interface RuleOfRoute extends Rule {
  active: boolean;
}

/** The rows of a file that were matched in this step. */
export async function applyRules(
  session: Session,
  { id, route }: { id: number; route: string | null },
  after: number,
  until: number,
): Promise<void> {
  // A bank account has none.
  if (route === null) return;
  const rules = await session.query<RuleOfRoute>(selectRules, [route]);
  if (rules.length === 0) return;
  const found = await session.query<Compared>(selectOfRows, [id, after, until]);
  const isStill = ({ ruleId, evidence, class: name }: Compared): boolean =>
    rules.some((rule) => rule.id === ruleId && feeExplaining(rule, evidence, name) !== null);
  const changed = found.filter((each) => each.ruleId !== null && !isStill(each));
  await session.query(reopen, [changed.map((each) => each.id)]);
  const active = rules.filter((rule) => rule.active);
  await explainBy(session, active, [...found.filter(({ ruleId }) => ruleId === null), ...changed]);
}

async function explainBy(
  session: Session,
  rules: readonly Rule[],
  discrepancies: readonly Compared[],
): Promise<void> {
  const said = discrepancies.flatMap(({ id, class: name, evidence }) => {
    for (const rule of rules) {
      const fee = feeExplaining(rule, evidence, name);
      if (fee !== null)
        return [{ id, rule: rule.id, note: noteOf(rule, fee, evidence.theirs!.currency!) }];
    }
    return [];
  });
  await session.query(explain, [JSON.stringify(said)]);
}

const leaseRule: Statement = {
  name: 'lease_reconciliation_rule',
  // While a statement is matched, some of its rows have not been compared and are not open to be
  // found.
  text: `select id, route, direction, percent, fixed, position from reconciliation_rule r
    where position is not null
      and not exists (select from reconciliation_file f where f.route = r.route
        and f.state in ('matching', 'searching'))
    order by id limit 1 for update skip locked`,
};
const selectOpen: Statement = {
  name: 'list_open_gaps_for_rule',
  text: `select g.id, g.class, g.evidence, null::integer as "ruleId"
    from reconciliation_discrepancy g join reconciliation_file f on f.id = g.file_id
    where f.route = $1 and f.state = 'done' and g.id > $2 and g.state = 'open' and ${comparable}
      and ${noUserOpenedAgain}
    order by g.id limit ${discrepanciesPerStep} for update of g`,
};
const setPosition: Statement = {
  name: 'set_rule_position',
  text: 'update reconciliation_rule set position = $2 where id = $1',
};

/** One step of a new rule through what was open before it; false where no rule is new. */
export async function ruleStep(session: Session): Promise<boolean> {
  const [rule] = await session.query<Rule & { position: number }>(leaseRule);
  if (rule === undefined) return false;
  const open = await session.query<Compared>(selectOpen, [rule.route, rule.position]);
  await explainBy(session, [rule], open);
  const isLast = open.length < discrepanciesPerStep;
  await session.query(setPosition, [rule.id, isLast ? null : open.at(-1)!.id]);
  return true;
}
