// Messages about the health of routes to providers, SMS connections and callback receivers.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const serviceHealthMessages = {
  title: t('Santé des fournisseurs', 'Provider health'),
  lead: t(
    'Les routes, les connexions SMS et les serveurs de callback, d’après les 5 dernières minutes. Un refus dû au payeur n’est pas une panne ; un résultat inconnu en est un signe.',
    'Routes, SMS connections and callback receivers, over the last 5 minutes. A payer’s failure is not an outage; an unknown outcome is a sign of one.',
  ),
  troubleTitle: t('Perturbations en cours', 'Ongoing disruptions'),
  downTitle: t('Panne en cours', 'Ongoing outage'),
  open: t('Voir la santé des fournisseurs', 'Open provider health'),
  more: t(
    (count: string) => `et ${count} de plus`,
    (count) => `and ${count} more`,
  ),
  /** After what is disturbed. */
  because: t(
    (reasons: string) => ` : ${reasons}`,
    (reasons) => `: ${reasons}`,
  ),
  /** Between two reasons. */
  between: t(' ; ', '; '),
  well: t('Aucune perturbation', 'No disruptions'),
  wellHint: t(
    'Les routes, les connexions SMS et les serveurs de callback fonctionnent normalement.',
    'Routes, SMS connections and callback receivers are working normally.',
  ),
  subjects: t('État actuel', 'Current state'),
  counts: t(
    'Ce sont des appels qui sont comptés, et leur temps de réponse : une opération en fait souvent plusieurs (envoi, interrogations de statut). Le délai jusqu’au résultat d’une opération est dans la vue d’ensemble.',
    'Calls are counted, and how long each took to be answered: an operation often makes several (sending, status queries). The time to an operation’s result is in the overview.',
  ),
  parts: t('Ce qui est mesuré', 'What is measured'),
  tabs: {
    providers: t('Fournisseurs et SMS', 'Providers and SMS'),
    receivers: t('Serveurs de callback', 'Callback receivers'),
  },
  none: t('Rien n’a encore été mesuré.', 'Nothing has been measured yet.'),
  all: t('Inclure ce qui est sans trafic', 'Include what has no traffic'),
  subject: t('Élément', 'Subject'),
  kinds: {
    route: t('Route', 'Route'),
    'sms-link': t('Connexion SMS', 'SMS connection'),
    receiver: t('Serveur de callback', 'Callback receiver'),
  },
  receiver: t(
    (account: string, address: string) => `${address} (compte ${account})`,
    (account, address) => `${address} (account ${account})`,
  ),
  /** After one line each for what is ours. */
  receivers: plural(
    {
      one: '# serveur de callback de développeur ne répond pas bien :',
      other: '# serveurs de callback de développeurs ne répondent pas bien :',
    },
    {
      one: '# developer’s callback receiver is in trouble:',
      other: '# developers’ callback receivers are in trouble:',
    },
  ),
  state: vocabulary.status,
  states: {
    healthy: t('Normal', 'Healthy'),
    degraded: t('Perturbé', 'Degraded'),
    down: t('En panne', 'Down'),
  },
  since: t('Depuis', 'Since'),
  reasons: t('Raisons', 'Reasons'),
  good: t('Appels aboutis', 'Answered calls'),
  trouble: t('Appels en défaut', 'Calls with trouble'),
  refused: t('dont refus du payeur', 'of which payers’ failures'),
  p95: t('Réponse à l’appel (p95)', 'Response to the call (p95)'),
  usual: t('d’habitude', 'usually'),
  queued: t('En attente', 'Waiting'),
  float: t('Le float dure encore', 'Float lasts'),
  charts: t(
    (name: string) => `Évolution : ${name}`,
    (name) => `History: ${name}`,
  ),
  choose: t('Élément affiché', 'Shown'),
  recent: t('5 dernières minutes', 'Last 5 minutes'),
  day: t('Dernières 24 heures', 'Last 24 hours'),
  dayLatency: t('Délai de réponse, 24 heures', 'Response time, 24 hours'),
  changes: t('Derniers changements', 'Latest changes'),
  noChanges: t('Aucun changement enregistré.', 'No changes recorded.'),
  when: t('Quand', 'When'),
  change: t('Changement', 'Change'),
  became: t(
    (from: string, to: string) => `${from} → ${to}`,
    (from, to) => `${from} → ${to}`,
  ),
};
