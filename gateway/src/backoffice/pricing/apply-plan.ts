// Gives a price plan to developers: asked for by one user with what changes for each of them,
// carried out when another one approves it. All of it or nothing, and only what was shown.

import { isDeepStrictEqual } from 'node:util';
import { defined, toDecimalString } from '@jokko/contract';
import {
  loadAccountTerms,
  loadCatalogueCodes,
  setAccountTermsIn,
  type AccountTerms,
} from '../../payments/accounts/index.ts';
import {
  priceFor,
  type Catalogue,
  type Price,
  type PriceEntry,
} from '../../payments/catalogue/index.ts';
import type { Session } from '../../platform/db/database.ts';
import {
  changeOf,
  requestApproval,
  type ApprovalPreview,
  type ApprovalRequestDeps,
  type ApprovalRequestKinds,
  type ApprovedApprovalRequest,
  type Decider,
  type Outcome,
} from '../approvals/index.ts';
import { findPlan, listPlanDevelopers, storePlanOf, type PricePlan } from './plan-store.ts';
import { lockAccounts } from './lock-accounts.ts';

export const pricePlanApprovalRequest = 'price-plan';

export interface ServiceChange {
  code: string;
  /** Null: the account does not have it. */
  before: { price: PriceEntry | null } | null;
  after: { price: PriceEntry | null };
}

interface AccountChange {
  id: number;
  services: ServiceChange[];
  /** Null: it stays. */
  rateLimit: { before: number | null; after: number } | null;
  /** What was as the plan has it: approving says that it is. */
  kept: { services: { code: string; price: PriceEntry | null }[]; rateLimit: number | null };
}

export interface PricePlanApprovalRequest {
  plan: number;
  name: string;
  version: number;
  accounts: AccountChange[];
}

/** One approval shows them all. */
const developersMax = 50;

/**
 * `accountId` null: all that have the plan as it was before. Null: there is no such plan or
 * account, or nobody to give it to.
 */
export async function requestPlan(
  deps: ApprovalRequestDeps & { catalogue: Catalogue },
  { who, userId: askedBy }: Decider,
  { id, accountId, reason }: { id: number; accountId: number | null; reason: string },
): Promise<number | null> {
  const { database, catalogue } = deps;
  const plan = await findPlan(database, id);
  if (plan === null) return null;
  const ids =
    accountId === null
      ? (await listPlanDevelopers(database, id, developersMax))
          .filter(({ behind }) => behind)
          .map((developer) => developer.id)
      : [accountId];
  const accounts: AccountChange[] = [];
  for (const each of ids) {
    const terms = await loadAccountTerms(database, each);
    if (terms !== null) accounts.push({ id: each, ...changesOf(plan, terms, catalogue) });
  }
  if (accounts.length === 0) return null;
  const { name, version } = plan;
  const parameters: PricePlanApprovalRequest = { plan: id, name, version, accounts };
  const asked = await requestApproval(deps, who, {
    kind: pricePlanApprovalRequest,
    accountId,
    parameters,
    reason,
    askedBy,
  });
  if (!asked.ok) throw new Error(`a plan was refused: ${asked.problem}`);
  return asked.id;
}

/**
 * What the plan changes for an account. Services that it does not name stay, and whether a refund
 * gives the commission back, too.
 */
export function changesOf(
  plan: Pick<PricePlan, 'services' | 'rateLimit'>,
  { services, rateLimit }: AccountTerms,
  catalogue: Pick<Catalogue, 'service'>,
): Omit<AccountChange, 'id'> {
  const kept: AccountChange['kept'] = { services: [], rateLimit: null };
  const changes = plan.services.flatMap(({ code, price }): ServiceChange[] => {
    const service = catalogue.service(code);
    if (service === undefined) return [];
    const own = services.get(code);
    const before = own === undefined ? null : { price: own };
    const { refundsCommission } = priceFor(service, own ?? null);
    const keepsRule = refundsCommission ? {} : { refundsCommission };
    const after =
      // The catalogue's, which is written out where the account's rule about refunds is another
      // one.
      price === null && refundsCommission === service.price.refundsCommission
        ? { price }
        : { price: { ...(price ?? writtenOut(service.price)), ...keepsRule } };
    if (!isDeepStrictEqual(before, after)) return [{ code, before, after }];
    kept.services.push({ code, ...after });
    return [];
  });
  const limited = plan.rateLimit !== null && plan.rateLimit !== rateLimit;
  if (!limited) kept.rateLimit = plan.rateLimit;
  return {
    services: changes,
    rateLimit: limited ? { before: rateLimit, after: plan.rateLimit! } : null,
    kept,
  };
}

/** As an entry of an account; whether a refund gives the commission back is left to the caller. */
const writtenOut = ({ percent, fixed, minimum, maximum }: Price): PriceEntry => ({
  percent: toDecimalString(percent),
  fixed: toDecimalString(fixed),
  ...defined({
    minimum: minimum === null ? undefined : toDecimalString(minimum),
    maximum: maximum === null ? undefined : toDecimalString(maximum),
  }),
});

export const pricePlanKinds = {
  // The parameters were made from the plan and the accounts.
  [pricePlanApprovalRequest]: { check: () => null, within: give, preview: previewPlan },
} satisfies ApprovalRequestKinds;

async function give(session: Session, { parameters }: ApprovedApprovalRequest): Promise<Outcome> {
  const { plan, name, version, accounts } = parameters as PricePlanApprovalRequest;
  await lockAccounts(
    session,
    accounts.map(({ id }) => id),
  );
  const { refusal } = await judgePlan(session, accounts);
  if (refusal !== null) return { done: false, result: { refusal } };
  for (const { id, services, rateLimit } of accounts) {
    await setAccountTermsIn(
      session,
      { kind: 'system' },
      {
        accountId: id,
        source: { plan: name, version },
        services: services.map(({ code, after }) => ({ code, price: after.price })),
        ...defined({ rateLimit: rateLimit?.after }),
      },
    );
    await storePlanOf(session, id, { plan, version });
  }
  return { done: true, result: {} };
}

/**
 * Whether nobody changed since what the approver saw, and what was not shown since the plan leaves
 * it as it is.
 */
function isAsShown({ services, rateLimit, kept }: AccountChange, terms: AccountTerms): boolean {
  const isStill = (code: string, before: ServiceChange['before']): boolean => {
    const own = terms.services.get(code);
    return isDeepStrictEqual(own === undefined ? null : { price: own }, before);
  };
  const limit = rateLimit === null ? kept.rateLimit : rateLimit.before;
  return (
    services.every(({ code, before }) => isStill(code, before)) &&
    kept.services.every(({ code, price }) => isStill(code, { price })) &&
    ((rateLimit === null && limit === null) || limit === terms.rateLimit)
  );
}

/**
 * Whether it can still be given as it was shown. `gone`: services that have left the catalogue
 * since.
 */
async function judgePlan(
  session: Session,
  accounts: readonly AccountChange[],
): Promise<{ refusal: 'service gone' | 'terms changed' | null; gone: string[] }> {
  const codes = new Set(await loadCatalogueCodes(session));
  const asked = accounts.flatMap(({ services }) => services.map(({ code }) => code));
  const gone = [...new Set(asked)].filter((code) => !codes.has(code));
  // The approver is shown what is in the catalogue alone.
  if (gone.length > 0) return { refusal: 'service gone', gone };
  for (const account of accounts) {
    const terms = await loadAccountTerms(session, account.id);
    if (terms === null || !isAsShown(account, terms)) return { refusal: 'terms changed', gone };
  }
  return { refusal: null, gone };
}

/** The prices are shown beside it; here stands what has left the catalogue. */
async function previewPlan(
  database: Session,
  { parameters }: Pick<ApprovedApprovalRequest, 'parameters'>,
): Promise<ApprovalPreview> {
  const { refusal, gone } = await judgePlan(
    database,
    (parameters as PricePlanApprovalRequest).accounts,
  );
  const lines = gone.map((name) =>
    changeOf('service', { name, asked: { word: 'offered' }, before: null, after: null }),
  );
  return { lines, refusal };
}
