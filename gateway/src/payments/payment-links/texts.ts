// Messages of the pages of payment links, in each language.

import type { Language, PaymentLinkStatus } from '@jokko/contract';

export interface LinkTexts {
  title: string;
  amount: string;
  /** Under the field; both are amounts with their currency. */
  bounds(minimum: string, maximum: string): string;
  goOn: string;
  wrongAmount(minimum: string, maximum: string): string;
  tooFast: string;
  ends: {
    readonly [status in Exclude<PaymentLinkStatus, 'ACTIVE'>]: { title: string; text: string };
  };
}

export const linkTexts: { readonly [language in Language]: LinkTexts } = {
  fr: {
    title: 'Payer',
    amount: 'Montant',
    bounds: (minimum, maximum) => `De ${minimum} à ${maximum}.`,
    goOn: 'Continuer',
    wrongAmount: (minimum, maximum) => `Saisissez un montant de ${minimum} à ${maximum}.`,
    tooFast: 'Trop d’essais. Attendez une minute, puis réessayez.',
    ends: {
      PAUSED: {
        title: 'Lien suspendu',
        text: 'Le marchand n’accepte pas de paiement par ce lien pour le moment. Réessayez plus tard.',
      },
      EXPIRED: {
        title: 'Lien expiré',
        text: 'Le délai pour payer par ce lien est dépassé. Demandez un nouveau lien au marchand.',
      },
      USED: {
        title: 'Lien déjà utilisé',
        text: 'Ce lien ne sert qu’une fois, et le paiement a été fait. Rien d’autre n’est à payer ici.',
      },
    },
  },
  en: {
    title: 'Pay',
    amount: 'Amount',
    bounds: (minimum, maximum) => `From ${minimum} to ${maximum}.`,
    goOn: 'Continue',
    wrongAmount: (minimum, maximum) => `Enter an amount from ${minimum} to ${maximum}.`,
    tooFast: 'Too many attempts. Wait one minute, then try again.',
    ends: {
      PAUSED: {
        title: 'Link paused',
        text: 'The merchant takes no payments by this link at the moment. Try again later.',
      },
      EXPIRED: {
        title: 'Link expired',
        text: 'The time to pay by this link is over. Ask the merchant for a new one.',
      },
      USED: {
        title: 'Link already used',
        text: 'This link works once, and the payment has been made. There is nothing more to pay here.',
      },
    },
  },
};
