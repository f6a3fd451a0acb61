// Messages of the page of requests.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const requestMessages = {
  title: vocabulary.requests,
  lead: t(
    'Les requêtes de votre serveur : celles qui ont été rejetées et comment les corriger (conservées 7 jours, sans secrets ni numéros), et celles qui sont devenues des transactions.',
    'Requests from your server: those that were rejected and how to fix them (kept for 7 days, without secrets or numbers), and those that became transactions.',
  ),
  outcome: vocabulary.result,
  outcomes: {
    rejected: t('Rejetée', 'Rejected'),
    transaction: t('Acceptée', 'Accepted'),
  },
  origins: {
    payout: t('Paiement groupé', 'Bulk payout'),
    checkout: t('Page de paiement', 'Checkout'),
  },
  searchedUntil: t(
    (time: string) => `Recherche effectuée jusqu’au ${time}. La page suivante continue.`,
    (time) => `Searched back to ${time}. The next page goes on from there.`,
  ),
  transactionTitle: t(
    (id: string) => `Requête de la transaction ${id}`,
    (id) => `Request of transaction ${id}`,
  ),
  transactionPage: t('Ouvrir la transaction', 'Open transaction'),
  request: t('La requête', 'The request'),
  requestLead: t(
    'Telle que la transaction la conserve : les autres champs, l’adresse de l’appelant et la durée n’y figurent pas.',
    'As the transaction holds it: other fields, the caller’s address and the duration are not stored with it.',
  ),
  edit: t('Modifier et exécuter', 'Edit and run'),
  run: t('Exécuter dans le bac à sable', 'Run in the sandbox'),
  path: t('Chemin', 'Path'),
  body: t('Corps (JSON)', 'Body (JSON)'),
  bodyBad: t('Ce n’est pas un objet JSON.', 'This is not a JSON object.'),
  answer: vocabulary.response,
  counted: t(
    'Lectures et autres requêtes acceptées, par minute',
    'Reads and other accepted requests, per minute',
  ),
  countedLead: t(
    (since: string) =>
      `Les requêtes acceptées qui ne créent pas de transaction, depuis ${since}, comptées par le nœud qui affiche cette page.`,
    (since) =>
      `Accepted requests that make no transaction, since ${since}, counted by the node that shows this page.`,
  ),
  time: vocabulary.date,
  endpoint: t('Point d’accès', 'Endpoint'),
  code: vocabulary.code,
  error: t('Erreur', 'Error'),
  message: vocabulary.response,
  service: vocabulary.service,
  key: vocabulary.key,
  keyHint: t('jk_test_…', 'jk_test_…'),
  requestId: t('ID de la requête', 'Request ID'),
  anyId: t('ID', 'ID'),
  anyIdHint: t('X-Request-Id ou transaction', 'X-Request-Id or transaction'),
  duration: vocabulary.duration,
  all: vocabulary.all,
  none: t('Aucune requête', 'No requests'),
  noneHint: t('Aucun résultat pour ces filtres.', 'No results for these filters.'),
  goOn: t('Continuer la recherche', 'Continue searching'),
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
