// Messages of how a developer's business goes.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const activityMessages = {
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
