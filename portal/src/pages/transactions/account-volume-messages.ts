// Messages of what the transactions of an account came to.

import { plural, pluralForm, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const accountVolumeMessages = {
  title: t('30 derniers jours', 'Last 30 days'),
  since: t(
    (time: string) => `Compté depuis ${time} ; la suite arrive.`,
    (time) => `Counted since ${time}; more is on its way.`,
  ),
  byDay: t('Par jour', 'By day'),
  received: t('Reçues', 'Received'),
  succeeded: t('Réussies', 'Succeeded'),
  failed: t('Échouées', 'Failed'),
  volume: t('Volume réussi', 'Successful volume'),
  opened: plural(
    {
      one: '# transaction reçue',
      many: '# transactions reçues',
      other: '# transactions reçues',
    },
    { one: '# transaction received', other: '# transactions received' },
  ),
  success: vocabulary.successRate,
  successNote: t(
    (succeeded: string, all: number) =>
      `${succeeded} sur ${pluralForm('fr', all, { one: '# transaction terminée', other: '# transactions terminées' })}`,
    (succeeded, all) =>
      `${succeeded} of ${pluralForm('en', all, { one: '# completed transaction', other: '# completed transactions' })}`,
  ),
  fees: t('Commissions perçues', 'Fees charged'),
  none: t('Aucune transaction', 'No transactions'),
};
