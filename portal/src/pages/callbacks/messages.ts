// Messages of the callback pages.

import type { RouteAnswer } from '@jokko/contract/portal';
import { plural, t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

type Callback = RouteAnswer<'GET callbacks'>['items'][number];
type ErrorClass = NonNullable<Callback['lastErrorClass']>;

const errors = {
  dns_error: t('Nom introuvable', 'Name not found'),
  connection_refused: t('Connexion refusée', 'Connection refused'),
  connection_reset: t('Connexion interrompue', 'Connection reset'),
  network_unreachable: t('Serveur injoignable', 'Server unreachable'),
  network_error: t('Réponse illisible', 'Unreadable response'),
  unclear_length: t('Longueur ambiguë', 'Unclear length'),
  head_too_large: t('En-têtes trop longs', 'Headers too long'),
  interim_flood: t('Réponses provisoires sans fin', 'Endless interim responses'),
  protocol_switch: t('Changement de protocole', 'Protocol switch'),
  timeout: t('Délai dépassé', 'Timed out'),
  tls_error: t('Certificat refusé', 'Certificate rejected'),
  pin_mismatch: t('Clé non épinglée', 'Key not pinned'),
  redirect: t('Redirection', 'Redirect'),
  http_status: t('Statut autre que 200', 'Status other than 200'),
  blocked_target: t('Adresse non autorisée', 'Address not allowed'),
} satisfies Record<ErrorClass, Message>;

export const callbackMessages = {
  title: vocabulary.callbacks,
  lead: t(
    'Les notifications envoyées à vos serveurs et leurs réponses. Chaque échec est retenté pendant 72 heures.',
    'Notifications sent to your servers, and their responses. Each failure is retried for 72 hours.',
  ),
  feed: t(
    'Rien n’est perdu : le flux d’événements (GET /events) restitue chaque fin d’opération, même si vos serveurs étaient indisponibles.',
    'Nothing is lost: the event feed (GET /events) returns every completed operation, even if your servers were unavailable.',
  ),
  transaction: vocabulary.transaction,
  transactionHint: t('ID exact', 'Exact ID'),
  state: t('Livraison', 'Delivery'),
  all: t('Toutes', 'All'),
  states: {
    due: vocabulary.inProgress,
    delivered: t('Livré', 'Delivered'),
    abandoned: t('Abandonné', 'Abandoned'),
  },
  status: vocabulary.result,
  statuses: {
    SUCCESS: vocabulary.succeeded,
    FAILLED: vocabulary.failed,
    CANCELED: vocabulary.canceled,
    REFUNDED: vocabulary.refunded,
    IN_PROGRESS: t('Réclamation en cours', 'Claim in progress'),
    RESOLVED: t('Réclamation résolue', 'Claim resolved'),
    REJECTED: t('Réclamation rejetée', 'Claim rejected'),
    CLOSED: t('Réclamation clôturée', 'Claim closed'),
  },
  errorClass: vocabulary.lastFailure,
  errors: errors,
  destination: vocabulary.server,
  destinationHint: t('https://boutique.sn:443', 'https://shop.sn:443'),
  attempts: vocabulary.attempts,
  created: vocabulary.created,
  next: t('Prochaine tentative', 'Next attempt'),
  closed: vocabulary.completed,
  givenUp: t('Abandonné par l’opérateur', 'Abandoned by the operator'),
  second: t('Adresse secondaire', 'Second URL'),
  none: t('Aucun callback', 'No callbacks'),
  noneHint: t(
    'Aucun résultat pour ces filtres, ou aucune opération terminée pour le moment.',
    'No results for these filters, or no operation has completed yet.',
  ),
  url: t('URL', 'URL'),
  sent: t('Corps envoyé', 'Request body'),
  log: vocabulary.attempts,
  attempt: t(
    (number: number) => `Tentative ${number}`,
    (number) => `Attempt ${number}`,
  ),
  delivered: t('livré', 'delivered'),
  noAttempt: t('Aucune tentative pour le moment.', 'No attempts yet.'),
  older: t('Tentatives plus anciennes', 'Earlier attempts'),
  newest: t('Revenir aux plus récentes', 'Back to the latest'),
  took: vocabulary.duration,
  phases: t('Étapes', 'Phases'),
  phaseNames: {
    dnsMs: t('DNS', 'DNS'),
    connectMs: t('connexion', 'connection'),
    tlsMs: t('TLS', 'TLS'),
    firstByteMs: t('premier octet', 'first byte'),
  },
  kept: t('Connexion réutilisée', 'Connection reused'),
  address: t('Connecté à', 'Connected to'),
  pin: t('Empreinte', 'Pin'),
  pinMatched: t('Reconnue', 'Matched'),
  pinMissed: t('Inconnue', 'Unknown'),
  headers: t('En-têtes de la réponse', 'Response headers'),
  answer: vocabulary.response,
  answerCut: t('Réponse (début seulement)', 'Response (beginning only)'),
  advice: t('Comment corriger', 'How to fix'),
  replay: t('Renvoyer', 'Resend'),
  replayed: t('Le callback est renvoyé.', 'The callback is being resent.'),
  replayAll: t('Renvoyer tous les résultats', 'Resend all matching'),
  replayAllTitle: t(
    'Renvoyer tous les callbacks de ce filtre ?',
    'Resend all callbacks matching this filter?',
  ),
  replayAllBody: t(
    'Chacun est renvoyé avec le même corps et le même identifiant. Vos serveurs doivent reconnaître les doublons.',
    'Each one is resent with the same body and ID. Your servers must recognize duplicates.',
  ),
  replayAllWithout: t(
    'Aucun filtre : tous les callbacks de votre compte seront renvoyés.',
    'No filter: all callbacks of your account will be resent.',
  ),
  rate: t('Cadence', 'Rate'),
  perSecond: plural(
    { one: '# par seconde', other: '# par seconde' },
    { one: '# per second', other: '# per second' },
  ),
  replayedAll: plural(
    { one: '# callback renvoyé.', other: '# callbacks renvoyés.' },
    { one: '# callback is being resent.', other: '# callbacks are being resent.' },
  ),
  replays: t('Renvois', 'Resends'),
  replayOf: t('Renvoi', 'Resend'),
  replayStates: {
    running: vocabulary.inProgress,
    done: vocabulary.done,
    stopped: t('Arrêté', 'Stopped'),
  },
  started: t('Début', 'Started'),
  total: vocabulary.callbacks,
  released: t('Renvoyés', 'Resent'),
  deliveredCount: t('Livrés', 'Delivered'),
  stop: t('Arrêter', 'Stop'),
  stopOf: t(
    (id: number) => `Arrêter le renvoi ${id}`,
    (id) => `Stop resend ${id}`,
  ),
  stopped: t('Renvoi arrêté.', 'Resend stopped.'),
  actions: vocabulary.action,
  waits: t(
    'À son tour : un serveur qui ne répond pas reçoit une tentative par minute, pour tous ses callbacks.',
    'In its turn: a server that does not answer gets one attempt a minute, over all its callbacks.',
  ),
  waitsShort: t('À son tour', 'In its turn'),
  tester: t('Envoyer un callback de test', 'Send a test callback'),
  testerTitle: t('Envoyer un callback de test', 'Send a test callback'),
  testerLead: t(
    'Envoie trois callbacks de test : un authentique, signé comme les vrais, puis un dont le montant a été changé et un signé il y a dix minutes, que votre serveur doit refuser. Aucune opération n’est modifiée.',
    'Sends three test callbacks: a genuine one, signed like a real one, then one whose amount was changed and one signed ten minutes ago, which your server must refuse. No operation is changed.',
  ),
  testerUrl: t('URL de callback', 'Callback URL'),
  testerUrlHint: t('Le corps contient "test": true.', 'The body contains "test": true.'),
  testerKey: t('Clé utilisée pour sha256Hash', 'Key used for sha256Hash'),
  testerKeyHint: t(
    'La clé avec laquelle votre serveur vérifie.',
    'The key your server verifies with.',
  ),
  hashOf: t(
    (key: string) =>
      `sha256Hash est calculé avec la clé ${key} : votre serveur peut le vérifier comme celui d’un vrai callback.`,
    (key) =>
      `sha256Hash is computed with the key ${key}: your server can verify it as it would a real callback.`,
  ),
  noHashSoon: t(
    'En production, une clé ne peut pas être relue : sha256Hash sera vide, et un serveur qui le vérifie rejettera ce test.',
    'In live mode a key cannot be read back: sha256Hash will be empty, and a server that verifies it will reject this test.',
  ),
  noHash: t(
    'Aucune clé ne peut être relue : sha256Hash est vide. Il est normal qu’un serveur qui le vérifie rejette ce test.',
    'No key can be read back: sha256Hash is empty. A server that verifies it correctly rejects this test.',
  ),
  send: t('Envoyer le test', 'Send test'),
  result: vocabulary.result,
  ok: t(
    'Votre serveur accepte les callbacks authentiques et refuse les faux : il est prêt.',
    'Your server accepts genuine callbacks and refuses forged ones: it is ready.',
  ),
  notForged: t(
    'Votre serveur n’a pas accepté le callback authentique : les deux faux n’ont pas été envoyés.',
    'Your server did not accept the genuine callback: the two forged ones were not sent.',
  ),
  acceptsForgeries: t(
    'Votre serveur accepte un callback falsifié : n’importe qui peut lui annoncer un paiement. Vérifiez webhook-signature sur tout le corps et l’âge de webhook-timestamp ; le code figure dans la documentation.',
    'Your server accepts a forged callback: anyone can tell it that a payment succeeded. Verify webhook-signature over the whole body, and the age of webhook-timestamp; the code is in the documentation.',
  ),
  unanswered: t(
    'Votre serveur n’a pas répondu à un faux callback : impossible de dire s’il le vérifie.',
    'Your server did not answer a forged callback: whether it verifies it is unknown.',
  ),
  genuine: t('Callback authentique', 'Genuine callback'),
  checks: {
    body: t(
      'Montant changé, ancien sha256Hash conservé',
      'Amount changed, the old sha256Hash kept',
    ),
    age: t('Signé il y a dix minutes', 'Signed ten minutes ago'),
  },
  accepted: t('Accepté', 'Accepted'),
  refused: t('Refusé, comme il se doit', 'Refused, as it should be'),
  wronglyAccepted: t('Accepté : à corriger', 'Accepted: to be fixed'),
  noAnswer: t('Aucune réponse', 'No answer'),
  webhookId: t('Identifiant (webhook-id)', 'ID (webhook-id)'),
};
