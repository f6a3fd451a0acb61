// How do all transactions that fit a filter become a file? Read page by page while it is sent, however many they are.

import type { Session } from '../../../db/database.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { listOperations, type ListedOperation, type ListFilter, type ListPlace } from '../../../domain/operations/index.ts';
import type { SignedInPerson } from '../../../domain/people/index.ts';
import type { FileAnswer } from '../handler.ts';
import { csvOf, headingsOf, type Cell, type CsvForm } from '../csv.ts';
import { statusOf, type Status } from './transaction-filter.ts';

/** Each read holds up payments for as long as its rows take to arrive. */
const rowsAtOnce = 250;

const accountHeadings = { fr: ['Compte', 'Nom du compte'], en: ['Account', 'Account name'], plain: ['account_id', 'account_name'] };
const headings = {
  fr: [
    ...['Identifiant', 'Identifiant externe', 'Date', 'Dernier changement', 'Service', 'Sens', 'Téléphone', 'Montant', 'Commission'],
    ...['Devise', 'Statut', 'Référence du fournisseur'],
  ],
  en: [
    ...['Id', 'External id', 'Date', 'Last change', 'Service', 'Direction', 'Phone', 'Amount', 'Commission'],
    ...['Currency', 'Status', 'Provider reference'],
  ],
  plain: [
    ...['id', 'external_id', 'created_at', 'updated_at', 'service', 'direction', 'phone', 'amount', 'commission'],
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
export function transactionFile(
  session: Session,
  catalogue: Catalogue,
  filter: ListFilter,
  { form, person, ofAll }: { form: CsvForm; person: SignedInPerson; ofAll: boolean },
): FileAnswer['file'] {
  const { language, timeZone } = person;
  async function* rows(): AsyncGenerator<Cell[][]> {
    for await (const operations of eachOf(session, filter)) yield operations.map((operation) => cellsOf(operation));
  }
  const plain = form === 'plain';
  const serviceName = (code: string): string => catalogue.service(code)?.name ?? code;
  const cellsOf = (operation: ListedOperation): Cell[] => [
    ...(ofAll ? [{ digits: String(operation.accountId) }, operation.accountName] : []),
    ...[{ digits: operation.id }, { digits: operation.externalId }, { at: operation.createdAt }, { at: operation.updatedAt }],
    plain ? operation.codeService : serviceName(operation.codeService),
    plain ? operation.direction : directions[language][operation.direction],
    { digits: operation.phone },
    ...[{ amount: operation.amount }, { amount: operation.commission }, operation.currency],
    ...[
      plain ? statusOf[operation.state] : statuses[language][statusOf[operation.state]],
      operation.providerReference === null ? null : { digits: operation.providerReference },
    ],
  ];
  const first = ofAll ? headingsOf(accountHeadings, form, language) : [];
  const content = csvOf({ form, timeZone }, [...first, ...headingsOf(headings, form, language)], rows());
  return { name: `transactions-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8', content };
}

async function* eachOf(session: Session, filter: ListFilter): AsyncGenerator<ListedOperation[]> {
  for (let after: ListPlace | null = null; ;) {
    const { items, next } = await listOperations(session, filter, after, rowsAtOnce);
    if (items.length > 0) yield items;
    if (next === null) return;
    after = next;
  }
}
