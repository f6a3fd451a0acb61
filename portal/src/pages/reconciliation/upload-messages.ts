// Messages of the page on which a provider's statement is added.

import type { RouteBody } from '@jokko/contract/portal';
import { pluralForm, t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export type Mapping = RouteBody<'POST operator/reconciliation/begin'>['mapping'];
type Column = keyof Required<Mapping['columns']>;
type Rule = Mapping['direction'];

const columns = {
  ourReference: vocabulary.ourReference,
  providerReference: vocabulary.providerReference,
  amount: vocabulary.amount,
  amountOut: t('Montant envoyé', 'Amount sent'),
  fee: vocabulary.fee,
  currency: vocabulary.currency,
  time: vocabulary.date,
  status: vocabulary.status,
  direction: vocabulary.direction,
  balance: t('Solde après la ligne', 'Balance after the row'),
} satisfies Record<Column, Message>;

const rules = {
  sign: t('Signe du montant : + reçu, − envoyé', 'Sign of the amount: + received, − sent'),
  'reversed-sign': t(
    'Signe du montant : − reçu, + envoyé',
    'Sign of the amount: − received, + sent',
  ),
  column: t('Indiqué par une colonne', 'Given by a column'),
  columns: t('Deux colonnes de montants : reçu et envoyé', 'Two amount columns: received and sent'),
  in: t('Tout est reçu', 'Everything is received'),
  out: t('Tout est envoyé', 'Everything is sent'),
} satisfies Record<Rule, Message>;

export const uploadMessages = {
  party: t('Fournisseur ou banque', 'Provider or bank'),
  title: t('Ajouter un relevé', 'Add a statement'),
  lead: t(
    'CSV, XLSX, ou relevé bancaire camt.053 ou MT940 ; 20 Mo et 200 000 lignes au plus. Rien n’est pris en compte avant votre confirmation.',
    'CSV, XLSX, or a camt.053 or MT940 bank statement; up to 20 MB and 200,000 rows. Nothing is taken into account until you confirm.',
  ),
  choose: t('1. Le fichier', '1. The file'),
  chooseAnother: t('Choisir un autre fichier', 'Choose another file'),
  file: t('Fichier du relevé', 'Statement file'),
  provider: vocabulary.provider,
  send: t('Envoyer le fichier', 'Upload file'),
  sending: t('Envoi du fichier en cours', 'Uploading the file'),
  missing: vocabulary.chooseFile,
  tooLarge: t('Ce fichier dépasse 20 Mo.', 'This file is larger than 20 MB.'),
  columns: t('2. Les colonnes', '2. The columns'),
  columnsLead: t(
    'Conservées pour les prochains relevés de ce fournisseur.',
    'Saved for this provider’s next statements.',
  ),
  columnNames: columns,
  none: t('— aucune —', '— none —'),
  headingRow: t('Ligne d’en-tête', 'Header row'),
  values: t('3. Les valeurs', '3. The values'),
  direction: t('Sens des mouvements', 'Direction of movements'),
  rules: rules,
  decimal: t('Séparateur décimal', 'Decimal separator'),
  decimals: {
    '.': t('Point : 1,500.25', 'Point: 1,500.25'),
    ',': t('Virgule : 1.500,25', 'Comma: 1.500,25'),
  },
  dayOrder: t('Format des dates', 'Date format'),
  dayOrders: {
    ymd: t('Année, mois, jour', 'Year, month, day'),
    dmy: t('Jour, mois, année', 'Day, month, year'),
    mdy: t('Mois, jour, année', 'Month, day, year'),
  },
  timeZone: t('Fuseau horaire du relevé', 'Time zone of the statement'),
  currency: t('Devise des lignes sans devise', 'Currency of rows without one'),
  grace: t('Tolérance (minutes)', 'Grace period (minutes)'),
  graceHint: t(
    'Nos opérations de fin de période peuvent figurer dans le relevé suivant.',
    'Our operations at the end of the period may appear in the next statement.',
  ),
  words: {
    in: t('Valeurs pour « reçu »', 'Values for “received”'),
    out: t('Valeurs pour « envoyé »', 'Values for “sent”'),
    success: t('Valeurs pour « exécuté »', 'Values for “executed”'),
    failed: t('Valeurs pour « échoué »', 'Values for “failed”'),
    pending: t('Valeurs pour « en attente »', 'Values for “pending”'),
    reversed: t('Valeurs pour « contrepassé »', 'Values for “reversed”'),
  },
  wordsHint: t('Séparées par des virgules.', 'Separated by commas.'),
  fees: t('4. Frais convenus', '4. Agreed fees'),
  feesLead: t('Vides : les frais ne sont pas contrôlés.', 'If left empty, fees are not checked.'),
  percent: {
    in: t('Reçu : pourcentage', 'Received: percentage'),
    out: t('Envoyé : pourcentage', 'Sent: percentage'),
  },
  fixed: {
    in: t('Reçu : part fixe', 'Received: fixed part'),
    out: t('Envoyé : part fixe', 'Sent: fixed part'),
  },
  period: t('5. Période et soldes', '5. Period and balances'),
  periodLead: t(
    'Vides : les jours présents dans les lignes.',
    'If left empty, the days found in the rows.',
  ),
  from: t('Du', 'From'),
  until: t('Au (inclus)', 'To (inclusive)'),
  opening: t('Solde initial', 'Opening balance'),
  closing: t('Solde final', 'Closing balance'),
  balanceCurrency: t('Devise des soldes', 'Currency of the balances'),
  optional: vocabulary.optional,
  balanceFound: t('Lu dans le fichier.', 'Read from the file.'),
  doesNotClose: t(
    (counted: string, closing: string) =>
      `Le solde initial et les lignes font ${counted} ; le fichier indique un solde final de ${closing}.`,
    (counted, closing) =>
      `The opening balance and the rows make ${counted}; the file states a closing balance of ${closing}.`,
  ),
  preview: t('Aperçu', 'Preview'),
  previewLead: t('Interprétation des premières lignes.', 'How the first rows will be read.'),
  previewNone: t('Aucune ligne lue', 'No rows read'),
  previewNoneHint: t(
    'Corrigez les colonnes : l’aperçu se met à jour.',
    'Correct the columns: the preview updates.',
  ),
  faults: t('À corriger', 'To fix'),
  faultNames: {
    'columns.amount': t('La colonne du montant est obligatoire.', 'The amount column is required.'),
    'columns.ourReference': t(
      'Notre référence ou celle du fournisseur est obligatoire.',
      'Our reference or the provider’s is required.',
    ),
    'columns.currency': t(
      'Une colonne de devise ou une devise est obligatoire.',
      'A currency column or a currency is required.',
    ),
    'columns.amountOut': t(
      'La colonne « montant envoyé » est obligatoire avec deux colonnes de montants, et seulement dans ce cas.',
      'The “amount sent” column is required with two amount columns, and only then.',
    ),
    'columns.direction': t(
      'La colonne du sens est obligatoire.',
      'The direction column is required.',
    ),
    'columns.missing': t(
      'Une colonne choisie n’est pas dans la ligne d’en-tête.',
      'A selected column is not in the header row.',
    ),
    headingRow: t('Cette ligne n’existe pas.', 'This row does not exist.'),
    unreadable: t(
      'Plus de la moitié des lignes sont illisibles : le relevé ne peut pas être rapproché ainsi. Vérifiez le signe décimal, l’ordre des dates et les colonnes.',
      'More than half of the rows cannot be read: the statement cannot be reconciled like this. Check the decimal sign, the order of dates and the columns.',
    ),
    timeZone: t('Ce fuseau horaire n’existe pas.', 'This time zone does not exist.'),
    'words.in': t('Indiquez les valeurs du sens.', 'Enter the values for the direction.'),
    'words.success': t(
      'Indiquez les valeurs pour « exécuté ».',
      'Enter the values for “executed”.',
    ),
    graceMinutes: t('De 0 à 1440 minutes.', 'From 0 to 1440 minutes.'),
    'fees.in': t(
      'Frais des montants reçus : un pourcentage de 0 à 100 et un nombre.',
      'Fee for received amounts: a percentage from 0 to 100 and a number.',
    ),
    'fees.out': t(
      'Frais des montants envoyés : un pourcentage de 0 à 100 et un nombre.',
      'Fee for sent amounts: a percentage from 0 to 100 and a number.',
    ),
  } as Record<string, Message>,
  otherRoute: t(
    (count: number, known: string, route: string) =>
      `${pluralForm('fr', count, { one: `# des ${known} références connues est un paiement`, other: `# des ${known} références connues sont des paiements` })} de ${route}`,
    (count, known, route) =>
      `${pluralForm('en', count, { one: `# of ${known} known references is a payment`, other: `# of ${known} known references are payments` })} of ${route}`,
  ),
  otherRouteHint: t(
    'Ce relevé semble être celui d’un autre fournisseur : choisissez un autre fichier ou l’autre fournisseur. Rien n’est encore pris en compte.',
    'This looks like another provider’s statement: choose another file, or the other provider. Nothing is taken in yet.',
  ),
  sharedAccount: t(
    (route: string) => `Même compte que ${route} chez le fournisseur`,
    (route) => `Same provider account as ${route}`,
  ),
  begin: t('Rapprocher ce relevé', 'Reconcile this statement'),
  sameFile: t('Ce fichier a déjà été ajouté.', 'This file has already been added.'),
  seeSame: t('Voir ce relevé', 'View that statement'),
  unreadable: t(
    (count: number, of: string) =>
      `${pluralForm('fr', count, { one: '# ligne illisible', other: '# lignes illisibles' })} sur ${of} lues.`,
    (count, of) => `${count.toLocaleString('en')} of ${of} rows cannot be read.`,
  ),
  mostlyUnreadable: t(
    (count: number, of: string) =>
      `${pluralForm('fr', count, { one: `# ligne sur ${of} est illisible`, other: `# lignes sur ${of} sont illisibles` })} : rien n’a été pris en compte. Ajoutez le fichier à nouveau et corrigez ses colonnes.`,
    (count, of) =>
      `${count.toLocaleString('en')} of ${of} rows cannot be read: nothing was taken in. Add the file again and correct its columns.`,
  ),
  /** `column: text`, as the gateway says what could not be read. */
  lineProblem: t(
    (column: string, text: string) => `${column} illisible : « ${text} »`,
    (column, text) => `${column} cannot be read: “${text}”`,
  ),
  /** A total of the file that its rows do not make. */
  wrongTotal: t(
    (stated: string, counted: string) =>
      `Le fichier indique un total de ${stated} ; ses lignes font ${counted}`,
    (stated, counted) => `The file states a total of ${stated}; its rows make ${counted}`,
  ),
  noColumn: t(
    (name: string) => `La colonne « ${name} » n’est pas dans la ligne d’en-tête.`,
    (name) => `The column “${name}” is not in the header row.`,
  ),
  problems: {
    empty: t('Le fichier est vide.', 'The file is empty.'),
    unknown_form: t('Ce n’est pas un fichier CSV ou XLSX.', 'This is not a CSV or XLSX file.'),
    xml: t(
      'C’est un fichier XML ou HTML, et ni un tableau ni un camt.053 : exportez le relevé en CSV ou XLSX.',
      'This is an XML or HTML file, neither a table nor a camt.053: export the statement as CSV or XLSX.',
    ),
    damaged: t('Le fichier est endommagé.', 'The file is damaged.'),
    several_sheets: t(
      'Ce classeur contient des tableaux sur plusieurs feuilles, et une seule serait lue : ajoutez chaque feuille comme un fichier, ou masquez les autres.',
      'This workbook has tables on several sheets, of which only one would be read: add each sheet as a file, or hide the others.',
    ),
    unclear_letters: t(
      'Les lettres accentuées de ce fichier ne sont pas lisibles avec certitude. Enregistrez-le en « CSV UTF-8 » ou en XLSX.',
      'The accented letters of this file cannot be read with certainty. Save it as “CSV UTF-8” or as XLSX.',
    ),
    too_many_rows: t('Plus de 200 000 lignes.', 'More than 200,000 rows.'),
    too_many_columns: t('Plus de 200 colonnes.', 'More than 200 columns.'),
    too_big: t(
      'Le fichier est trop volumineux une fois décompressé.',
      'The file is too large once unpacked.',
    ),
    too_large_amounts: t(
      'Le total des montants est impossible : la colonne du montant est-elle correcte ?',
      'The total of the amounts is impossible: is the amount column correct?',
    ),
    too_slow: t(
      'Ce relevé demande trop de calculs : ses lignes se ressemblent-elles trop ? Vérifiez les colonnes des références, ou ajoutez-le en plusieurs fichiers.',
      'This statement takes too much work: are its rows too much alike? Check the reference columns, or add it as several files.',
    ),
    cut_short: t(
      'La lecture de ce fichier a été interrompue deux fois : ajoutez-le en plusieurs fichiers.',
      'Reading this file was cut short twice: add it as several files.',
    ),
    no_lines: t('Aucune ligne sous l’en-tête.', 'No rows below the header.'),
    no_period: t(
      'Aucune ligne n’a de date : indiquez la période.',
      'No row has a date: enter the period.',
    ),
  },
  notTable: t(
    'Ce fichier ne peut pas être lu : utilisez un fichier CSV, ou XLSX sans mot de passe.',
    'This file cannot be read: use a CSV file, or XLSX without a password.',
  ),
};
