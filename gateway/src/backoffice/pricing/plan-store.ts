// Stores price plans, and which account has which.

import type { PriceEntry } from '../../payments/catalogue/index.ts';
import type { Session, Statement } from '../../platform/db/database.ts';

export interface PlanService {
  code: string;
  /** Null: the catalogue's. */
  price: PriceEntry | null;
}

export interface PlanContent {
  name: string;
  services: PlanService[];
  /** Calls a second; null: the plan leaves it as it is. */
  rateLimit: number | null;
}

export interface PricePlan extends PlanContent {
  id: number;
  version: number;
  changedBy: string;
  changedAt: Date;
}

export interface ListedPlan {
  id: number;
  name: string;
  services: number;
  developers: number;
  behind: number;
  changedBy: string;
  changedAt: Date;
}

export interface PlanDeveloper {
  id: number;
  name: string;
  behind: boolean;
  appliedAt: Date;
}

const columns = `p.id, p.name, p.version, p.services, p.rate_limit as "rateLimit", u.name as "changedBy", p.changed_at as "changedAt"`;
const selectPlan: Statement = {
  name: 'select_price_plan',
  text: `select ${columns} from price_plan p join portal_user u on u.id = p.changed_by
    where p.id = $1`,
};
const selectPlans: Statement = {
  name: 'list_price_plans',
  text: `select p.id, p.name, json_array_length(p.services) as services, u.name as "changedBy",
    p.changed_at as "changedAt",
      count(d.account_id)::integer as developers, count(d.account_id) filter
        (where d.version < p.version)::integer as behind
    from price_plan p join portal_user u on u.id = p.changed_by left join account_price_plan d
      on d.plan_id = p.id
    group by p.id, u.name order by lower(p.name)`,
};
const insertPlan: Statement = {
  name: 'insert_price_plan',
  text: `insert into price_plan (name, services, rate_limit, changed_by) values ($1, $2, $3, $4)
    on conflict (lower(name)) do nothing returning id`,
};
const updatePlan: Statement = {
  name: 'update_price_plan',
  text: `update price_plan set name = $3, services = $4, rate_limit = $5, changed_by = $6,
    changed_at = jokko_now(), version = version + 1
    where id = $1 and version = $2 and not exists (select from price_plan o
      where lower(o.name) = lower($3) and o.id <> $1) returning id`,
};
const selectDevelopers: Statement = {
  name: 'list_developers_of_price_plan',
  text: `select a.id, a.name, d.version < p.version as behind, d.applied_at as "appliedAt"
    from account_price_plan d join price_plan p on p.id = d.plan_id join account a
      on a.id = d.account_id
    where d.plan_id = $1 order by d.version < p.version desc, d.account_id limit $2`,
};
const countDevelopers: Statement = {
  name: 'count_developers_of_price_plan',
  text: `select count(*)::integer as developers, count(*) filter
    (where d.version < p.version)::integer as behind
    from account_price_plan d join price_plan p on p.id = d.plan_id where d.plan_id = $1`,
};
const upsertDeveloper: Statement = {
  name: 'set_account_price_plan',
  text: `insert into account_price_plan (account_id, plan_id, version) values ($1, $2, $3)
    on conflict (account_id) do update set plan_id = excluded.plan_id, version = excluded.version,
      applied_at = jokko_now()`,
};

export async function findPlan(session: Session, id: number): Promise<PricePlan | null> {
  return (await session.query<PricePlan>(selectPlan, [id]))[0] ?? null;
}

/** By name. */
export function listPlans(session: Session): Promise<ListedPlan[]> {
  return session.query(selectPlans);
}

/** Its id; null: the name is taken. */
export async function storePlan(
  session: Session,
  { name, services, rateLimit }: PlanContent,
  userId: number,
): Promise<number | null> {
  const values = [name, JSON.stringify(services), rateLimit, userId];
  return (await session.query<{ id: number }>(insertPlan, values))[0]?.id ?? null;
}

/** False: it was changed since `version`, or the name is taken. */
export async function replacePlan(
  session: Session,
  { id, version }: { id: number; version: number },
  { name, services, rateLimit }: PlanContent,
  userId: number,
): Promise<boolean> {
  const values = [id, version, name, JSON.stringify(services), rateLimit, userId];
  return (await session.query(updatePlan, values)).length > 0;
}

/** The first ones, those that are behind before the others. */
export function listPlanDevelopers(
  session: Session,
  id: number,
  limit: number,
): Promise<PlanDeveloper[]> {
  return session.query(selectDevelopers, [id, limit]);
}

export async function countPlanDevelopers(
  session: Session,
  id: number,
): Promise<{ developers: number; behind: number }> {
  const [row] = await session.query<{ developers: number; behind: number }>(countDevelopers, [id]);
  return row!;
}

export async function storePlanOf(
  session: Session,
  accountId: number,
  { plan, version }: { plan: number; version: number },
): Promise<void> {
  await session.query(upsertDeveloper, [accountId, plan, version]);
}
