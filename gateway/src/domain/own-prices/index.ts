// At which price does one account have a service, other than the catalogue's? The door of own prices: two persons agree, as on the catalogue's.

import { loadAccountServices, setOwnPriceIn } from '../accounts/index.ts';
import { askFor, type ApprovedWish, type Decider, type Outcome, type WishDeps, type WishKinds } from '../approvals/index.ts';
import { priceFault, priceFor, type Catalogue, type PriceEntry } from '../catalogue/index.ts';
import type { Session } from '../../db/database.ts';

export const ownPriceWish = 'own-price';

/** What is wished for; `price` null is the catalogue's. In units of `currency`, which is the service's. */
export interface PriceWish {
  code: string;
  currency: string;
  price: PriceEntry | null;
}

export type AskedPrice =
  { ok: true; wishId: number } | { ok: false; wrong: 'percent' | 'fixed' | 'minimum' | 'maximum' } | { ok: false; wrong: null };

/** For a service that the account has (else `wrong` is null). Whether a refund gives the commission back stays as it is now. */
export async function askForOwnPrice(
  deps: WishDeps & { catalogue: Catalogue },
  { who, personId: askedBy }: Decider,
  {
    accountId,
    code,
    price,
    reason,
  }: { accountId: number; code: string; price: Omit<PriceEntry, 'refundsCommission'> | null; reason: string },
): Promise<AskedPrice> {
  const own = (await loadAccountServices(deps.database, accountId)).find((each) => each.code === code);
  const service = deps.catalogue.service(code);
  if (own === undefined || service === undefined) return { ok: false, wrong: null };
  const { refundsCommission } = priceFor(service, own.price);
  const entry = price === null ? null : { ...price, ...(refundsCommission ? {} : { refundsCommission }) };
  const fault = entry === null ? null : priceFault(entry);
  if (fault !== null) return { ok: false, wrong: fault };
  const parameters: PriceWish = { code, currency: service.currency, price: entry };
  const asked = await askFor(deps, who, { kind: ownPriceWish, accountId, parameters, reason, askedBy });
  if (!asked.ok) throw new Error(`a price that was looked at before was refused: ${asked.problem}`);
  return { ok: true, wishId: asked.id };
}

export const ownPriceKinds: WishKinds = { [ownPriceWish]: { check: problemOf, within: agree } };

function problemOf(parameters: unknown): string | null {
  const { price } = parameters as PriceWish;
  const fault = price === null ? null : priceFault(price);
  return fault === null ? null : `${fault} of the price will not do`;
}

async function agree(session: Session, { accountId, parameters }: ApprovedWish): Promise<Outcome> {
  const { code, price } = parameters as PriceWish;
  const set = accountId === null ? 'unknown account' : await setOwnPriceIn(session, { kind: 'system' }, { accountId, code, price });
  return set === 'done' ? { done: true, result: {} } : { done: false, result: { refusal: set } };
}
