// Messages of the files beside an approval request.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const proofMessages = {
  proofs: t('Justificatifs', 'Supporting files'),
  hint: t(
    'Avis de la banque, par exemple : trois fichiers PDF, PNG ou JPEG au plus, de 5 Mo chacun. Ils restent avec la demande.',
    'A bank’s advice, for example: up to three PDF, PNG or JPEG files of 5 MB each. They stay with the request.',
  ),
  optional: vocabulary.optional,
  attach: t('Joindre un fichier', 'Attach a file'),
  attached: t('Fichier joint.', 'File attached.'),
  tooMany: t('Trois fichiers au plus.', 'Three files at most.'),
  tooLarge: t('Un fichier dépasse 5 Mo.', 'A file is larger than 5 MB.'),
  notAttached: t(
    (id: string) =>
      `La demande ${id} est enregistrée, mais un fichier n’a pas été joint. Joignez-le depuis la page Approbations.`,
    (id) => `Request ${id} was made, but a file was not attached. Attach it on the Approvals page.`,
  ),
};
