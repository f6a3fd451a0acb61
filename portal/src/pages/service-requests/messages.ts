// Messages of the operator's page of requested services.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const serviceRequestMessages = {
  title: t('Activations', 'Activations'),
  lead: t(
    'Les services demandés par les développeurs. L’activation prend effet immédiatement.',
    'Services requested by developers. Activation takes effect immediately.',
  ),
  state: vocabulary.status,
  states: {
    open: vocabulary.pending,
    activated: t('Activé', 'Activated'),
    refused: vocabulary.rejected,
  },
  service: vocabulary.service,
  account: vocabulary.developer,
  askedBy: t('Demandé par', 'Requested by'),
  asked: vocabulary.requested,
  note: t('Usage prévu', 'Intended use'),
  answer: t('Réponse', 'Reply'),
  answerHint: vocabulary.visibleToDeveloper,
  optional: vocabulary.optional,
  decided: t('Décidé', 'Decided'),
  none: t('Aucune demande', 'No requests'),
  noneHint: t('Aucune demande en attente de réponse.', 'No requests are waiting for a reply.'),
  activate: t('Activer', 'Activate'),
  refuse: vocabulary.reject,
  activated: t('Service activé.', 'Service activated.'),
  refused: t('Demande refusée.', 'Request rejected.'),
};
