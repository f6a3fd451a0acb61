// Routes by which the operator's people look at the payouts of developers. They change nothing: the
// money is the developer's.

import { loadAccountNames } from '../../payments/accounts/index.ts';
import { findListedBatch, listBatches } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { detailsOf, summaryOf } from './http-payout-messages.ts';
import { batchFilter, batchDetailsOf, linesPage, noSuchTime } from './http-payout-pages.ts';
import type { PayoutDeps } from './http-payout-call.ts';
import { notFound } from '../../platform/http/portal/refused.ts';

export function operatorPayoutHandlers(deps: Pick<PayoutDeps, 'database' | 'catalogue'>) {
  const { database } = deps;
  return {
    async 'GET operator/payouts'({ query: { account, after, ...query }, caller: { membership } }) {
      const before = after === undefined ? null : Number(after);
      const accountId = account === undefined ? null : Number(account);
      const filter = batchFilter(query);
      if (filter === null) return noSuchTime;
      const scope = { accountId, countries: membership.countries, before, limit: pageRowsRead };
      const batches = await listBatches(database, scope, filter);
      const { rows: shown, next } = cutPage(batches, ({ id }) => id);
      const names = await loadAccountNames(database, [
        ...new Set(shown.map((batch) => batch.accountId)),
      ]);
      const items = shown.map((batch) => ({
        ...summaryOf(batch),
        accountId: batch.accountId,
        accountName: names.get(batch.accountId) ?? '',
      }));
      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'GET operator/payouts/:id'({ params: { id }, caller: { session, membership } }) {
      const batch = await findListedBatch(database, Number(id), {
        accountId: null,
        countries: membership.countries,
      });
      if (batch === null) return notFound;
      const terms = { ...(await batchDetailsOf(deps, batch, membership)), available: null };
      return {
        ok: true,
        answer: { ...detailsOf(batch, session.user.id, terms), accountId: batch.accountId },
      };
    },
    async 'GET operator/payouts/:id/lines'({
      params: { id },
      query,
      caller: { session, membership },
    }) {
      const batch = await findListedBatch(database, Number(id), {
        accountId: null,
        countries: membership.countries,
      });
      if (batch === null) return notFound;
      return { ok: true, answer: await linesPage(deps, batch.id, query, session.user) };
    },
  } satisfies Partial<Handlers>;
}
