// Messages around every page: navigation, account, roles, state of the network.

import type { DeveloperRole, OperatorRole } from '@jokko/contract/portal';
import { t, type Message } from '../language/message.ts';

const roles = {
  owner: t('Propriétaire', 'Owner'),
  admin: t('Administrateur', 'Administrator'),
  developer: t('Développeur', 'Developer'),
  finance: t('Finances', 'Finance'),
  support: t('Assistance', 'Support'),
  viewer: t('Lecture seule', 'Read-only'),
  auditor: t('Auditeur', 'Auditor'),
} satisfies Record<DeveloperRole | OperatorRole, Message>;

export const layoutMessages = {
  skip: t('Aller au contenu', 'Skip to content'),
  navigation: t('Navigation', 'Navigation'),
  openNavigation: t('Ouvrir la navigation', 'Open navigation'),
  account: t('Compte', 'Account'),
  switchAccount: t('Changer de compte', 'Switch account'),
  operator: t('Opérateur', 'Operator'),
  noMembership: t('Aucun compte', 'No account'),
  sandbox: t('Bac à sable', 'Sandbox'),
  rehearsal: t('Répétition', 'Rehearsal'),
  rehearsalHint: t(
    'Aucun argent réel : les environnements de test des fournisseurs.',
    'No real money: the test environments of the providers.',
  ),
  live: t('Production', 'Live'),
  sandboxHint: t('Aucun argent réel : tout est simulé.', 'No real money: everything is simulated.'),
  otherLanguage: t('English', 'Français'),
  user: t('Votre profil', 'Your profile'),
  profile: t('Profil', 'Profile'),
  security: t('Sécurité', 'Security'),
  signOut: t('Se déconnecter', 'Sign out'),
  refusedFilter: t(
    (names: string) => `L’adresse contient une valeur inconnue, qui a été ignorée : ${names}.`,
    (names) => `The URL contains an unknown value, which was ignored: ${names}.`,
  ),
  search: t('Rechercher partout', 'Search everywhere'),
  searchPlaceholders: {
    everything: t('ID, téléphone, développeur…', 'ID, phone number, developer…'),
    account: t('ID, téléphone, service…', 'ID, phone number, service…'),
  },
  offline: t(
    'Jokko est injoignable ; nouvelle tentative en cours.',
    'Jokko cannot be reached; retrying.',
  ),
  offlineStale: t(
    'Les données affichées ne sont peut-être plus à jour.',
    'The data shown may be out of date.',
  ),
  lost: t('Jokko ne s’ouvre pas', 'Jokko cannot be opened'),
  newBuild: t(
    'Une nouvelle version de Jokko est disponible.',
    'A new version of Jokko is available.',
  ),
  loading: t('Chargement…', 'Loading…'),
  tagline: t(
    'Paiements, SMS et transferts, dans une seule passerelle que vous maîtrisez.',
    'Payments, SMS and transfers through one gateway you control.',
  ),
  promises: t(
    [
      'Une clé pour tous les fournisseurs',
      'Chaque franc comptabilisé',
      'Hébergé chez vous, ouvert et vérifiable',
    ].join('\n'),
    [
      'One key for every operator',
      'Every franc accounted for',
      'Self-hosted, open and verifiable',
    ].join('\n'),
  ),
  crashTitle: t('Cette page a rencontré un problème', 'This page ran into a problem'),
  crash: t(
    'Une erreur inattendue s’est produite. Rechargez la page ; si le problème persiste, contactez-nous.',
    'An unexpected error occurred. Reload the page; if the problem persists, contact us.',
  ),
  unreachableTitle: t('Cette page n’a pas pu être chargée', 'This page could not be loaded'),
  unreachable: t(
    'La connexion est interrompue ou Jokko vient d’être mis à jour. Rechargez la page dès que vous êtes en ligne.',
    'The connection was lost, or Jokko has just been updated. Reload the page when you are online.',
  ),
  reload: t('Recharger la page', 'Reload page'),
  home: t('Accueil', 'Home'),
  groups: {
    work: t('Au quotidien', 'Daily work'),
    build: t('Intégration', 'Integration'),
    money: t('Argent', 'Money'),
    developers: t('Développeurs', 'Developers'),
    network: t('Réseau', 'Network'),
    control: t('Contrôle', 'Control'),
    settings: t('Paramètres', 'Settings'),
  },
  roles: roles,
  stepUp: {
    title: t('Confirmez votre identité', 'Confirm your identity'),
    lead: t(
      'Cette action est sensible. La confirmation est valable cinq minutes.',
      'This action is sensitive. The confirmation is valid for five minutes.',
    ),
    password: t('Mot de passe', 'Password'),
    code: t('Code de votre application d’authentification', 'Code from your authenticator app'),
    codeHint: t('Ou un code de secours.', 'Or a recovery code.'),
    passkey: t('Utiliser une clé d’accès', 'Use a passkey'),
    confirm: t('Confirmer', 'Confirm'),
    passkeyFailed: t('La clé d’accès n’a pas été confirmée.', 'The passkey was not confirmed.'),
  },
};
