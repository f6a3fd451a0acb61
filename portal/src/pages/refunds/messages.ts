// Messages of the pages of refunds above the limit.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const refundMessages = {
  title: t('Remboursements à approuver', 'Refunds pending approval'),
  lead: t(
    'Au-dessus de la limite, un membre de votre équipe demande le remboursement et un autre l’approuve. Rien n’est envoyé avant.',
    'Above the limit, one member of your team requests the refund and another approves it. Nothing is sent before.',
  ),
  number: t(
    (id: number) => `Remboursement ${id}`,
    (id) => `Refund ${id}`,
  ),
  transaction: vocabulary.transaction,
  done: t(
    'Approuvé : le remboursement est effectué ou en cours.',
    'Approved: the refund is done or in progress.',
  ),
  failed: t('Approuvé, mais impossible à exécuter.', 'Approved, but it could not be executed.'),
  none: t('Aucun remboursement en attente', 'No refunds pending'),
  noneHint: t(
    'Les remboursements demandés au-dessus de la limite apparaissent ici.',
    'Refunds requested above the limit appear here.',
  ),
  limit: t('Limite des remboursements', 'Refund limit'),
  limitLead: t(
    'Au-dessus de ce montant, un remboursement demandé dans le portail doit être approuvé par une deuxième personne. Les appels de l’API ne sont pas concernés.',
    'Above this amount, a refund requested in the portal must be approved by a second member. API calls are not affected.',
  ),
  ofAccount: t('Pour ce compte', 'For this account'),
  ofInstallation: t('Pour tous les comptes', 'For all accounts'),
  noLimit: t('aucune limite', 'no limit'),
  asInstallation: t('comme tous les comptes', 'same as all accounts'),
  amount: t('Nouvelle limite', 'New limit'),
  amountHint: t(
    'En unités de la devise. Vide : aucune limite propre.',
    'In currency units. Empty: no separate limit.',
  ),
  save: vocabulary.save,
  saved: t('Limite enregistrée.', 'Limit saved.'),
  waits: t(
    'Demande envoyée : une autre personne doit approuver une limite plus élevée.',
    'Request sent: another member must approve a higher limit.',
  ),
  reason: vocabulary.reason,
  reasonHint: t(
    'Obligatoire pour relever ou supprimer la limite : un autre membre doit l’approuver.',
    'Required to raise or remove the limit: another member must approve it.',
  ),
  optional: vocabulary.optional,
  notAmount: t('Saisissez un montant, par exemple 50 000.', 'Enter an amount, for example 50000.'),
};
