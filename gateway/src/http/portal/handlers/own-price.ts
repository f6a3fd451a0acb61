// Routes of the prices that the operator agrees on with one account: asked for by one person, approved by another.

import type { RouteBody } from '@jokko/contract/portal';
import type { WishKinds } from '../../../domain/approvals/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { askForOwnPrice } from '../../../domain/own-prices/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';

type NewPrice = RouteBody<'POST operator/developers/price'>['price'];

export function ownPriceHandlers({ database }: PeopleDeps, kinds: WishKinds, catalogue: () => Catalogue) {
  return {
    async 'POST operator/developers/price'({ body: { id: accountId, code, price, reason }, caller: { live }, visit }) {
      const asker = { personId: live.person.id, who: personOf(live.person, visit) };
      const wished = { accountId, code, price: price === null ? null : entryOf(price), reason: reason.trim() };
      const asked = await askForOwnPrice({ database, kinds, catalogue: catalogue() }, asker, wished);
      if (asked.ok) return { ok: true, answer: { wish: asked.wishId } };
      if (asked.wrong === null) return { ok: false, refusal: 'notFound' };
      return { ok: false, refusal: 'invalid', fields: [{ field: `price.${asked.wrong}`, problem: 'notAllowed' }] };
    },
  } satisfies Partial<Handlers>;
}

/** What is left out of an entry is nothing. */
function entryOf({ percent, fixed, minimum, maximum }: NonNullable<NewPrice>) {
  return { percent, fixed, ...(minimum === null ? {} : { minimum }), ...(maximum === null ? {} : { maximum }) };
}
