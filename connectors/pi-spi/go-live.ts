// What must be true before a route of PI-SPI carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  {
    id: 'contract',
    text: {
      fr: 'Le participant a donné l’adresse de production, le client, ses droits (scopes) et le certificat de l’autorité de la BCEAO.',
      en: 'The participant has given the production address, the client, its scopes and the certificate of the BCEAO authority.',
    },
    check: 'person',
  },
  {
    id: 'amount-unit',
    text: {
      fr: 'Le participant a confirmé l’unité des montants (franc ou centième).',
      en: 'The participant has confirmed the unit of amounts (franc or hundredth).',
    },
    check: 'person',
  },
  {
    id: 'connection',
    text: {
      fr: 'Notre compte se lit, avec notre certificat.',
      en: 'Our account can be read, with our certificate.',
    },
    check: 'connection',
  },
  {
    id: 'webhook',
    text: {
      fr: 'L’adresse de la route est enregistrée comme webhook de notre alias, et son secret est saisi.',
      en: 'The address of the route is registered as webhook of our alias, and its secret is entered.',
    },
    check: 'person',
  },
  {
    id: 'payment',
    text: {
      fr: 'Un paiement d’un franc est arrivé avec le montant d’un franc.',
      en: 'A payment of one franc has arrived as one franc.',
    },
    check: 'payment',
  },
  {
    id: 'notice',
    text: { fr: 'Une notification est arrivée.', en: 'A notice has come.' },
    check: 'notice',
  },
  {
    id: 'return',
    text: { fr: 'Un retour de fonds a abouti.', en: 'A return has succeeded.' },
    check: 'refund',
  },
];
