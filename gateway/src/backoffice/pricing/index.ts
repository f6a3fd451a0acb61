// Entry point of price overrides: the price at which one account has a service, other than the
// catalogue's. Two users must agree, as on the catalogue's prices.

import { defined } from '@jokko/contract';
import { isDeepStrictEqual } from 'node:util';
import { loadAccountServices, setPriceOverrideIn } from '../../payments/accounts/index.ts';
import {
  changeOf,
  requestApproval,
  type ApprovalPreview,
  type ApprovedApprovalRequest,
  type Decider,
  type Outcome,
  type ApprovalRequestDeps,
  type ApprovalRequestKinds,
} from '../approvals/index.ts';
import {
  priceFault,
  priceFor,
  type Catalogue,
  type PriceEntry,
} from '../../payments/catalogue/index.ts';
import type { Database, Session } from '../../platform/db/database.ts';

export { pricePlanKinds } from './apply-plan.ts';
export { shownPrice } from './shown-price.ts';

export const priceOverrideApprovalRequest = 'own-price';

/**
 * What is asked for; `price` null is the catalogue's. In units of `currency`, which is the
 * service's.
 */
export interface PriceApprovalRequest {
  code: string;
  currency: string;
  price: PriceEntry | null;
  /** The account's own when it was asked for; absent: asked before that was kept. */
  before?: PriceEntry | null;
}

export type AskedPrice =
  | { ok: true; approvalRequestId: number }
  | { ok: false; wrong: 'percent' | 'fixed' | 'minimum' | 'maximum' }
  | { ok: false; wrong: null };

/**
 * For a service that the account has (else `wrong` is null). Whether a refund gives the commission
 * back stays as it is now.
 */
export async function requestPriceOverride(
  deps: ApprovalRequestDeps & { catalogue: Catalogue },
  { who, userId: askedBy }: Decider,
  {
    accountId,
    code,
    price,
    reason,
  }: {
    accountId: number;
    code: string;
    price: Omit<PriceEntry, 'refundsCommission'> | null;
    reason: string;
  },
): Promise<AskedPrice> {
  const own = (await loadAccountServices(deps.database, accountId)).find(
    (each) => each.code === code,
  );
  const service = deps.catalogue.service(code);
  if (own === undefined || service === undefined) return { ok: false, wrong: null };
  const { refundsCommission } = priceFor(service, own.price);
  const entry =
    price === null
      ? null
      : {
          ...price,
          ...defined({ refundsCommission: refundsCommission ? undefined : false }),
        };
  const fault = entry === null ? null : priceFault(entry);
  if (fault !== null) return { ok: false, wrong: fault };
  const parameters: PriceApprovalRequest = {
    code,
    currency: service.currency,
    price: entry,
    before: own.price,
  };
  const asked = await requestApproval(deps, who, {
    kind: priceOverrideApprovalRequest,
    accountId,
    parameters,
    reason,
    askedBy,
  });
  if (!asked.ok) throw new Error(`a price that was looked at before was refused: ${asked.problem}`);
  return { ok: true, approvalRequestId: asked.id };
}

export const priceOverrideKinds = {
  [priceOverrideApprovalRequest]: { check: problemOf, within: agree, preview: previewPrice },
} satisfies ApprovalRequestKinds;

function problemOf(parameters: unknown): string | null {
  const { price } = parameters as PriceApprovalRequest;
  const fault = price === null ? null : priceFault(price);
  return fault === null ? null : `${fault} of the price will not do`;
}

async function previewPrice(
  database: Database,
  { accountId, parameters }: Pick<ApprovedApprovalRequest, 'accountId' | 'parameters'>,
): Promise<ApprovalPreview> {
  const { code, price, before } = parameters as PriceApprovalRequest;
  const own = (await loadAccountServices(database, accountId ?? 0)).find(
    (each) => each.code === code,
  );
  const changed = before !== undefined && !isDeepStrictEqual(own?.price ?? null, before);
  const line = changeOf('price', {
    name: code,
    asked: changed ? { code, price: before } : null,
    before: own === undefined ? null : { code, price: own.price },
    after: { code, price },
  });
  return { lines: [line], refusal: own === undefined ? 'unknown service' : null };
}

async function agree(
  session: Session,
  { accountId, parameters }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const { code, price } = parameters as PriceApprovalRequest;
  const set =
    accountId === null
      ? 'unknown account'
      : await setPriceOverrideIn(session, { kind: 'system' }, { accountId, code, price });
  return set === 'done' ? { done: true, result: {} } : { done: false, result: { refusal: set } };
}
