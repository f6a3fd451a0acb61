// Routes of transactions. A developer's account is always the membership's; an operator's look at one, or a file of them, is written down.

import { toDecimalString } from '@jokko/contract';
import { loadAccount } from '../../../domain/accounts/index.ts';
import { noteAudit } from '../../../domain/audit/index.ts';
import { errorCodeAndText, type Catalogue } from '../../../domain/catalogue/index.ts';
import {
  findOperations,
  listOperations,
  type ListedOperation,
  type ListFilter,
  type RefundOutcome,
} from '../../../domain/operations/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { LiveSession, Membership, PeopleDeps, Refused, Visit } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { readFilter, placeText, servicesSeenBy, statusOf } from './transaction-filter.ts';
import { detailOf } from './transaction-detail.ts';
import { transactionFile } from './transaction-file.ts';

const pageRows = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };

export interface TransactionDeps {
  people: PeopleDeps;
  catalogue(): Catalogue;
  /** Cancels or refunds; `services`: the only ones that may be touched, null: any. */
  undo(key: { accountId: number; id: string; services: ReadonlySet<string> | null }): Promise<RefundOutcome>;
}

export function transactionHandlers(deps: TransactionDeps) {
  const { people, catalogue } = deps;
  const { database } = people;
  const seenBy = (membership: Membership) => servicesSeenBy(membership, catalogue());
  const person = ({ live, membership }: { live: LiveSession; membership: Membership }) => ({ live, membership });

  async function page(wanted: ReturnType<typeof readFilter>) {
    if (!wanted.ok) return wanted;
    const { items, next, searchedUntil } = await listOperations(database, wanted.filter, wanted.after, pageRows);
    const listed = { next: next === null ? null : placeText(next), searchedUntil: searchedUntil?.toISOString() ?? null };
    return { ok: true as const, rows: items, listed };
  }

  /** An operation of the account, of a service that the membership may see. */
  async function find(accountId: number, id: string, membership: Membership) {
    const [operation] = await findOperations(database, [{ accountId, id }]);
    const services = seenBy(membership);
    return operation === undefined || services?.includes(operation.facts.codeService) === false ? null : operation;
  }

  async function file(
    wanted: ReturnType<typeof readFilter>,
    form: 'excel' | 'plain',
    { live, membership }: ReturnType<typeof person>,
    visit: Visit,
  ) {
    if (!wanted.ok) return wanted;
    const { accountId } = membership;
    await noteAudit(database, {
      who: personOf(live.person, visit),
      action: 'transactions.export',
      accountId,
      new: filterFacts(wanted.filter),
    });
    return {
      ok: true as const,
      file: transactionFile(database, catalogue(), wanted.filter, { form, person: live.person, ofAll: accountId === null }),
    };
  }

  return {
    async 'GET transactions'({ query, caller: { membership } }) {
      const found = await page(readFilter(query, membership.accountId, seenBy(membership)));
      return found.ok ? { ok: true, answer: { items: itemsOf(found.rows, catalogue()), ...found.listed } } : found;
    },
    'GET transactions/export': ({ query: { form, ...query }, caller, visit }) =>
      file(readFilter(query, caller.membership.accountId, seenBy(caller.membership)), form ?? 'plain', person(caller), visit),
    'GET transactions/services'({ caller: { membership } }) {
      const seen = seenBy(membership);
      const services = catalogue().services.filter(({ code }) => seen === null || seen.includes(code));
      return { ok: true, answer: { services: services.map(({ code, name }) => ({ code, name })) } };
    },
    async 'GET transactions/:id'({ params: { id }, caller: { live, membership } }) {
      const operation = await find(membership.accountId, id, membership);
      if (operation === null) return notFound;
      return { ok: true, answer: await detailOf(database, catalogue(), operation, live.person.language) };
    },
    async 'POST transactions/refund'({ body: { id }, caller: { live, membership }, visit }) {
      const { accountId } = membership;
      const operation = await find(accountId, id, membership);
      if (operation === null) return notFound;
      const subject = `transaction/${operation.facts.id}`;
      await noteAudit(database, { who: personOf(live.person, visit), action: 'transaction.undo', accountId, subject });
      const services = seenBy(membership);
      const outcome = await deps.undo({ accountId, id: operation.facts.id, services: services === null ? null : new Set(services) });
      return outcome.type === 'unknown' || outcome.type === 'otherService' ? notFound : { ok: true, answer: { outcome: outcome.type } };
    },
    async 'GET operator/transactions'({ query: { account, ...query }, caller: { membership } }) {
      const found = await page(readFilter(query, account === undefined ? null : Number(account), seenBy(membership)));
      if (!found.ok) return found;
      const present = catalogue();
      const items = found.rows.map((row) => ({ accountId: row.accountId, accountName: row.accountName, ...itemOf(row, present) }));
      return { ok: true, answer: { items, ...found.listed } };
    },
    'GET operator/transactions/export': ({ query: { form, account, ...query }, caller, visit }) =>
      file(
        readFilter(query, account === undefined ? null : Number(account), seenBy(caller.membership)),
        form ?? 'plain',
        person(caller),
        visit,
      ),
    async 'GET operator/transactions/:account/:id'({ params: { account: accountText, id }, caller: { live, membership }, visit }) {
      const accountId = Number(accountText);
      const operation = await find(accountId, id, membership);
      if (operation === null) return notFound;
      const subject = `transaction/${operation.facts.id}`;
      await noteAudit(database, { who: personOf(live.person, visit), action: 'transaction.view', accountId, subject });
      const [account, detail] = await Promise.all([
        loadAccount(database, accountId),
        detailOf(database, catalogue(), operation, live.person.language),
      ]);
      return { ok: true, answer: { accountId, accountName: account?.name ?? '', ...detail } };
    },
  } satisfies Partial<Handlers>;
}

const itemsOf = (rows: ListedOperation[], catalogue: Catalogue) => rows.map((row) => itemOf(row, catalogue));

function itemOf(row: ListedOperation, catalogue: Catalogue) {
  return {
    ...{
      id: row.id,
      externalId: row.externalId,
      service: row.codeService,
      direction: row.direction,
      phone: row.phone,
      currency: row.currency,
    },
    serviceName: catalogue.service(row.codeService)?.name ?? row.codeService,
    amount: toDecimalString(row.amount),
    commission: toDecimalString(row.commission),
    status: statusOf[row.state],
    error: row.state === 'FAILED' ? errorCodeAndText(catalogue, row.errorId, 'en').code : null,
    providerReference: row.providerReference,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Which transactions were taken along, for the audit log: not who they were with. */
function filterFacts({ accountId, identified, states, services, from, until }: ListFilter): object {
  return {
    ...{ accountId, states, services, identified: identified !== null },
    ...{ from: from?.toISOString() ?? null, until: until?.toISOString() ?? null },
  };
}
