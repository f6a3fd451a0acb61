// Messages of the table of where SMS go.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const destinationMessages = {
  tab: t('Pays et prix', 'Countries and prices'),
  caption: t('Pays et opérateurs mobiles desservis', 'Countries and carriers served'),
  country: vocabulary.country,
  operator: t('Opérateur mobile', 'Carrier'),
  others: t('Autres numéros', 'Other numbers'),
  prefixes: t('Préfixes', 'Prefixes'),
  price: t('Prix du SMS', 'Price per SMS'),
  connections: t('Connexions, dans l’ordre', 'Connections, in order'),
  unserved: t('Non desservi', 'Not served'),
  none: t('Aucun pays desservi', 'No countries served'),
};
