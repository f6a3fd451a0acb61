// Messages of the page of incidents.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const incidentsMessages = {
  title: t('Incidents', 'Incidents'),
  lead: t(
    'Ce que lisent le public et les développeurs lors d’une perturbation, du premier message à la résolution.',
    'What the public and developers read during a disruption, from the first text to its resolution.',
  ),
  state: vocabulary.status,
  name: t('Titre', 'Title'),
  concerned: t('Fournisseurs et pays', 'Providers and countries'),
  since: t('Début', 'Started'),
  until: t('Fin', 'Ended'),
  actions: vocabulary.actions,
  present: vocabulary.inProgress,
  resolved: t('Résolu', 'Resolved'),
  none: t('Aucun incident', 'No incidents'),
  noneHint: t(
    'La désactivation d’une route propose d’en ouvrir un.',
    'Disabling a route offers to open one.',
  ),
  open: t('Ouvrir un incident', 'Open an incident'),
  openTitle: t('Ouvrir un incident ?', 'Open an incident?'),
  openBody: t(
    'Il paraît aussitôt sur la page d’état des services et au-dessus du portail des développeurs concernés.',
    'It appears at once on the service status page and above the portal of the developers concerned.',
  ),
  opened: t('Incident ouvert.', 'Incident opened.'),
  titleFr: t('Titre, en français', 'Title, in French'),
  titleEn: t('Titre, en anglais', 'Title, in English'),
  concerns: t('Services concernés', 'Services concerned'),
  everything: t('Tous les services et les SMS', 'All services and SMS'),
  sms: vocabulary.sms,
  ofRoute: t(
    (route: string) => `Services de la route ${route}`,
    (route) => `Services of route ${route}`,
  ),
  proposed: t(
    (route: string) => `La route ${route} est interrompue ou ne répond plus, sans incident publié`,
    (route) => `Route ${route} is interrupted or does not respond, and no incident is published`,
  ),
  openFor: t(
    (route: string) => `Ouvrir un incident pour ${route}`,
    (route) => `Open an incident for ${route}`,
  ),
  update: t('Ajouter un message', 'Add an update'),
  updateOne: t(
    (title: string) => `Ajouter un message : ${title}`,
    (title) => `Add an update: ${title}`,
  ),
  updateBody: t(
    'Le message s’ajoute aux précédents, qui restent lisibles.',
    'The text is added to the earlier ones, which stay readable.',
  ),
  updated: t('Message publié.', 'Update published.'),
  resolve: t('Résoudre', 'Resolve'),
  resolveOne: t(
    (title: string) => `Résoudre : ${title}`,
    (title) => `Resolve: ${title}`,
  ),
  resolveBody: t(
    'L’incident passe dans l’historique avec ce dernier message. Une route désactivée le reste.',
    'The incident moves to the history with this last text. A disabled route stays disabled.',
  ),
  resolvedDone: t('Incident résolu.', 'Incident resolved.'),
};
