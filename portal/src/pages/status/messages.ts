// Messages of the status page.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const statusMessages = {
  notPublic: t('Cette page n’est pas publique', 'This page is not public'),
  notPublicHint: t(
    'L’opérateur ne la montre qu’aux personnes connectées. Connectez-vous pour la voir.',
    'The operator shows it to signed-in users only. Sign in to see it.',
  ),
  title: t('État des services', 'Service status'),
  lead: t(
    'L’état des fournisseurs vu par la passerelle, d’après les opérations des 5 dernières minutes et de la dernière heure.',
    'The providers as seen by the gateway, based on the operations of the last 5 minutes and the last hour.',
  ),
  at: t('Mis à jour à', 'Updated at'),
  well: t('Aucun incident en cours.', 'No current incidents.'),
  ill: t('Certains services sont perturbés.', 'Some services are disrupted.'),
  down: t('Certains services sont indisponibles.', 'Some services are unavailable.'),
  service: vocabulary.service,
  country: vocabulary.country,
  state: vocabulary.status,
  none: vocabulary.noServices,
  sms: vocabulary.sms,
  services: plural(
    { one: '# service', other: '# services' },
    { one: '# service', other: '# services' },
  ),
  states: {
    works: t('Opérationnel', 'Operational'),
    failing: t('Nombreux échecs', 'Many failures'),
    slow: t('Lent', 'Slow'),
    disturbed: t('Perturbé', 'Disrupted'),
    down: t('Indisponible', 'Unavailable'),
    quiet: t('Sans trafic', 'No traffic'),
    off: vocabulary.disabled,
  },
  present: t('Incidents en cours', 'Current incidents'),
  past: t('Incidents des 90 derniers jours', 'Incidents of the last 90 days'),
  noPast: t('Aucun incident.', 'No incidents.'),
  subscribe: t('S’abonner aux incidents', 'Subscribe to incidents'),
  subscribeLead: t(
    'Chaque message publié vous est envoyé. Votre adresse ne sert à rien d’autre ; un lien dans chaque e-mail met fin à l’abonnement.',
    'Each update is sent to you. Your address is used for nothing else; a link in each email ends the subscription.',
  ),
  email: vocabulary.emailAddress,
  send: t('S’abonner', 'Subscribe'),
  sent: t(
    'Ouvrez le lien que nous venons d’envoyer à cette adresse pour confirmer.',
    'Follow the link that we have just sent to this address to confirm.',
  ),
  feed: t('Flux Atom', 'Atom feed'),
  history: t('90 derniers jours', 'Last 90 days'),
  historyLead: t(
    'Une barre par jour (UTC), d’après les opérations et les incidents. Ouvrez un pays pour voir ses fournisseurs.',
    'A bar for each day (UTC), based on operations and incidents. Open a country to see its providers.',
  ),
  noCountry: t('Sans pays', 'No country'),
  daysOf: t(
    (provider: string, well: string, known: string) =>
      `${provider} : ${well} jours sans perturbation sur ${known} jours connus`,
    (provider, well, known) => `${provider}: ${well} days without disruption of ${known} known`,
  ),
  days: {
    n: t('Aucune donnée', 'No data'),
    w: t('Opérationnel', 'Operational'),
    d: t('Perturbé', 'Disrupted'),
    x: t('Interrompu', 'Down'),
  },
};
