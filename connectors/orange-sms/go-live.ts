// What must be true before a connection to Orange carries real messages, and that no program sees.

import type { SmsGoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly SmsGoLiveItem[] = [
  {
    id: 'bundle',
    text: {
      fr: 'Le contrat du pays est signé et un forfait est acheté pour le premier mois.',
      en: 'The contract of the country is signed, and a bundle is bought for the first month.',
    },
  },
  {
    id: 'registered',
    text: {
      fr: 'L’adresse des notifications est déclarée par le formulaire d’Orange, et le proxy n’y laisse entrer que les adresses d’Orange.',
      en: 'The notice address is declared by Orange’s form, and the proxy lets only Orange’s addresses reach it.',
    },
  },
];
