// What each code of the water company's page means. A code that is not here proves nothing: the outcome is unknown, and the log says so.

import { refusalRow, type RefusalRow } from '@jokko/connectors/kit';

/** `erreur` of a 422 and `motif` of REJETE: nothing was paid. The numbers are entries of the error catalogue. */
export const refusals: { readonly [code: string]: RefusalRow } = {
  POLICE_INCONNUE: refusalRow(121, 'never'),
  FACTURE_INCONNUE: refusalRow(121, 'never'),
  FACTURE_REGLEE: refusalRow(118, 'never'),
  MONTANT_INEXACT: refusalRow(116, 'never'),
  COMPTE_INSUFFISANT: refusalRow(53, 'otherRoute', 'float'),
  AGENCE_FERMEE: refusalRow(28, 'otherRoute', 'down'),
};

/** Words of `etat`. */
export const statuses: {
  readonly [word: string]: 'pending' | 'succeeded' | 'failed' | 'reversed';
} = {
  EN_COURS: 'pending',
  REGLE: 'succeeded',
  REJETE: 'failed',
  ANNULE: 'reversed',
};
