// Messages of the home page.

import { plural, pluralForm, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const homeMessages = {
  hello: t(
    (name: string) => `Bonjour ${name}`,
    (name) => `Hello ${name}`,
  ),
  developer: t(
    (account: string) => `Vous êtes dans le compte « ${account} ».`,
    (account) => `You are in the account “${account}”.`,
  ),
  operator: t('Vous êtes dans l’espace de l’opérateur.', 'You are in the operator’s back office.'),
  none: t(
    'Vous n’êtes membre d’aucun compte. Demandez une invitation à votre équipe.',
    'You are not a member of any account. Ask your team for an invitation.',
  ),
  noneTitle: vocabulary.noAccount,
  you: t('Votre accès', 'Your access'),
  role: vocabulary.role,
  account: vocabulary.account,
  side: t('Espace', 'Workspace'),
  sideOperator: t('Opérateur', 'Operator'),
  sideDeveloper: vocabulary.developer,
  countries: t('Pays', 'Countries'),
  allCountries: vocabulary.all,
  mode: t('Mode', 'Mode'),
  sandbox: vocabulary.sandbox,
  rehearsal: t('Répétition', 'Rehearsal'),
  live: t('Production', 'Live'),
  views: {
    title: t(
      'L’opérateur a consulté votre portail ces 30 derniers jours',
      'The operator viewed your portal in the last 30 days',
    ),
    who: t(
      (name: string, role: string, reason: string) => `${name} (${role}) : ${reason}`,
      (name, role, reason) => `${name} (${role}): ${reason}`,
    ),
    hint: t(
      'Chaque consultation dure 30 minutes au plus, en lecture seule, sans clés ni secrets.',
      'Each visit lasts 30 minutes at most, read-only, without keys or secrets.',
    ),
  },
  letIn: {
    title: t(
      'L’opérateur donne accès à votre compte à une personne',
      'The operator is giving someone access to your account',
    ),
    hint: t(
      'Si vous n’êtes pas à l’origine de cette demande, retirez l’invitation ou le membre et prévenez l’opérateur.',
      'If you did not ask for this, withdraw the invitation or remove the member, and notify the operator.',
    ),
    team: t('Ouvrir « Équipe »', 'Open “Team”'),
    what: {
      waits: t(
        (email: string, role: string) =>
          role === ''
            ? `Réinitialisation du mot de passe de ${email}, en attente d’approbation :`
            : `Invitation de ${email} (${role}), en attente d’approbation :`,
        (email, role) =>
          role === ''
            ? `Password reset for ${email}, pending approval:`
            : `Invitation for ${email} (${role}), pending approval:`,
      ),
      invited: t(
        (email: string, role: string) => `Invitation de ${email} (${role}) :`,
        (email, role) => `Invitation for ${email} (${role}):`,
      ),
      joined: t(
        (email: string, role: string) => `${email} est devenu membre (${role}) :`,
        (email, role) => `${email} joined (${role}):`,
      ),
      reset: t(
        (email: string, _role: string) =>
          `Lien de réinitialisation du mot de passe pour ${email} :`,
        (email, _role) => `Password reset link for ${email}:`,
      ),
    },
  },
  steps: {
    title: t('Premiers pas', 'Get started'),
    lead: t('Cette liste se met à jour automatiquement.', 'This list updates automatically.'),
    done: vocabulary.done,
    open: vocabulary.toDo,
    advice: t('Conseillé', 'Recommended'),
    count: t(
      (done: number, all: number) => `${done} sur ${all}`,
      (done, all) => `${done} of ${all}`,
    ),
    complete: t(
      'Tout est prêt : votre intégration fonctionne.',
      'All set: your integration works.',
    ),
    show: t('Afficher la liste', 'Show list'),
    key: t('Obtenir une clé API', 'Get an API key'),
    keyHint: t(
      'Votre compte a une clé valide. Envoyez-la dans le champ apiKey de chaque appel.',
      'Your account has a valid key. Send it in the apiKey field of every call.',
    ),
    keyOpen: t(
      'Le compte n’a aucune clé valide : un propriétaire peut en créer une.',
      'The account has no valid key: an owner can create one.',
    ),
    keyLink: t('Ouvrir « Clés API »', 'Open “API keys”'),
    call: t('Faire un premier appel à l’API', 'Make your first API call'),
    callHint: t(
      'Copiez la ligne ci-dessous dans un terminal. Cette étape passe au vert dès que l’appel arrive.',
      'Copy the line below into a terminal. This step turns green as soon as the call arrives.',
    ),
    callDone: t('Votre premier appel a été reçu.', 'Your first call was received.'),
    callback: t('Recevoir un premier callback', 'Receive your first callback'),
    callbackHint: t(
      'Indiquez votre URL de callback ci-dessous ; votre serveur doit répondre 200. Dans le bac à sable, le bouton ci-dessous suffit.',
      'Enter your callback URL below; your server must respond with 200. In the sandbox the button below is enough.',
    ),
    callbackDone: t(
      'Votre serveur ou votre boîte de test a répondu 200.',
      'Your server or your test inbox responded with 200.',
    ),
    hash: t('Vérifier l’origine des callbacks', 'Verify that callbacks come from us'),
    hashHint: t(
      'Vérifiez webhook-signature, qui couvre tout le corps, avec le secret de la page « Signatures ». Le code figure dans la documentation.',
      'Verify webhook-signature, which covers the whole body, with the secret on the page “Signatures”. The code is in the documentation.',
    ),
    hashDone: t(
      'Vos requêtes et nos callbacks sont signés en HMAC.',
      'Your requests and our callbacks are signed with HMAC.',
    ),
    factor: t('Ajouter un second facteur', 'Add a second factor'),
    factorHint: t(
      'Il est exigé pour créer des clés et transférer de l’argent.',
      'It is required to create keys and move money.',
    ),
    factorDone: t('Votre accès est protégé.', 'Your access is protected.'),
    factorLink: t('Ouvrir « Sécurité »', 'Open “Security”'),
    services: t('Activer des services', 'Activate services'),
    servicesOpen: t(
      'Aucun service n’est actif : demandez une activation à l’opérateur.',
      'No services are active: request activation from the operator.',
    ),
    servicesDone: plural(
      { one: '# service actif.', other: '# services actifs.' },
      { one: '# active service.', other: '# active services.' },
    ),
    servicesLink: t('Ouvrir « Services »', 'Open “Services”'),
    docs: t('Documentation', 'Documentation'),
  },
  call: {
    title: t('Essayez maintenant', 'Try it now'),
    lead: t(
      (service: string) =>
        `Un client vous paie : un encaissement de test avec le service « ${service} ». Aucun argent réel n’est transféré dans le bac à sable.`,
      (service) =>
        `A customer pays you: a test collection with the service “${service}”. No real money moves in the sandbox.`,
    ),
    liveLead: t(
      (service: string) =>
        `Un client vous paie, avec le service « ${service} ». Attention : en production, l’argent est réel.`,
      (service) =>
        `A customer pays you, with the service “${service}”. Caution: in live mode, real money moves.`,
    ),
    callbackUrl: t('Votre URL de callback', 'Your callback URL'),
    callbackUrlHint: t(
      'Une adresse de votre serveur, par exemple https://boutique.example/callback.',
      'A URL of your server, for example https://shop.example/callback.',
    ),
    inboxHint: t(
      'Sans adresse, le callback arrive dans votre boîte de test.',
      'Without an address, the callback goes to your test inbox.',
    ),
    run: t('Exécuter', 'Run'),
    inbox: t('Ouvrir la boîte de test', 'Open the test inbox'),
    answer: t('Réponse', 'Answer'),
    callbackUrlBad: t(
      'Saisissez une adresse complète commençant par https:// ou http://.',
      'Enter a full URL that starts with https:// or http://.',
    ),
    optional: vocabulary.optional,
    line: t('À coller dans un terminal', 'Paste into a terminal'),
    another: t('Nouvel identifiant', 'New ID'),
    yourKey: t('VOTRE_CLE', 'YOUR_KEY'),
    keyOnce: t(
      'En production, une clé n’est affichée qu’à sa création : remplacez VOTRE_CLE par la vôtre.',
      'In live mode a key is shown only when it is created: replace YOUR_KEY with yours.',
    ),
    noOrder: t(
      'Aucun service actif ne permet un test simple. Demandez à l’opérateur d’activer un service de transfert.',
      'No active service is suitable for a simple test. Ask the operator to activate a transfer service.',
    ),
  },
  last: {
    title: t('Dernières transactions', 'Last transactions'),
    all: t('Toutes les transactions', 'All transactions'),
    none: t('Aucune transaction', 'No transactions'),
  },
  today: {
    title: t('Aujourd’hui', 'Today'),
    success: vocabulary.successRate,
    successNote: t(
      (succeeded: string, all: number) =>
        `${succeeded} sur ${pluralForm('fr', all, { one: '# transaction terminée', other: '# transactions terminées' })}`,
      (succeeded, all) =>
        `${succeeded} of ${pluralForm('en', all, { one: '# completed transaction', other: '# completed transactions' })}`,
    ),
    noResults: t('Aucune transaction terminée', 'No completed transactions'),
    since: t(
      (time: string) => `Depuis ${time}`,
      (time) => `Since ${time}`,
    ),
    volume: t('Volume réussi', 'Successful volume'),
    balance: vocabulary.availableBalance,
    held: t(
      (amount: string) => `${amount} retenus`,
      (amount) => `${amount} on hold`,
    ),
    noBalance: t('Aucun solde', 'No balance'),
    callbacks: t('Callbacks en échec', 'Failing callbacks'),
    atLeast: t(
      (count: string) => `${count} ou plus`,
      (count) => `${count} or more`,
    ),
    callbacksFine: t('Tous les callbacks sont livrés', 'All callbacks are delivered'),
    retrying: t(
      (count: string) => `Nouvelles tentatives : ${count}`,
      (count) => `Retrying: ${count}`,
    ),
    abandoned: t(
      (count: string) => `Abandonnés : ${count}`,
      (count) => `Abandoned: ${count}`,
    ),
  },
  waiting: {
    title: t('À traiter', 'To review'),
    lead: t(
      'Ce qui attend votre décision. Cette liste se met à jour automatiquement.',
      'Items waiting for your decision. This list updates automatically.',
    ),
    onlyReads: t(
      'Votre rôle est en lecture seule : rien n’attend votre décision.',
      'Your role is read-only: nothing requires your decision.',
    ),
    nothing: t('Rien à traiter', 'Nothing to review'),
    oldest: t('La plus ancienne :', 'Oldest:'),
    atLeast: t(
      (count: string) => `${count} ou plus`,
      (count) => `${count} or more`,
    ),
    approvals: t('Demandes d’approbation', 'Pending approvals'),
    cases: t('Dossiers à trancher', 'Open cases'),
    claims: t('Réclamations à traiter', 'Claims to review'),
    settlements: t('Demandes de reversement', 'Settlement requests'),
    payments: t('Reversements à payer', 'Settlements to pay'),
    destinations: t('Destinations à confirmer', 'Destinations to confirm'),
    services: t('Demandes d’activation de services', 'Service activation requests'),
    callbacks: t('Callbacks abandonnés', 'Abandoned callbacks'),
    carriers: t('Connexions SMS en difficulté', 'SMS connections with problems'),
    disturbed: t(
      'Fournisseurs, connexions SMS et serveurs de callback perturbés',
      'Disrupted providers, SMS connections and callback receivers',
    ),
  },
  metrics: {
    title: t('Dernières 24 heures', 'Last 24 hours'),
    more: vocabulary.overview,
    opened: t('Opérations', 'Operations'),
    success: vocabulary.successRate,
    callbacks: t('Callbacks en attente', 'Pending callbacks'),
    sms: t('SMS en attente', 'SMS waiting'),
    oldestSms: t(
      (duration: string) => `le plus ancien depuis ${duration}`,
      (duration) => `the oldest for ${duration}`,
    ),
  },
};
