// Table of the integers in the envelope's `code` and their meaning for the caller. The one table
// (rule H3) that code, docs and tests read.

export const codes = {
  done: 2000,
  refused: 4000,
  badKey: 4001,
  notActivated: 4003,
  notFound: 4004,
  conflict: 4009,
  invalid: 4022,
  tooMany: 4029,
  internal: 5000,
} as const;

export type CodeName = keyof typeof codes;
export type Code = (typeof codes)[CodeName];

/** Meaning of each code for the documentation, in both languages. */
export const codeMeanings: Record<CodeName, { fr: string; en: string }> = {
  done: {
    fr: 'Succès.',
    en: 'Success.',
  },
  refused: {
    fr: 'Rejet pour une raison métier : voir le catalogue d’erreurs.',
    en: 'Rejected for a business reason: see the error catalogue.',
  },
  badKey: {
    fr: 'Clé API absente, inconnue, expirée, révoquée ou non autorisée depuis cette adresse, ou deux clés différentes dans la même requête ; signature absente, incorrecte, périmée ou déjà utilisée sur un autre chemin.',
    en: 'API key missing, unknown, expired, revoked or not allowed from this address, or two different keys in one request; signature missing, incorrect, too old or already used on another path.',
  },
  notActivated: {
    fr: 'Service non activé pour le compte, usage non autorisé par la clé API, ou compte suspendu.',
    en: 'Service not activated for the account, use not allowed by the API key, or account suspended.',
  },
  notFound: {
    fr: 'Transaction, service ou ressource inconnus.',
    en: 'Unknown transaction, service or resource.',
  },
  conflict: {
    fr: 'externalTransactionId déjà utilisé pour une autre opération.',
    en: 'externalTransactionId already used for a different operation.',
  },
  invalid: {
    fr: 'Champ absent ou invalide, ou JSON mal formé ; voir `errors`.',
    en: 'Missing or invalid field, or malformed JSON; see `errors`.',
  },
  tooMany: {
    fr: 'Trop de requêtes ; réessayez plus tard.',
    en: 'Too many requests; try again later.',
  },
  internal: {
    fr: 'Erreur interne de la passerelle. Sur `operation`, rien n’a été exécuté et rien ne le sera.',
    en: 'Internal error of the gateway. On `operation`, nothing has been or will be executed.',
  },
};
