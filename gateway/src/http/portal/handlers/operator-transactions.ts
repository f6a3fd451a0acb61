// Routes of the transactions of all accounts. Who looks at one, or takes a file of them along, is written down.

import { loadAccount } from '../../../domain/accounts/index.ts';
import { noteAudit } from '../../../domain/audit/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { detailOf } from './transaction-detail.ts';
import { readFilter, servicesSeenBy } from './transaction-filter.ts';
import { findSeen, itemOf, readFile, readPage, type ReadingDeps } from './transaction-reading.ts';

const numberOf = (account: string | undefined): number | null => (account === undefined ? null : Number(account));

export function operatorTransactionHandlers(deps: ReadingDeps) {
  const { people, catalogue } = deps;
  return {
    async 'GET operator/transactions'({ query: { account, ...query }, caller: { membership } }) {
      const present = catalogue();
      const found = await readPage(deps, readFilter(query, numberOf(account), servicesSeenBy(membership, present)));
      if (!found.ok) return found;
      const items = found.rows.map((row) => ({ accountId: row.accountId, accountName: row.accountName, ...itemOf(row, present) }));
      return { ok: true, answer: { items, ...found.listed } };
    },
    'GET operator/transactions/export': ({ query: { form, account, ...query }, ...call }) =>
      readFile(deps, readFilter(query, numberOf(account), servicesSeenBy(call.caller.membership, catalogue())), form, call),
    async 'GET operator/transactions/:account/:id'({ params, caller: { live, membership }, visit }) {
      const accountId = Number(params.account);
      const operation = await findSeen(deps, { accountId, id: params.id }, membership);
      if (operation === null) return { ok: false, refusal: 'notFound' };
      const subject = `transaction/${operation.facts.id}`;
      await noteAudit(people.database, { who: personOf(live.person, visit), action: 'transaction.view', accountId, subject });
      const [account, detail] = await Promise.all([
        loadAccount(people.database, accountId),
        detailOf(people.database, catalogue(), operation, live.person.language),
      ]);
      return { ok: true, answer: { accountId, accountName: account?.name ?? '', ...detail } };
    },
  } satisfies Partial<Handlers>;
}
