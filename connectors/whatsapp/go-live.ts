// What must be true before a route to WhatsApp carries messages of developers.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'connection',
    text: {
      fr: 'Le jeton permanent lit notre numéro',
      en: 'The permanent token reads our number',
    },
    check: 'connection',
  },
  {
    id: 'notice',
    text: {
      fr: 'Meta a vérifié l’adresse des notifications et en a envoyé une',
      en: 'Meta has verified the address of notices and has sent one',
    },
    check: 'notice',
  },
  {
    id: 'template',
    text: {
      fr: 'Les modèles sont approuvés dans la langue de la route',
      en: 'The templates are approved in the language of the route',
    },
    check: 'person',
  },
  {
    id: 'payment',
    text: {
      fr: 'Un message est arrivé en répétition',
      en: 'A message has arrived in rehearsal',
    },
    check: 'payment',
  },
  {
    id: 'limits',
    text: {
      fr: 'Le nombre de destinataires par jour suffit, et la facturation Meta est en place',
      en: 'The number of recipients a day suffices, and billing at Meta is set up',
    },
    check: 'person',
  },
];
