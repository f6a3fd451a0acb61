// Routes of the prices that the operator agrees on with one account: asked for by one user,
// approved by another.

import type { Database } from '../../platform/db/database.ts';
import type { ApprovalRequestKinds } from '../approvals/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { requestPriceOverride } from './index.ts';
import { entryOf } from './price-entry.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';

export function priceOverrideHandlers(
  { database }: { database: Database },
  kinds: ApprovalRequestKinds,
  catalogue: () => Catalogue,
) {
  return {
    async 'POST operator/developers/price'({
      body: { id: accountId, code, price, reason },
      caller: { session },
      visit,
    }) {
      const asker = { userId: session.user.id, who: actorOf(session.user, visit) };
      const requested = {
        accountId,
        code,
        price: price === null ? null : entryOf(price),
        reason: reason.trim(),
      };
      const asked = await requestPriceOverride(
        { database, kinds, catalogue: catalogue() },
        asker,
        requested,
      );
      if (asked.ok) return { ok: true, answer: { approvalRequest: asked.approvalRequestId } };
      if (asked.wrong === null) return notFound;
      return {
        ok: false,
        refusal: 'invalid',
        fields: [
          {
            field: `price.${asked.wrong}`,
            problem: asked.wrong === 'percent' ? 'aboveHundred' : 'notAllowed',
          },
        ],
      };
    },
  } satisfies Partial<Handlers>;
}
