// Messages of the pages of payout batches.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const payoutMessages = {
  title: vocabulary.bulkPayouts,
  lead: t(
    'Payez une liste de bénéficiaires à partir d’un fichier. Rien n’est envoyé avant l’approbation d’une seconde personne.',
    'Pay a list of recipients from a file. Nothing is sent until a second member approves it.',
  ),
  operatorLead: t(
    'Les paiements groupés des développeurs, en lecture seule.',
    'Developers’ bulk payouts, read-only.',
  ),
  new: t('Nouveau fichier', 'New file'),
  none: t('Aucun paiement groupé', 'No bulk payouts'),
  noneHint: t(
    'Préparez un fichier CSV ou XLSX avec un numéro et un montant par ligne.',
    'Prepare a CSV or XLSX file with a phone number and an amount in each row.',
  ),
  name: vocabulary.name,
  account: vocabulary.account,
  state: vocabulary.status,
  lines: vocabulary.rows,
  amount: vocabulary.amount,
  fees: t('Frais', 'Fees'),
  madeBy: t('Créé par', 'Created by'),
  created: vocabulary.created,
  progress: t('Avancement', 'Progress'),
  paid: vocabulary.paid,
  search: t('Nom du lot', 'Batch name'),
  allStates: vocabulary.allStatuses,
  noMatch: t('Aucun lot ne correspond', 'No batch matches'),
  states: {
    draft: vocabulary.draft,
    awaiting_approval: t('En attente d’approbation', 'Pending approval'),
    running: vocabulary.inProgress,
    paused: t('En pause', 'Paused'),
    waiting_for_funds: t('En attente de provision', 'Waiting for funds'),
    canceling: t('Annulation en cours', 'Canceling'),
    done: vocabulary.completed,
    canceled: t('Annulé', 'Canceled'),
    refused: vocabulary.rejected,
  },
  lineStates: {
    draft: t('À vérifier', 'To check'),
    waiting: vocabulary.pending,
    sending: t('Envoi en cours', 'Sending'),
    sent: vocabulary.sent,
    succeeded: vocabulary.paid,
    failed: t('Échoué', 'Failed'),
    canceled: t('Annulé', 'Canceled'),
  },
  counts: {
    draft: plural(
      { one: '# à vérifier', other: '# à vérifier' },
      { one: '# to check', other: '# to check' },
    ),
    waiting: plural(
      { one: '# en attente', other: '# en attente' },
      { one: '# pending', other: '# pending' },
    ),
    sending: plural(
      { one: '# en cours d’envoi', other: '# en cours d’envoi' },
      { one: '# sending', other: '# sending' },
    ),
    sent: plural({ one: '# envoyée', other: '# envoyées' }, { one: '# sent', other: '# sent' }),
    succeeded: plural({ one: '# payée', other: '# payées' }, { one: '# paid', other: '# paid' }),
    failed: plural(
      { one: '# échouée', other: '# échouées' },
      { one: '# failed', other: '# failed' },
    ),
    canceled: plural(
      { one: '# annulée', other: '# annulées' },
      { one: '# canceled', other: '# canceled' },
    ),
  },
  batch: {
    back: vocabulary.bulkPayouts,
    number: t('Lot', 'Batch'),
    file: vocabulary.file,
    cost: t('Coût total', 'Total cost'),
    available: vocabulary.availableBalance,
    service: t('Service par défaut', 'Default service'),
    submittedBy: t('Soumis par', 'Submitted by'),
    decidedBy: t('Décidé par', 'Decided by'),
    note: vocabulary.note,
    changed: vocabulary.lastUpdated,
    wrong: plural(
      { one: '# ligne à corriger', other: '# lignes à corriger' },
      { one: '# row to correct', other: '# rows to correct' },
    ),
    wrongHint: t(
      'Corrigez votre fichier et envoyez-le de nouveau : rien ne peut être soumis tant qu’une ligne contient une erreur.',
      'Correct your file and upload it again: nothing can be submitted while a row contains an error.',
    ),
    duplicated: plural(
      { one: '# doublon possible', other: '# doublons possibles' },
      { one: '# possible duplicate', other: '# possible duplicates' },
    ),
    duplicatedHint: t(
      'Vérifiez qu’il ne s’agit pas de doublons. Ces lignes seront payées si le lot est approuvé.',
      'Make sure that they are not duplicates. These rows will be paid if the batch is approved.',
    ),
    sameFile: t('Ce fichier a déjà été utilisé', 'This file has already been used'),
    sameFileHint: t('Il est identique au fichier du lot', 'It is identical to the file of batch'),
    hidden: plural(
      {
        one: '# ligne masquée dans le classeur',
        other: '# lignes masquées dans le classeur',
      },
      {
        one: '# row hidden in the workbook',
        other: '# rows hidden in the workbook',
      },
    ),
    hiddenHint: t(
      'Elles ont été lues comme les autres. Si elles ne doivent pas être payées, supprimez-les du fichier.',
      'They were read like the others. If they must not be paid, delete them from the file.',
    ),
    sheet: t('Feuille', 'Sheet'),
    short: t(
      'Le solde ne couvre pas tout le lot : les paiements s’interrompront et reprendront quand il sera approvisionné.',
      'The balance does not cover the whole batch: payments will stop, and resume once it is funded.',
    ),
    shortNow: t(
      'Le solde est insuffisant. Les paiements reprendront automatiquement dès qu’il sera approvisionné.',
      'The balance is insufficient. Payments resume automatically once it is funded.',
    ),
    showThese: t('Afficher ces lignes', 'Show these rows'),
    ready: t('Toutes les lignes peuvent être payées.', 'All rows can be paid.'),
    retryLines: t('Lignes à renvoyer', 'Rows to retry'),
    retryAmount: t('Montant à renvoyer', 'Amount to retry'),
    retryFees: t('Frais à payer', 'Fees to pay'),
    retryCost: t('Coût du renvoi', 'Cost of the retry'),
    retryAwaiting: t(
      'Le renvoi de lignes échouées attend votre décision. Vérifiez ces lignes et leur coût avant d’approuver.',
      'A retry of failed rows is waiting for your decision. Check the rows and their cost before you approve.',
    ),
    retryAwaitingOwn: t(
      'Vous avez demandé le renvoi de lignes échouées : un autre membre du compte doit l’approuver.',
      'You requested a retry of failed rows: another member of the account must approve it.',
    ),
    retryApprove: t('Approuver et renvoyer', 'Approve and retry'),
    awaitingOwn: t(
      'Vous avez soumis ce lot : un autre membre du compte doit l’approuver.',
      'You submitted this batch: another member of the account must approve it.',
    ),
    awaiting: t(
      'Ce lot attend votre décision. Vérifiez ses lignes et son coût avant d’approuver.',
      'This batch is waiting for your decision. Check its rows and cost before you approve.',
    ),
    expired: t(
      'Aucune décision sous sept jours. Retirez le lot, puis soumettez-le de nouveau.',
      'No decision within seven days. Withdraw the batch and submit it again.',
    ),
    replace: t('Envoyer le fichier corrigé', 'Upload corrected file'),
    submit: t('Soumettre pour approbation', 'Submit for approval'),
    submitted: t(
      'Le lot attend l’approbation d’un autre membre.',
      'The batch is waiting for another member’s approval.',
    ),
    changedPrices: t(
      'Des prix ou des services ont changé depuis la vérification. Consultez le nouveau coût, puis soumettez.',
      'Prices or services have changed since the check. Review the new cost, then submit.',
    ),
    newDuplicates: t(
      'De nouveaux doublons possibles ont été détectés. Vérifiez-les, puis soumettez de nouveau.',
      'New possible duplicates were found. Review them, then submit again.',
    ),
    newDuplicatesApprove: t(
      'De nouveaux doublons possibles ont été détectés : rien n’est décidé. Vérifiez-les, puis approuvez ou refusez.',
      'New possible duplicates were found: nothing has been decided. Review them, then approve or reject.',
    ),
    newDuplicatesRetry: t(
      'De nouveaux doublons possibles ont été détectés : rien n’a été envoyé. Vérifiez-les, puis renvoyez.',
      'New possible duplicates were found: nothing was sent. Review them, then retry.',
    ),
    discard: t('Supprimer le brouillon', 'Discard draft'),
    discardQuestion: t('Supprimer ce brouillon ?', 'Discard this draft?'),
    discardHint: t(
      'Ses lignes sont supprimées. Rien n’a été envoyé.',
      'Its rows are deleted. Nothing was sent.',
    ),
    discarded: t('Brouillon supprimé.', 'Draft discarded.'),
    withdraw: t('Retirer la demande', 'Withdraw request'),
    withdrawn: t('Demande retirée.', 'Request withdrawn.'),
    approve: t('Approuver et payer', 'Approve and pay'),
    approved: t('Approuvé : les paiements démarrent.', 'Approved: payments are starting.'),
    approvedNot: t(
      'Une ligne a déjà été payée par un autre lot. Le lot est redevenu un brouillon.',
      'A row has already been paid by another batch. The batch is a draft again.',
    ),
    refuse: vocabulary.reject,
    refused: t('Lot refusé.', 'Batch rejected.'),
    decisionNote: vocabulary.note,
    noteHint: t('Inscrite au journal d’audit.', 'Recorded in the audit log.'),
    optional: vocabulary.optional,
    pause: t('Mettre en pause', 'Pause'),
    paused: t(
      'En pause. Les paiements déjà envoyés se terminent.',
      'Paused. Payments already sent will complete.',
    ),
    resume: t('Reprendre', 'Resume'),
    resumed: t('Les paiements reprennent.', 'Payments resumed.'),
    cancel: t('Annuler le reste', 'Cancel the rest'),
    cancelQuestion: t(
      'Annuler les lignes non envoyées ?',
      'Cancel the rows that have not been sent?',
    ),
    cancelHint: t(
      'Les paiements déjà envoyés se terminent. Cette action est irréversible.',
      'Payments already sent will complete. This cannot be undone.',
    ),
    canceled: t('Le reste est annulé.', 'The rest has been canceled.'),
    retry: t('Renvoyer les échecs', 'Retry failed rows'),
    retryQuestion: plural(
      {
        one: 'Renvoyer # ligne échouée ?',
        other: 'Renvoyer # lignes échouées ?',
      },
      { one: 'Retry # failed row?', other: 'Retry # failed rows?' },
    ),
    retryHint: t(
      'Chaque ligne devient une nouvelle transaction. Si son coût dépasse le montant approuvé, un autre membre doit d’abord l’approuver.',
      'Each row becomes a new transaction. If it costs more than was approved, another member must approve it first.',
    ),
    retryFailed: t('Montant des lignes échouées', 'Amount of failed rows'),
    retried: t('Les lignes échouées sont renvoyées.', 'Failed rows are being retried.'),
    retriedHeld: t(
      'Les lignes échouées seront renvoyées à la reprise du lot.',
      'Failed rows will be retried when the batch resumes.',
    ),
    retryApproval: t(
      'Le coût a augmenté : un autre membre doit approuver.',
      'The cost has increased: another member must approve.',
    ),
    retryNothing: t(
      'Aucune de ces lignes ne peut être renvoyée. Le motif est indiqué sur chacune.',
      'None of these rows can be retried. The reason is shown on each.',
    ),
    export: vocabulary.result,
  },
  table: {
    caption: t('Lignes du lot', 'Batch rows'),
    line: vocabulary.row,
    phone: vocabulary.phone,
    service: vocabulary.service,
    externalId: vocabulary.externalId,
    user: vocabulary.name,
    note: t('Motif', 'Description'),
    toCorrect: t('À corriger', 'To correct'),
    fine: t('Prête', 'Ready'),
    attempt: t('Tentative', 'Attempt'),
    remarks: t('Remarques', 'Remarks'),
    transaction: vocabulary.transaction,
    show: vocabulary.show,
    all: t('Toutes les lignes', 'All rows'),
    wrong: t('À corriger', 'To correct'),
    duplicated: t('Doublons possibles', 'Possible duplicates'),
    search: t('Téléphone, nom ou identifiant externe', 'Phone number, name or external ID'),
    none: t('Aucune ligne à afficher', 'No rows to show'),
  },
  columns: {
    phone: vocabulary.phone,
    amount: vocabulary.amount,
    service: vocabulary.service,
    externalId: vocabulary.externalId,
    name: vocabulary.name,
    note: t('Motif', 'Description'),
    line: vocabulary.row,
  },
  problems: {
    scientific: t(
      'Le tableur a tronqué le nombre (2,2E+11). Mettez la colonne au format texte.',
      'The spreadsheet truncated the number (2.2E+11). Format the column as text.',
    ),
    ambiguous: t(
      'Milliers ou décimales ? Saisissez le montant sans séparateur de milliers.',
      'Thousands or decimals? Enter the amount without a thousands separator.',
    ),
    unknownService: t('Ce service n’existe pas.', 'This service does not exist.'),
    notActivated: t(
      'Ce service n’est pas activé pour votre compte.',
      'This service is not activated for your account.',
    ),
    notForKey: t(
      'La clé API n’est pas autorisée pour ce service.',
      'The API key is not allowed for this service.',
    ),
    notPayout: t(
      'Ce service ne permet pas de payer des bénéficiaires.',
      'This service cannot pay recipients.',
    ),
    otherCountry: t(
      'Ce service n’est pas dans vos pays autorisés.',
      'This service is not in your permitted countries.',
    ),
    otherCurrency: t(
      'Ce n’est pas la devise du service ou de la première ligne : créez un lot par devise.',
      'Not the currency of the service or of the first row: create one batch per currency.',
    ),
    suspended: t('Le compte est suspendu.', 'The account is suspended.'),
    routeDown: t('Ce service est indisponible.', 'This service is unavailable.'),
    sameIdInFile: t(
      'Déjà utilisé plus haut dans ce fichier.',
      'Already used earlier in this file.',
    ),
    idUsed: t('Déjà utilisé par une autre transaction.', 'Already used by another transaction.'),
    extraCells: t(
      'Plus de cellules que d’en-têtes : un séparateur de milliers a-t-il coupé le montant ?',
      'More cells than headers: did a thousands separator split the amount?',
    ),
    feeGrew: t(
      'Les frais dépassent le montant approuvé. Renvoyez la ligne pour demander une approbation.',
      'The fee is higher than approved. Retry the row to request approval.',
    ),
    caseOpen: t(
      'Le fournisseur l’a peut-être payée : un dossier est ouvert sur sa transaction. Elle n’est pas renvoyée.',
      'The provider may have paid it: a case is open on its transaction. It is not retried.',
    ),
    paidAfterAll: t(
      'Le bénéficiaire a reçu l’argent malgré l’échec. La ligne n’est pas renvoyée.',
      'The recipient received the money despite the failure. The row is not retried.',
    ),
    refused: t('Rejeté.', 'Rejected.'),
  },
  sameInFile: t(
    (line: number) => `Même numéro et même montant qu’à la ligne ${line}.`,
    (line) => `Same number and amount as in row ${line}.`,
  ),
  paidBefore: t('Même numéro et même montant déjà payés :', 'Same number and amount already paid:'),
  inBatch: t(
    'Même numéro et même montant dans un lot en cours :',
    'Same number and amount in a batch in progress:',
  ),
};
