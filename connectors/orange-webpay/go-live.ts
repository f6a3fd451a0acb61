// What must be true before a route of Orange Money Web Payment carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'contract',
    text: {
      fr: 'Le contrat marchand Orange Money du pays est signé et l’application est passée de « dev » au code du pays.',
      en: 'The Orange Money merchant contract of the country is signed, and the application was moved from dev to the country code.',
    },
    check: 'person',
  },
  {
    id: 'connection',
    text: {
      fr: 'Orange délivre un jeton d’accès à nos identifiants.',
      en: 'Orange gives out an access token for our credentials.',
    },
    check: 'connection',
  },
  {
    id: 'payment',
    text: {
      fr: 'Un paiement a abouti par la page d’Orange.',
      en: 'A payment has succeeded by the page of Orange.',
    },
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
  {
    id: 'statement',
    text: {
      fr: 'Quelqu’un sait où lire chaque jour le relevé marchand : l’API n’en donne pas.',
      en: 'Somebody knows where to read the merchant statement each day: the API has none.',
    },
    check: 'person',
  },
];
