// What must be true before a connection to Infobip carries real messages, and that no program sees.

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
    id: 'subscription',
    text: {
      fr: 'L’abonnement (Subscriptions) aux rapports et aux messages reçus mène à l’adresse des notifications, avec la preuve configurée ; ou les rapports sont relevés, et par aucun autre programme.',
      en: 'The subscription to reports and inbound messages leads to the notice address, with the proof that is configured; or reports are fetched, and by no other program.',
    },
  },
];
