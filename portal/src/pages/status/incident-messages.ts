// Messages of an incident as everybody may read it.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const incidentMessages = {
  present: vocabulary.inProgress,
  resolved: t('Résolu', 'Resolved'),
  since: t('Depuis', 'Since'),
  from: t('Du', 'From'),
  until: t('au', 'to'),
  texts: t(
    (title: string) => `Messages : ${title}`,
    (title) => `Updates: ${title}`,
  ),
};
