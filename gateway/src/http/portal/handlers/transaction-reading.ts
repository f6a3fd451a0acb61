// What do the routes of developers' and operators' transactions have in common? A page, a file and one transaction, as far as a member may see.

import { toDecimalString } from '@jokko/contract';
import { noteAudit } from '../../../domain/audit/index.ts';
import { errorCodeAndText, type Catalogue } from '../../../domain/catalogue/index.ts';
import { findOperations, listOperations, type ListedOperation, type ListFilter, type Operation } from '../../../domain/operations/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { LiveSession, Membership, PeopleDeps, Refused, Visit } from '../../../domain/people/index.ts';
import type { CsvForm } from '../csv.ts';
import type { FileAnswer } from '../handler.ts';
import { transactionFile } from './transaction-file.ts';
import { placeText, servicesSeenBy, statusOf, type Wanted } from './transaction-filter.ts';

export interface ReadingDeps {
  people: PeopleDeps;
  catalogue(): Catalogue;
}

const pageRows = 50;

export async function readPage({ people }: ReadingDeps, wanted: Wanted) {
  if (!wanted.ok) return wanted;
  const { items, next, searchedUntil } = await listOperations(people.database, wanted.filter, wanted.after, pageRows);
  const listed = { next: next === null ? null : placeText(next), searchedUntil: searchedUntil?.toISOString() ?? null };
  return { ok: true as const, rows: items, listed };
}

/** An operation of the account, of a service that the membership may see; null: none. */
export async function findSeen(
  { people, catalogue }: ReadingDeps,
  key: { accountId: number; id: string },
  membership: Membership,
): Promise<Operation | null> {
  const [operation] = await findOperations(people.database, [key]);
  const services = servicesSeenBy(membership, catalogue());
  return operation === undefined || services?.includes(operation.facts.codeService) === false ? null : operation;
}

/** All that fit; who took them along is written down. */
export async function readFile(
  { people: { database }, catalogue }: ReadingDeps,
  wanted: Wanted,
  form: CsvForm = 'plain',
  { caller: { live, membership }, visit }: { caller: { live: LiveSession; membership: Membership }; visit: Visit },
): Promise<FileAnswer | Refused> {
  if (!wanted.ok) return wanted;
  const { accountId } = membership;
  await noteAudit(database, {
    ...{ who: personOf(live.person, visit), action: 'transactions.export', accountId },
    new: filterFacts(wanted.filter),
  });
  const file = transactionFile(database, catalogue(), wanted.filter, { form, person: live.person, ofAll: accountId === null });
  return { ok: true, file };
}

/** Which transactions were taken along, for the audit log: not who they were with. */
function filterFacts({ accountId, identified, states, services, from, until }: ListFilter): object {
  return {
    ...{ accountId, states, services, identified: identified !== null },
    ...{ from: from?.toISOString() ?? null, until: until?.toISOString() ?? null },
  };
}

/** A row as the interface gives it. */
export function itemOf(row: ListedOperation, catalogue: Catalogue) {
  return {
    ...{ id: row.id, externalId: row.externalId, service: row.codeService, direction: row.direction },
    ...{ phone: row.phone, currency: row.currency },
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
