// Messages of the page of providers' notices that lead to no transaction.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const providerInboxMessages = {
  title: t('Notifications non rapprochées', 'Unmatched notices'),
  lead: t(
    'Notifications authentiques de fournisseurs qui ne mènent encore à aucune transaction. Elles sont réessayées d’elles-mêmes ; ce qui reste au-delà de dix minutes doit être vérifié auprès du fournisseur. Après sept jours, elles sont ignorées ou deviennent un dossier.',
    'Genuine notices from providers that lead to no transaction yet. They are tried again automatically; whatever remains after ten minutes must be checked with the provider. After seven days they are ignored or become a case.',
  ),
  which: t('Liste', 'List'),
  lists: {
    waiting: t('En attente', 'Waiting'),
    decided: t('Rapprochées ou ignorées', 'Matched or ignored'),
  },
  route: vocabulary.route,
  received: t('Reçue', 'Received'),
  ours: t('Notre référence', 'Our reference'),
  theirs: t('Référence du fournisseur', 'Provider reference'),
  outcome: t('Résultat annoncé', 'Reported outcome'),
  outcomes: {
    pending: t('En cours', 'Pending'),
    succeeded: t('Réussie', 'Succeeded'),
    failed: t('Échouée', 'Failed'),
    reversed: t('Reprise', 'Reversed'),
  },
  amount: vocabulary.amount,
  repeats: t('Répétitions', 'Repeats'),
  result: t('Suite donnée', 'Result'),
  matched: t(
    (id: string) => `Transaction ${id}`,
    (id) => `Transaction ${id}`,
  ),
  ignored: t(
    (reason: string) => `Ignorée : ${reason}`,
    (reason) => `Ignored: ${reason}`,
  ),
  ignore: t('Ignorer', 'Ignore'),
  ignoreOne: t(
    (name: string) => `Ignorer la notification ${name}`,
    (name) => `Ignore notice ${name}`,
  ),
  ignoreTitle: t('Ignorer cette notification ?', 'Ignore this notice?'),
  ignoreBody: t(
    'Elle ne sera plus réessayée. Si le fournisseur a déplacé de l’argent, corrigez-le d’abord depuis la transaction ou le rapprochement.',
    'It is not tried again. If the provider moved money, correct that first from the transaction or the reconciliation.',
  ),
  reason: vocabulary.reason,
  done: t('Notification ignorée.', 'Notice ignored.'),
  none: t('Aucune notification en attente', 'No waiting notices'),
  noneHint: t(
    'Une notification apparaît ici lorsqu’elle ne correspond à aucune demande envoyée.',
    'A notice appears here when it matches no request that was sent.',
  ),
  action: vocabulary.action,
};
