// Messages of the test inbox.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const inboxMessages = {
  title: t('Boîte de test', 'Test inbox'),
  lead: t(
    'Une adresse du bac à sable qui reçoit vos callbacks à la place d’un serveur. Chacun y reste un jour.',
    'An address of the sandbox that receives your callbacks in place of a server. Each stays for a day.',
  ),
  address: t('Votre adresse', 'Your address'),
  addressLead: t(
    'Donnez-la comme callbackUrl d’une opération : elle répond HTTP 200.',
    'Give it as the callbackUrl of an operation: it answers HTTP 200.',
  ),
  receivers: t(
    'Le code d’un récepteur, qui vérifie la signature : TypeScript, PHP, Python',
    'Code of a receiver that verifies the signature: TypeScript, PHP, Python',
  ),
  others: {
    500: t('répond HTTP 500', 'answers HTTP 500'),
    redirect: t('répond par une redirection', 'answers with a redirect'),
    silence: t('ne répond pas pendant 15 secondes', 'does not answer for 15 seconds'),
  },
  none: t('Aucun callback reçu', 'No callbacks received'),
  noneHint: t(
    'Faites une opération avec cette adresse ; cette page se met à jour automatiquement.',
    'Start an operation with this address; this page updates automatically.',
  ),
  received: t('Reçu', 'Received'),
  answered: t('Réponse', 'Answer'),
  silent: t('Aucune', 'None'),
  signature: t('Signature', 'Signature'),
  verified: t('Authentique', 'Genuine'),
  wrong: t('Secret différent', 'Another secret'),
  headers: t('En-têtes', 'Headers'),
  body: t('Corps', 'Body'),
  status: vocabulary.status,
  callbacks: vocabulary.callbacks,
};
