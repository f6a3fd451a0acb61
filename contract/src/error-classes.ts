// Why an outbound call failed, as logs, callbacks and their pages tell it. Pure data without
// schemas.

export const errorClasses = [
  'dns_error',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'network_error',
  'unclear_length',
  'head_too_large',
  'interim_flood',
  'protocol_switch',
  'timeout',
  'tls_error',
  'pin_mismatch',
  'redirect',
  'http_status',
  'blocked_target',
] as const;

export type ErrorClass = (typeof errorClasses)[number];

/** In French and English. */
export const errorClassWords: {
  readonly [error in ErrorClass]: readonly [french: string, english: string];
} = {
  dns_error: ['Nom introuvable', 'Name not found'],
  connection_refused: ['Connexion refusée', 'Connection refused'],
  connection_reset: ['Connexion interrompue', 'Connection reset'],
  network_unreachable: ['Serveur injoignable', 'Server unreachable'],
  network_error: ['Réponse illisible', 'Unreadable response'],
  unclear_length: ['Longueur ambiguë', 'Unclear length'],
  head_too_large: ['En-têtes trop longs', 'Headers too long'],
  interim_flood: ['Réponses provisoires sans fin', 'Endless interim responses'],
  protocol_switch: ['Changement de protocole', 'Protocol switch'],
  timeout: ['Délai dépassé', 'Timed out'],
  tls_error: ['Certificat refusé', 'Certificate rejected'],
  pin_mismatch: ['Clé non épinglée', 'Key not pinned'],
  redirect: ['Redirection', 'Redirect'],
  http_status: ['Statut autre que 200', 'Status other than 200'],
  blocked_target: ['Adresse non autorisée', 'Address not allowed'],
};
