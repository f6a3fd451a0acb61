// Routes of the transactions of all accounts. Who looks at one, or takes a file of them along, is
// written down.

import { withFrenchSpaces, type Language } from '@jokko/contract';
import { mayAskProvider, type Operation } from '../../payments/operations/index.ts';
import { findAccountsMeant, loadAccount } from '../../payments/accounts/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { customerAnswer } from './customer-answer.ts';
import { listNotes } from './notes.ts';
import { detailOf, failureTextOf } from './http-transaction-detail.ts';
import { readFilter, type ListScope, type Wanted } from './http-transaction-filter.ts';
import { sumUp } from './sum-up.ts';
import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import {
  findSeen,
  itemOf,
  readFile,
  readPage,
  type ReadingDeps,
} from './http-transaction-reading.ts';
import { actorOf, type Membership, type SignedInUser } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { shownAddress } from '../../platform/http/portal/shown-address.ts';

async function scopeOf(database: Database, account = ''): Promise<ListScope> {
  const accounts = await findAccountsMeant(database, account);
  return accounts?.length === 1
    ? { accountId: accounts[0]!, accounts: null }
    : { accountId: null, accounts };
}

type Query = Parameters<typeof readFilter>[0] & { account?: string };

export function operatorTransactionHandlers(deps: ReadingDeps) {
  const { database, catalogue } = deps;
  const wantedOf = async ({ account, ...query }: Query, membership: Membership): Promise<Wanted> =>
    readFilter(query, await scopeOf(database, account), servicesSeenBy(membership, catalogue()));
  return {
    async 'GET operator/transactions'({ query, caller: { membership } }) {
      const found = await readPage(deps, await wantedOf(query, membership));
      if (!found.ok) return found;
      const present = catalogue();
      const items = found.rows.map((row) => ({
        accountId: row.accountId,
        accountName: row.accountName,
        ...itemOf(row, present),
      }));
      return { ok: true, answer: { items, ...found.listed } };
    },
    async 'GET operator/transactions/sums'({ query, caller: { membership } }) {
      const wanted = await wantedOf(query, membership);
      return wanted.ok ? { ok: true, answer: await sumUp(database, wanted.filter) } : wanted;
    },
    'GET operator/transactions/export': async ({ query: { form, ...query }, ...call }) =>
      readFile(deps, await wantedOf(query, call.caller.membership), form, call),
    async 'GET operator/transactions/:account/:id'({
      params,
      caller: { session, membership },
      visit,
    }) {
      const accountId = Number(params.account);
      const operation = await findSeen(deps, { accountId, id: params.id }, membership);
      if (operation === null) return notFound;
      const subject = `transaction/${operation.terms.id}` as const;
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'transaction.view',
        accountId,
        subject,
      });
      return {
        ok: true,
        answer: await answerOf(deps, operation, { user: session.user, membership }),
      };
    },
  } satisfies Partial<Handlers>;
}

async function answerOf(
  { database, catalogue }: ReadingDeps,
  operation: Operation,
  { user: { language, timeZone }, membership }: { user: SignedInUser; membership: Membership },
) {
  const { accountId } = operation.terms;
  const [account, notes, detail] = await Promise.all([
    loadAccount(database, accountId),
    listNotes(database, operation.terms),
    detailOf(database, catalogue(), operation, {
      language,
      sees: 'its end',
      addressOf: (url) => shownAddress(membership, 'developer', url),
    }),
  ]);
  return {
    accountId,
    accountName: account?.name ?? '',
    mayAsk: mayAskProvider(operation),
    notes,
    customerAnswer: answersOf(operation, catalogue(), timeZone),
    ...detail,
  };
}

/** What to tell the customer, in both languages. */
export function answersOf(operation: Operation, catalogue: Catalogue, timeZone: string) {
  const { codeService } = operation.terms;
  const serviceName = catalogue.service(codeService)?.name ?? codeService;
  const tell = (language: Language): string => {
    const errorText = failureTextOf(operation, catalogue, language);
    return customerAnswer({ operation, serviceName, errorText }, language, timeZone);
  };
  return { fr: withFrenchSpaces(tell('fr')), en: tell('en') };
}
