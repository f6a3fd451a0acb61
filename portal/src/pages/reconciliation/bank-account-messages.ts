// Messages about our own accounts at banks.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const bankAccountMessages = {
  title: t('Comptes bancaires', 'Bank accounts'),
  lead: t(
    'Nos comptes : les approvisionnements, reversements et dépôts qui y passent sont comparés à leurs relevés.',
    'Our own accounts: the top-ups, settlements and deposits that go through them are compared with their statements.',
  ),
  name: vocabulary.name,
  nameHint: t('Par exemple « Exploitation XOF ».', 'For example “Operations XOF”.'),
  bank: t('Banque', 'Bank'),
  number: t('Numéro du compte', 'Account number'),
  numberHint: t(
    'Comme les relevés l’écrivent : IBAN, RIB ou numéro. Un relevé d’un autre compte est refusé.',
    'As its statements write it: IBAN, RIB or number. A statement of another account is refused.',
  ),
  currency: vocabulary.currency,
  opened: t('Ajouté', 'Added'),
  byCommand: t('Ligne de commande', 'Command line'),
  state: vocabulary.status,
  active: t('Ouvert', 'Open'),
  closed: t('Clôturé', 'Closed'),
  close: t('Clôturer', 'Close account'),
  closeQuestion: t(
    'Plus rien de nouveau n’y passe. Ses mouvements et ses relevés restent.',
    'Nothing new goes through it. Its movements and statements stay.',
  ),
  closeDone: t('Compte clôturé.', 'Account closed.'),
  add: t('Ajouter un compte', 'Add an account'),
  added: t('Compte ajouté.', 'Account added.'),
  save: vocabulary.save,
  through: t('Par notre compte bancaire', 'Through our bank account'),
  throughHint: t(
    'Son relevé est comparé à ce mouvement.',
    'Its statement is compared with this movement.',
  ),
  notSaid: t('Non précisé', 'Not specified'),
  depositReference: t('Référence du dépôt à la banque', 'Bank reference of the deposit'),
  depositDay: t('Date de valeur du dépôt', 'Value date of the deposit'),
  none: t('Aucun compte bancaire', 'No bank accounts'),
  noneHint: t(
    'Ajoutez le compte d’où partent les reversements et où arrivent les dépôts.',
    'Add the account from which settlements leave and to which deposits come.',
  ),
};
