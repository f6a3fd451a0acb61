// What must be true before a connection to Africa’s Talking carries real messages, and that no
// program sees.

import { goLiveItem } from '@jokko/connectors/kit/carrier';

export const goLive = [
  goLiveItem(
    'live-application',
    'L’application est en production : son nom n’est pas « sandbox ».',
    'The application is a live one: its username is not “sandbox”.',
  ),
  goLiveItem(
    'registered',
    'Dans le tableau de bord, l’adresse des notifications est saisie pour Delivery Reports, Incoming Messages et Bulk SMS Opt Out.',
    'In the dashboard the notice address is entered for Delivery Reports, Incoming Messages and Bulk SMS Opt Out.',
  ),
];
