// What must be true before a route of Orange Sonatel carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'contract',
    text: {
      fr: 'Orange a passé l’application en production ; le code marchand et le numéro du partenaire sont ceux de production.',
      en: 'Orange has moved the application to production; merchant code and partner number are those of production.',
    },
    check: 'person',
  },
  {
    id: 'connection',
    text: {
      fr: 'Orange donne un jeton et sa clé publique à nos identifiants.',
      en: 'Orange gives a token and its public key to our credentials.',
    },
    check: 'connection',
  },
  {
    id: 'balance',
    text: {
      fr: 'Le solde du portefeuille partenaire se lit : le code secret est juste.',
      en: 'The balance of the partner wallet can be read: the PIN is right.',
    },
    check: 'balance',
  },
  {
    id: 'callback',
    text: {
      fr: 'L’adresse des notifications est enregistrée pour le code marchand, avec sa clé ou son secret.',
      en: 'The address of notices is registered for the merchant code, with its key or secret.',
    },
    check: 'person',
  },
  {
    id: 'payment',
    text: { fr: 'Un paiement a abouti.', en: 'A payment has succeeded.' },
    check: 'payment',
  },
  {
    id: 'notice',
    text: {
      fr: 'Une notification d’Orange est arrivée à l’adresse de la route.',
      en: 'A notice of Orange has come to the address of the route.',
    },
    check: 'notice',
  },
];
