// Messages of the API reference.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const referenceMessages = {
  title: t('Référence de l’API', 'API reference'),
  lead: t(
    'Chaque appel, prêt à coller dans un terminal, avec votre clé de test.',
    'Every call, ready to paste into a terminal, with your test key.',
  ),
  keyOnce: t(
    'En production, une clé n’est affichée qu’à sa création : remplacez VOTRE_CLE par la vôtre.',
    'In live mode a key is shown only when it is created: replace YOUR_KEY with yours.',
  ),
  yourKey: t('VOTRE_CLE', 'YOUR_KEY'),
  docs: t('Documentation complète', 'Full documentation'),
  machine: t('OpenAPI (JSON)', 'OpenAPI (JSON)'),
  endpoint: t('Appel', 'Call'),
  payments: t('Paiements', 'Payments'),
  sms: vocabulary.sms,
  fields: t('Tous les champs et codes de cet appel', 'All fields and codes of this call'),
  requests: t('Exemples de requêtes', 'Example requests'),
  answers: t('Exemples de réponses', 'Example responses'),
  yourAppKey: t('VOTRE_CLE_SMS', 'YOUR_SMS_KEY'),
  appKey: t(
    'Les SMS ont leurs propres clés : ces exemples utilisent celle de votre première application SMS.',
    'SMS has its own keys: these examples use the key of your first SMS application.',
  ),
  appKeyOnce: t(
    'Les SMS ont leurs propres clés : la clé d’une application SMS est affichée à sa création ou à son remplacement (SMS, onglet Applications). Remplacez VOTRE_CLE_SMS par la vôtre.',
    'SMS has its own keys: the key of an SMS application is shown when it is created or rotated (SMS, Applications tab). Replace YOUR_SMS_KEY with yours.',
  ),
  unread: t(
    'Le document OpenAPI n’a pas pu être chargé.',
    'The OpenAPI document could not be loaded.',
  ),
  again: t('Réessayer', 'Try again'),
};
