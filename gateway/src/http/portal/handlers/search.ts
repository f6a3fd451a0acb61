// Route of the search over everything: transactions by any of their ids or the phone, accounts by name or number, claims by reference, people by
// e-mail address, keys by the part that may be told, wishes by number.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Session } from '../../../db/database.ts';
import { findOwnedKey, keyIdText, listAccounts, readKeyId } from '../../../domain/accounts/index.ts';
import { findWish, type WishKinds } from '../../../domain/approvals/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { findListedClaim } from '../../../domain/claims/index.ts';
import { listOperations } from '../../../domain/operations/index.ts';
import { findPersonWithSeats } from '../../../domain/people/index.ts';
import { withoutMark } from '../csv.ts';
import type { Handlers } from '../handler.ts';
import { readFilter, servicesSeenBy, statusOf } from './transaction-filter.ts';

type Found = RouteAnswer<'GET operator/search'>;

const accountsShown = 10;
const transactionsShown = 20;

const nothing: Found = {
  ...{ accounts: [], transactions: [], claims: [], people: [], keys: [], wishes: [] },
  more: { accounts: false, transactions: false },
};

/** `mode` is in the names of keys; `kinds` say which wishes are the operator's. */
export function searchHandlers(
  database: Session,
  catalogue: () => Catalogue,
  { mode, kinds }: { mode: 'sandbox' | 'live'; kinds: WishKinds },
) {
  return {
    async 'GET operator/search'({ query, caller: { membership } }) {
      const q = withoutMark(query.q.trim());
      if (q === '') return { ok: true, answer: nothing };
      const visible = servicesSeenBy(membership, catalogue());
      const [accounts, transactions, claims, people, keys, wishes] = await Promise.all([
        listAccounts(database, { search: q, before: null, limit: accountsShown + 1 }),
        transactionsOf(database, q, visible),
        claimsOf(database, q, visible),
        peopleOf(database, q),
        keysOf(database, q, mode),
        wishesOf(database, q, kinds),
      ]);
      const shown = accounts.slice(0, accountsShown).map(({ id, name, suspended }) => ({ id, name, suspended }));
      const more = { accounts: accounts.length > accountsShown, transactions: transactions.more };
      return { ok: true, answer: { accounts: shown, transactions: transactions.shown, claims, people, keys, wishes, more } };
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

async function peopleOf(session: Session, q: string): Promise<Found['people']> {
  const person = q.includes('@') ? await findPersonWithSeats(session, q) : null;
  if (person === null) return [];
  const { name, email, disabled, seats } = person;
  return [{ name, email, disabled, seats }];
}

async function keysOf(session: Session, q: string, mode: 'sandbox' | 'live'): Promise<Found['keys']> {
  const named = readKeyId(q.toLowerCase());
  const key = named?.mode === mode ? await findOwnedKey(session, named.keyId) : null;
  if (key === null) return [];
  const { id, name, accountId, accountName, live } = key;
  return [{ key: keyIdText(mode, id), name, accountId, accountName, live }];
}

/** `wish/12`, `#12` or `12`. Those that persons of an account decide on are not the operator's. */
async function wishesOf(session: Session, q: string, kinds: WishKinds): Promise<Found['wishes']> {
  const [, id] = /^(?:wish\/|#)?([1-9]\d{0,8})$/i.exec(q) ?? [];
  const wish = id === undefined ? null : await findWish(session, Number(id));
  if (wish === null || kinds[wish.kind]?.side === 'account') return [];
  const { id: number, kind, state, askedByName, askedAt } = wish;
  return [{ id: number, kind, state, askedByName, askedAt: askedAt.toISOString() }];
}
