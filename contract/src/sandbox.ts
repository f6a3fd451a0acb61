// Which digits choose an outcome in the sandbox? The table that the documentation shows; the simulator reads the protocols on its own.
import type { Language } from './language.ts';

/** The members whose last four digits decide, in this order: the first present one that ends in an outcome (the account part of a rib). */
export const sandboxDigitMembers = ['cardNumber', 'rib', 'referenceNumber', 'accountNumber', 'phone'] as const;

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
      en: 'Refused at once with catalogue error NNN, in the answer; a FAILLED callback follows.',
      fr: 'Refusée aussitôt avec l’erreur NNN du catalogue, dans la réponse ; un callback FAILLED suit.',
    },
  },
  {
    digits: '8000',
    outcome: {
      en: 'The payer never validates: payment-timeout (4) when the link expires after 15 minutes. A pay-out stays pending.',
      fr: 'Le payeur ne valide jamais : payment-timeout (4) à l’expiration du lien, après 15 minutes. Un paiement sortant reste en attente.',
    },
  },
  { digits: '8001', outcome: { en: 'Succeeds after 20 seconds.', fr: 'Réussit après 20 secondes.' } },
  {
    digits: '8002',
    outcome: {
      en: 'The provider reports the success twice: still one callback.',
      fr: 'Le fournisseur annonce deux fois le succès : toujours un seul callback.',
    },
  },
  {
    digits: '8003',
    outcome: {
      en: 'The provider executes but its answer is lost: found by look-up, succeeds.',
      fr: 'Le fournisseur exécute mais sa réponse se perd : retrouvée par consultation, réussit.',
    },
  },
  {
    digits: '8004',
    outcome: {
      en: 'The request to the provider is lost: sent again under the same reference, executed once, succeeds.',
      fr: 'La requête au fournisseur se perd : renvoyée sous la même référence, exécutée une fois, réussit.',
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
      en: 'A false notice says failed, the provider says otherwise: succeeds, with one callback.',
      fr: 'Un faux avis annonce un échec, le fournisseur dit le contraire : réussit, avec un seul callback.',
    },
  },
  {
    digits: '8007',
    outcome: {
      en: 'Stays pending for ever; refund-cancel makes it CANCELED.',
      fr: 'Reste en attente pour toujours ; refund-cancel la rend CANCELED.',
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
      en: 'Succeeds; the provider’s statement of the day leaves it out.',
      fr: 'Réussit ; le relevé du jour du fournisseur l’omet.',
    },
  },
  {
    digits: '8014',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows it a day later.',
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
      en: 'Succeeds; the provider’s statement of the day calls it failed.',
      fr: 'Réussit ; le relevé du jour du fournisseur la dit échouée.',
    },
  },
  {
    digits: '8017',
    outcome: {
      en: 'Succeeds; the provider’s statement of the day shows it, and another one that nobody ordered.',
      fr: 'Réussit ; le relevé du jour du fournisseur la montre, et une autre que personne n’a demandée.',
    },
  },
  {
    digits: '····',
    outcome: { en: 'Anything else succeeds after about a second.', fr: 'Tout autre nombre réussit après une seconde environ.' },
  },
];
