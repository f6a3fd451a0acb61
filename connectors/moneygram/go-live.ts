// What must be true before a route to MoneyGram carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'contract',
    text: {
      fr: 'Le contrat de partenaire couvre l’envoi et le paiement dans ce pays, et la conformité est signée.',
      en: 'The partner contract covers sending and paying out in this country, and compliance is signed.',
    },
    check: 'person',
  },
  {
    id: 'credentials',
    text: {
      fr: 'Les identifiants OAuth sont acceptés.',
      en: 'The OAuth credentials are accepted.',
    },
    check: 'connection',
  },
  {
    id: 'signed-text',
    text: {
      fr: 'La clé publique des notifications est saisie, et une notification signée est arrivée.',
      en: 'The public key of notices is entered, and a signed notice has come.',
    },
    check: 'notice',
  },
  {
    id: 'own-reference',
    text: {
      fr: 'MoneyGram confirme que partnerTransactionId est répété dans le statut d’un paiement.',
      en: 'MoneyGram confirms that partnerTransactionId is repeated in the status of a payout.',
    },
    check: 'person',
  },
  {
    id: 'payment',
    text: {
      fr: 'Un petit envoi et un petit paiement ont réussi.',
      en: 'A small remittance was sent and a small one paid out.',
    },
    check: ['collection', 'payout'],
  },
  {
    id: 'refund',
    text: { fr: 'Un envoi a été remboursé.', en: 'A remittance was refunded.' },
    check: 'reversal',
  },
];
