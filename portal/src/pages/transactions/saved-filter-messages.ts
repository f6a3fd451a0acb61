// Messages of saved filters.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const savedFilterMessages = {
  title: t('Filtres enregistrés', 'Saved filters'),
  save: t('Enregistrer ce filtre', 'Save this filter'),
  saveHint: t(
    'Pour vous seul. Le texte recherché et les parties de numéros ne sont pas enregistrés. Un filtre du même nom est remplacé.',
    'For you alone. Search text and parts of numbers are not saved. A filter of the same name is replaced.',
  ),
  name: vocabulary.name,
  saved: t('Le filtre est enregistré.', 'The filter is saved.'),
  delete: t('Supprimer ce filtre', 'Delete this filter'),
  deleteTitle: t(
    (name: string) => `Supprimer le filtre « ${name} » ?`,
    (name) => `Delete the filter “${name}”?`,
  ),
  deleted: t('Le filtre est supprimé.', 'The filter is deleted.'),
};
