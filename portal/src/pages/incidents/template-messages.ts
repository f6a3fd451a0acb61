// What an incident begins with, by its kind, in both languages: the user changes what does not fit.
// `what` is a provider and its country, or all services.

import { t, type Message } from '../../language/message.ts';

const naming = (
  french: (what: string) => string,
  english: (what: string) => string,
): Message<(what: string) => string> => t(french, english);

export const openingTemplates = {
  outage: {
    title: naming(
      (what) => `${what} : service indisponible`,
      (what) => `${what}: service unavailable`,
    ),
    text: naming(
      (what) =>
        `Les opérations de ${what} n’aboutissent pas pour le moment. Les paiements déjà envoyés sont vérifiés un à un : ne les renvoyez pas. Nous sommes en contact avec le fournisseur et publierons la suite ici.`,
      (what) =>
        `Operations of ${what} do not complete at present. Payments already sent are checked one by one: do not send them again. We are in touch with the provider and will publish updates here.`,
    ),
  },
  delays: {
    title: naming(
      (what) => `${what} : résultats retardés`,
      (what) => `${what}: delayed results`,
    ),
    text: naming(
      (what) =>
        `Les opérations de ${what} sont acceptées, mais leurs résultats arrivent en retard. Attendez le callback : ne renvoyez pas les opérations en cours.`,
      (what) =>
        `Operations of ${what} are accepted, but their results arrive late. Wait for the callback: do not send pending operations again.`,
    ),
  },
  failures: {
    title: naming(
      (what) => `${what} : échecs plus nombreux`,
      (what) => `${what}: more failures than usual`,
    ),
    text: naming(
      (what) =>
        `Une partie des opérations de ${what} échoue. Une opération échouée peut être renvoyée sous un nouvel identifiant. Nous recherchons la cause avec le fournisseur.`,
      (what) =>
        `Some operations of ${what} fail. A failed operation can be sent again under a new ID. We are looking for the cause with the provider.`,
    ),
  },
  maintenance: {
    title: naming(
      (what) => `${what} : maintenance`,
      (what) => `${what}: maintenance`,
    ),
    text: naming(
      (what) =>
        `Une maintenance est en cours chez ${what}. Les opérations peuvent échouer ou attendre jusqu’à sa fin.`,
      (what) => `Maintenance is under way at ${what}. Operations may fail or wait until it ends.`,
    ),
  },
};

export const updateTemplates = {
  searching: t(
    'La cause n’est pas encore connue. Nous continuons à la rechercher.',
    'The cause is not known yet. We are still investigating.',
  ),
  found: t(
    'La cause est connue et une correction est en cours.',
    'The cause is known and a fix is under way.',
  ),
  watching: t(
    'Le service fonctionne de nouveau. Nous le surveillons avant de clore l’incident.',
    'The service is working again. We are monitoring it before we close the incident.',
  ),
};

export const resolvedTemplate = {
  resolved: t(
    'Le service fonctionne normalement. Les opérations en attente ont été envoyées, et leurs résultats arrivent par callback.',
    'The service is working normally. Pending operations have been sent, and their results arrive by callback.',
  ),
};

export const templateMessages = {
  template: t('Modèle', 'Template'),
  empty: t('Texte libre', 'Blank'),
  everything: t('tous les services', 'all services'),
  openings: {
    outage: t('Service indisponible', 'Service unavailable'),
    delays: t('Résultats retardés', 'Delayed results'),
    failures: t('Échecs plus nombreux', 'More failures than usual'),
    maintenance: t('Maintenance', 'Scheduled maintenance'),
  },
  updates: {
    searching: t('Cause recherchée', 'Investigating'),
    found: t('Cause connue', 'Cause identified'),
    watching: t('Sous surveillance', 'Monitoring'),
  },
};
