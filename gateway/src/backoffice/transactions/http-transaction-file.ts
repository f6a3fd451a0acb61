// Exports all transactions that match a filter to a file, read page by page while it is sent,
// however many they are.

import type { Session } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import {
  listOperations,
  shownPhone,
  type ListedOperation,
  type ListFilter,
  type ListPlace,
} from '../../payments/operations/index.ts';
import type { FileAnswer } from '../../platform/http/portal/handler.ts';
import { csvFile, headingsOf, type Cell, type CsvForm } from '../../platform/http/portal/csv.ts';
import { statusOf, type Status } from './http-transaction-filter.ts';
import type { SignedInUser } from '../../platform/http/portal/caller.ts';
import { readNow } from '../../platform/db/now.ts';

/** Each read holds up payments for as long as its rows take to arrive. */
const rowsAtOnce = 250;

const accountHeadings = {
  fr: ['Compte', 'Nom du compte'],
  en: ['Account', 'Account name'],
  plain: ['account_id', 'account_name'],
};
const headings = {
  fr: [
    ...[
      'Identifiant',
      'Identifiant externe',
      'Date',
      'Dernier changement',
      'Service',
      'Sens',
      'Téléphone',
      'Montant',
      'Frais',
    ],
    ...['Devise', 'Statut', 'Référence du fournisseur'],
  ],
  en: [
    ...[
      'ID',
      'External ID',
      'Date',
      'Last change',
      'Service',
      'Direction',
      'Phone',
      'Amount',
      'Fee',
    ],
    ...['Currency', 'Status', 'Provider reference'],
  ],
  plain: [
    ...[
      'id',
      'external_id',
      'created_at',
      'updated_at',
      'service',
      'direction',
      'phone',
      'amount',
      'commission',
    ],
    ...['currency', 'status', 'provider_reference'],
  ],
};
const statuses: Record<'fr' | 'en', Record<Status, string>> = {
  fr: {
    waiting: 'En cours',
    success: 'Réussie',
    failed: 'Échouée',
    canceled: 'Annulée',
    refunding: 'Remboursement en cours',
    refunded: 'Remboursée',
  },
  en: {
    waiting: 'In progress',
    success: 'Succeeded',
    failed: 'Failed',
    canceled: 'Canceled',
    refunding: 'Being refunded',
    refunded: 'Refunded',
  },
};

const directions = {
  fr: { DEBIT: 'Débit du solde', CREDIT: 'Crédit du solde' },
  en: { DEBIT: 'Taken from the balance', CREDIT: 'Added to the balance' },
};

/** `ofAll`: with the account of each. */
export async function transactionFile(
  session: Session,
  catalogue: Catalogue,
  filter: ListFilter,
  { form, user, ofAll }: { form: CsvForm; user: SignedInUser; ofAll: boolean },
): Promise<FileAnswer['file']> {
  const { language, timeZone } = user;
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const operations of eachOf(session, filter))
      yield operations.map((operation) => cellsOf(operation));
  }
  const plain = form === 'plain';
  const serviceName = (code: string): string => catalogue.service(code)?.name ?? code;
  const cellsOf = (operation: ListedOperation): Cell[] => [
    ...(ofAll ? [{ digits: String(operation.accountId) }, operation.accountName] : []),
    ...[
      { digits: operation.id },
      { digits: operation.externalId },
      { at: operation.createdAt },
      { at: operation.updatedAt },
    ],
    plain ? operation.codeService : serviceName(operation.codeService),
    plain ? operation.direction : directions[language][operation.direction],
    { digits: shownPhone(operation.phone) },
    ...[{ amount: operation.amount }, { amount: operation.commission }, operation.currency],
    ...[
      plain ? statusOf[operation.state] : statuses[language][statusOf[operation.state]],
      operation.providerReference === null ? null : { digits: operation.providerReference },
    ],
  ];
  const first = ofAll ? headingsOf(accountHeadings, form, language) : [];
  return csvFile(
    `transactions-${(await readNow(session)).toISOString().slice(0, 10)}`,
    { form, timeZone },
    [...first, ...headingsOf(headings, form, language)],
    rows(),
  );
}

async function* eachOf(session: Session, filter: ListFilter): AsyncGenerator<ListedOperation[]> {
  for (let after: ListPlace | null = null; ;) {
    const { items, next } = await listOperations(session, filter, after, rowsAtOnce);
    if (items.length > 0) yield items;
    if (next === null) return;
    after = next;
  }
}
