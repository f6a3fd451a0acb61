// What must be true before a connection to Orange carries real messages, and that no program sees.

import { goLiveItem } from '@jokko/connectors/kit/carrier';

export const goLive = [
  goLiveItem(
    'bundle',
    'Le contrat du pays est signé et un forfait est acheté pour le premier mois.',
    'The contract of the country is signed, and a bundle is bought for the first month.',
  ),
  goLiveItem(
    'registered',
    'L’adresse des notifications est déclarée par le formulaire d’Orange, et le proxy n’y laisse entrer que les adresses d’Orange.',
    'The notice address is declared by Orange’s form, and the proxy lets only Orange’s addresses reach it.',
  ),
];
