// Routes of a developer's transactions. The account is always the membership's.

import type { Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { refundSeen, type RefundDeps } from './refunds.ts';
import { detailOf } from './transaction-detail.ts';
import { readFilter, servicesSeenBy } from './transaction-filter.ts';
import { findSeen, itemOf, readFile, readPage } from './transaction-reading.ts';

const notFound: Refused = { ok: false, refusal: 'notFound' };

export function transactionHandlers(deps: RefundDeps) {
  const { people, catalogue } = deps;
  return {
    async 'GET transactions'({ query, caller: { membership } }) {
      const present = catalogue();
      const found = await readPage(deps, readFilter(query, membership.accountId, servicesSeenBy(membership, present)));
      return found.ok ? { ok: true, answer: { items: found.rows.map((row) => itemOf(row, present)), ...found.listed } } : found;
    },
    'GET transactions/export': ({ query: { form, ...query }, ...call }) => {
      const { membership } = call.caller;
      return readFile(deps, readFilter(query, membership.accountId, servicesSeenBy(membership, catalogue())), form, call);
    },
    'GET transactions/services'({ caller: { membership } }) {
      const present = catalogue();
      const seen = servicesSeenBy(membership, present);
      const services = present.services.filter(({ code }) => seen === null || seen.includes(code));
      return { ok: true, answer: { services: services.map(({ code, name }) => ({ code, name })) } };
    },
    async 'GET transactions/:id'({ params: { id }, caller: { live, membership } }) {
      const operation = await findSeen(deps, { accountId: membership.accountId, id }, membership);
      if (operation === null) return notFound;
      return { ok: true, answer: await detailOf(people.database, catalogue(), operation, live.person.language) };
    },
    'POST transactions/refund': ({ body: { id, reason = '' }, caller, visit }) =>
      refundSeen(deps, caller, visit, { accountId: caller.membership.accountId, id, reason: reason.trim() }),
  } satisfies Partial<Handlers>;
}
