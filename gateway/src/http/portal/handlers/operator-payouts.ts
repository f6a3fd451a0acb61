// Routes by which the operator's people look at the payouts of developers. They change nothing: the money is the developer's.

import { loadAccountNames } from '../../../domain/accounts/index.ts';
import { findListedBatch, listBatches } from '../../../domain/payouts/index.ts';
import type { Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { detailsOf, summaryOf } from './payout-words.ts';
import { batchFilter, factsOf, linesPage, noSuchTime, type PayoutDeps } from './payouts.ts';

const pageRows = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };

export function operatorPayoutHandlers(deps: Pick<PayoutDeps, 'people' | 'catalogue'>) {
  const { database } = deps.people;
  return {
    async 'GET operator/payouts'({ query: { account, after, ...query }, caller: { membership } }) {
      const before = after === undefined ? null : Number(after);
      const accountId = account === undefined ? null : Number(account);
      const filter = batchFilter(query);
      if (filter === null) return noSuchTime;
      const scope = { accountId, countries: membership.countries, before, limit: pageRows + 1 };
      const batches = await listBatches(database, scope, filter);
      const shown = batches.slice(0, pageRows);
      const names = await loadAccountNames(database, [...new Set(shown.map((batch) => batch.accountId))]);
      const items = shown.map((batch) => ({
        ...summaryOf(batch),
        ...{ accountId: batch.accountId, accountName: names.get(batch.accountId) ?? '' },
      }));
      return { ok: true, answer: { items, next: batches.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'GET operator/payouts/:id'({ params: { id }, caller: { live, membership } }) {
      const batch = await findListedBatch(database, Number(id), { accountId: null, countries: membership.countries });
      if (batch === null) return notFound;
      const facts = { ...(await factsOf(deps, batch, membership)), available: null };
      return { ok: true, answer: { ...detailsOf(batch, live.person.id, facts), accountId: batch.accountId } };
    },
    async 'GET operator/payouts/:id/lines'({ params: { id }, query, caller: { live, membership } }) {
      const batch = await findListedBatch(database, Number(id), { accountId: null, countries: membership.countries });
      if (batch === null) return notFound;
      return { ok: true, answer: await linesPage(deps, batch.id, query, live.person) };
    },
  } satisfies Partial<Handlers>;
}
