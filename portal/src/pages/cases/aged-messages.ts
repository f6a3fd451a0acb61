// Messages of the page of money without a result.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const agedMessages = {
  title: t('Argent sans résultat', 'Money without a result'),
  lead: t(
    'Les opérations sans résultat depuis plus de 15 minutes, avec les montants en jeu. Les vérifications auprès du fournisseur continuent.',
    'Operations without a result for more than 15 minutes, with the amounts at stake. The provider is still being queried.',
  ),
  link: t('Voir l’argent sans résultat', 'Open money without a result'),
  totals: t('Montants par route', 'Amounts by route'),
  none: t('Aucune opération n’attend depuis si longtemps.', 'No operation has waited this long.'),
  operations: t('Opérations, les plus anciennes d’abord', 'Operations, oldest first'),
  age: t('Sans résultat depuis', 'Without a result for'),
  ages: {
    quarter: t('Plus de 15 min', 'More than 15 min'),
    hour: t('Plus de 1 h', 'More than 1 h'),
    day: t('Plus de 1 jour', 'More than 1 day'),
  },
  route: vocabulary.route,
  transaction: vocabulary.transaction,
  account: vocabulary.account,
  amount: vocabulary.amount,
  state: vocabulary.status,
  opened: t('Reçue', 'Received'),
};
