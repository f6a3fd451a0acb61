// What must be true before a connection to Twilio carries real messages, and that no program sees.

import type { SmsGoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly SmsGoLiveItem[] = [
  {
    id: 'paid-account',
    text: {
      fr: 'Le compte n’est plus à l’essai : il envoie aussi à des numéros qui n’y sont pas vérifiés.',
      en: 'The account is no trial: it sends to numbers that are not verified there, too.',
    },
  },
  {
    id: 'countries',
    text: {
      fr: 'Les pays sont ouverts sous Messaging, Settings, Geo permissions.',
      en: 'The countries are open under Messaging, Settings, Geo permissions.',
    },
  },
  {
    id: 'inbound',
    text: {
      fr: 'Pour recevoir des messages, l’adresse des notifications est celle de « A message comes in » du numéro ou du service.',
      en: 'To receive messages, the notice address is that of “A message comes in” of the number or service.',
    },
  },
];
