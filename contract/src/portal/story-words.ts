// What happened to a transaction in words, in French and English: states of operations, attempts,
// requests to take back, and claims. The pages and the printed evidence read them here.

type Words<Key extends string> = {
  readonly [key in Key]: readonly [french: string, english: string];
};

/** A state without words does not compile where the gateway reads this (evidence-words.ts). */
export const operationWords = {
  READY: ['prête', 'ready'],
  PARKED: ['en attente d’une route', 'waits for a route'],
  SENDING: ['envoi en cours', 'sending'],
  ACCEPTED: ['acceptée par le fournisseur', 'accepted by the provider'],
  UNKNOWN: ['résultat inconnu', 'unknown outcome'],
  SUCCESS: ['réussie', 'succeeded'],
  FAILED: ['échouée', 'failed'],
  CANCELED: ['annulée', 'canceled'],
  REFUNDING: ['remboursement en cours', 'refund in progress'],
  REFUNDED: ['remboursée', 'refunded'],
} as const satisfies Words<string>;

export const attemptWords = {
  SENDING: ['en cours', 'in progress'],
  ACCEPTED: ['accepté, résultat attendu', 'accepted, outcome pending'],
  UNKNOWN: ['aucune réponse certaine', 'no definite response'],
  SUCCEEDED: ['réussi', 'succeeded'],
  FAILED: ['rejeté', 'rejected'],
  NOT_SENT: ['non envoyé', 'not sent'],
  CONTINUED: ['le payeur a répondu, suite ci-dessous', 'answered by the payer, continued below'],
} as const satisfies Words<string>;

export const reversalWords = {
  open: ['en attente', 'pending'],
  approved: ['approuvée, en cours', 'approved, in progress'],
  done: ['exécutée', 'carried out'],
  failed: ['échec de l’exécution', 'could not be carried out'],
  refused: ['refusée', 'rejected'],
  withdrawn: ['retirée', 'withdrawn'],
  expired: ['expirée', 'expired'],
} as const satisfies Words<string>;

export const claimWords = {
  OPENED: ['Ouverte', 'Opened'],
  IN_PROGRESS: ['En cours', 'In progress'],
  RESOLVED: ['Résolue', 'Resolved'],
  REJECTED: ['Rejetée', 'Rejected'],
  CLOSED: ['Close', 'Closed'],
} as const satisfies Words<string>;
