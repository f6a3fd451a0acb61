// What must be true before a route to Reloadly carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'connection',
    text: {
      fr: 'Les identifiants de production sont acceptés (ceux du test ne le sont pas)',
      en: 'The production credentials are accepted (those of the test environment are not)',
    },
    check: 'connection',
  },
  {
    id: 'balance',
    text: { fr: 'Le solde est lu', en: 'The balance can be read' },
    check: 'balance',
  },
  {
    id: 'products',
    text: {
      fr: 'Chaque service nomme son opérateur ou facturier, dans sa devise (jokko catalogue products)',
      en: 'Every service names its operator or biller, in its currency (jokko catalogue products)',
    },
    check: 'person',
  },
  {
    id: 'payment',
    text: { fr: 'Une recharge réussit en répétition', en: 'A top-up succeeds in rehearsal' },
    check: 'payment',
  },
  {
    id: 'discount',
    text: {
      fr: 'Les prix tiennent compte de la remise perdue sur les commandes en devise locale',
      en: 'Prices take into account that orders in local currency get no discount',
    },
    check: 'person',
  },
];
