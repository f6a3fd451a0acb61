// Messages of the page of routes: their breakers, and the payouts that wait for them.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';
import { uiMessages } from '../../ui/messages.ts';

export const routesMessages = {
  title: t('Routes', 'Routes'),
  lead: t(
    'Une route interrompue ne prend plus d’opération : les services passent par une autre route ; sinon les encaissements sont refusés et les paiements attendent.',
    'An interrupted route takes no operations: services use another route; without one, collections are refused and payouts wait.',
  ),
  routes: t('Disjoncteurs', 'Breakers'),
  allWell: t('Toutes les routes sont en service.', 'All routes are in service.'),
  includeWell: t('Inclure les routes en service', 'Include routes in service'),
  route: vocabulary.route,
  state: vocabulary.status,
  states: {
    closed: t('En service', 'In service'),
    open: t('Interrompue', 'Interrupted'),
    half_open: t('À l’essai', 'On trial'),
  },
  off: t('Désactivée', 'Disabled'),
  since: t('Depuis', 'Since'),
  why: vocabulary.reason,
  byHand: t('à la main', 'by hand'),
  tried: t('essai', 'tried'),
  automatic: t('Automatique', 'Automatic'),
  yes: t('Oui', 'Yes'),
  no: t('Non', 'No'),
  waiting: t('En attente', 'Waiting'),
  actions: vocabulary.actions,
  interrupt: t('Interrompre', 'Interrupt'),
  interruptTitle: t(
    (name: string) => `Interrompre la route ${name} ?`,
    (name) => `Interrupt route ${name}?`,
  ),
  interruptBody: t(
    'Plus aucune opération n’y passera, sur aucun nœud, jusqu’à ce que quelqu’un la rétablisse. Les paiements sans autre route attendent.',
    'No operation will use it, on any node, until somebody restores it. Payouts without another route wait.',
  ),
  interrupted: t('Route interrompue.', 'Route interrupted.'),
  restore: t('Rétablir', 'Restore'),
  restoreTitle: t(
    (name: string) => `Rétablir la route ${name} ?`,
    (name) => `Restore route ${name}?`,
  ),
  restoreBody: t(
    'Les nouvelles opérations y passent aussitôt ; les paiements en attente sont envoyés progressivement.',
    'New operations use it at once; queued payouts are sent gradually.',
  ),
  restored: t('Route rétablie.', 'Route restored.'),
  tryIt: t('Essayer', 'Try'),
  tryTitle: t(
    (name: string) => `Essayer la route ${name} ?`,
    (name) => `Try route ${name}?`,
  ),
  tryBody: t(
    'Quelques opérations passent ; la route est rétablie si elles reçoivent une réponse.',
    'A few operations go through; the route is restored if they are answered.',
  ),
  triedDone: t('Route à l’essai.', 'Route on trial.'),
  of: uiMessages.labelled,
  reason: vocabulary.reason,
  reasonHint: t(
    'Inscrit dans l’historique et au journal d’audit.',
    'Recorded in the history and the audit log.',
  ),
  parked: t('Paiements en attente', 'Waiting payouts'),
  parkedLead: t(
    'Acceptés et retenus, jamais envoyés. Les plus anciens d’abord, 200 au plus.',
    'Accepted and held, never sent. Oldest first, 200 at most.',
  ),
  nothingParked: t('Aucun paiement n’attend de route.', 'No payout waits for a route.'),
  allRoutes: t('Toutes les routes', 'All routes'),
  transaction: vocabulary.transaction,
  account: vocabulary.account,
  service: vocabulary.service,
  amount: vocabulary.amount,
  opened: t('Reçu', 'Received'),
  expires: t('Abandonné', 'Given up'),
  cancel: t('Annuler le paiement', 'Cancel payout'),
  cancelTitle: t(
    (id: string) => `Annuler le paiement ${id} ?`,
    (id) => `Cancel payout ${id}?`,
  ),
  cancelBody: t(
    'Rien n’a été envoyé au fournisseur. Le montant retenu est rendu au développeur, qui reçoit un callback.',
    'Nothing was sent to the provider. The amount held goes back to the developer, who gets a callback.',
  ),
  canceled: t('Paiement annulé.', 'Payout canceled.'),
  events: t('Historique', 'History'),
  noEvents: t('Aucune route n’a encore été interrompue.', 'No route was ever interrupted.'),
  when: t('Quand', 'When'),
  who: t('Par', 'By'),
  itself: t('Automatique', 'Automatic'),
};
