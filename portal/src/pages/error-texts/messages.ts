// Messages of the page of error texts.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const errorTextMessages = {
  title: t('Messages d’erreur', 'Error messages'),
  lead: t(
    'Les messages des réponses, des callbacks et du catalogue d’erreurs, dans les deux langues. Les codes sont fixés par l’API.',
    'The messages of responses, callbacks and the error catalogue, in both languages. Codes are fixed by the API.',
  ),
  caption: t('Catalogue d’erreurs', 'Error catalogue'),
  search: t('Code ou message', 'Code or message'),
  ownOnly: t('Messages', 'Messages'),
  all: vocabulary.all,
  own: t('Modifiés', 'Changed'),
  number: vocabulary.number,
  code: vocabulary.code,
  languages: { fr: vocabulary.french, en: vocabulary.english },
  source: t('Origine', 'Origin'),
  ownText: vocabulary.changed,
  original: t('D’origine', 'Original'),
  none: t('Aucun message', 'No messages'),
  noneHint: t('Aucun message ne correspond à ce filtre.', 'No messages match this filter.'),
  one: t(
    (code: string) => `Message d’erreur ${code}`,
    (code) => `Error message ${code}`,
  ),
  originalFr: t('Message d’origine en français', 'Original message in French'),
  originalEn: t('Message d’origine en anglais', 'Original message in English'),
  fr: t('Votre message en français', 'Your message in French'),
  en: t('Votre message en anglais', 'Your message in English'),
  emptyByContract: t('Sans message, selon l’interface', 'No message, as the API has it'),
  hint: t('Vide : message d’origine.', 'Empty: original message.'),
  amountHint: t(
    'Conservez __amount__, qui est remplacé par le montant. Vide : message d’origine.',
    'Keep __amount__, which is replaced by the amount. Empty: original message.',
  ),
  optional: vocabulary.optional,
  count: t(
    (count: string, max: string) => `${count} sur ${max} caractères`,
    (count, max) => `${count} of ${max} characters`,
  ),
  preview: t('Aperçu', 'Preview'),
  previewLead: t('Ce que lira l’appelant.', 'What the caller will read.'),
  exampleAmount: t('1500', '1500'),
  save: vocabulary.save,
  saveHint: t(
    'S’applique immédiatement, sur tous les nœuds.',
    'Takes effect immediately, on all nodes.',
  ),
  reset: t('Restaurer les messages d’origine', 'Restore original messages'),
  saved: t('Messages enregistrés.', 'Messages saved.'),
  lost: t(
    'Le message d’origine contient __amount__ : conservez-le.',
    'The original message contains __amount__: keep it.',
  ),
  extra: t(
    '__amount__ n’est pas autorisé ici : il ne serait pas remplacé.',
    '__amount__ is not allowed here: it would not be replaced.',
  ),
};
