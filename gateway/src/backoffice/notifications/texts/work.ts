// The texts of what waits for somebody, or was answered: each topic can be switched off.

import type { NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import { nameOf } from './names.ts';
import type { TextTerms } from './terms.ts';

export const topicFooter = ({ t, site }: TextTerms): string =>
  t(
    `Vous pouvez désactiver ce type de message dans votre profil sur ${site}.`,
    `You can switch this kind of message off in your profile on ${site}.`,
  );

export function claimText(
  { reference, account, status }: NotificationParameters['claim'],
  terms: TextTerms,
): Message {
  const { t, url } = terms;
  const subject =
    status === null
      ? t(`Réponse à la réclamation ${reference}`, `Reply to claim ${reference}`)
      : status === 'RESOLVED'
        ? t(`Réclamation ${reference} résolue`, `Claim ${reference} resolved`)
        : t(`Réclamation ${reference} rejetée`, `Claim ${reference} rejected`);
  return {
    subject,
    paragraphs: [
      t(
        'L’opérateur a répondu. Sa réponse se trouve sur la page de la réclamation.',
        'The operator has answered. The answer is on the claim’s page.',
      ),
    ],
    facts: [[t('Compte', 'Account'), nameOf(account)]],
    link: { label: t('Lire la réponse', 'Read the answer'), url },
    footer: topicFooter(terms),
  };
}

export function balanceText(
  { account, currency, available, minimum }: NotificationParameters['balance'],
  terms: TextTerms,
): Message {
  const { t, url, money } = terms;
  return {
    subject: t(`Solde bas : ${nameOf(account)}`, `Low balance: ${nameOf(account)}`),
    paragraphs: [
      t(
        'Les paiements sortants sont refusés quand le solde ne suffit plus.',
        'Payouts are refused once the balance does not suffice.',
      ),
    ],
    facts: [
      [t('Solde disponible', 'Available balance'), money(available, currency)],
      [t('Seuil choisi', 'Chosen limit'), money(minimum, currency)],
    ],
    link: { label: t('Voir le solde', 'View balance'), url },
    footer: topicFooter(terms),
  };
}
