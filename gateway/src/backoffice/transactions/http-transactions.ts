// Routes of a developer's transactions. The account is always the membership's.

import { errorCatalogue, type Language } from '@jokko/contract';
import type { Membership } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { refundSeen, type RefundDeps } from '../refunds/http-refunds.ts';
import { detailOf } from './http-transaction-detail.ts';
import { readFilter, type ListScope } from './http-transaction-filter.ts';
import {
  errorTextWithoutAmount,
  servicesSeenBy,
  type Catalogue,
} from '../../payments/catalogue/index.ts';
import { sumUp } from './sum-up.ts';
import { findSeen, itemOf, readFile, readPage } from './http-transaction-reading.ts';
import { shownAddress } from '../../platform/http/portal/shown-address.ts';
import { notFound } from '../../platform/http/portal/refused.ts';

const scopeOf = ({ accountId }: { accountId: number }): ListScope => ({
  accountId,
  accounts: null,
});

/** Each code once, with the text of its first error. */
function errorChoices(catalogue: Catalogue, language: Language) {
  const texts = new Map<string, string>();
  for (const { id, code } of errorCatalogue)
    if (!texts.has(code)) texts.set(code, errorTextWithoutAmount(catalogue, id, language));
  return [...texts].map(([code, text]) => ({ code, text }));
}

/** What lists can be filtered by. */
function choicesFor(membership: Membership, catalogue: Catalogue, language: Language) {
  const seen = servicesSeenBy(membership, catalogue);
  const services = catalogue.services.filter(({ code }) => seen === null || seen.includes(code));
  return {
    services: services.map(({ code, name }) => ({ code, name })),
    errors: errorChoices(catalogue, language),
    routes: membership.side === 'operator' ? catalogue.routes.map(({ name }) => name) : null,
  };
}

export function transactionHandlers(deps: RefundDeps) {
  const { database, catalogue } = deps;
  return {
    async 'GET transactions'({ query, caller: { membership } }) {
      const present = catalogue();
      const found = await readPage(
        deps,
        readFilter(query, scopeOf(membership), servicesSeenBy(membership, present)),
      );
      return found.ok
        ? {
            ok: true,
            answer: { items: found.rows.map((row) => itemOf(row, present)), ...found.listed },
          }
        : found;
    },
    async 'GET transactions/sums'({ query, caller: { membership } }) {
      const services = servicesSeenBy(membership, catalogue());
      const wanted = readFilter(query, scopeOf(membership), services);
      return wanted.ok ? { ok: true, answer: await sumUp(database, wanted.filter) } : wanted;
    },
    'GET transactions/export': ({ query: { form, ...query }, ...call }) => {
      const { membership } = call.caller;
      return readFile(
        deps,
        readFilter(query, scopeOf(membership), servicesSeenBy(membership, catalogue())),
        form,
        call,
      );
    },
    'GET transactions/choices'({ caller: { session, membership } }) {
      return { ok: true, answer: choicesFor(membership, catalogue(), session.user.language) };
    },
    async 'GET transactions/:id'({ params: { id }, caller: { session, membership } }) {
      const operation = await findSeen(deps, { accountId: membership.accountId, id }, membership);
      if (operation === null) return notFound;
      return {
        ok: true,
        answer: await detailOf(database, catalogue(), operation, {
          language: session.user.language,
          sees: 'voucher',
          addressOf: (url) => shownAddress(membership, 'developer', url),
        }),
      };
    },
    'POST transactions/refund': ({ body: { id, reason = '' }, caller, visit }) =>
      refundSeen(deps, caller, visit, {
        accountId: caller.membership.accountId,
        id,
        reason: reason.trim(),
      }),
  } satisfies Partial<Handlers>;
}
