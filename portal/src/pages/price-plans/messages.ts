// Messages of price plans.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const pricePlanMessages = {
  title: t('Grilles tarifaires', 'Price plans'),
  lead: t(
    'Des services et leurs prix sous un nom, à appliquer à un développeur en une fois. Modifier une grille ne change rien pour personne : une autre personne approuve chaque application.',
    'Services and their prices under one name, to be applied to a developer at once. Changing a plan changes nothing for anybody: another user approves each application.',
  ),
  create: t('Créer une grille', 'Create a plan'),
  createTitle: t('Nouvelle grille tarifaire', 'New price plan'),
  name: vocabulary.name,
  services: vocabulary.services,
  developers: vocabulary.developers,
  firstDevelopers: t(
    (shown: string, all: string) =>
      `${shown} développeurs sur ${all}, d’abord ceux qui ne sont pas à jour.`,
    (shown, all) => `${shown} of ${all} developers, those that are not up to date first.`,
  ),
  behind: t('À mettre à jour', 'To update'),
  changed: vocabulary.lastUpdated,
  changedBy: t('Modifiée par', 'Changed by'),
  none: t('Aucune grille tarifaire', 'No price plans'),
  noneHint: t(
    'Créez-en une pour ouvrir un développeur avec tous ses services et prix en une fois.',
    'Create one to open a developer with all services and prices at once.',
  ),
  rateLimit: t('Appels par seconde', 'Calls per second'),
  rateLimitHint: t(
    'Sur chaque nœud. Vide : la grille n’y change rien ; 0 : aucune limite.',
    'On each node. Empty: the plan does not change it; 0: no limit.',
  ),
  servicesHint: t(
    'Sans prix, le tarif du catalogue s’applique. Les services hors de la grille restent tels quels chez le développeur.',
    'Without a price the catalogue price applies. Services outside the plan stay as they are at the developer.',
  ),
  all: t('Tout cocher', 'Select all'),
  nothing: t('Tout décocher', 'Clear all'),
  included: plural(
    { one: '# service inclus', many: '# services inclus', other: '# services inclus' },
    { one: '# service included', other: '# services included' },
  ),
  forAll: t('Pourcentage de tous les services cochés', 'Percentage of all selected services'),
  set: t('Remplir', 'Fill in'),
  percent: t('Pourcentage', 'Percentage'),
  fixed: t('Part fixe', 'Fixed part'),
  minimum: t('Minimum', 'Minimum'),
  maximum: t('Maximum', 'Maximum'),
  of: t(
    (member: string, service: string) => `${member}, ${service}`,
    (member, service) => `${member}, ${service}`,
  ),
  save: vocabulary.save,
  saved: t('Grille enregistrée.', 'Plan saved.'),
  noDevelopers: t('Aucun développeur n’a cette grille.', 'No developer has this plan.'),
  upToDate: t('À jour', 'Up to date'),
  state: vocabulary.status,
  appliedAt: t('Appliquée', 'Applied'),
  applyToAll: plural(
    {
      one: 'Mettre à jour # développeur',
      many: 'Mettre à jour # développeurs',
      other: 'Mettre à jour # développeurs',
    },
    { one: 'Update # developer', other: 'Update # developers' },
  ),
  applyToAllBody: t(
    'Une autre personne voit les prix avant et après pour chacun, et approuve. 50 développeurs à la fois.',
    'Another user sees the prices before and after for each of them, and approves. 50 developers at a time.',
  ),
  apply: t('Appliquer une grille', 'Apply a price plan'),
  applyLead: t(
    'Active les services de la grille à ses prix. Une autre personne voit les prix avant et après, et approuve.',
    'Activates the services of the plan at its prices. Another user sees the prices before and after, and approves.',
  ),
  plan: t('Grille tarifaire', 'Price plan'),
  named: t(
    (name: string) => `Grille tarifaire « ${name} »`,
    (name) => `Price plan “${name}”`,
  ),
  reason: vocabulary.reason,
  reasonHint: t('Inscrit au journal d’audit.', 'Recorded in the audit log.'),
  ask: vocabulary.requestApproval,
  asked: t(
    'Demande envoyée. Une autre personne doit l’approuver.',
    'Request sent. Another user must approve it.',
  ),
  several: t('Activer plusieurs services', 'Activate several services'),
  severalBody: t(
    'Les services cochés sont activés immédiatement, au tarif du catalogue ou au tarif négocié auparavant.',
    'The selected services are activated immediately, at the catalogue price or at an earlier price override.',
  ),
  activate: t('Activer', 'Activate'),
  activated: t('Services activés.', 'Services activated.'),
  changesOf: t(
    (developer: string) => `Ce qui change pour ${developer}`,
    (developer) => `What changes for ${developer}`,
  ),
  unchanged: t('Rien ne change.', 'Nothing changes.'),
  inactive: t('inactif', 'inactive'),
  catalogue: t('tarif du catalogue', 'catalogue price'),
  before: t('Avant', 'Before'),
  after: t('Après', 'After'),
  service: vocabulary.service,
  noLimit: t('aucune limite', 'no limit'),
  ofInstallation: t('valeur de l’installation', 'installation default'),
};
