// Messages of the page of balances and the statement.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const statementMessages = {
  title: t('Solde et relevé', 'Balance and statement'),
  lead: t(
    'Votre solde, et chaque écriture qui le compose.',
    'Your balance, and every entry behind it.',
  ),
  available: t(
    (currency: string) => `Disponible (${currency})`,
    (currency) => `Available (${currency})`,
  ),
  held: t('Retenu pour des paiements en cours', 'Held for payments in progress'),
  low: t('Alerte de solde bas', 'Low balance alert'),
  lowLead: t(
    'Propriétaires, administrateurs et responsables financiers sont avertis par e-mail, une fois par baisse.',
    'Owners, admins and finance managers are notified by email each time the balance falls below it.',
  ),
  lowBelow: t(
    (currency: string) => `Prévenir en dessous de (${currency})`,
    (currency) => `Tell below (${currency})`,
  ),
  lowHint: t('Vide : jamais.', 'Empty: never.'),
  lowWrong: t('Saisissez un montant entier.', 'Enter a whole amount.'),
  lowSave: vocabulary.save,
  lowSaved: t('Seuil enregistré.', 'Limit saved.'),
  statement: t('Relevé', 'Statement'),
  currency: vocabulary.currency,
  opening: t('Disponible au début', 'Available at start'),
  closing: t('Disponible à la fin', 'Available at end'),
  entry: vocabulary.entry,
  date: vocabulary.date,
  kind: vocabulary.type,
  transaction: vocabulary.transaction,
  change: vocabulary.available,
  heldChange: vocabulary.held,
  after: vocabulary.availableAfter,
  note: vocabulary.note,
  smsBatch: t(
    (id: string) => `Envoi de SMS ${id}`,
    (id) => `SMS batch ${id}`,
  ),
  settlement: t(
    (id: string) => `Reversement ${id}`,
    (id) => `Settlement ${id}`,
  ),
  none: t('Aucune écriture', 'No entries'),
  noneHint: t('Aucun mouvement pendant cette période.', 'No movements in this period.'),
};
