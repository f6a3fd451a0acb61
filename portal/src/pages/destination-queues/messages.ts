// Messages of the operator's pages of callbacks; what they share with the developers' pages is
// there.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const destinationQueueMessages = {
  title: t('Livraison des callbacks', 'Callback delivery'),
  lead: t(
    'Les serveurs de développeurs avec des callbacks en attente ou abandonnés.',
    'Developers’ servers with pending or abandoned callbacks.',
  ),
  which: vocabulary.show,
  lists: {
    all: t('Tous les callbacks non livrés', 'All undelivered callbacks'),
    waiting: vocabulary.pending,
    abandoned: t('Abandonnés', 'Abandoned'),
  },
  accountNumber: vocabulary.accountId,
  account: vocabulary.account,
  destination: vocabulary.server,
  state: vocabulary.status,
  states: {
    open: t('Disponible', 'Healthy'),
    slow: t('Une tentative par minute', 'One attempt per minute'),
    failing: t('Indisponible', 'Unhealthy'),
  },
  fresh: t('Nouveaux', 'New'),
  retrying: t('Réessayés', 'Retrying'),
  abandoned: t('Abandonnés', 'Abandoned'),
  many: t(
    (count: number) => (count >= 100 ? '100 ou plus' : String(count)),
    (count) => (count >= 100 ? '100 or more' : String(count)),
  ),
  oldest: t('Le plus ancien', 'Oldest'),
  failures: t('Échecs consécutifs', 'Consecutive failures'),
  lastError: vocabulary.lastFailure,
  slowUntil: t('Ralenti jusqu’à', 'Slowed until'),
  rowName: t(
    (destination: string, account: string) => `${destination} de ${account}`,
    (destination, account) => `${destination} of ${account}`,
  ),
  none: t('Tous les callbacks sont livrés', 'All callbacks are delivered'),
  noneHint: t(
    'Un serveur apparaît ici dès qu’un callback l’attend.',
    'A server appears here as soon as a callback is waiting for it.',
  ),
  deliveries: t('Voir les livraisons', 'View deliveries'),
  replayAbandoned: t('Renvoyer les callbacks abandonnés', 'Resend abandoned callbacks'),
  giveUp: t('Abandonner les callbacks en attente', 'Abandon pending callbacks'),
  giveUpTitle: t('Abandonner les callbacks en attente ?', 'Abandon pending callbacks?'),
  giveUpBody: t(
    'Ils ne seront plus retentés. Le développeur les verra comme abandonnés, avec votre motif ; ils pourront être renvoyés plus tard.',
    'They will not be retried. The developer sees them as abandoned, with your reason; they can be resent later.',
  ),
  reason: vocabulary.reason,
  reasonHint: vocabulary.visibleToDeveloper,
  gaveUp: plural(
    { one: '# callback abandonné.', other: '# callbacks abandonnés.' },
    { one: '# callback abandoned.', other: '# callbacks abandoned.' },
  ),
  oneTitle: t(
    (account: string) => `Callbacks du compte ${account}`,
    (account) => `Callbacks of account ${account}`,
  ),
  oneLead: t(
    'Chaque livraison et ses tentatives. L’ouverture d’un callback est inscrite au journal d’audit.',
    'Each delivery and its attempts. Opening a callback is recorded in the audit log.',
  ),
};
