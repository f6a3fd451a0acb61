// Messages of the page of money without a result.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const agedMessages = {
  title: t('Argent sans résultat', 'Money without a result'),
  lead: t(
    'Les résultats inconnus, et ceux que le fournisseur n’a pas donnés dans son délai habituel, avec les montants en jeu. Les vérifications continuent.',
    'Unknown outcomes, and those that the provider has not reported within its usual time, with the amounts at stake. The provider is still being queried.',
  ),
  link: t('Voir l’argent sans résultat', 'Open money without a result'),
  totals: t('Montants par route, les plus anciens d’abord', 'Amounts by route, oldest first'),
  none: t('Aucune opération n’attend si longtemps.', 'No operation waits this long.'),
  operations: t('Opérations, les plus anciennes d’abord', 'Operations, oldest first'),
  age: t('Sans résultat depuis', 'Without a result for'),
  ages: {
    any: t('Toutes', 'All'),
    hour: t('Plus de 1 h', 'More than 1 h'),
    day: t('Plus de 1 jour', 'More than 1 day'),
  },
  oldest: t('La plus ancienne', 'Oldest'),
  route: vocabulary.route,
  transaction: vocabulary.transaction,
  account: vocabulary.account,
  amount: vocabulary.amount,
  state: vocabulary.status,
  opened: t('Reçue', 'Received'),
};
