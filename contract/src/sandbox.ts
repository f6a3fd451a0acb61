// Table of the digits that choose an outcome in the sandbox, as the documentation shows it. The
// simulator implements the protocols independently.
import { serviceKinds } from './kinds/index.ts';
import type { Language } from './language.ts';

/**
 * The members whose last four digits decide, in this order: the first present one that ends in an
 * outcome (the account part of a rib).
 */
export const sandboxDigitMembers: readonly string[] = [
  ...new Set([
    // The order that was published first; a request holds one of them at most, so that later kinds
    // follow.
    'cardNumber',
    'rib',
    'referenceNumber',
    'accountNumber',
    ...serviceKinds.flatMap(({ sandbox: { digitsMember } }) => digitsMember ?? []),
  ]),
  'phone',
];

export const sandboxOutcomes: readonly { digits: string; outcome: Record<Language, string> }[] = [
  {
    digits: '9NNN',
    outcome: {
      en: 'Fails later with catalogue error NNN (001–136), by callback.',
      fr: 'Échoue plus tard avec l’erreur NNN du catalogue (001–136), par callback.',
    },
  },
  {
    digits: '7NNN',
    outcome: {
      en: 'Rejected immediately with catalogue error NNN in the response; a FAILLED callback follows.',
      fr: 'Rejetée immédiatement avec l’erreur NNN du catalogue dans la réponse ; un callback FAILLED suit.',
    },
  },
  {
    digits: '8000',
    outcome: {
      en: 'The payer never validates: payment-timeout (4) when the link expires after 15 minutes. A payout stays pending.',
      fr: 'Le payeur ne valide jamais : payment-timeout (4) à l’expiration du lien, après 15 minutes. Un paiement sortant reste en attente.',
    },
  },
  {
    digits: '8001',
    outcome: { en: 'Succeeds after 20 seconds.', fr: 'Réussit après 20 secondes.' },
  },
  {
    digits: '8002',
    outcome: {
      en: 'The provider reports success twice: still only one callback.',
      fr: 'Le fournisseur annonce deux fois le succès : toujours un seul callback.',
    },
  },
  {
    digits: '8003',
    outcome: {
      en: 'The provider executes the payment but its answer is lost: found by a status query, succeeds.',
      fr: 'Le fournisseur exécute le paiement mais sa réponse se perd : retrouvé par une interrogation de statut, réussit.',
    },
  },
  {
    digits: '8004',
    outcome: {
      en: 'The request to the provider is lost: sent again under the same reference, executed once, succeeds.',
      fr: 'La requête au fournisseur se perd : renvoyée sous la même référence, exécutée une seule fois, réussit.',
    },
  },
  {
    digits: '8005',
    outcome: {
      en: 'The result arrives before the provider’s answer.',
      fr: 'Le résultat arrive avant la réponse du fournisseur.',
    },
  },
  {
    digits: '8006',
    outcome: {
      en: 'A forged notice reports a failure; the provider confirms success: succeeds, with one callback.',
      fr: 'Une fausse notification annonce un échec ; le fournisseur confirme le succès : réussit, avec un seul callback.',
    },
  },
  {
    digits: '8007',
    outcome: {
      en: 'Stays pending until refund-cancel sets it to CANCELED.',
      fr: 'Reste en attente jusqu’à ce que refund-cancel la passe à CANCELED.',
    },
  },
  {
    digits: '8009',
    outcome: {
      en: 'Succeeds; the connection is cut after 5 seconds without an answer, once. The same request again is answered.',
      fr: 'Réussit ; la connexion est coupée après 5 secondes sans réponse, une fois. La même requête répétée reçoit sa réponse.',
    },
  },
  {
    digits: '8020',
    outcome: {
      en: 'Fails later for a reason that no table has: unknown_error, without an id.',
      fr: 'Échoue plus tard pour une raison qu’aucune table ne connaît : unknown_error, sans id.',
    },
  },
  {
    digits: '8011',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows one unit more than the amount.',
      fr: 'Réussit ; le relevé du jour du fournisseur montre une unité de plus que le montant.',
    },
  },
  {
    digits: '8012',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows twice the fee.',
      fr: 'Réussit ; le relevé du jour du fournisseur montre deux fois les frais.',
    },
  },
  {
    digits: '8013',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day omits it.',
      fr: 'Réussit ; le relevé du jour du fournisseur l’omet.',
    },
  },
  {
    digits: '8014',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows it one day later.',
      fr: 'Réussit ; le relevé du jour du fournisseur la montre un jour plus tard.',
    },
  },
  {
    digits: '8015',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows it twice.',
      fr: 'Réussit ; le relevé du jour du fournisseur la montre deux fois.',
    },
  },
  {
    digits: '8016',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows it as failed.',
      fr: 'Réussit ; le relevé du jour du fournisseur la montre comme échouée.',
    },
  },
  {
    digits: '8017',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows it, and another one that was never requested.',
      fr: 'Réussit ; le relevé du jour du fournisseur la montre, et une autre qui n’a jamais été demandée.',
    },
  },
  {
    digits: '····',
    outcome: {
      en: 'Any other digits: succeeds after about a second.',
      fr: 'Tout autre nombre : réussit après une seconde environ.',
    },
  },
];
