// What must be true before an Airtel Money route carries real money; docs/providers/airtel.md
// explains each item.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'application',
    check: 'person',
    text: {
      fr: 'L’application est validée par Airtel pour Collection et Disbursement dans ce pays.',
      en: 'Airtel has approved the application for Collection and Disbursement in this country.',
    },
  },
  {
    id: 'no-signing',
    check: 'person',
    text: {
      fr: 'La signature des messages (x-signature) est désactivée pour cette application.',
      en: 'Message signing (x-signature) is switched off for this application.',
    },
  },
  {
    id: 'credentials',
    check: 'connection',
    text: {
      fr: 'Le test de connexion lit le solde en production.',
      en: 'The connection test reads the balance in production.',
    },
  },
  {
    id: 'callback',
    check: 'notice',
    text: {
      fr: 'L’adresse de notification est saisie dans le portail et une notification est arrivée.',
      en: 'The notice address is entered in the portal, and a notice has come.',
    },
  },
  {
    id: 'payment',
    check: ['collection', 'payout'],
    text: {
      fr: 'Un encaissement et un paiement ont réussi.',
      en: 'A collection and a payout have succeeded.',
    },
  },
  {
    id: 'balance',
    check: ['balance', 'funded'],
    text: {
      fr: 'Le compte de décaissement est approvisionné et son solde est lu.',
      en: 'The disbursement account is funded, and its balance can be read.',
    },
  },
];
