// Messages of the pages of one's own profile and security.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const userMessages = {
  profile: {
    title: t('Profil', 'Profile'),
    lead: t(
      'Ces paramètres s’appliquent à tous vos comptes.',
      'These settings apply to all your accounts.',
    ),
    name: vocabulary.name,
    email: vocabulary.emailAddress,
    language: t('Langue', 'Language'),
    timeZone: t('Fuseau horaire', 'Time zone'),
    timeZoneHint: t(
      'Toutes les heures du portail sont affichées dans ce fuseau.',
      'All times in the portal are shown in this time zone.',
    ),
    theme: t('Thème', 'Theme'),
    themes: {
      system: t('Comme l’appareil', 'Same as device'),
      light: t('Clair', 'Light'),
      dark: t('Sombre', 'Dark'),
    },
    save: vocabulary.save,
    saved: t('Profil enregistré.', 'Profile saved.'),
  },
  mail: {
    title: t('Avis par e-mail', 'Notices by email'),
    lead: t(
      'Ce dont vous êtes averti par e-mail. Tout reste visible dans le portail.',
      'What we email you about. Everything stays visible in the portal.',
    ),
    noMail: t(
      'Cette installation n’envoie pas d’e-mails pour le moment.',
      'This installation sends no email at present.',
    ),
    topics: {
      approvals: t('Demandes à approuver', 'Requests to approve'),
      claims: t('Réponses aux réclamations', 'Answers to claims'),
      balance: t('Solde bas', 'Low balance'),
    },
    security: t('Sécurité : nouveaux membres et nouvelles clés', 'Security: new members and keys'),
    securityHint: t('Toujours envoyés.', 'Always sent.'),
    save: t('Appliquer', 'Apply'),
    saved: t('Choix enregistrés.', 'Choices saved.'),
  },
  security: {
    title: t('Sécurité', 'Security'),
    lead: t(
      'Mot de passe, second facteur et sessions ouvertes.',
      'Password, second factor and open sessions.',
    ),
    yes: vocabulary.active,
    no: vocabulary.inactive,
  },
  password: {
    title: vocabulary.password,
    lead: t(
      'Le modifier ferme toutes vos autres sessions.',
      'Changing it ends all your other sessions.',
    ),
    change: t('Modifier le mot de passe', 'Change password'),
    present: t('Mot de passe actuel', 'Current password'),
    fresh: vocabulary.newPassword,
    hint: t(
      '12 caractères au minimum. Une phrase facile à retenir convient parfaitement.',
      'At least 12 characters. A memorable phrase works well.',
    ),
    save: vocabulary.save,
    saved: t(
      'Mot de passe modifié. Vos autres sessions sont fermées.',
      'Password changed. Your other sessions have ended.',
    ),
  },
  totp: {
    title: t('Application d’authentification', 'Authenticator app'),
    lead: t(
      'Une application comme Aegis, 2FAS ou Google Authenticator fournit un code à six chiffres, même sans réseau.',
      'An app such as Aegis, 2FAS or Google Authenticator gives you a six-digit code, even offline.',
    ),
    add: t('Configurer l’application', 'Set up the app'),
    replace: t('Changer d’appareil', 'Change device'),
    remove: vocabulary.remove,
    removeTitle: t('Retirer l’application d’authentification ?', 'Remove the authenticator app?'),
    removeBody: t(
      'Les codes de cet appareil ne seront plus acceptés.',
      'Codes from this device will no longer be accepted.',
    ),
    removed: t('Application d’authentification retirée.', 'Authenticator app removed.'),
    scan: t('Scannez ce code QR avec l’application.', 'Scan this QR code with the app.'),
    qr: t('Code QR pour l’application d’authentification', 'QR code for the authenticator app'),
    manual: t('Ou saisissez cette clé dans l’application', 'Or enter this key in the app'),
    code: t('Code à six chiffres affiché', 'Six-digit code shown'),
    confirm: t('Vérifier et activer', 'Verify and activate'),
    done: t('Second facteur actif.', 'Second factor active.'),
  },
  passkeys: {
    title: t('Clés d’accès', 'Passkeys'),
    lead: t(
      'Votre empreinte digitale, votre visage ou une clé matérielle, à la place d’un code.',
      'Your fingerprint, face or a hardware key instead of a code.',
    ),
    add: t('Ajouter une clé d’accès', 'Add a passkey'),
    name: t('Nom de la clé', 'Passkey name'),
    nameHint: t(
      'Par exemple « Téléphone » ou « Ordinateur du bureau ».',
      'For example “Phone” or “Office computer”.',
    ),
    none: t('Aucune clé d’accès.', 'No passkeys.'),
    added: t('Ajoutée', 'Added'),
    used: t('Dernière utilisation', 'Last used'),
    never: t('jamais utilisée', 'never used'),
    remove: vocabulary.remove,
    removeTitle: t(
      (name: string) => `Retirer « ${name} » ?`,
      (name) => `Remove “${name}”?`,
    ),
    removeBody: t(
      'Cette clé ne donnera plus accès à votre compte.',
      'This passkey will no longer give access to your account.',
    ),
    removed: t('Clé d’accès retirée.', 'Passkey removed.'),
    done: t('Clé d’accès ajoutée.', 'Passkey added.'),
    failed: t(
      'Le navigateur n’a pas créé de clé d’accès.',
      'The browser did not create a passkey.',
    ),
  },
  recovery: {
    title: t('Codes de secours', 'Recovery codes'),
    lead: t(
      'Pour vous connecter si votre appareil est perdu. Chaque code ne sert qu’une fois.',
      'To sign in if you lose your device. Each code works only once.',
    ),
    left: plural(
      { one: '# code restant', other: '# codes restants' },
      { one: '# code left', other: '# codes left' },
    ),
    renew: t('Créer de nouveaux codes', 'Create new codes'),
    renewTitle: t('Créer de nouveaux codes de secours ?', 'Create new recovery codes?'),
    renewBody: t(
      'Les anciens codes ne seront plus acceptés.',
      'The old codes will no longer be accepted.',
    ),
    shown: t('Vos codes de secours', 'Your recovery codes'),
    keep: t(
      'Ils ne seront plus jamais affichés. Imprimez-les ou conservez-les dans un gestionnaire de mots de passe.',
      'They will never be shown again. Print them or store them in a password manager.',
    ),
    copy: t('Copier les codes', 'Copy codes'),
    download: t('Télécharger', 'Download'),
    kept: t('J’ai enregistré mes codes en lieu sûr', 'I have saved my codes in a safe place'),
    go: t('Continuer', 'Continue'),
  },
  sessions: {
    title: t('Sessions ouvertes', 'Open sessions'),
    lead: t(
      'Les appareils sur lesquels vous êtes connecté. Fermez les sessions que vous ne reconnaissez pas.',
      'Devices on which you are signed in. End any session you do not recognize.',
    ),
    caption: t('Vos sessions ouvertes', 'Your open sessions'),
    device: t('Appareil', 'Device'),
    address: vocabulary.ipAddress,
    started: t('Ouverte', 'Started'),
    seen: vocabulary.lastActive,
    current: t('Cette session', 'This session'),
    end: t('Fermer', 'End'),
    endOne: t(
      (device: string) => `Fermer la session : ${device}`,
      (device) => `End session: ${device}`,
    ),
    endOthers: t('Fermer toutes les autres', 'End all others'),
    ended: plural(
      { one: '# session fermée.', other: '# sessions fermées.' },
      { one: '# session ended.', other: '# sessions ended.' },
    ),
    actions: vocabulary.action,
    unknown: t('Appareil inconnu', 'Unknown device'),
  },
  setUp: {
    title: t('Protégez votre accès', 'Protect your access'),
    lead: t(
      'Configurez d’abord un second facteur : votre seul mot de passe ne suffira plus pour agir en votre nom.',
      'Set up a second factor first: your password alone will then not be enough to act in your name.',
    ),
    app: t('Application d’authentification', 'Authenticator app'),
    appHint: t(
      'Fonctionne sur tout téléphone, même sans réseau.',
      'Works on any phone, even offline.',
    ),
    passkey: t('Clé d’accès', 'Passkey'),
    passkeyHint: t(
      'Empreinte digitale, visage ou clé matérielle de cet appareil.',
      'Fingerprint, face or hardware key of this device.',
    ),
    other: t('Choisir une autre méthode', 'Choose another method'),
    leave: t('Se déconnecter', 'Sign out'),
    passkeyName: t('Cet appareil', 'This device'),
  },
};
