// Messages of the sandbox page.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const sandboxMessages = {
  phone: t('Téléphone du payeur', 'Payer’s phone'),
  integration: t('Tester mon intégration', 'Test my integration'),
  title: vocabulary.sandbox,
  lead: t(
    'Choisissez le résultat de vos tests par les derniers chiffres, et retrouvez la signification de chaque erreur.',
    'Choose the outcome of your tests by the last digits, and look up what every error means.',
  ),
  live: t(
    'Ces chiffres n’ont d’effet que dans le bac à sable ; ici, en production, tout est réel.',
    'These digits only work in the sandbox; here, in live mode, everything is real.',
  ),
  outcomes: t('Chiffres et résultats', 'Digits and outcomes'),
  outcomesLead: t(
    'Les quatre derniers chiffres déterminent le résultat. Le premier de ces champs présent avec cette terminaison s’applique :',
    'The last four digits determine the outcome. The first of these fields that is present and ends this way applies:',
  ),
  digits: t('Derniers chiffres', 'Last digits'),
  outcome: t('Résultat', 'Outcome'),
  example: t('Exemple', 'Example'),
  errors: t('Catalogue d’erreurs', 'Error catalogue'),
  errorsLead: t(
    '« __amount__ » est remplacé par le montant. Les chiffres 9NNN et 7NNN déclenchent l’erreur NNN.',
    '“__amount__” is replaced by the amount. The digits 9NNN and 7NNN trigger error NNN.',
  ),
  search: t('Numéro, code ou message', 'Number, code or message'),
  id: vocabulary.number,
  code: t('Code', 'Error code'),
  french: t('Message en français', 'Message in French'),
  english: t('Message en anglais', 'Message in English'),
  later: t('Différé', 'Later'),
  atOnce: t('Immédiat', 'Immediately'),
  none: t('Aucune erreur ne correspond', 'No matching errors'),
  noneHint: t(
    'Essayez un autre mot, un code ou un numéro.',
    'Try another word, a code or a number.',
  ),
};
