// Messages of the page of rejected requests.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const requestMessages = {
  title: vocabulary.rejectedRequests,
  lead: t(
    'Les requêtes de votre serveur rejetées par l’API, et comment les corriger. Conservées 7 jours, sans secrets ni numéros.',
    'Requests from your server that the API rejected, and how to fix them. Kept for 7 days, without secrets or numbers.',
  ),
  accepted: t(
    'Les requêtes acceptées sont devenues des transactions :',
    'Accepted requests became transactions:',
  ),
  transactions: t('voir les transactions', 'view transactions'),
  time: vocabulary.date,
  endpoint: t('Point d’accès', 'Endpoint'),
  code: vocabulary.code,
  error: t('Erreur', 'Error'),
  message: vocabulary.response,
  service: vocabulary.service,
  key: vocabulary.key,
  keyHint: t('jk_test_…', 'jk_test_…'),
  requestId: t('ID de la requête', 'Request ID'),
  requestIdHint: t('X-Request-Id', 'X-Request-Id'),
  duration: vocabulary.duration,
  all: vocabulary.all,
  none: t('Aucune requête rejetée', 'No rejected requests'),
  noneHint: t('Aucun résultat pour ces filtres.', 'No results for these filters.'),
  address: vocabulary.ipAddress,
  keyWrong: t('Clé non valide', 'Invalid key'),
  keyRight: t('Clé reconnue', 'Key recognized'),
  what: t('Comment corriger', 'How to fix'),
  more: t('Tous les codes dans la documentation', 'All codes in the documentation'),
  fields: t('Champs concernés', 'Affected fields'),
  field: vocabulary.field,
  problem: t('Problème', 'Problem'),
  members: t('Contenu envoyé', 'Request content'),
  member: vocabulary.field,
  value: t('Valeur', 'Value'),
  notKept: t('non conservée', 'not kept'),
  noMembers: t('Aucun corps lisible.', 'No readable body.'),
  curl: t(
    'Reproduire la requête (remplacez les valeurs entre < et >)',
    'Repeat the request (replace the values between < and >)',
  ),
};
