// Routes by which a developer reads payout batches and their lines.

import { serviceKind } from '@jokko/contract';
import { loadBalances } from '../../payments/ledger/index.ts';
import { listBatches, type ListedBatch } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { payoutFile } from './http-payout-file.ts';
import { detailsOf, summaryOf } from './http-payout-messages.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { type PayoutDeps, seen } from './http-payout-call.ts';
import { noSuchTime, batchFilter, batchDetailsOf, linesPage } from './http-payout-pages.ts';

export function readingHandlers(deps: PayoutDeps) {
  const { database } = deps;
  return {
    async 'GET payouts'({ query, caller: { membership } }) {
      const before = query.after === undefined ? null : Number(query.after);
      const { accountId, countries } = membership;
      const filter = batchFilter(query);
      if (filter === null) return noSuchTime;
      const batches = await listBatches(
        database,
        { accountId, countries, before, limit: pageRowsRead },
        filter,
      );
      const { rows: shown, next } = cutPage(batches, ({ id }) => id);
      const items = shown.map(summaryOf);
      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'GET payouts/:id'({ params: { id }, caller: { session, membership } }) {
      const batch = await seen(deps, Number(id), membership);
      if (batch === null) return notFound;
      const available = membership.countries === null ? await availableOf(deps, batch) : null;
      return {
        ok: true,
        answer: detailsOf(batch, session.user.id, {
          ...(await batchDetailsOf(deps, batch, membership)),
          available,
        }),
      };
    },
    async 'GET payouts/:id/lines'({ params: { id }, query, caller: { session, membership } }) {
      const batch = await seen(deps, Number(id), membership);
      if (batch === null) return notFound;
      return { ok: true, answer: await linesPage(deps, batch.id, query, session.user) };
    },
    async 'GET payouts/:id/export'({
      params: { id },
      query: { form = 'plain' },
      caller: { session, membership },
    }) {
      const batch = await seen(deps, Number(id), membership);
      if (batch === null) return notFound;
      const { language, timeZone } = session.user;
      const file = payoutFile(database, batch, {
        catalogue: deps.catalogue(),
        language,
        style: { form, timeZone },
      });
      return { ok: true, file };
    },
    ...payoutServiceHandlers(deps),
  } satisfies Partial<Handlers>;
}

function payoutServiceHandlers(deps: PayoutDeps) {
  return {
    async 'GET payout-services'({ caller: { membership } }) {
      const account = await deps.payouts.accountOf(membership.accountId);
      const { countries } = membership;
      const services = deps
        .catalogue()
        .services.filter(
          ({ kind, code, off }) =>
            serviceKind(kind).inPayoutFiles === true &&
            !off &&
            account?.services.has(code) === true,
        )
        .filter(
          ({ country }) => countries === null || (country !== null && countries.includes(country)),
        );
      return {
        ok: true,
        answer: {
          services: services.map(({ code, name, currency }) => ({ code, name, currency })),
        },
      };
    },
  } satisfies Partial<Handlers>;
}

async function availableOf(
  { database }: PayoutDeps,
  { accountId, currency }: ListedBatch,
): Promise<bigint | null> {
  if (currency === null) return null;
  const balances = await loadBalances(database, [accountId]);
  return balances.find((balance) => balance.currency === currency)?.available ?? 0n;
}
