// Messages of the counts and sums above a list of transactions.

import { plural, t } from '../../language/message.ts';

export const summedMessages = {
  statuses: t('Transactions par statut', 'Transactions by status'),
  all: t('Toutes', 'All'),
  found: plural(
    { one: '# transaction, au total', other: '# transactions, au total' },
    { one: '# transaction, in total', other: '# transactions, in total' },
  ),
  newest: plural(
    {
      one: 'La # transaction la plus récente, au total',
      other: 'Les # transactions les plus récentes, au total',
    },
    { one: 'The newest # transaction, in total', other: 'The newest # transactions, in total' },
  ),
};
