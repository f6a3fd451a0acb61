// Messages of the pages before signing in.

import { t } from '../../language/message.ts';

export const signInMessages = {
  signIn: {
    title: t('Connexion', 'Sign in'),
    lead: t('Heureux de vous revoir.', 'Welcome back.'),
    email: t('Adresse e-mail', 'Email address'),
    password: t('Mot de passe', 'Password'),
    submit: t('Se connecter', 'Sign in'),
    passkey: t('Se connecter avec une clé d’accès', 'Sign in with a passkey'),
    passkeyFailed: t(
      'La clé d’accès n’a pas été confirmée. Réessayez ou utilisez votre mot de passe.',
      'The passkey was not confirmed. Try again or use your password.',
    ),
    or: t('ou', 'or'),
    register: t('Pas encore de compte ?', 'Don’t have an account?'),
    registerLink: t('Créer un compte', 'Create an account'),
    forgotten: t(
      'Mot de passe ou téléphone perdu ? L’opérateur peut vous fournir un lien ; pour son équipe, l’administrateur du serveur.',
      'Lost your password or phone? The operator can send you a link; for the operator’s own team, the server administrator can.',
    ),
  },
  second: {
    title: t('Second facteur', 'Second factor'),
    lead: t(
      'Ouvrez votre application d’authentification et saisissez le code à six chiffres de Jokko.',
      'Open your authenticator app and enter the six-digit code for Jokko.',
    ),
    code: t('Code à six chiffres', 'Six-digit code'),
    recoveryLead: t(
      'Saisissez l’un de vos codes de secours. Chaque code ne sert qu’une fois.',
      'Enter one of your recovery codes. Each code works only once.',
    ),
    recovery: t('Code de secours', 'Recovery code'),
    useRecovery: t('Utiliser un code de secours', 'Use a recovery code'),
    useCode: t('Utiliser l’application d’authentification', 'Use the authenticator app'),
    passkey: t('Utiliser une clé d’accès', 'Use a passkey'),
    submit: t('Vérifier', 'Verify'),
    back: t('Se connecter avec un autre compte', 'Sign in with another account'),
  },
  choose: {
    name: t('Votre nom', 'Your name'),
    company: t('Entreprise ou projet', 'Company or project'),
    companyHint: t(
      'Le nom de votre compte, visible par votre équipe.',
      'The name of your account, visible to your team.',
    ),
    passwordHint: t(
      '12 caractères au minimum. Une phrase facile à retenir convient parfaitement.',
      'At least 12 characters. A memorable phrase works well.',
    ),
  },
  register: {
    title: t('Créer un compte', 'Create an account'),
    lead: t(
      'Un compte de bac à sable, une clé de test et votre premier appel en moins de trois minutes.',
      'A sandbox account, a test key and your first call in under three minutes.',
    ),
    submit: t('Créer le compte', 'Create account'),
    known: t('Vous avez déjà un compte ?', 'Already have an account?'),
    signIn: t('Se connecter', 'Sign in'),
    closedTitle: t('L’inscription est fermée', 'Registration is closed'),
    closed: t(
      'Les comptes sont créés sur invitation. Demandez-en une à l’opérateur.',
      'Accounts are created by invitation. Ask the operator for one.',
    ),
  },
  invitation: {
    title: t('Vous êtes invité', 'You are invited'),
    ended: t('Invitation expirée', 'Invitation expired'),
    endedHint: t(
      'Demandez une nouvelle invitation à la personne qui vous l’a envoyée. Si vous l’avez déjà acceptée, connectez-vous.',
      'Ask the person who sent it for a new one. If you have already accepted it, sign in.',
    ),
    signIn: t('Se connecter', 'Sign in'),
    operator: t(
      (role: string) => `Rejoignez l’équipe de l’opérateur. Votre rôle : ${role}.`,
      (role) => `Join the operator’s team. Your role: ${role}.`,
    ),
    developer: t(
      (account: string, role: string) =>
        `Rejoignez le compte « ${account} ». Votre rôle : ${role}.`,
      (account, role) => `Join the account “${account}”. Your role: ${role}.`,
    ),
    known: t(
      'Si vous avez déjà un accès avec cette adresse, saisissez son mot de passe. Sinon, choisissez-en un.',
      'If you already have access with this address, enter its password. Otherwise choose one.',
    ),
    submit: t('Accepter l’invitation', 'Accept invitation'),
    reading: t('Chargement de votre invitation…', 'Loading your invitation…'),
  },
  first: {
    title: t('Bienvenue dans Jokko', 'Welcome to Jokko'),
    lead: t(
      'Ce lien à usage unique crée le premier accès de l’opérateur. Vous configurerez ensuite un second facteur.',
      'This one-time link creates the operator’s first access. You will set up a second factor next.',
    ),
    submit: t('Créer l’accès', 'Create access'),
  },
  reset: {
    title: t('Nouveau mot de passe', 'New password'),
    lead: t('Toutes vos sessions ouvertes seront fermées.', 'All your open sessions will end.'),
    password: t('Nouveau mot de passe', 'New password'),
    submit: t('Enregistrer et se connecter', 'Save and sign in'),
  },
  noLinkTitle: t('Lien incomplet', 'Incomplete link'),
  noLink: t(
    'Ouvrez le lien complet, tel que vous l’avez reçu.',
    'Open the full link, as you received it.',
  ),
};
