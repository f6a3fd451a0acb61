// Messages of the operator's documents: what is in force, drafts, versions.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const catalogueMessages = {
  title: vocabulary.catalogue,
  lead: t(
    'Les services, leurs prix et leurs routes. La version en vigueur ne se modifie pas : préparez un brouillon, puis publiez-le.',
    'Services, their prices and their routes. The version in force cannot be edited: prepare a draft, then publish it.',
  ),
  smsTitle: vocabulary.smsRouting,
  smsLead: t(
    'Pays, opérateurs mobiles, prix et connexions SMS. Préparez un brouillon, puis publiez-le.',
    'Countries, carriers, prices and SMS connections. Prepare a draft, then publish it.',
  ),
  titles: {
    catalogue: vocabulary.catalogue,
    'sms-routing': vocabulary.smsRouting,
  },
  version: t(
    (version: string) => `Version ${version}`,
    (version) => `Version ${version}`,
  ),
  noVersion: t('Aucune version en vigueur', 'No version in force'),
  parts: {
    tabs: t('Rubriques', 'Sections'),
    services: vocabulary.services,
    connectors: t('Routes', 'Routes'),
    links: t('Connexions SMS', 'SMS connections'),
    drafts: t('Brouillons', 'Drafts'),
    versions: t('Versions', 'Versions'),
    changes: t('Modifications', 'Changes'),
    text: vocabulary.file,
  },
  partOf: {
    services: vocabulary.service,
    routes: vocabulary.route,
    errorTexts: t('Message d’erreur', 'Error message'),
    countries: vocabulary.country,
    links: t('Connexion SMS', 'SMS connection'),
    inbound: t('Réception', 'Inbound'),
    stopMessages: t('Mots-clés de désinscription', 'Opt-out keywords'),
    startMessages: t('Mots-clés de réinscription', 'Opt-in keywords'),
  },
  newDraft: t('Nouveau brouillon', 'New draft'),
  newTitle: t('À quoi sert ce brouillon ?', 'What is this draft for?'),
  newHint: t('Par exemple : tarifs de décembre.', 'For example: December prices.'),
  begin: t('Créer le brouillon', 'Create draft'),
  importFile: t('Importer un fichier', 'Import a file'),
  importTitle: t('Importer un fichier', 'Import a file'),
  importLead: t(
    'Le fichier exporté par la ligne de commande ou par cette page. Il devient un brouillon : rien n’entre en vigueur avant la publication.',
    'The file exported by the command line or this page. It becomes a draft: nothing comes into force until it is published.',
  ),
  file: t('Fichier JSON', 'JSON file'),
  importDo: t('Importer', 'Import'),
  exportFile: t('Exporter', 'Export'),
  lineOf: t(
    (line: string) => `Ligne ${line}`,
    (line) => `Line ${line}`,
  ),
  fileFaults: t(
    'Ce fichier contient des erreurs. Rien n’a été importé.',
    'This file contains errors. Nothing was imported.',
  ),
  textFaults: t(
    'Ce texte contient des erreurs. Le brouillon n’a pas été modifié.',
    'This text contains errors. The draft was not changed.',
  ),
  noFile: vocabulary.chooseFile,
  ofInstallation: t('valeur de l’installation', 'value of this installation'),
  servicesCaption: t('Services du catalogue', 'Catalogue services'),
  service: vocabulary.service,
  code: vocabulary.code,
  country: vocabulary.country,
  state: vocabulary.status,
  on: t('Activé', 'Enabled'),
  off: vocabulary.disabled,
  route: vocabulary.route,
  price: vocabulary.price,
  wayShare: t(
    (route: string, percent: string) => `${route} (${percent} %)`,
    (route, percent) => `${route} (${percent}%)`,
  ),
  wayCost: t(
    (route: string, cost: string) => `${route} (coût ${cost})`,
    (route, cost) => `${route} (cost ${cost})`,
  ),
  limits: t('Montants', 'Amounts'),
  fromTo: t(
    (from: string, to: string) => `${from} à ${to}`,
    (from, to) => `${from} to ${to}`,
  ),
  from: t(
    (from: string) => `à partir de ${from}`,
    (from) => `from ${from}`,
  ),
  to: t(
    (to: string) => `jusqu’à ${to}`,
    (to) => `up to ${to}`,
  ),
  none: vocabulary.noServices,
  noneHint: t(
    'Le catalogue est vide. Créez un brouillon ou importez un fichier.',
    'The catalogue is empty. Create a draft or import a file.',
  ),
  search: t('Code ou nom', 'Code or name'),
  edit: vocabulary.edit,
  editOne: t(
    (name: string) => `Modifier ${name}`,
    (name) => `Edit ${name}`,
  ),
  addService: t('Ajouter un service', 'Add a service'),
  draftsCaption: t('Brouillons ouverts', 'Open drafts'),
  draft: vocabulary.draft,
  base: t('Version de base', 'Based on'),
  changedBy: t('Modifié par', 'Changed by'),
  changed: vocabulary.changed,
  noDrafts: t('Aucun brouillon', 'No drafts'),
  noDraftsHint: t(
    'Créez un brouillon pour modifier la version en vigueur.',
    'Create a draft to change the version in force.',
  ),
  waiting: t('En attente d’approbation', 'Pending approval'),
  working: t('En préparation', 'In preparation'),
  published: t('Publié', 'Published'),
  dropped: t('Abandonné', 'Discarded'),
  versionsCaption: t('Versions publiées', 'Published versions'),
  versionColumn: t('Version', 'Version'),
  action: vocabulary.action,
  at: t('Publiée', 'Published'),
  by: t('Par', 'By'),
  byCommand: t('ligne de commande', 'command line'),
  approvedBy: t('Approuvée par', 'Approved by'),
  reason: vocabulary.reason,
  compare: t('Comparer', 'Compare'),
  compareOne: t(
    (version: string) => `Comparer la version ${version} à la précédente`,
    (version) => `Compare version ${version} with the previous one`,
  ),
  goBack: t('Restaurer', 'Roll back'),
  goBackOne: t(
    (version: string) => `Restaurer la version ${version}`,
    (version) => `Roll back to version ${version}`,
  ),
  backTitle: t(
    (version: string) => `Restauration de la version ${version}`,
    (version) => `Roll back to version ${version}`,
  ),
  noVersions: t('Aucune version', 'No versions'),
  compareTitle: t(
    (from: string, to: string) => `De la version ${from} à la version ${to}`,
    (from, to) => `From version ${from} to version ${to}`,
  ),
  compareFrom: t('Version de départ', 'From version'),
  compareTo: t('Version d’arrivée', 'To version'),
  same: t('Aucune modification', 'No changes'),
  sameHint: t('Les deux versions sont identiques.', 'The two versions are identical.'),
  nothingChanged: t(
    'Ce brouillon est identique à la version en vigueur.',
    'This draft is identical to the version in force.',
  ),
  changesCaption: t('Modifications', 'Changes'),
  kinds: {
    added: t('Ajouté', 'Added'),
    removed: t('Supprimé', 'Removed'),
    changed: vocabulary.changed,
    moved: t('Ordre modifié', 'Reordered'),
  },
  field: vocabulary.field,
  before: t('Avant', 'Before'),
  after: t('Après', 'After'),
  absent: t('absent', 'absent'),
  secretNote: t('secret', 'secret'),
  problems: t(
    (count: string) => `À corriger : ${count}`,
    (count) => `To fix: ${count}`,
  ),
  problemsLead: t(
    'Corrigez ces erreurs avant de publier le brouillon.',
    'Fix these errors before you publish the draft.',
  ),
  publish: t('Publier', 'Publish'),
  publishTitle: t('Publier ce brouillon ?', 'Publish this draft?'),
  publishAlone: t(
    'Ces modifications ne concernent ni l’argent ni son acheminement : elles s’appliqueront immédiatement, sur tous les nœuds.',
    'These changes do not affect money or its routing: they take effect immediately, on all nodes.',
  ),
  publishTwo: t(
    'Ces modifications concernent l’argent ou son acheminement : une seconde personne devra les approuver avant leur entrée en vigueur.',
    'These changes affect money or its routing: a second user must approve them before they take effect.',
  ),
  publishAsk: vocabulary.requestApproval,
  publishReason: vocabulary.reason,
  publishReasonHint: t(
    'Inscrit dans l’historique et au journal d’audit.',
    'Recorded in the history and the audit log.',
  ),
  publishedDone: t(
    (version: string) => `Version ${version} en vigueur.`,
    (version) => `Version ${version} is in force.`,
  ),
  publishAsked: t(
    'Demande envoyée. Une autre personne doit l’approuver.',
    'Request sent. Another user must approve it.',
  ),
  why: {
    outdated: t(
      'Une autre version est entrée en vigueur. Mettez d’abord le brouillon à jour.',
      'Another version has come into force. Update the draft first.',
    ),
    faulty: t('Le brouillon contient des erreurs.', 'The draft contains errors.'),
    unchanged: t('Le brouillon ne modifie rien.', 'The draft changes nothing.'),
    requested: t('L’approbation est déjà demandée.', 'Approval has already been requested.'),
  },
  approvalRequestOpen: t(
    (id: string) =>
      `La demande ${id} attend l’approbation d’une seconde personne. Toute modification du brouillon l’annule.`,
    (id) =>
      `Request ${id} is waiting for a second user’s approval. Any change to the draft voids it.`,
  ),
  approvalRequestEnded: t(
    (id: string) => `La demande ${id} n’a pas abouti.`,
    (id) => `Request ${id} was not completed.`,
  ),
  seeApprovalRequest: t('Voir la demande', 'View request'),
  outdated: t(
    (base: string, now: string) =>
      `Ce brouillon est fondé sur la version ${base}. La version ${now} est entrée en vigueur depuis.`,
    (base, now) =>
      `This draft is based on version ${base}. Version ${now} has come into force since.`,
  ),
  outdatedHint: t(
    'Les modifications ci-dessous pourraient annuler le travail d’autres personnes. Mettez le brouillon à jour avant de le publier.',
    'The changes below may undo the work of others. Update the draft before you publish it.',
  ),
  rebase: t('Mettre à jour', 'Update draft'),
  rebased: t('Brouillon mis à jour.', 'Draft updated.'),
  bothChanged: t(
    'Une même entrée a été modifiée ici et dans la version en vigueur. Créez un brouillon à partir de celle-ci et refaites-y vos modifications.',
    'The same entry was changed here and in the version in force. Create a draft from that version and make your changes in it again.',
  ),
  drop: t('Abandonner', 'Discard'),
  dropTitle: t('Abandonner ce brouillon ?', 'Discard this draft?'),
  dropBody: t(
    'La version en vigueur ne change pas. Le brouillon ne pourra plus être publié.',
    'The version in force does not change. The draft can no longer be published.',
  ),
  droppedDone: t('Brouillon abandonné.', 'Draft discarded.'),
  someoneElse: t(
    'Le brouillon a été modifié pendant votre saisie. Votre texte est conservé, mais il ne peut pas remplacer cette modification.',
    'The draft was changed while you were editing. Your text is kept, but it cannot replace that change.',
  ),
  reload: t('Abandonner mon texte et recharger', 'Discard my text and reload'),
  text: {
    lead: t(
      'Le brouillon au format de la ligne de commande. Les secrets restent chiffrés.',
      'The draft in the format of the command line. Secrets stay encrypted.',
    ),
    label: t('Texte JSON', 'JSON text'),
    save: t('Enregistrer le texte', 'Save text'),
    saved: t('Texte enregistré.', 'Text saved.'),
  },
};
