// Writes what to tell a customer who calls about a payment: one sentence with its state, amount,
// number and time, and the provider's reference as proof. Short enough for an SMS of two parts.

import { toDecimalString, type Language } from '@jokko/contract';
import { shownPhone, type Operation } from '../../payments/operations/index.ts';
import { statusOf, type Status } from './http-transaction-filter.ts';

interface Told {
  operation: Operation;
  serviceName: string;
  /** In the customer's language; null unless it failed. */
  errorText: string | null;
}

const states: Record<Language, Record<Status, string>> = {
  fr: {
    waiting: 'est en cours : le fournisseur n’a pas encore donné de résultat',
    success: 'est réussi',
    failed: 'a échoué',
    canceled: 'est annulé',
    refunding: 'est en cours de remboursement',
    refunded: 'est remboursé',
  },
  en: {
    waiting: 'is in progress: the provider has not given a result yet',
    success: 'succeeded',
    failed: 'failed',
    canceled: 'was canceled',
    refunding: 'is being refunded',
    refunded: 'was refunded',
  },
};

/** Times are told in `timeZone`, the one of whoever answers. */
export function customerAnswer(
  { operation: { terms, state: now, createdAt }, serviceName, errorText }: Told,
  language: Language,
  timeZone: string,
): string {
  const { id } = terms;
  const { providerReference, updatedAt } = now;
  const status = statusOf[now.state];
  const phone = shownPhone(terms.phone);
  const amount = new Intl.NumberFormat(language === 'fr' ? 'fr-SN' : 'en-SN', {
    style: 'currency',
    currency: terms.currency,
    minimumFractionDigits: 0,
  }).format(toDecimalString(terms.amount) as Intl.StringNumericLiteral);
  const moment = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  });
  const made = moment.format(createdAt);
  const ended = status === 'waiting' ? null : moment.format(updatedAt);
  const why = errorText === null ? '' : ` : ${errorText.replace(/\.$/, '')}`;
  const state = states[language][status];
  if (language === 'fr') {
    const proof =
      providerReference === null ? '' : ` Référence du fournisseur : ${providerReference}.`;
    const at = ended === null ? '' : ` (le ${ended})`;
    return `Votre paiement ${serviceName} de ${amount} pour le ${phone}, demandé le ${made}, ${state}${at}${why}.${proof} Notre référence : ${id}.`;
  }
  const proof = providerReference === null ? '' : ` Provider reference: ${providerReference}.`;
  const at = ended === null ? '' : ` (on ${ended})`;
  return `Your ${serviceName} payment of ${amount} for ${phone}, requested on ${made}, ${state}${at}${why.replace(' :', ':')}.${proof} Our reference: ${id}.`;
}
