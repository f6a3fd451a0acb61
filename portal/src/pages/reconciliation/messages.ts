// Messages of the reconciliation pages.

import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { plural, t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export type File = RouteAnswer<'GET operator/reconciliation'>['items'][number];
export type WholeFile = RouteAnswer<'GET operator/reconciliation/:id'>;
export type Discrepancy =
  RouteAnswer<'GET operator/reconciliation/:id/discrepancies'>['items'][number];
export type DiscrepancyClass = Discrepancy['class'];
export type DiscrepancyState = Discrepancy['state'];
type FileState = File['state'];
type SumClass = WholeFile['sums'][number]['class'];

/** What a note on a discrepancy changes. */
export const changedByNote = [
  'GET operator/reconciliation',
  'GET operator/reconciliation/:id',
  'GET operator/reconciliation/:id/discrepancies',
  'GET operator/reconciliation-discrepancies/:id',
] as const satisfies RouteName[];

export const discrepancyClasses = [
  ...([
    'missing_here',
    'missing_there',
    'late',
    'amount',
    'fee',
    'duplicate',
    'status',
    'unreadable',
  ] as const),
] satisfies readonly DiscrepancyClass[];
export const discrepancyStates = [
  'open',
  'explained',
  'resolved',
] as const satisfies readonly DiscrepancyState[];

const classes = {
  matched: t('Concordant', 'Matched'),
  ignored: t('Sans mouvement', 'No movement'),
  repeated: t('Dans un autre relevé', 'In another statement'),
  missing_here: t('Absent chez nous', 'Missing here'),
  missing_there: t('Absent chez le fournisseur', 'Missing at the provider'),
  late: t('Date différente', 'Different day'),
  amount: vocabulary.amount,
  fee: vocabulary.fee,
  duplicate: t('Doublon', 'Duplicate'),
  status: vocabulary.status,
  unreadable: t('Illisible', 'Unreadable'),
} satisfies Record<SumClass, Message>;

const hints = {
  missing_here: t(
    'Exécutée chez le fournisseur ; inconnue chez nous, ou enregistrée comme échouée.',
    'Executed at the provider; unknown to us, or recorded as failed.',
  ),
  missing_there: t(
    'Réussie chez nous ; absente du fichier du fournisseur.',
    'Succeeded in our records; not in the provider’s file.',
  ),
  late: t(
    'Présente des deux côtés, mais à des dates différentes.',
    'Present on both sides, but on different days.',
  ),
  amount: t(
    'Le montant, la devise ou le sens diffère.',
    'The amount, currency or direction differs.',
  ),
  fee: t(
    'Les frais du fournisseur diffèrent des frais convenus.',
    'The provider’s fee differs from the agreed fee.',
  ),
  duplicate: t(
    'Présente une deuxième fois : a-t-elle été exécutée deux fois ?',
    'Listed a second time: was it executed twice?',
  ),
  status: t(
    'Exécutée d’un côté, pas (encore) de l’autre.',
    'Executed on one side, not (yet) on the other.',
  ),
  unreadable: t(
    'La ligne n’a pas pu être lue ; elle n’est comptée dans aucun total.',
    'The row could not be read; it is not included in any total.',
  ),
} satisfies Record<DiscrepancyClass, Message>;

const fileStates = {
  uploading: t('Envoi en cours', 'Uploading'),
  reading: t('Lecture en cours', 'Reading'),
  matching: t('Rapprochement en cours', 'Matching'),
  searching: t('Recherche des absents', 'Searching for missing entries'),
  done: vocabulary.completed,
  failed: t('Illisible', 'Unreadable'),
  withdrawn: t('Retiré', 'Withdrawn'),
} satisfies Record<FileState, Message>;

/** The states of our operations. */
const states: Record<string, Message> = {
  READY: t('Prête', 'Ready'),
  SENDING: t('Envoi en cours', 'Sending'),
  ACCEPTED: t('Acceptée par le fournisseur', 'Accepted by the provider'),
  UNKNOWN: t('Résultat inconnu', 'Unknown outcome'),
  SUCCESS: vocabulary.succeeded,
  FAILED: vocabulary.failed,
  CANCELED: vocabulary.canceled,
  REFUNDING: vocabulary.refundInProgress,
  REFUNDED: vocabulary.refunded,
};

interface ByRule {
  rule: string;
  fee: string;
  share: string;
}

/** Where a discrepancy stands. */
interface DiscrepancyPlace {
  id: string;
  file: string;
  line: string | null;
  transaction: string | null;
}

export const reconciliationMessages = {
  byDay: t('Lignes des relevés par jour', 'Rows of statements by day'),
  matchedLines: t('Rapprochées', 'Matched'),
  differentLines: t('En écart', 'Different'),
  title: t('Rapprochement', 'Reconciliation'),
  lead: t(
    'Les relevés des fournisseurs, comparés ligne par ligne à nos écritures. Chaque écart reste ouvert jusqu’à son explication.',
    'Provider statements, compared row by row with our ledger. Every discrepancy stays open until it is explained.',
  ),
  take: t('Ajouter un relevé', 'Add a statement'),
  back: t('Tous les relevés', 'All statements'),
  file: vocabulary.file,
  provider: vocabulary.provider,
  allProviders: vocabulary.all,
  period: t('Période', 'Period'),
  state: vocabulary.status,
  lines: vocabulary.rows,
  discrepancies: t('Écarts', 'Discrepancies'),
  open: t('Ouverts', 'Open'),
  uploaded: t('Ajouté', 'Added'),
  uploadedBy: t('Par', 'By'),
  byCommand: t('Ligne de commande', 'Command line'),
  none: t('Aucun relevé', 'No statements'),
  noneHint: t(
    'Ajoutez le relevé quotidien d’un fournisseur : ses lignes sont rapprochées de nos transactions.',
    'Add a provider’s daily statement: its rows are matched with our transactions.',
  ),
  fileStates: fileStates,
  classes: classes,
  classHints: hints,
  wrongTotalHint: t(
    'Une ligne de total du fichier, qui ne correspond pas aux lignes au-dessus : manque-t-il des lignes ?',
    'A total of the file that does not match the rows above it: are rows missing?',
  ),
  discrepancyStates: {
    open: t('Ouvert', 'Open'),
    explained: t('Expliqué', 'Explained'),
    resolved: t('Résolu', 'Resolved'),
  } satisfies Record<DiscrepancyState, Message>,
  progress: t(
    (position: string) => `Jusqu’à la ligne ${position}.`,
    (position) => `Up to row ${position}.`,
  ),
  working: t(
    'Le relevé est en cours de traitement ; cette page se met à jour automatiquement.',
    'The statement is being processed; this page updates automatically.',
  ),
  stuck: t(
    (why: string) => `La dernière tentative a échoué, une autre suivra : ${why}`,
    (why) => `The last attempt failed, another one will follow: ${why}`,
  ),
  unexpected: t(
    (why: string) => `Une ligne ne peut pas être traitée : ${why}`,
    (why) => `A row cannot be processed: ${why}`,
  ),
  linesOutside: t(
    (count: string) =>
      `Lignes hors de la période indiquée : ${count}. La période est-elle correcte ?`,
    (count) => `Rows outside the given period: ${count}. Is the period correct?`,
  ),
  longPeriod: t(
    (since: string, until: string) =>
      `Les lignes vont du ${since} au ${until}, soit plus de 40 jours : corrigez la date erronée ou indiquez la période.`,
    (since, until) =>
      `The rows range from ${since} to ${until}, more than 40 days: correct the wrong date or enter the period.`,
  ),
  samePayment: t(
    (rows: string, reference: string) =>
      `${rows} lignes portent la même référence ${reference} : la colonne de notre référence est-elle correcte ?`,
    (rows, reference) =>
      `${rows} rows bear the same reference ${reference}: is the column of our reference correct?`,
  ),
  failedTitle: t(
    'Ce fichier n’a pas pu être lu : il n’est pas pris en compte.',
    'This file could not be read: it is not taken into account.',
  ),
  withdrawnNote: t(
    'Ce relevé a été retiré : il n’est plus pris en compte.',
    'This statement was withdrawn: it is no longer taken into account.',
  ),
  again: t('Relancer le rapprochement', 'Match again'),
  againDone: t('Rapprochement relancé.', 'Matching restarted.'),
  withdraw: t('Retirer le relevé', 'Withdraw statement'),
  withdrawQuestion: t(
    'Ses lignes ne seront plus prises en compte et le même fichier pourra être ajouté de nouveau. Ses écarts restent consultables.',
    'Its rows will no longer be taken into account, and the same file can be added again. Its discrepancies remain visible.',
  ),
  withdrawDone: t('Relevé retiré.', 'Statement withdrawn.'),
  proof: t('Contrôle', 'Control totals'),
  proofLead: t(
    'Le total du fichier, compté à la lecture, est égal à la somme des lignes concordantes et des écarts.',
    'The file total, counted when it was read, equals the sum of matched rows and discrepancies.',
  ),
  addsUp: t('Totaux concordants', 'Totals agree'),
  addsUpNot: t('Totaux discordants', 'Totals do not agree'),
  closes: t('Le solde final est exact', 'The closing balance is correct'),
  closesNot: t('Le solde final ne correspond pas', 'The closing balance does not match'),
  continues: t('Suit le relevé précédent', 'Follows the statement before'),
  continuesNot: t('Ne suit pas le relevé précédent', 'Does not follow the statement before'),
  closingBefore: t('Solde final du relevé précédent', 'Closing balance of the statement before'),
  closingCounted: t('Solde final d’après les lignes', 'Closing balance by the rows'),
  opening: t('Solde initial du relevé', 'Statement opening balance'),
  total: t('Mouvements du fichier', 'File movements'),
  feesTotal: t('Frais du fichier', 'File fees'),
  closing: t('Solde final du relevé', 'Statement closing balance'),
  oursTotal: t('Mouvements chez nous', 'Our movements'),
  judged: t('Absences vérifiées jusqu’au', 'Missing entries checked up to'),
  sums: t('Par type d’écart', 'By type'),
  class: vocabulary.type,
  currency: vocabulary.currency,
  theirs: vocabulary.provider,
  ours: t('Jokko', 'Jokko'),
  fees: t('Frais', 'Fees'),
  difference: t('Différence', 'Difference'),
  discrepancyTitle: t(
    (id: string) => `Écart ${id}`,
    (id) => `Discrepancy ${id}`,
  ),
  row: vocabulary.row,
  transaction: vocabulary.transaction,
  developer: vocabulary.developer,
  ourReference: vocabulary.ourReference,
  providerReference: vocabulary.providerReference,
  time: vocabulary.date,
  status: vocabulary.status,
  direction: vocabulary.direction,
  directions: {
    in: t('Reçu', 'Received'),
    out: vocabulary.sent,
  },
  statuses: {
    success: t('Exécuté', 'Executed'),
    failed: t('Échoué', 'Failed'),
    pending: vocabulary.pending,
    reversed: t('Contrepassé', 'Reversed'),
  },
  ourStates: states,
  amount: vocabulary.amount,
  fee: vocabulary.fee,
  feeAgreed: t('Frais annoncés ou convenus', 'Fee quoted or agreed'),
  problem: vocabulary.reason,
  externalId: vocabulary.externalId,
  moved: {
    float: t(
      'Nos propres fonds : approvisionnement ou retrait de float',
      'Our own funds: float top-up or withdrawal',
    ),
    settlement: t('Reversement par notre banque', 'Settlement through our bank'),
    deposit: t('Dépôt à notre banque', 'Deposit at our bank'),
  },
  bankReference: vocabulary.bankReference,
  service: vocabulary.service,
  sentAt: vocabulary.sent,
  knownAt: vocabulary.result,
  nothingTheirs: t('Absente du fichier du fournisseur.', 'Not in the provider’s file.'),
  nothingOurs: t('Référence inconnue chez nous.', 'Unknown reference on our side.'),
  noDiscrepancies: t('Aucun écart', 'No discrepancies'),
  noDiscrepanciesHint: t('Les deux côtés concordent.', 'Both sides agree.'),
  noDiscrepanciesFilter: t('Aucun écart avec ce filtre', 'No discrepancies match this filter'),
  all: vocabulary.all,
  history: t('Notes', 'Notes'),
  noNotes: t('Aucune note pour le moment.', 'No notes yet.'),
  bySystem: t('automatique', 'automatic'),
  matchesNow: t('Concordant désormais.', 'Now matched.'),
  missingAgain: t(
    'De nouveau absente : aucun relevé pris en compte ne la mentionne.',
    'Missing again: no current statement lists it.',
  ),
  namedBy: t(
    (file: string, row: string) => `Présente dans le relevé ${file}, ligne ${row}.`,
    (file, row) => `Listed in statement ${file}, row ${row}.`,
  ),
  note: vocabulary.note,
  noteHint: t('Ce qui a été vérifié, et auprès de qui.', 'What was checked, and with whom.'),
  to: t('Nouveau statut', 'New status'),
  approvalRequest: t('Ajustement approuvé', 'Approved adjustment'),
  approvalRequestHint: t(
    'Numéro de la demande d’approbation, si le solde a été ajusté.',
    'Number of the approval request, if the balance was adjusted.',
  ),
  approvalRequestWrong: t(
    'Cette demande n’a pas été exécutée ou ne corrige pas cet écart.',
    'This request was not executed or does not correct this discrepancy.',
  ),
  optional: vocabulary.optional,
  save: vocabulary.save,
  saved: t('Note enregistrée.', 'Note saved.'),
  differsAgain: t('De nouveau différente.', 'Differs again.'),
  explainedByRule: t(
    ({ rule, fee, share }: ByRule) =>
      `Expliqué par la règle ${rule} : les frais du fournisseur (${share}) sont de ${fee}. Rien n’est comptabilisé.`,
    ({ rule, fee, share }) =>
      `Explained by rule ${rule}: the provider’s fee (${share}) is ${fee}. Nothing is booked.`,
  ),
  adjust: t('Ajuster le solde (deux personnes)', 'Adjust the balance (two users)'),
  notAdjustable: {
    currencies: t(
      'Les deux côtés ont des devises différentes : aucun ajustement ne peut être préparé. Vérifiez d’abord la devise du relevé.',
      'The two sides are in different currencies: no adjustment can be prepared. First check the currency of the statement.',
    ),
    duplicate: t(
      'Le relevé nomme ce paiement une seconde fois : aucun ajustement n’est préparé. Demandez d’abord au fournisseur s’il l’a exécuté deux fois.',
      'The statement names this payment a second time: no adjustment is prepared. First ask the provider whether it carried it out twice.',
    ),
  },
  adjustReason: t(
    ({ id, file, line, transaction }: DiscrepancyPlace) =>
      `Écart ${id}, relevé ${file}${line === null ? '' : `, ligne ${line}`}${transaction === null ? '' : `, transaction ${transaction}`}`,
    ({ id, file, line, transaction }) =>
      `Discrepancy ${id}, statement ${file}${line === null ? '' : `, row ${line}`}${transaction === null ? '' : `, transaction ${transaction}`}`,
  ),
  makeRule: t('En faire une règle', 'Make it a rule'),
  rules: t('Règles de frais', 'Fee rules'),
  party: t('Fournisseur ou banque', 'Provider or bank'),
  allParties: t('Tous', 'All'),
  banks: t('Comptes bancaires', 'Bank accounts'),
  closeMany: plural(
    { one: 'Clôturer # écart', other: 'Clôturer # écarts' },
    { one: 'Close # discrepancy', other: 'Close # discrepancies' },
  ),
  closeManyLead: t(
    'La note est enregistrée pour chacun des écarts. Si l’un d’eux n’est plus ouvert, aucun n’est clôturé.',
    'The note is recorded for each discrepancy. If one of them is no longer open, none is closed.',
  ),
  closedMany: t('Écarts clôturés.', 'Discrepancies closed.'),
  feesExpected: t('Frais attendus', 'Expected fees'),
  feesExpectedHint: t(
    'Annoncés avec chaque paiement, sinon convenus ; une ligne sans accord compte comme indiqué.',
    'Quoted with each payment, otherwise agreed; a row without an agreement counts as stated.',
  ),
  feesDifference: t('Différence de frais', 'Fee difference'),
};
