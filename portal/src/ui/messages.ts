// Messages of the building blocks: buttons of dialogs, tables, copying. Pages give the rest.

import { plural, t } from '../language/message.ts';

export const uiMessages = {
  close: t('Fermer', 'Close'),
  cancel: t('Annuler', 'Cancel'),
  copy: t('Copier', 'Copy'),
  copied: t('Copié', 'Copied'),
  copyFailed: t('Copie impossible : sélectionnez le texte.', 'Copying failed: select the text.'),
  show: t('Afficher', 'Show'),
  hide: t('Masquer', 'Hide'),
  retry: t('Réessayer', 'Try again'),
  labelled: t(
    (label: string, value: string) => `${label} : ${value}`,
    (label, value) => `${label}: ${value}`,
  ),
  errorTitle: t('Chargement impossible', 'Could not load'),
  loading: t('Chargement…', 'Loading…'),
  shownOnce: t(
    'Affiché une seule fois : copiez-le maintenant et conservez-le en lieu sûr.',
    'Shown only once: copy it now and keep it in a safe place.',
  ),
  columns: t('Colonnes', 'Columns'),
  columnsHint: t('Colonnes affichées', 'Visible columns'),
  open: t(
    (what: string) => `Ouvrir ${what}`,
    (what) => `Open ${what}`,
  ),
  previous: t('Précédent', 'Previous'),
  next: t('Suivant', 'Next'),
  first: t('Début de la liste', 'First page'),
  pages: t('Pages de la liste', 'Pagination'),
  rows: plural({ one: '# ligne', other: '# lignes' }, { one: '# row', other: '# rows' }),
  selectAll: t('Tout sélectionner', 'Select all'),
  selectRow: t(
    (name: string) => `Sélectionner ${name}`,
    (name) => `Select ${name}`,
  ),
  rowsOnPage: plural(
    { one: '# ligne sur cette page', other: '# lignes sur cette page' },
    { one: '# row on this page', other: '# rows on this page' },
  ),
  showMore: plural(
    { one: 'Afficher # de plus', other: 'Afficher # de plus' },
    { one: 'Show # more', other: 'Show # more' },
  ),
  more: t('et d’autres sur la page suivante', 'and more on the next page'),
  clearFilters: t('Effacer les filtres', 'Clear filters'),
  moreFilters: t('Plus de filtres', 'More filters'),
  fewerFilters: t('Moins de filtres', 'Fewer filters'),
  filters: t('Filtres', 'Filters'),
  filtersInUse: t('Filtres utilisés', 'Filters in use'),
  period: t('Période', 'Period'),
  periods: {
    all: t('Depuis le début', 'All time'),
    today: t('Aujourd’hui', 'Today'),
    yesterday: t('Hier', 'Yesterday'),
    week: t('7 derniers jours', 'Last 7 days'),
    month: t('30 derniers jours', 'Last 30 days'),
    custom: t('Dates choisies', 'Chosen dates'),
  },
  data: t('Données du graphique sous forme de tableau', 'Chart data as a table'),
  noData: t('Aucune donnée pour cette période.', 'No data for this period.'),
  optional: t('facultatif', 'optional'),
  notifications: t('Messages', 'Messages'),
  arrivedBefore: t(
    'Votre premier envoi a bien été reçu : la demande n’existe qu’une fois.',
    'Your first submission was received: the request exists only once.',
  ),
  from: t('Du', 'From'),
  until: t('Au', 'To'),
};
