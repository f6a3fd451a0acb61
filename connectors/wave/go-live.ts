// What must be true before a route to Wave carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'contract',
    text: {
      fr: 'Le contrat Wave Business couvre Checkout et Payout pour ce portefeuille, et ses plafonds sont connus.',
      en: 'The Wave Business contract covers Checkout and Payout for this wallet, and its limits are known.',
    },
    check: 'person',
  },
  {
    id: 'key',
    text: {
      fr: 'La clé API répond et lit le solde.',
      en: 'The API key is accepted and reads the balance.',
    },
    check: 'connection',
  },
  {
    id: 'webhook',
    text: {
      fr: 'Un webhook avec secret de signature est enregistré dans le portail Wave, et une notification est arrivée.',
      en: 'A webhook with a signing secret is registered in Wave’s portal, and a notice has come.',
    },
    check: 'notice',
  },
  {
    id: 'payment',
    text: {
      fr: 'Un petit encaissement et un petit décaissement réels ont réussi.',
      en: 'A small real collection and a small real payout have succeeded.',
    },
    check: ['collection', 'payout'],
  },
  {
    id: 'refund',
    text: {
      fr: 'Un remboursement et une annulation de décaissement ont réussi.',
      en: 'A refund and the reversal of a payout have succeeded.',
    },
    check: ['refund', 'reversal'],
  },
  {
    id: 'balance',
    text: { fr: 'Le solde est lu et provisionné.', en: 'The balance is read, and funded.' },
    check: ['balance', 'funded'],
  },
  {
    id: 'statement',
    text: {
      fr: 'L’historique d’une journée est lu et rapproché.',
      en: 'The history of a day is read, and reconciled.',
    },
    check: 'statement',
  },
];
