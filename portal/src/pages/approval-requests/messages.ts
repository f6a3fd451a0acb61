// Messages of the pages of approval requests.

import { approvalKindNames } from '../../../../contract/src/portal/approval-kinds.ts';
import type { ApprovalKind } from '@jokko/contract/portal';
import { t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

const asLabel = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const kinds = Object.fromEntries(
  Object.entries(approvalKindNames).map(([kind, [fr, en]]) => [kind, t(asLabel(fr), asLabel(en))]),
) as Record<ApprovalKind, Message>;

export const approvalRequestMessages = {
  settings: t('Paramètres des approbations', 'Approval settings'),
  settingsLead: t(
    'À partir de quel montant une seconde personne doit approuver.',
    'From which amount a second person must approve.',
  ),
  title: t('Approbations', 'Approvals'),
  lead: t(
    'Une personne demande, une autre approuve. Rien n’est exécuté avant.',
    'Approval requests: one user requests, another approves. Nothing is executed before.',
  ),
  state: vocabulary.status,
  all: vocabulary.allStatuses,
  states: {
    open: vocabulary.pending,
    approved: t('Approuvée, en cours', 'Approved, in progress'),
    done: vocabulary.executed,
    failed: t('Échec de l’exécution', 'Could not be executed'),
    refused: t('Refusée', 'Rejected'),
    withdrawn: t('Retirée', 'Withdrawn'),
    expired: t('Expirée', 'Expired'),
  },
  approvalRequest: t('Demande', 'Request'),
  what: vocabulary.type,
  draft: vocabulary.draft,
  seeDraft: t('Voir les modifications', 'View changes'),
  kinds,
  price: {
    catalogue: t('tarif du catalogue', 'catalogue price'),
  },
  transaction: vocabulary.transaction,
  way: t('Décision', 'Decision'),
  ways: {
    executed: t('exécutée, référence', 'executed, reference'),
    not_executed: t('non exécutée :', 'not executed:'),
    booked: t('comptabiliser, supporté par', 'book, borne by'),
    explained: t('expliquer', 'explain'),
    developer: t('le développeur', 'the developer'),
    operator: t('l’opérateur', 'the operator'),
    suspense: t('à décider plus tard (compte d’attente)', 'to be decided (suspense account)'),
    absent: t('absente chez le fournisseur', 'not at the provider'),
    provider_refused: t('rejetée par le fournisseur', 'rejected by the provider'),
    provider_failed: t('échouée chez le fournisseur', 'failed at the provider'),
    provider_canceled: t('annulée par le fournisseur', 'canceled by the provider'),
    as_owner: t('comme propriétaire', 'as owner'),
    as_admin: t('comme administrateur', 'as administrator'),
    as_developer: t('comme développeur', 'as developer'),
    as_finance: t('comme responsable financier', 'as finance manager'),
    as_viewer: t('en lecture seule', 'read-only'),
    without_factors: t('(seconds facteurs retirés)', '(second factors removed)'),
    all_accounts: t('pour tous les comptes :', 'for all accounts:'),
    raised_to: t('relevée à', 'raised to'),
    no_limit: t('aucune limite', 'no limit'),
  },
  number: t(
    (id: string) => `Demande ${id}`,
    (id) => `Request ${id}`,
  ),
  settlement: t(
    (id: string) => `Reversement ${id}`,
    (id) => `Settlement ${id}`,
  ),
  payee: {
    fee: vocabulary.fee,
    to: vocabulary.destination,
    asked: t('Reversement demandé par', 'Settlement requested by'),
    bySchedule: t(
      (setter: string | null) => (setter === null ? 'le calendrier' : `le calendrier de ${setter}`),
      (setter) => (setter === null ? 'the schedule' : `the schedule of ${setter}`),
    ),
    known: t(
      (adder: string, confirmer: string | null) =>
        confirmer === null
          ? `Ajoutée par ${adder}`
          : `Ajoutée par ${adder}, confirmée par ${confirmer}`,
      (adder, confirmer) =>
        confirmer === null ? `Added by ${adder}` : `Added by ${adder}, confirmed by ${confirmer}`,
    ),
  },
  bookedBefore: t(
    'Un mouvement avec la même référence bancaire est déjà comptabilisé :',
    'A movement with the same bank reference is already booked:',
  ),
  account: vocabulary.account,
  amount: vocabulary.amount,
  reason: vocabulary.reason,
  askedBy: t('Demandée par', 'Requested by'),
  asked: t('Demandée', 'Requested'),
  expires: t('Expire', 'Expires'),
  decidedBy: t('Décidée par', 'Decided by'),
  decided: t('Décidée', 'Decided'),
  note: vocabulary.note,
  noteHint: t('Inscrite au journal d’audit.', 'Recorded in the audit log.'),
  optional: vocabulary.optional,
  failure: vocabulary.reason,
  failures: {
    'link ended': t(
      'Le lien a été retiré ou déjà utilisé.',
      'The link was withdrawn or already used.',
    ),
    'terms changed': t(
      'Les services ou les prix du développeur ont changé depuis la demande : demandez de nouveau.',
      'The developer’s services or prices have changed since the request: request again.',
    ),
    'service gone': t(
      'Un service a quitté le catalogue depuis la demande : demandez de nouveau.',
      'A service has left the catalogue since the request: request again.',
    ),
    'too late': t('Son statut ne le permet plus.', 'Its status no longer allows this.'),
    'settlement changed': t(
      'Le statut du reversement a changé depuis la demande : vérifiez-le et demandez de nouveau.',
      'The settlement’s status has changed since the request: review it and request again.',
    ),
    'own request': t(
      'L’auteur de la demande ne peut pas être l’un des deux approbateurs.',
      'The requester cannot be one of the two approvers.',
    ),
    'destination removed': t(
      'Le développeur a retiré la destination.',
      'The developer has removed the destination.',
    ),
    'limit changed': t(
      'La limite a changé depuis la demande.',
      'The limit has changed since the request.',
    ),
    conflict: t(
      'Le brouillon a changé depuis la demande.',
      'The draft has changed since the request.',
    ),
    outdated: t(
      'Une autre version est entrée en vigueur depuis.',
      'Another version has come into force since.',
    ),
    'not covered': t(
      'Le solde disponible est insuffisant.',
      'The available balance is insufficient.',
    ),
    'above the maximum': t(
      'Le solde dépasserait le maximum possible.',
      'The balance would be larger than it can be.',
    ),
    'unknown account': t('Ce compte n’existe pas.', 'This account does not exist.'),
    'unknown service': t(
      'Le compte n’a plus ce service.',
      'The account no longer has this service.',
    ),
    'settled meanwhile': t(
      'La réponse du fournisseur est arrivée avant l’approbation.',
      'The provider responded before the approval.',
    ),
    'reference used': t(
      'Cette référence du fournisseur est déjà celle d’une autre transaction.',
      'This provider reference already belongs to another transaction.',
    ),
    'sent again meanwhile': t(
      'La demande a été renvoyée au fournisseur entre-temps : le constat n’est plus valable.',
      'The request was sent to the provider again in the meantime: the finding is no longer valid.',
    ),
    'closed meanwhile': t(
      'Le dossier a été clos entre-temps.',
      'The case has been closed in the meantime.',
    ),
    'still on suspense': t(
      'Un montant est encore en compte d’attente.',
      'An amount is still in suspense.',
    ),
    'outcome unknown': t('Le résultat n’est pas encore connu.', 'The outcome is not known yet.'),
    'nothing to book': t('Il n’y a rien à comptabiliser.', 'There is nothing to book.'),
    'state changed': t(
      'Le statut de la transaction a changé entre-temps.',
      'The status of the transaction has changed in the meantime.',
    ),
    notPossible: t(
      'Le fournisseur ne permet pas de la rembourser.',
      'The provider does not allow this refund.',
    ),
    balanceTooLow: t(
      'Le solde est insuffisant pour ce remboursement.',
      'The balance is insufficient for this refund.',
    ),
    closed: t(
      'Rien n’était envoyé aux fournisseurs à ce moment. Refaites la demande.',
      'Nothing was sent to providers at that time. Make the request again.',
    ),
    alreadyRefunded: t(
      'Cette transaction est déjà remboursée.',
      'This transaction is already refunded.',
    ),
    alreadyCanceled: t(
      'Cette transaction est déjà annulée.',
      'This transaction is already canceled.',
    ),
    failedOperation: t(
      'Cette transaction a échoué : il n’y a rien à rembourser.',
      'This transaction failed: there is nothing to refund.',
    ),
  },
  approve: t('Approuver', 'Approve'),
  refuse: vocabulary.reject,
  withdraw: t('Retirer la demande', 'Withdraw request'),
  ownHint: t(
    'Vous êtes l’auteur de cette demande : une autre personne doit l’approuver.',
    'You made this request: another user must approve it.',
  ),
  done: t('Demande approuvée et exécutée.', 'Approved and executed.'),
  failed: t('Approuvée, mais impossible à exécuter.', 'Approved, but it could not be executed.'),
  refused: t('Demande refusée.', 'Request rejected.'),
  withdrawn: t('Demande retirée.', 'Request withdrawn.'),
  none: t('Aucune demande', 'No requests'),
  noneHint: t('Les demandes d’approbation apparaissent ici.', 'Approval requests appear here.'),
};
