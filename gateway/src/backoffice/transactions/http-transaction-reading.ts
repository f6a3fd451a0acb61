// Reads transactions for the developers' and the operators' routes: a page, a file and one
// transaction, as far as a member may see.

import type { Database } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { errorCodeAndText, type Catalogue } from '../../payments/catalogue/index.ts';
import {
  findOperations,
  listOperations,
  shownPhone,
  type ListedOperation,
  type ListFilter,
  type Operation,
} from '../../payments/operations/index.ts';
import type { CsvForm } from '../../platform/http/portal/csv.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { transactionFile } from './http-transaction-file.ts';
import { placeText, statusOf, type Wanted } from './http-transaction-filter.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import {
  actorOf,
  type LiveSession,
  type Membership,
  type Visit,
} from '../../platform/http/portal/caller.ts';
import type { Refused } from '../../platform/http/portal/refused.ts';

export interface ReadingDeps {
  database: Database;
  catalogue(): Catalogue;
}

const pageRows = 50;

export async function readPage({ database }: ReadingDeps, wanted: Wanted) {
  if (!wanted.ok) return wanted;
  const { items, next, searchedUntil } = await listOperations(
    database,
    wanted.filter,
    wanted.after,
    pageRows,
  );
  const listed = {
    next: next === null ? null : placeText(next),
    searchedUntil,
  };
  return { ok: true as const, rows: items, listed };
}

/** An operation of the account, of a service that the membership may see; null: none. */
export async function findSeen(
  { database, catalogue }: ReadingDeps,
  key: { accountId: number; id: string },
  membership: Membership,
): Promise<Operation | null> {
  const [operation] = await findOperations(database, [key]);
  const services = servicesSeenBy(membership, catalogue());
  return operation === undefined || services?.includes(operation.terms.codeService) === false
    ? null
    : operation;
}

/** All that fit; who took them along is written down. */
export async function readFile(
  { database, catalogue }: ReadingDeps,
  wanted: Wanted,
  form: CsvForm = 'plain',
  {
    caller: { session, membership },
    visit,
  }: { caller: { session: LiveSession; membership: Membership }; visit: Visit },
): Promise<FileAnswer | Refused> {
  if (!wanted.ok) return wanted;
  const { accountId } = membership;
  await noteAudit(database, {
    who: actorOf(session.user, visit),
    action: 'transactions.export',
    accountId,
    new: filterDetails(wanted.filter),
  });
  const file = await transactionFile(database, catalogue(), wanted.filter, {
    form,
    user: session.user,
    ofAll: accountId === null,
  });
  return { ok: true, file };
}

/** Which transactions were taken along, for the audit log: not who they were with. */
function filterDetails({
  identified,
  part: _part,
  amount,
  phonePart,
  ...filter
}: ListFilter): object {
  return {
    ...filter,
    amount: amount === null ? null : `${amount.from}-${amount.until ?? ''}`,
    identified: identified !== null,
    phonePart: phonePart !== null,
    from: filter.from?.toISOString() ?? null,
    until: filter.until?.toISOString() ?? null,
  };
}

/** A row as the interface gives it. */
export function itemOf(row: ListedOperation, catalogue: Catalogue) {
  return {
    id: row.id,
    externalId: row.externalId,
    service: row.codeService,
    direction: row.direction,
    phone: shownPhone(row.phone),
    currency: row.currency,
    serviceName: catalogue.service(row.codeService)?.name ?? row.codeService,
    amount: row.amount,
    commission: row.commission,
    status: statusOf[row.state],
    error: row.state === 'FAILED' ? errorCodeAndText(catalogue, row.errorId, 'en').code : null,
    providerReference: row.providerReference,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
