// What must be true before an M-Pesa route carries real money; docs/providers/mpesa.md explains
// each item.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'application',
    check: 'person',
    text: {
      fr: 'Safaricom a mis l’application en production, avec le passkey et l’initiateur de ce short code.',
      en: 'Safaricom has put the application live, with the passkey and the initiator of this short code.',
    },
  },
  {
    id: 'credentials',
    check: 'connection',
    text: {
      fr: 'Le test de connexion obtient un jeton en production.',
      en: 'The connection test gets a token in production.',
    },
  },
  {
    id: 'certificate',
    check: 'person',
    text: {
      fr: 'Le certificat saisi est celui de production, non celui du bac à sable.',
      en: 'The certificate entered is the one of production, not of the sandbox.',
    },
  },
  {
    id: 'notices',
    check: 'notice',
    text: {
      fr: 'Une notification est arrivée : sans elles, aucun paiement sortant ne se termine.',
      en: 'A notice has come: without them no payout ever ends.',
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
    id: 'refund',
    check: 'refund',
    text: { fr: 'Un encaissement a été annulé.', en: 'A collection has been reversed.' },
  },
];
