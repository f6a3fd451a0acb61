// Routes of price plans.

import type { RouteBody, RouteResult } from '@jokko/contract/portal';
import { loadAccountNames, setAccountServices } from '../../payments/accounts/index.ts';
import { priceFault, type Catalogue } from '../../payments/catalogue/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { pageRows } from '../../platform/http/page.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { findApprovalRequest, type ApprovalRequestKinds } from '../approvals/index.ts';
import {
  pricePlanApprovalRequest,
  requestPlan,
  type PricePlanApprovalRequest,
} from './apply-plan.ts';
import {
  countPlanDevelopers,
  findPlan,
  listPlanDevelopers,
  listPlans,
  replacePlan,
  storePlan,
  type PlanContent,
  type PlanService,
} from './plan-store.ts';
import { entryOf } from './price-entry.ts';
import { shownPrice } from './shown-price.ts';

interface PlanDeps {
  database: Database;
  kinds: ApprovalRequestKinds;
  catalogue(): Catalogue;
}

export function pricePlanHandlers(deps: PlanDeps) {
  return {
    ...readingHandlers(deps),
    ...editingHandlers(deps),
    async 'POST operator/price-plans/apply'({
      body: { id, accountId = null, reason },
      caller: { session },
      visit,
    }) {
      const asker = { userId: session.user.id, who: actorOf(session.user, visit) };
      const approvalRequest = await requestPlan({ ...deps, catalogue: deps.catalogue() }, asker, {
        id,
        accountId,
        reason: reason.trim(),
      });
      return approvalRequest === null ? notFound : { ok: true, answer: { approvalRequest } };
    },
    async 'POST operator/developers/services'({
      body: { id: accountId, codes, active },
      caller: { session },
      visit,
    }) {
      const change = { accountId, codes, active };
      const set = await setAccountServices(deps.database, actorOf(session.user, visit), change);
      return set === 'done' ? { ok: true, answer: {} } : notFound;
    },
  } satisfies Partial<Handlers>;
}

function readingHandlers({ database, catalogue }: PlanDeps) {
  return {
    async 'GET operator/price-plans'() {
      return { ok: true, answer: { items: await listPlans(database) } };
    },
    'GET operator/price-plan-services': () => ({
      ok: true,
      answer: { services: servicesOf(catalogue(), []) },
    }),
    async 'GET operator/price-plans/:id'({ params }) {
      const id = Number(params.id);
      const plan = await findPlan(database, id);
      if (plan === null) return notFound;
      const services = servicesOf(catalogue(), plan.services);
      const [developers, counts] = await Promise.all([
        listPlanDevelopers(database, id, pageRows),
        countPlanDevelopers(database, id),
      ]);
      const { name, version, rateLimit, changedBy, changedAt } = plan;
      return {
        ok: true,
        answer: {
          id,
          name,
          version,
          rateLimit,
          changedBy,
          changedAt,
          services,
          developers,
          developerCount: counts.developers,
          behindCount: counts.behind,
        },
      };
    },
    async 'GET operator/price-plan-requests/:id'({ params }) {
      const request = await findApprovalRequest(database, Number(params.id));
      if (request?.kind !== pricePlanApprovalRequest) return notFound;
      const { name: plan, accounts } = request.parameters as PricePlanApprovalRequest;
      const names = await loadAccountNames(
        database,
        accounts.map(({ id }) => id),
      );
      const developers = accounts.map((account) => ({
        id: account.id,
        name: names.get(account.id) ?? '',
        changes: changesShown(catalogue(), account.services),
        rateLimit: account.rateLimit,
      }));
      return { ok: true, answer: { plan, developers } };
    },
  } satisfies Partial<Handlers>;
}

function editingHandlers({ database, catalogue }: PlanDeps) {
  return {
    async 'POST operator/price-plans'({ body, caller: { session }, visit }) {
      const read = readContent(body, catalogue());
      if (!read.ok) return read;
      const id = await inTransaction(database, async (transaction) => {
        const stored = await storePlan(transaction, read.content, session.user.id);
        if (stored === null) return null;
        await recordAudit(transaction, {
          who: actorOf(session.user, visit),
          action: 'price-plan.create',
          subject: `price-plan/${stored}`,
          new: read.content,
        });
        return stored;
      });
      return id === null ? refuseField('name', 'known') : { ok: true, answer: { id } };
    },
    async 'POST operator/price-plans/save'({
      body: { id, version, ...body },
      caller: { session },
      visit,
    }) {
      const read = readContent(body, catalogue());
      if (!read.ok) return read;
      const old = await findPlan(database, id);
      if (old === null) return notFound;
      const saved = await inTransaction(database, async (transaction) => {
        const place = { id, version };
        if (!(await replacePlan(transaction, place, read.content, session.user.id))) return false;
        const { name, services, rateLimit } = old;
        await recordAudit(transaction, {
          who: actorOf(session.user, visit),
          action: 'price-plan.change',
          subject: `price-plan/${id}`,
          old: { name, services, rateLimit },
          new: read.content,
        });
        return true;
      });
      return saved ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}

function servicesOf(catalogue: Catalogue, held: readonly PlanService[]) {
  const prices = new Map(held.map(({ code, price }) => [code, price]));
  return catalogue.services.map(({ code, name, currency }) => ({
    code,
    name,
    currency,
    included: prices.has(code),
    price: shownPrice(catalogue, code, prices.get(code) ?? null)!,
  }));
}

type Given = RouteBody<'POST operator/price-plans'>;

function readContent(given: Given, catalogue: Catalogue) {
  const name = given.name.trim();
  if (name === '') return refuseField('name', 'empty');
  const services = given.services.map(({ code, price }) => ({
    code,
    price: price === null ? null : entryOf(price),
  }));
  const codes = new Set(services.map(({ code }) => code));
  if (codes.size < services.length) return refuseField('services', 'notAllowed');
  for (const { code, price } of services) {
    if (catalogue.service(code) === undefined) return refuseField('services', 'notAllowed');
    const fault = price === null ? null : priceFault(price);
    if (fault !== null) return refuseField(`${code}.${fault}`, 'notAllowed');
  }
  const content: PlanContent = { name, services, rateLimit: given.rateLimit };
  return { ok: true as const, content };
}

type Shown =
  RouteResult<'GET operator/price-plan-requests/:id'>['developers'][number]['changes'][number];

function changesShown(
  catalogue: Catalogue,
  changes: PricePlanApprovalRequest['accounts'][number]['services'],
): Shown[] {
  return changes.flatMap(({ code, before, after }) => {
    const service = catalogue.service(code);
    const price = shownPrice(catalogue, code, after.price);
    if (service === undefined || price === null) return [];
    const { name, currency } = service;
    const now = before === null ? null : shownPrice(catalogue, code, before.price);
    return [{ code, name, currency, before: now, after: price }];
  });
}
