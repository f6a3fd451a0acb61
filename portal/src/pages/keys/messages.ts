// Messages of the pages of API keys.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const keyMessages = {
  title: vocabulary.apiKeys,
  lead: t(
    'Elles authentifient vos appels auprès de la passerelle. Créez une clé par application, avec les seuls droits nécessaires.',
    'They authenticate your calls to the gateway. Create one key per application, with only the permissions it needs.',
  ),
  none: t('Aucune clé', 'No keys'),
  noneHint: t(
    'Créez-en une pour faire votre premier appel.',
    'Create one to make your first call.',
  ),
  make: t('Créer une clé', 'Create key'),
  id: vocabulary.key,
  name: vocabulary.name,
  nameHint: t(
    'Pour la reconnaître, par exemple « Boutique en ligne ».',
    'To recognize it, for example “Online shop”.',
  ),
  unnamed: t('Sans nom', 'Unnamed'),
  scope: t('Droits', 'Permissions'),
  scopes: {
    full: vocabulary.all,
    'no-refunds': t('Sans remboursement', 'No refunds'),
    'read-only': t('Lecture seule', 'Read-only'),
    listen: t('Écoute des callbacks', 'Listen to callbacks'),
  },
  scopeHints: {
    full: t('Payer, rembourser, annuler et consulter.', 'Pay, refund, cancel and query.'),
    'no-refunds': t(
      'Payer et consulter, sans rembourser ni annuler.',
      'Pay and query, without refunds or cancellations.',
    ),
    'read-only': t('Consulter uniquement.', 'Query only.'),
    listen: t(
      'Consulter, et recevoir les callbacks signés avec jokko-dev listen.',
      'Query, and receive the signed callbacks with jokko-dev listen.',
    ),
  },
  services: vocabulary.services,
  allServices: t('Tous les services du compte', 'All services of the account'),
  someServices: t('Uniquement une sélection', 'Selected services only'),
  serviceCount: plural(
    { one: '# service', other: '# services' },
    { one: '# service', other: '# services' },
  ),
  chooseService: t('Choisissez au moins un service.', 'Choose at least one service.'),
  addresses: t('Adresses IP autorisées', 'Allowed IP addresses'),
  anyAddress: t('Toutes', 'Any'),
  addressesHint: t(
    'Une adresse IP ou une plage CIDR par ligne, par exemple 196.207.0.0/16. Vide : toutes.',
    'One IP address or CIDR range per line, for example 196.207.0.0/16. Empty: any.',
  ),
  addressesWrong: t(
    'L’une de ces lignes n’est ni une adresse IP ni une plage CIDR.',
    'One of these lines is not an IP address or CIDR range.',
  ),
  optional: vocabulary.optional,
  expires: t('Expiration', 'Expires'),
  never: t('Jamais', 'Never'),
  inDays: plural(
    { one: 'Dans # jour', other: 'Dans # jours' },
    { one: 'In # day', other: 'In # days' },
  ),
  payoutLimit: t('Limite de paiement', 'Payout limit'),
  payoutLimitHint: t(
    'Un paiement groupé par API dont le total ne la dépasse pas est payé sans approbation.',
    'A bulk payout by API whose total is within it is paid without approval.',
  ),
  changeLimit: t('Changer la limite de paiement', 'Change payout limit'),
  changeLimitBody: t(
    'Une limite plus basse s’applique aussitôt. Une limite plus haute attend l’approbation d’un autre membre, sur la page des paiements groupés. Le montant vaut pour chaque lot, dans sa devise.',
    'A lower limit applies at once. A higher one waits for the approval of another member, on the page of bulk payouts. The amount counts for each batch, in its currency.',
  ),
  reason: t('Motif', 'Reason'),
  limitChanged: t('Limite de paiement changée.', 'Payout limit changed.'),
  limitWaits: t(
    'La limite attend l’approbation d’un autre membre.',
    'The limit waits for the approval of another member.',
  ),
  created: t('Créée', 'Created'),
  used: t('Dernière utilisation', 'Last used'),
  unused: t('Jamais utilisée', 'Never used'),
  state: vocabulary.status,
  states: {
    active: vocabulary.activeFeminine,
    ending: t('Expire bientôt', 'Expiring'),
    replaced: t('Remplacée', 'Replaced'),
    expired: t('Expirée', 'Expired'),
    revoked: t('Révoquée', 'Revoked'),
  },
  replacedBy: t('Remplacée par', 'Replaced by'),
  roll: t('Remplacer', 'Rotate'),
  rollTitle: t(
    (name: string) => `Remplacer « ${name} » ?`,
    (name) => `Rotate “${name}”?`,
  ),
  rollBody: t(
    'Une nouvelle clé est créée avec le même nom et les mêmes droits. L’ancienne reste valable pendant le délai choisi.',
    'A new key is created with the same name and permissions. The old key stays valid for the time you choose.',
  ),
  overlap: t('L’ancienne clé reste valable', 'The old key stays valid'),
  overlaps: {
    '0': t('Expire immédiatement', 'Expires immediately'),
    '1': t('1 heure', '1 hour'),
    '24': t('24 heures', '24 hours'),
    '168': t('7 jours', '7 days'),
    '720': t('30 jours', '30 days'),
  },
  revoke: t('Révoquer', 'Revoke'),
  revokeTitle: t(
    (name: string) => `Révoquer « ${name} » ?`,
    (name) => `Revoke “${name}”?`,
  ),
  revokeBody: t(
    'Elle cesse de fonctionner immédiatement et définitivement. Les appels des applications qui l’utilisent seront rejetés.',
    'It stops working immediately and permanently. Calls from applications that use it will be rejected.',
  ),
  revoked: t('Clé révoquée.', 'Key revoked.'),
  show: t('Afficher la clé', 'Show key'),
  showHint: t(
    'Une clé du bac à sable peut être affichée de nouveau. En production, elle n’est affichée qu’à sa création.',
    'A sandbox key can be shown again. In live mode it is shown only when it is created.',
  ),
  madeTitle: t('Votre clé est prête', 'Your key is ready'),
  madeOnce: t(
    'En production, elle ne sera plus jamais affichée. Conservez-la dans un gestionnaire de secrets, jamais dans le code.',
    'In live mode it will never be shown again. Store it in a secrets manager, never in code.',
  ),
  madeSandbox: t(
    'Clé du bac à sable : vous pourrez l’afficher de nouveau ici.',
    'Sandbox key: you can show it again here.',
  ),
  kept: t('Je l’ai enregistrée', 'I have saved it'),
  close: t('Fermer', 'Close'),
};
