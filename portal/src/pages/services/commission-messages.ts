// Messages of the one line that says a commission.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const commissionMessages = {
  free: t('Sans commission', 'No commission'),
  percent: vocabulary.percent,
  atLeast: t(
    (amount: string) => `au moins ${amount}`,
    (amount) => `at least ${amount}`,
  ),
  atMost: t(
    (amount: string) => `au plus ${amount}`,
    (amount) => `at most ${amount}`,
  ),
};
