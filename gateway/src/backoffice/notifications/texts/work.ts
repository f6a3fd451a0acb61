// The texts of what waits for somebody, or was answered: each topic can be switched off.

import type { NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import type { TextTerms } from './terms.ts';

/** As the page of approvals calls them, by kind of request. */
const requestNames: { readonly [kind: string]: readonly [fr: string, en: string] } = {
  catalogue: ['publication du catalogue', 'catalogue publication'],
  'sms-routing': ['publication du routage SMS', 'SMS routing publication'],
  fund: ['approvisionnement', 'funding'],
  adjust: ['ajustement de solde', 'balance adjustment'],
  settle: ['reversement', 'settlement'],
  'settle-return': ['retour d’un reversement', 'settlement return'],
  float: ['mouvement de float', 'float movement'],
  resolve: ['résultat d’une transaction', 'transaction outcome'],
  'close-case': ['clôture d’un dossier', 'case closure'],
  refund: ['remboursement', 'refund'],
  'refund-limit': ['limite des remboursements', 'refund limit'],
  'developer-invitation': ['invitation d’un membre', 'member invitation'],
  'developer-reset': ['réinitialisation d’un mot de passe', 'password reset'],
  'own-price': ['tarif négocié', 'price override'],
};

const footerOf = ({ t, site }: TextTerms): string =>
  t(
    `Vous pouvez désactiver ce type de message dans votre profil sur ${site}.`,
    `You can switch this kind of message off in your profile on ${site}.`,
  );

export function approvalText(
  { request, account, by }: NotificationParameters['approval'],
  terms: TextTerms,
): Message {
  const { t, url } = terms;
  const names = requestNames[request];
  const name = names === undefined ? t('demande', 'request') : t(...names);
  return {
    subject: t(`À approuver : ${name}`, `To approve: ${name}`),
    paragraphs: [
      t(
        `${by} a besoin de votre approbation. Rien n’est exécuté avant.`,
        `${by} needs your approval. Nothing is executed before.`,
      ),
    ],
    facts: [
      [t('Demandé par', 'Requested by'), by],
      ...(account === null ? [] : [[t('Compte', 'Account'), account] as const]),
    ],
    link: { label: t('Voir les demandes', 'View requests'), url },
    footer: footerOf(terms),
  };
}

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
    facts: [[t('Compte', 'Account'), account]],
    link: { label: t('Lire la réponse', 'Read the answer'), url },
    footer: footerOf(terms),
  };
}

export function balanceText(
  { account, currency, available, minimum }: NotificationParameters['balance'],
  terms: TextTerms,
): Message {
  const { t, url } = terms;
  return {
    subject: t(`Solde bas : ${account}`, `Low balance: ${account}`),
    paragraphs: [
      t(
        'Les paiements sortants sont refusés quand le solde ne suffit plus.',
        'Payouts are refused once the balance does not suffice.',
      ),
    ],
    facts: [
      [t('Solde disponible', 'Available balance'), `${available} ${currency}`],
      [t('Seuil choisi', 'Chosen limit'), `${minimum} ${currency}`],
    ],
    link: { label: t('Voir le solde', 'View balance'), url },
    footer: footerOf(terms),
  };
}
