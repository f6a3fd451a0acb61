// Messages of the page of all developers' SMS.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const allSmsMessages = {
  title: vocabulary.sms,
  lead: t(
    'Les SMS de tous les développeurs et les connexions aux opérateurs mobiles. Les textes ne sont pas affichés.',
    'SMS of all developers, and the connections to carriers. Texts are not shown.',
  ),
  caption: t('SMS de tous les développeurs', 'SMS of all developers'),
  number: vocabulary.number,
  numberHint: t('Avec ou sans indicatif.', 'With or without its country code.'),
  account: vocabulary.developer,
  accountHint: t('Nom ou numéro de compte.', 'Account name or number.'),
  state: vocabulary.status,
  anyState: vocabulary.allStatuses,
  connection: t('Connexion', 'Connection'),
  anyConnection: t('Toutes les connexions', 'All connections'),
  delivery: {
    title: t('Remise par opérateur mobile', 'Delivery by carrier'),
    lead: t(
      'SMS remis à l’opérateur ces 30 jours, au jour de leur acceptation.',
      'SMS handed to the carrier in the last 30 days, on the day they were accepted.',
    ),
    operator: t('Opérateur mobile', 'Carrier'),
    all: t('Tous opérateurs mobiles', 'All carriers'),
    delivered: t('Distribués', 'Delivered'),
    failed: t('Non distribués', 'Not delivered'),
    unreported: t('Sans accusé de réception', 'No report'),
  },
  sender: t('Expéditeur', 'Sender'),
  accepted: t('Accepté', 'Accepted'),
  batch: t('Envoi', 'Batch'),
  none: t('Aucun SMS', 'No SMS yet'),
  noneHint: t(
    'Les SMS que les développeurs envoient apparaissent ici.',
    'SMS that developers send appear here.',
  ),
  noneFound: t('Aucun SMS trouvé', 'No SMS found'),
  noneFoundHint: t(
    'Un numéro est cherché dans tous les SMS conservés.',
    'A number is searched in all SMS that are kept.',
  ),
  noneYet: t('Aucun résultat pour le moment', 'No results so far'),
  noneYetHint: t(
    (moment: string) =>
      `Recherche effectuée jusqu’au ${moment} ; les SMS plus anciens n’ont pas encore été examinés.`,
    (moment) => `Searched back to ${moment}; older SMS have not been searched yet.`,
  ),
  goOn: t('Continuer la recherche', 'Continue search'),
  searchedUntil: t(
    (moment: string) => `Recherche effectuée jusqu’au ${moment}. La page suivante la poursuit.`,
    (moment) => `Searched back to ${moment}. The next page continues from there.`,
  ),
};
