// What must be true before a connection to Africa’s Talking carries real messages, and that no program sees.

import type { SmsGoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly SmsGoLiveItem[] = [
  {
    id: 'live-application',
    text: {
      fr: 'L’application est en production : son nom n’est pas « sandbox ».',
      en: 'The application is a live one: its username is not “sandbox”.',
    },
  },
  {
    id: 'registered',
    text: {
      fr: 'Dans le tableau de bord, l’adresse des notifications est saisie pour Delivery Reports, Incoming Messages et Bulk SMS Opt Out.',
      en: 'In the dashboard the notice address is entered for Delivery Reports, Incoming Messages and Bulk SMS Opt Out.',
    },
  },
];
