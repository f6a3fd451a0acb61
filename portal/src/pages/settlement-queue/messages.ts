// Messages of the operator's settlement queue.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const queueMessages = {
  byWeek: t(
    (currency: string) => `Reversements payés par semaine (${currency})`,
    (currency) => `Settlements paid by week (${currency})`,
  ),
  paidOut: t('Payé', 'Paid'),
  title: vocabulary.settlements,
  lead: t(
    'Deux personnes approuvent, la banque paie, et sa référence clôt le reversement.',
    'Two users approve, the bank pays, and its reference completes the settlement.',
  ),
  all: vocabulary.all,
  account: vocabulary.account,
  approvedBy: t('Approuvé par', 'Approved by'),
  two: t(
    (one: string, other: string) => `${one} et ${other}`,
    (one, other) => `${one} and ${other}`,
  ),
  next: vocabulary.toDo,
  waits: {
    settle: t('Deuxième approbation', 'Second approval'),
    'settle-return': t('Deuxième approbation (retour)', 'Second approval (return)'),
  },
  todo: {
    REQUESTED: t('Approuver', 'Approve'),
    APPROVED: t('Transmettre à la banque', 'Send to the bank'),
  },
  atBank: t(
    (file: string) => `À la banque (fichier ${file})`,
    (file) => `At the bank (file ${file})`,
  ),
  file: t('Fichier de paiement', 'Payment file'),
  againHint: t(
    'Uniquement si la banque ne l’a pas reçu. Les reversements payés ou retournés depuis en sont exclus.',
    'Only if the bank has not received it. Settlements paid or returned since are left out.',
  ),
  takeAgain: t(
    (file: string) => `Télécharger de nouveau le fichier ${file}`,
    (file) => `Download file ${file} again`,
  ),
  nothingToPay: t(
    'Tous les reversements approuvés sont déjà dans un fichier.',
    'All approved settlements are already in a file.',
  ),
  excel: t('Nouveau fichier de paiement (Excel)', 'New payment file (Excel)'),
  plain: t('Nouveau fichier de paiement (CSV)', 'New payment file (CSV)'),
  fileHint: t(
    'Les reversements approuvés qui ne figurent dans aucun fichier, avec la référence à indiquer à la banque.',
    'Approved settlements that are not in any file yet, with the reference to give the bank.',
  ),
  none: t('Aucun reversement', 'No settlements'),
  noneHint: t(
    'Les demandes des développeurs apparaissent ici.',
    'Developers’ requests appear here.',
  ),
  reason: vocabulary.reason,
  reasonHint: t(
    'Inscrit au journal d’audit ; en cas de refus, visible par le développeur.',
    'Recorded in the audit log; if rejected, visible to the developer.',
  ),
  approve: t('Proposer l’approbation', 'Propose approval'),
  refuse: vocabulary.reject,
  waiting: {
    settle: t(
      (name: string) => `${name} propose d’approuver ce reversement : une autre personne décide.`,
      (name) => `${name} proposes to approve this settlement: another user decides.`,
    ),
    'settle-return': t(
      (name: string) =>
        `${name} signale que la banque ne l’a pas payé ou l’a renvoyé : une autre personne décide.`,
      (name) =>
        `${name} reports that the bank did not pay it or returned it: another user decides.`,
    ),
  },
  decide: t('Ouvrir la demande', 'Open request'),
  removedHint: t(
    'La destination a été retirée par le développeur : n’approuvez pas, et vérifiez les versements déjà envoyés.',
    'The developer has removed the destination: do not approve, and check what has already been sent.',
  ),
  paidTitle: t('La banque a payé', 'The bank has paid'),
  reference: vocabulary.bankReference,
  valueDate: vocabulary.valueDate,
  pay: t('Marquer comme payé', 'Mark as paid'),
  returnTitle: t(
    'La banque n’a pas payé ou a renvoyé les fonds',
    'The bank did not pay, or returned the funds',
  ),
  returnHint: t(
    'Approbation de deux personnes, justificatif de la banque à l’appui : le montant est rendu au développeur.',
    'Two users approve, with evidence from the bank: the amount goes back to the developer.',
  ),
  sendBack: t('Proposer le retour', 'Propose return'),
  asked: t('Demande envoyée à une deuxième personne.', 'Request sent to a second user.'),
  refused: t('Reversement refusé, montant libéré.', 'Settlement rejected, hold released.'),
  paid: t('Reversement payé.', 'Settlement paid.'),
  advice: t('Voir l’avis', 'View advice'),
  unconfirmed: t('Destinations à confirmer', 'Destinations to confirm'),
  unconfirmedLead: t(
    'En principe, un deuxième membre du compte confirme. Confirmez ici s’il n’y en a pas, justificatif de la banque à l’appui.',
    'Normally a second member of the account confirms. Confirm here if there is none, with a bank document as evidence.',
  ),
};
