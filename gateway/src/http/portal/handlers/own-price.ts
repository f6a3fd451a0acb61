// Routes of the prices that the operator agrees on with one account: asked for by one person, approved by another.

import type { RouteBody } from '@jokko/contract/portal';
import { loadAccountServices } from '../../../domain/accounts/index.ts';
import { askFor, type WishKinds } from '../../../domain/approvals/index.ts';
import { priceFault, priceFor } from '../../../domain/catalogue/index.ts';
import type { Catalogue, PriceEntry } from '../../../domain/catalogue/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { PriceWish } from '../../../wish-kinds.ts';
import type { Handlers } from '../handler.ts';

type NewPrice = RouteBody<'POST operator/developers/price'>['price'];

const notFound: Refused = { ok: false, refusal: 'notFound' };
const wrong = (field: string): Refused => ({ ok: false, refusal: 'invalid', fields: [{ field, problem: 'notAllowed' }] });

export function ownPriceHandlers({ database }: PeopleDeps, kinds: WishKinds, catalogue: () => Catalogue) {
  return {
    async 'POST operator/developers/price'({ body: { id: accountId, code, price, reason }, caller: { live }, visit }) {
      const own = (await loadAccountServices(database, accountId)).find((each) => each.code === code);
      const service = catalogue().service(code);
      if (own === undefined || service === undefined) return notFound;
      const entry = price === null ? null : entryOf(price, priceFor(service, own.price).refundsCommission);
      const fault = entry === null ? null : priceFault(entry);
      if (fault !== null) return wrong(`price.${fault}`);
      const parameters: PriceWish = { code, currency: service.currency, price: entry };
      const wish = { kind: 'own-price', accountId, parameters, reason: reason.trim(), askedBy: live.person.id };
      const asked = await askFor({ database, kinds }, personOf(live.person, visit), wish);
      return asked.ok ? { ok: true, answer: { wish: asked.id } } : wrong('price');
    },
  } satisfies Partial<Handlers>;
}

/** What is left out of an entry is nothing; whether a refund gives the commission back stays as it is. */
function entryOf({ percent, fixed, minimum, maximum }: NonNullable<NewPrice>, refundsCommission: boolean): PriceEntry {
  const bounds = { ...(minimum === null ? {} : { minimum }), ...(maximum === null ? {} : { maximum }) };
  return { percent, fixed, ...bounds, ...(refundsCommission ? {} : { refundsCommission }) };
}
