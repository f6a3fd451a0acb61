// Messages of internal notes.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const noteMessages = {
  title: t('Notes internes', 'Internal notes'),
  lead: t(
    'Visibles des utilisateurs de l’opérateur seulement ; elles ne sont ni modifiées ni supprimées.',
    'Seen by users of the operator only; they are neither changed nor removed.',
  ),
  none: t('Aucune note.', 'No notes.'),
  add: t('Ajouter une note', 'Add a note'),
  note: vocabulary.note,
  added: t('Note ajoutée.', 'Note added.'),
};
