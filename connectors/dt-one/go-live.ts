// What must be true before a route to DT One carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'connection',
    text: {
      fr: 'Les clés de production sont acceptées depuis nos adresses',
      en: 'The production keys are accepted from our addresses',
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
      fr: 'Chaque service nomme son produit, dans sa devise (jokko catalogue products)',
      en: 'Every service names its product, in its currency (jokko catalogue products)',
    },
    check: 'person',
  },
  {
    id: 'payment',
    text: {
      fr: 'Une recharge réussit en répétition',
      en: 'A top-up succeeds in rehearsal',
    },
    check: 'payment',
  },
  {
    id: 'notice',
    text: {
      fr: 'Une notification arrive par l’adresse de la route',
      en: 'A notice arrives at the address of the route',
    },
    check: 'notice',
  },
  {
    id: 'reversals',
    text: {
      fr: 'DT One dit comment il annonce une annulation après succès',
      en: 'DT One has said how it announces a reversal after a success',
    },
    check: 'person',
  },
];
