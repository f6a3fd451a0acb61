// Route of the search over everything: transactions by any of their ids or the phone, accounts by name or number, claims by reference.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Session } from '../../../db/database.ts';
import { listAccounts } from '../../../domain/accounts/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { findListedClaim } from '../../../domain/claims/index.ts';
import { listOperations } from '../../../domain/operations/index.ts';
import type { Handlers } from '../handler.ts';
import { readFilter, servicesSeenBy, statusOf } from './transaction-filter.ts';

type Found = RouteAnswer<'GET operator/search'>;

const accountsShown = 10;
const transactionsShown = 20;

export function searchHandlers(database: Session, catalogue: () => Catalogue) {
  return {
    async 'GET operator/search'({ query, caller: { membership } }) {
      const q = query.q.trim();
      if (q === '')
        return { ok: true, answer: { accounts: [], transactions: [], claims: [], more: { accounts: false, transactions: false } } };
      const visible = servicesSeenBy(membership, catalogue());
      const [accounts, transactions, claims] = await Promise.all([
        listAccounts(database, { search: q, before: null, limit: accountsShown + 1 }),
        transactionsOf(database, q, visible),
        claimsOf(database, q, visible),
      ]);
      const shown = accounts.slice(0, accountsShown).map(({ id, name, suspended }) => ({ id, name, suspended }));
      const more = { accounts: accounts.length > accountsShown, transactions: transactions.more };
      return { ok: true, answer: { accounts: shown, transactions: transactions.shown, claims, more } };
    },
  } satisfies Partial<Handlers>;
}

async function transactionsOf(
  session: Session,
  q: string,
  visible: string[] | null,
): Promise<{ shown: Found['transactions']; more: boolean }> {
  const wanted = readFilter({ q }, null, visible);
  if (!wanted.ok) return { shown: [], more: false };
  const { items, next } = await listOperations(session, wanted.filter, null, transactionsShown);
  const shown = items.map(({ accountId, accountName, id, externalId, phone, amount, currency, state, createdAt }) => ({
    ...{ accountId, accountName, id, externalId, phone, currency },
    amount: toDecimalString(amount),
    status: statusOf[state],
    createdAt: createdAt.toISOString(),
  }));
  return { shown, more: next !== null };
}

async function claimsOf(session: Session, q: string, visible: string[] | null): Promise<Found['claims']> {
  const claim = await findListedClaim(session, q.toUpperCase(), null);
  if (claim === null || (visible !== null && !visible.includes(claim.codeService))) return [];
  const { reference, accountName, subject, openedAt } = claim;
  return [{ reference, accountName, subject, openedAt: openedAt.toISOString() }];
}
