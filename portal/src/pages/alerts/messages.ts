// Messages of the alerts and of their settings.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const alertMessages = {
  title: t('Alertes', 'Alerts'),
  lead: t(
    'Les problèmes en cours, qui en a été notifié et qui s’en charge.',
    'What is wrong now, who was notified and who owns it.',
  ),
  settings: t('Règles et destinataires', 'Rules and recipients'),
  noMail: t(
    'Aucun serveur de messagerie n’est configuré (JOKKO_SMTP_URL) : aucune alerte n’est envoyée par e-mail d’ici là.',
    'No mail server is configured (JOKKO_SMTP_URL): no alert is sent by email until one is.',
  ),
  state: t('État', 'State'),
  stateAll: t('Toutes', 'All'),
  states: {
    open: t('En cours', 'Open'),
    resolved: t('Terminée', 'Resolved'),
  },
  rule: t('Règle', 'Rule'),
  ruleAll: t('Toutes les règles', 'All rules'),
  rules: {
    route: t('Route perturbée', 'Route disturbed'),
    smsLink: t('Liaison SMS', 'SMS link'),
    float: t('Float bas', 'Low float'),
    floatHours: t('Float bientôt épuisé', 'Float runs out soon'),
    smsBalance: t('Solde SMS bas', 'Low SMS balance'),
    agedMoney: t('Opérations sans résultat', 'Operations without a result'),
    callbacks: t('Callbacks en retard', 'Late callbacks'),
    queue: t('Tâche en retard', 'Late task'),
    reconciliation: t('Relevé manquant', 'Missing statement'),
    statement: t('Relevé incomplet', 'Incomplete statement'),
    node: t('Nœud', 'Node'),
    disk: t('Disque presque plein', 'Disk almost full'),
    certificate: t('Certificat qui expire', 'Certificate expires'),
    database: t('Base de données', 'Database'),
  },
  severities: {
    critical: t('Critique', 'Critical'),
    warning: t('Avertissement', 'Warning'),
  },
  severity: t('Gravité', 'Severity'),
  subject: t('Sujet', 'Subject'),
  value: t('Valeur', 'Value'),
  below: t(
    (amount: string, minimum: string) => `${amount} (minimum : ${minimum})`,
    (amount, minimum) => `${amount} (minimum ${minimum})`,
  ),
  operations: plural(
    { one: '# opération', other: '# opérations' },
    { one: '# operation', other: '# operations' },
  ),
  since: t('Depuis', 'Since'),
  until: t('Fin', 'End'),
  times: t('Fois', 'Times'),
  told: t('Notifié', 'Notified'),
  handledBy: t('Responsable', 'Owner'),
  nobody: t('Aucun', 'Unassigned'),
  acknowledge: t('Acquitter', 'Acknowledge'),
  acknowledgeOne: t(
    (subject: string) => `Acquitter ${subject}`,
    (subject) => `Acknowledge ${subject}`,
  ),
  acknowledged: t('Vous êtes responsable de cette alerte.', 'You own this alert.'),
  ownedBy: t(
    (name: string) => `Responsable : ${name}`,
    (name) => `Owner: ${name}`,
  ),
  ended: t('Terminée.', 'It has ended.'),
  none: t('Aucune alerte', 'No alerts'),
  noneHint: t(
    'Une alerte apparaît ici dès qu’une règle constate un problème.',
    'An alert appears here as soon as a rule finds something wrong.',
  ),
  noMatch: t('Aucun résultat', 'No results'),
  action: vocabulary.action,
};

export const alertSettingsMessages = {
  title: t('Règles et destinataires', 'Rules and recipients'),
  lead: t(
    'Ce qui déclenche une alerte, qui la reçoit et à quelles heures.',
    'What raises an alert, who receives it and at what hours.',
  ),
  noMail: t(
    'Aucun serveur de messagerie n’est configuré (JOKKO_SMTP_URL) : personne ne reçoit d’e-mail.',
    'No mail server is configured (JOKKO_SMTP_URL): nobody gets email.',
  ),
  rules: t('Règles', 'Rules'),
  on: t('Active', 'On'),
  limitUnits: {
    floatHours: t('h', 'h'),
    agedMoney: t('min', 'min'),
    callbacks: t('min', 'min'),
    reconciliation: t('j', 'd'),
  },
  limits: {
    floatHours: t('Dure moins de (heures)', 'Lasts less than (hours)'),
    agedMoney: t('Après (minutes)', 'After (minutes)'),
    callbacks: t('Retard (minutes)', 'Late by (minutes)'),
    reconciliation: t('Après (jours)', 'After (days)'),
  },
  floats: t('Floats minimaux', 'Minimum floats'),
  floatsLead: t(
    'Une alerte part quand ce qui reste chez le fournisseur passe sous le minimum.',
    'An alert is sent when what is left with the provider falls below the minimum.',
  ),
  route: t('Route', 'Route'),
  minimum: t('Minimum', 'Minimum'),
  currency: vocabulary.currency,
  minimumWrong: t('Un nombre entier supérieur à zéro.', 'A whole number above zero.'),
  addFloat: t('Ajouter un minimum', 'Add a minimum'),
  removeFloatOf: t(
    (route: string) => `Retirer ${route}`,
    (route) => `Remove ${route}`,
  ),
  noFloats: t('Aucun minimum.', 'No minimums.'),
  balances: t('Soldes minimaux chez les opérateurs SMS', 'Minimum balances at SMS carriers'),
  balancesLead: t(
    'Une alerte part quand le solde d’une connexion SMS passe sous son minimum. Le solde est lu toutes les dix minutes, chez les opérateurs qui le donnent. Vide : aucune alerte.',
    'An alert is sent when the balance of an SMS connection falls below its minimum. The balance is read every ten minutes, at carriers that tell it. Empty: no alert.',
  ),
  balanceUnread: t(
    'Solde pas encore lu : le montant est dans la devise de l’opérateur.',
    'Balance not read yet: the amount is in the carrier’s currency.',
  ),
  noBalances: t(
    'Aucune connexion SMS dont l’opérateur donne le solde.',
    'No SMS connection whose carrier tells its balance.',
  ),
  people: t('Destinataires', 'Recipients'),
  peopleLead: t(
    'Sans destinataire, tous les administrateurs reçoivent les alertes par e-mail.',
    'If nobody is chosen, all admins are alerted by email.',
  ),
  level: t('Niveau', 'Level'),
  levels: {
    none: t('Aucune alerte', 'No alerts'),
    first: t('Premier niveau', 'First level'),
    second: t(
      'Second niveau, sans réponse du premier',
      'Second level, if the first does not answer',
    ),
  },
  email: t('Par e-mail', 'By email'),
  phone: t('Téléphone pour les SMS', 'Phone for SMS'),
  escalateMinutes: t('Passer au second niveau après (minutes)', 'Second level after (minutes)'),
  escalateHint: t('Vide : jamais.', 'Empty: never.'),
  quiet: t('Heures calmes', 'Quiet hours'),
  quietLead: t(
    'Seules les alertes critiques partent pendant ces heures ; les autres attendent la fin.',
    'Only critical alerts are sent in these hours; the others are sent afterwards.',
  ),
  from: t('De (HH:MM)', 'From (HH:MM)'),
  to: t('À (HH:MM)', 'To (HH:MM)'),
  timeZone: t('Fuseau horaire', 'Time zone'),
  channels: t('Canaux', 'Channels'),
  webhook: t('Adresse du webhook', 'Webhook address'),
  webhookHint: t(
    'Chaque message y est posté en JSON, signé comme les callbacks.',
    'Each message is posted there as JSON, signed as callbacks are.',
  ),
  smsApp: t('Application SMS', 'SMS application'),
  smsAppHint: t(
    'Les applications des comptes de l’opérateur, sans membre ni clé de paiement.',
    'Applications of the operator’s own accounts, without members or payment keys.',
  ),
  noSms: t('Aucun SMS', 'No SMS'),
  smsSender: t('Expéditeur des SMS', 'SMS sender'),
  optional: t('facultatif', 'optional'),
  save: vocabulary.save,
  saved: t('Règles enregistrées.', 'Rules saved.'),
  secret: t('Secret du webhook', 'Webhook secret'),
  secretOnce: t(
    'Ce secret signe ce qui est posté. Il n’est affiché qu’une fois.',
    'This secret signs what is posted. It is shown only once.',
  ),
  test: t('Envoyer un essai', 'Send a test'),
  testLead: t(
    'L’essai vous est adressé, avec les règles enregistrées.',
    'The test is sent to you, by the saved rules.',
  ),
  tests: {
    email: t('Essayer l’e-mail', 'Test email'),
    sms: t('Essayer le SMS', 'Test SMS'),
    webhook: t('Essayer le webhook', 'Test webhook'),
  },
  testSent: t('Essai envoyé.', 'Test sent.'),
  notSetUp: t('Ce canal n’est pas configuré.', 'This channel is not set up.'),
  testFailed: t(
    (reason: string) => `Essai refusé : ${reason}`,
    (reason) => `Test refused: ${reason}`,
  ),
};
