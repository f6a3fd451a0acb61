// Messages of the claim pages, for developers and the operator.

import { claimWords } from '../../../../contract/src/portal/story-words.ts';
import type { RouteAnswer } from '@jokko/contract/portal';
import { t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export type ClaimStatus = RouteAnswer<'GET claims'>['items'][number]['status'];

const statuses: Record<ClaimStatus, Message> = claimWords;

const moves = {
  OPENED: t('Ouvrir', 'Open'),
  IN_PROGRESS: t('Prendre en charge', 'Start work'),
  RESOLVED: t('Marquer comme résolue', 'Mark as resolved'),
  REJECTED: t('Rejeter', 'Reject'),
  CLOSED: t('Clore la réclamation', 'Close claim'),
} satisfies Record<ClaimStatus, Message>;

export const claimMessages = {
  title: vocabulary.claims,
  lead: t(
    'Signalez une transaction qui ne s’est pas déroulée comme prévu ; l’opérateur enquête et vous répond ici.',
    'Report a transaction that did not go as expected; the operator investigates and replies here.',
  ),
  queueLead: t(
    'Les plus anciennes en premier. Chaque réclamation est accompagnée de ses preuves.',
    'Oldest first. Each claim comes with its evidence.',
  ),
  open: t('Ouvrir une réclamation', 'Open a claim'),
  see: t('Voir la réclamation', 'View claim'),
  status: vocabulary.status,
  all: vocabulary.all,
  waiting: t('À traiter', 'To review'),
  statuses: statuses,
  moves: moves,
  reopen: t('Rouvrir', 'Reopen'),
  accept: t('Accepter et clore', 'Accept and close'),
  reference: t('Référence', 'Reference'),
  subject: t('Sujet', 'Subject'),
  transaction: vocabulary.transaction,
  externalId: t('Votre identifiant', 'Your ID'),
  service: vocabulary.service,
  amount: vocabulary.amount,
  opened: t('Ouverte', 'Opened'),
  moved: vocabulary.lastUpdated,
  account: vocabulary.developer,
  age: t('En attente de réponse depuis', 'Waiting for a reply since'),
  answered: t('Répondu', 'Answered'),
  objected: t('Contestée', 'Contested'),
  firstAnswer: t('Première réponse', 'First reply'),
  late: t('En retard', 'Overdue'),
  soon: t('Urgente', 'Urgent'),
  none: t('Aucune réclamation', 'No claims'),
  noneHint: t(
    'Si une transaction pose problème, ouvrez une réclamation avec son identifiant.',
    'If something is wrong with a transaction, open a claim with its ID.',
  ),
  noneQueue: t('Aucune réclamation à traiter', 'No claims to review'),
  noneQueueHint: t('Les nouvelles réclamations apparaissent ici.', 'New claims appear here.'),
  back: t('Toutes les réclamations', 'All claims'),
  newLead: t(
    'Une transaction a au plus une réclamation ouverte à la fois.',
    'A transaction has at most one open claim at a time.',
  ),
  transactionField: t('Identifiant de la transaction', 'Transaction ID'),
  transactionHint: t(
    'Le nôtre (transactionId) ou le vôtre (externalTransactionId).',
    'Ours (transactionId) or yours (externalTransactionId).',
  ),
  noTransaction: t(
    'Votre compte n’a pas de transaction avec cet identifiant.',
    'Your account has no transaction with this ID.',
  ),
  message: t('Message', 'Message'),
  messageHint: t(
    'Que s’est-il passé, et qu’attendiez-vous ?',
    'What happened, and what did you expect?',
  ),
  send: t('Envoyer', 'Send'),
  sent: t('Message envoyé.', 'Message sent.'),
  madeOpen: t('Réclamation ouverte.', 'Claim opened.'),
  alreadyOpen: t(
    'Cette transaction a déjà une réclamation ouverte : la voici.',
    'This transaction already has an open claim: here it is.',
  ),
  history: t('Échanges', 'Conversation'),
  opening: t('Réclamation ouverte', 'Claim opened'),
  said: {
    developer: t('Message du développeur', 'Message from the developer'),
    operator: t('Message de l’opérateur', 'Message from the operator'),
  },
  by: t(
    (name: string) => `par ${name}`,
    (name) => `by ${name}`,
  ),
  write: t('Écrire un message', 'Write a message'),
  decide: t('Mettre à jour', 'Update claim'),
  comment: t('Commentaire', 'Comment'),
  commentHint: vocabulary.visibleToDeveloper,
  commentNeeded: t(
    'Expliquez votre décision : le développeur la lira.',
    'Explain your decision: the developer will read it.',
  ),
  changed: t('Statut mis à jour.', 'Status updated.'),
  closedHint: t(
    'Une réclamation close peut être rouverte pendant 7 jours.',
    'A closed claim can be reopened for 7 days.',
  ),
  terms: t('Détails', 'Details'),
  evidence: t('Preuves', 'Evidence'),
  evidenceLead: t(
    'Rassemblées automatiquement : la transaction, les échanges avec le fournisseur, les callbacks et les écritures.',
    'Collected automatically: the transaction, the exchanges with the provider, callbacks and ledger entries.',
  ),
  evidenceFile: t('Télécharger les preuves', 'Download evidence'),
  state: t('Statut de la transaction', 'Transaction status'),
  providerResponse: vocabulary.providerResponse,
  providerReference: vocabulary.providerReference,
  phone: vocabulary.phone,
  attempts: t('Échanges avec le fournisseur', 'Exchanges with the provider'),
  attempt: t(
    (number: number) => `Échange ${number}`,
    (number) => `Exchange ${number}`,
  ),
  purpose: {
    execute: t('Exécution', 'Execution'),
    refund: vocabulary.refund,
  },
  ourReference: vocabulary.ourReference,
  sentAt: vocabulary.sent,
  noAttempts: t('Rien n’a été envoyé au fournisseur.', 'Nothing was sent to the provider.'),
  callbacks: vocabulary.callbacks,
  noCallbacks: t('Aucun callback.', 'No callbacks.'),
  callbackStates: {
    due: vocabulary.pending,
    delivered: t('Livré', 'Delivered'),
    abandoned: t('Abandonné', 'Abandoned'),
  },
  tries: vocabulary.attempts,
  answer: vocabulary.response,
  duration: vocabulary.duration,
  transitions: t('Historique des statuts', 'Status history'),
  transfers: t('Écritures', 'Ledger entries'),
  noTransfers: t('Aucune écriture.', 'No ledger entries.'),
  number: t('N°', 'No.'),
  when: vocabulary.date,
  verb: vocabulary.entry,
  debit: t('Débit', 'Debit'),
  credit: t('Crédit', 'Credit'),
};
