// Messages of the transaction pages.

import { attemptWords, operationWords } from '../../../../contract/src/portal/story-words.ts';
import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const transactionMessages = {
  title: vocabulary.transactions,
  lead: t(
    'Tous les paiements de votre compte, du plus récent au plus ancien.',
    'All payments of your account, newest first.',
  ),
  leadOfAll: t(
    'Les paiements de tous les comptes, du plus récent au plus ancien.',
    'The payments of all accounts, newest first.',
  ),
  search: vocabulary.search,
  searchHint: t('Identifiant, téléphone, référence', 'ID, phone number, reference'),
  searchPart: t(
    'Une partie suffit, à partir de 3 caractères.',
    'A part of it will do, from 3 characters on.',
  ),
  amountHint: t('1500, 1000-5000 ou 1000-', '1500, 1000-5000 or 1000-'),
  anyError: t('Toutes les erreurs', 'All errors'),
  phonePart: t('Partie du numéro', 'Part of number'),
  phonePartHint: t(
    'Les numéros déjà supprimés ne sont pas retrouvés.',
    'Numbers that were removed are not found.',
  ),
  developer: vocabulary.developer,
  developerHint: t('Nom, ou numéro du compte', 'Name, or account ID'),
  route: vocabulary.route,
  anyRoute: t('Toutes les routes', 'All routes'),
  amount: vocabulary.amount,
  status: vocabulary.status,
  anyStatus: vocabulary.allStatuses,
  service: vocabulary.service,
  anyService: t('Tous les services', 'All services'),
  account: vocabulary.account,
  statuses: {
    waiting: vocabulary.inProgress,
    success: vocabulary.succeeded,
    failed: vocabulary.failed,
    canceled: vocabulary.canceled,
    refunding: vocabulary.refundInProgress,
    refunded: vocabulary.refunded,
  },
  id: vocabulary.transaction,
  externalId: vocabulary.externalId,
  phone: vocabulary.phone,
  commission: t('Commission', 'Commission'),
  error: t('Erreur', 'Error'),
  reason: t('Motif de l’échec', 'Failure reason'),
  providerReference: vocabulary.providerReference,
  created: vocabulary.date,
  updated: vocabulary.lastUpdated,
  none: t('Aucune transaction', 'No transactions'),
  noneHint: t(
    'Elles apparaissent ici dès le premier appel de votre application.',
    'They appear here as soon as your application makes its first call.',
  ),
  noneFound: t('Aucun résultat', 'No results'),
  noneFoundHint: t(
    'Élargissez la période ou supprimez un filtre. Un identifiant ou un numéro de téléphone est recherché dans tout l’historique.',
    'Widen the period or clear a filter. IDs and phone numbers are searched in the whole history.',
  ),
  noneYet: t('Aucun résultat pour le moment', 'No results so far'),
  noneYetHint: t(
    (moment: string) =>
      `Recherche effectuée jusqu’au ${moment} ; les transactions plus anciennes n’ont pas encore été examinées.`,
    (moment) => `Searched back to ${moment}; older transactions have not been searched yet.`,
  ),
  goOn: t('Continuer la recherche', 'Continue search'),
  searchedUntil: t(
    (moment: string) => `Recherche effectuée jusqu’au ${moment}. La page suivante la poursuit.`,
    (moment) => `Searched back to ${moment}. The next page continues from there.`,
  ),
  openPage: t('Ouvrir la page', 'Open page'),
  oneTitle: t(
    (id: string) => `Transaction ${id}`,
    (id) => `Transaction ${id}`,
  ),
  details: t('Détails', 'Details'),
  story: t('Historique', 'Timeline'),
  provider: vocabulary.provider,
  direction: vocabulary.direction,
  directions: {
    DEBIT: t('Débit du solde', 'Debit from balance'),
    CREDIT: t('Crédit du solde', 'Credit to balance'),
  },
  balanceBefore: t('Solde avant', 'Balance before'),
  balanceAfter: t('Solde après', 'Balance after'),
  callbackAddress: t('Callback vers', 'Callback to'),
  clientData: t('Métadonnées', 'Metadata'),
  providerResponse: vocabulary.providerResponse,
  voucherTypes: {
    METER_TOKEN: t('Code de recharge', 'Meter token'),
    AIRTIME_PIN: t('Code de crédit téléphonique', 'Airtime PIN'),
    PICKUP_CODE: t('Code de retrait', 'Pickup code'),
    CODE: t('Code acheté', 'Voucher code'),
  },
  voucherQuantity: t('Quantité', 'Quantity'),
  voucherSerial: t('Numéro de série', 'Serial number'),
  voucherExpiry: t('Expire le', 'Expires'),
  cancelRequested: t(
    'Une annulation a été demandée au fournisseur.',
    'Cancellation was requested from the provider.',
  ),
};

export const storyMessages = {
  received: t('Demande reçue', 'Request received'),
  states: operationWords,
  state: t(
    (from: string, to: string) => `Statut : ${from} → ${to}`,
    (from, to) => `Status: ${from} → ${to}`,
  ),
  still: t(
    (state: string) => `Toujours : ${state}`,
    (state) => `Still ${state}`,
  ),
  cancelAsked: t('Annulation demandée au fournisseur', 'Cancellation requested from the provider'),
  execute: t(
    (number: number) => `Envoi au fournisseur (tentative ${number})`,
    (number) => `Sent to the provider (attempt ${number})`,
  ),
  refund: t(
    (number: number) => `Demande de remboursement au fournisseur (tentative ${number})`,
    (number) => `Refund requested from the provider (attempt ${number})`,
  ),
  attemptStates: attemptWords,
  route: vocabulary.route,
  ours: vocabulary.ourReference,
  theirs: vocabulary.providerReference,
  result: vocabulary.result,
  providerResponse: vocabulary.providerResponse,
  queries: t('Interrogations de statut', 'Status queries'),
  callbackDelivered: t(
    (number: number) => `Callback livré (tentative ${number})`,
    (number) => `Callback delivered (attempt ${number})`,
  ),
  callbackFailed: t(
    (number: number) => `Callback non livré (tentative ${number})`,
    (number) => `Callback not delivered (attempt ${number})`,
  ),
  callbacksFailed: t(
    (attempts: string) => `Callback non livré : ${attempts}`,
    (attempts) => `Callback not delivered: ${attempts}`,
  ),
  period: t('Période', 'Period'),
  callbackDue: t('Callback en attente', 'Callback pending'),
  callbackParked: t(
    'Callback abandonné : renvoyez-le quand le serveur répond',
    'Callback abandoned: resend it once the server responds',
  ),
  availableAfter: vocabulary.availableAfter,
  claimOpened: t(
    (reference: string) => `Réclamation ${reference} ouverte`,
    (reference) => `Claim ${reference} opened`,
  ),
  claimClosed: t(
    (reference: string) => `Réclamation ${reference} close`,
    (reference) => `Claim ${reference} closed`,
  ),
};

export const undoMessages = {
  cancel: t('Annuler la transaction', 'Cancel transaction'),
  refund: t('Rembourser', 'Refund'),
  cancelTitle: t('Annuler cette transaction ?', 'Cancel this transaction?'),
  refundTitle: t('Rembourser cette transaction ?', 'Refund this transaction?'),
  cancelText: t(
    'Si elle n’a pas encore été envoyée, elle est annulée immédiatement. Sinon, l’annulation est demandée au fournisseur.',
    'If it has not been sent yet, it is canceled immediately. Otherwise cancellation is requested from the provider.',
  ),
  refundText: t(
    'Le remboursement du montant total est demandé au fournisseur. Cette action est irréversible.',
    'A refund of the full amount is requested from the provider. This cannot be undone.',
  ),
  reason: vocabulary.reason,
  reasonHint: t(
    'Au-dessus de la limite, un autre membre doit approuver : expliquez-lui pourquoi.',
    'Above the limit, another member must approve: explain why.',
  ),
  optional: vocabulary.optional,
  outcomes: {
    waiting: t(
      'Au-dessus de la limite : un autre membre doit approuver.',
      'Above the limit: another member must approve.',
    ),
    canceled: t('La transaction est annulée.', 'The transaction is canceled.'),
    refunded: t('La transaction est remboursée.', 'The transaction is refunded.'),
    pending: t(
      'Demande envoyée ; la réponse du fournisseur est attendue.',
      'Request sent; waiting for the provider’s response.',
    ),
    alreadyCanceled: t(
      'Cette transaction est déjà annulée.',
      'This transaction is already canceled.',
    ),
    alreadyRefunded: t(
      'Cette transaction est déjà remboursée.',
      'This transaction is already refunded.',
    ),
    failedOperation: t(
      'Cette transaction a échoué : il n’y a rien à rembourser.',
      'This transaction failed: there is nothing to refund.',
    ),
    notPossible: t(
      'Le fournisseur ne le permet pas pour cette transaction.',
      'The provider does not allow this for this transaction.',
    ),
    balanceTooLow: t(
      'Votre solde est insuffisant pour ce remboursement.',
      'Your balance is insufficient for this refund.',
    ),
    closed: t(
      'Rien n’est envoyé aux fournisseurs en ce moment. Réessayez plus tard.',
      'Nothing is sent to providers at present. Try again later.',
    ),
  },
};
