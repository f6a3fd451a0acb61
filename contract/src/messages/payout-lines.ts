// What is wrong with a line of a batch of payouts that came by API, beyond the form of its fields.

import type { Language } from '../language.ts';

export type PayoutLineProblem =
  | 'unknownService'
  | 'notActivated'
  | 'notPayout'
  | 'notForKey'
  | 'otherCurrency'
  | 'suspended'
  | 'routeDown'
  | 'sameId'
  | 'idUsed'
  | 'feeGrew'
  | 'caseOpen'
  | 'paidAfterAll'
  | 'unpayable';

const lineTexts: {
  readonly [problem in PayoutLineProblem]: { readonly [language in Language]: string };
} = {
  unknownService: { fr: 'Ce service n’existe pas.', en: 'This service does not exist.' },
  notActivated: {
    fr: 'Ce service n’est pas activé pour votre compte.',
    en: 'This service is not activated for your account.',
  },
  notPayout: {
    fr: 'Ce service ne permet pas de payer un bénéficiaire dans un lot.',
    en: 'This service does not pay recipients in a batch.',
  },
  notForKey: {
    fr: 'Cette clé API n’est pas autorisée pour ce service.',
    en: 'This API key is not allowed for this service.',
  },
  otherCurrency: {
    fr: 'Un lot est payé dans une seule devise : celle de sa première ligne.',
    en: 'A batch is paid in one currency: that of its first line.',
  },
  suspended: { fr: 'Votre compte est suspendu.', en: 'Your account is suspended.' },
  routeDown: {
    fr: 'L’opérateur de ce service est indisponible.',
    en: 'The operator of this service is down.',
  },
  sameId: {
    fr: 'Une autre ligne du lot a le même externalTransactionId.',
    en: 'Another line of the batch has the same externalTransactionId.',
  },
  idUsed: { fr: 'Déjà utilisé', en: 'Already used' },
  feeGrew: {
    fr: 'Les frais dépassent ceux qui ont été approuvés.',
    en: 'The fee is higher than what was approved.',
  },
  caseOpen: {
    fr: 'Un dossier est ouvert sur la transaction de cette ligne.',
    en: 'A case is open about the transaction of this line.',
  },
  paidAfterAll: {
    fr: 'Le bénéficiaire a été payé malgré l’échec annoncé.',
    en: 'The recipient was paid although a failure was reported.',
  },
  unpayable: {
    fr: 'Cette ligne ne peut pas être payée telle quelle.',
    en: 'This line cannot be paid as it is.',
  },
};

const usedBy = {
  fr: { transaction: 'par la transaction', batch: 'par le lot de paiements' },
  en: { transaction: 'by transaction', batch: 'by batch of payouts' },
} as const;

/** @param used what has the id of the line already; null: it is not known. */
export function payoutLineText(
  problem: PayoutLineProblem,
  language: Language,
  used: { by: 'transaction' | 'batch'; id: string } | null,
): string {
  const text = lineTexts[problem][language];
  if (problem !== 'idUsed') return text;
  return used === null ? `${text}.` : `${text} ${usedBy[language][used.by]} ${used.id}.`;
}
