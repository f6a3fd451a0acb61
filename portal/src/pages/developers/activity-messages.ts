// Messages of how a developer's business goes.

import { plural, pluralForm, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const activityMessages = {
  volumeTitle: t('30 derniers jours', 'Last 30 days'),
  since: t(
    (time: string) => `Compté depuis ${time} ; la suite arrive.`,
    (time) => `Counted since ${time}; more is on its way.`,
  ),
  byDay: t('Par jour', 'By day'),
  received: t('Reçues', 'Received'),
  succeeded: t('Réussies', 'Succeeded'),
  failed: t('Échouées', 'Failed'),
  volume: t('Volume réussi', 'Successful volume'),
  opened: plural(
    {
      one: '# transaction reçue',
      many: '# transactions reçues',
      other: '# transactions reçues',
    },
    { one: '# transaction received', other: '# transactions received' },
  ),
  success: vocabulary.successRate,
  successNote: t(
    (succeeded: string, all: number) =>
      `${succeeded} sur ${pluralForm('fr', all, { one: '# transaction terminée', other: '# transactions terminées' })}`,
    (succeeded, all) =>
      `${succeeded} of ${pluralForm('en', all, { one: '# completed transaction', other: '# completed transactions' })}`,
  ),
  fees: t('Commissions perçues', 'Fees charged'),
  lists: t('Listes de ce développeur', 'Lists of this developer'),
  allPayments: vocabulary.transactions,
  cases: t('Dossiers', 'Cases'),
  payouts: vocabulary.bulkPayouts,
  callbacks: vocabulary.callbacks,
  audit: t('Journal d’audit', 'Audit log'),
  lastPayments: t('Dernières transactions', 'Last transactions'),
  noPayments: t('Aucune transaction', 'No transactions'),
  transaction: vocabulary.transaction,
  at: vocabulary.date,
  service: vocabulary.service,
  amount: vocabulary.amount,
  status: vocabulary.status,
  claims: t('Réclamations ouvertes', 'Open claims'),
  claimsLead: plural(
    {
      one: '# réclamation sans réponse',
      many: '# réclamations sans réponse',
      other: '# réclamations sans réponse',
    },
    { one: '# claim without an answer', other: '# claims without an answer' },
  ),
  subject: t('Objet', 'Subject'),
  openedAt: t('Ouverte', 'Opened'),
  keys: vocabulary.apiKeys,
  keysLead: plural(
    { one: '# clé valide', many: '# clés valides', other: '# clés valides' },
    { one: '# valid key', other: '# valid keys' },
  ),
  noKeys: t('Aucune clé valide', 'No valid keys'),
  key: vocabulary.key,
  name: vocabulary.name,
  scope: t('Droits', 'Permissions'),
  scopes: {
    full: vocabulary.all,
    'no-refunds': t('Sans remboursement', 'No refunds'),
    'read-only': t('Lecture seule', 'Read-only'),
    listen: t('Écoute des callbacks', 'Listen to callbacks'),
  },
  used: t('Dernière utilisation', 'Last used'),
  unused: t('jamais utilisée', 'never used'),
  expires: t('Expire', 'Expires'),
  never: t('jamais', 'never'),
};
