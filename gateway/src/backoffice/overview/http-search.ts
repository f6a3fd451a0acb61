// Route of the search over everything: transactions by any of their ids or the phone, accounts by
// name or number, claims by reference, people by e-mail address, keys by the part that may be
// shown, approval requests by number.

import type { Mode } from '../../platform/db/mode.ts';
import { isAccountKind, type RouteResult } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import { findOwnedKey, keyIdText, listAccounts, readKeyId } from '../../payments/accounts/index.ts';
import { findApprovalRequest } from '../approvals/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { findSmsTo } from '../sms/http-operator-sms.ts';
import { findListedClaim } from '../claims/index.ts';
import { listOperations } from '../../payments/operations/index.ts';
import { findUserWithSeats } from '../users/index.ts';
import { withoutMark } from '../../platform/spreadsheet/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { readFilter, statusOf } from '../transactions/http-transaction-filter.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';

type Found = RouteResult<'GET operator/search'>;

const accountsShown = 10;
const transactionsShown = 20;
const smsShown = 10;

const nothing: Found = {
  accounts: [],
  transactions: [],
  sms: [],
  claims: [],
  users: [],
  keys: [],
  approvalRequests: [],
  more: { accounts: false, transactions: false },
};

/** `mode` is in the names of keys. */
export function searchHandlers(database: Session, catalogue: () => Catalogue, mode: Mode) {
  return {
    async 'GET operator/search'({ query, caller: { membership } }) {
      const q = withoutMark(query.q.trim());
      if (q === '') return { ok: true, answer: nothing };
      const visible = servicesSeenBy(membership, catalogue());
      const [accounts, transactions, sms, claims, users, keys, approvalRequests] =
        await Promise.all([
          listAccounts(database, { search: q, before: null, limit: accountsShown + 1 }),
          transactionsOf(database, q, visible),
          visible === null ? findSmsTo(database, q, smsShown) : [],
          claimsOf(database, q, visible),
          usersOf(database, q),
          keysOf(database, q, mode),
          approvalRequestsOf(database, q),
        ]);
      const shown = accounts
        .slice(0, accountsShown)
        .map(({ id, name, suspended }) => ({ id, name, suspended }));
      const more = { accounts: accounts.length > accountsShown, transactions: transactions.more };
      return {
        ok: true,
        answer: {
          accounts: shown,
          transactions: transactions.shown,
          sms,
          claims,
          users,
          keys,
          approvalRequests,
          more,
        },
      };
    },
  } satisfies Partial<Handlers>;
}

async function transactionsOf(
  session: Session,
  q: string,
  visible: string[] | null,
): Promise<{ shown: Found['transactions']; more: boolean }> {
  const wanted = readFilter({ q }, { accountId: null, accounts: null }, visible);
  if (!wanted.ok) return { shown: [], more: false };
  const { items, next } = await listOperations(session, wanted.filter, null, transactionsShown);
  const shown = items.map(
    ({ accountId, accountName, id, externalId, phone, amount, currency, state, createdAt }) => ({
      accountId,
      accountName,
      id,
      externalId,
      phone,
      currency,
      amount,
      status: statusOf[state],
      createdAt,
    }),
  );
  return { shown, more: next !== null };
}

async function claimsOf(
  session: Session,
  q: string,
  visible: string[] | null,
): Promise<Found['claims']> {
  const claim = await findListedClaim(session, q.toUpperCase(), null);
  if (claim === null || (visible !== null && !visible.includes(claim.codeService))) return [];
  const { reference, accountName, subject, openedAt } = claim;
  return [{ reference, accountName, subject, openedAt }];
}

async function usersOf(session: Session, q: string): Promise<Found['users']> {
  const user = q.includes('@') ? await findUserWithSeats(session, q) : null;
  if (user === null) return [];
  const { name, email, disabled, seats } = user;
  return [{ name, email, disabled, seats }];
}

async function keysOf(session: Session, q: string, mode: Mode): Promise<Found['keys']> {
  const named = readKeyId(q.toLowerCase());
  const key = named?.mode === mode ? await findOwnedKey(session, named.keyId) : null;
  if (key === null) return [];
  const { id, name, accountId, accountName, live } = key;
  return [{ key: keyIdText(mode, id), name, accountId, accountName, live }];
}

/** `wish/12`, `#12` or `12`. Those that users of an account decide on are not the operator's. */
async function approvalRequestsOf(session: Session, q: string): Promise<Found['approvalRequests']> {
  const [, id] = /^(?:wish\/|#)?([1-9]\d{0,8})$/i.exec(q) ?? [];
  const approvalRequest = id === undefined ? null : await findApprovalRequest(session, Number(id));
  if (approvalRequest === null || isAccountKind(approvalRequest.kind)) return [];
  const { id: number, kind, state, askedByName, askedAt } = approvalRequest;
  return [{ id: number, kind, state, askedByName, askedAt }];
}
