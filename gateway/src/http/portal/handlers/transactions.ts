// Routes of a developer's transactions. The account is always the membership's.

import { noteAudit } from '../../../domain/audit/index.ts';
import type { RefundOutcome } from '../../../domain/operations/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { detailOf } from './transaction-detail.ts';
import { readFilter, servicesSeenBy } from './transaction-filter.ts';
import { findSeen, itemOf, readFile, readPage, type ReadingDeps } from './transaction-reading.ts';

export interface TransactionDeps extends ReadingDeps {
  /** Cancels or refunds; `services`: the only ones that may be touched, null: any. */
  undo(key: { accountId: number; id: string; services: ReadonlySet<string> | null }): Promise<RefundOutcome>;
}

const notFound: Refused = { ok: false, refusal: 'notFound' };

export function transactionHandlers(deps: TransactionDeps) {
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
    async 'POST transactions/refund'({ body, caller: { live, membership }, visit }) {
      const { accountId } = membership;
      const operation = await findSeen(deps, { accountId, id: body.id }, membership);
      if (operation === null) return notFound;
      const { id } = operation.facts;
      const who = personOf(live.person, visit);
      await noteAudit(people.database, { who, action: 'transaction.undo', accountId, subject: `transaction/${id}` });
      const services = servicesSeenBy(membership, catalogue());
      const outcome = await deps.undo({ accountId, id, services: services === null ? null : new Set(services) });
      return outcome.type === 'unknown' || outcome.type === 'otherService' ? notFound : { ok: true, answer: { outcome: outcome.type } };
    },
  } satisfies Partial<Handlers>;
}
