// Messages of the morning proofs.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const proofMessages = {
  title: t('Preuves du matin', 'Morning proofs'),
  lead: t(
    'Chaque matin, une page dit si les livres, les fournisseurs et la banque concordent pour la journée écoulée.',
    'Each morning one page says whether books, providers and bank agree about the day before.',
  ),
  one: t(
    (day: string) => `Preuve du ${day}`,
    (day) => `Proof of ${day}`,
  ),
  back: t('Preuves du matin', 'Morning proofs'),
  day: t('Journée', 'Day'),
  verdict: t('Résultat', 'Verdict'),
  agrees: t('Rien à examiner', 'Nothing to look at'),
  agreesLong: t(
    'Rien ne diffère de ce que les livres et les fournisseurs ont dit. La banque est comparée à la signature.',
    'Nothing differs in what books and providers said. The bank is compared when the proof is signed.',
  ),
  toLookAt: t(
    (count: string) => `À examiner : ${count}`,
    (count) => `To look at: ${count}`,
  ),
  points: t('Points à examiner', 'Points to look at'),
  codes: {
    notChecked: t(
      'Les invariants n’ont pas pu être vérifiés',
      'The invariants could not be checked',
    ),
    broken: t('Invariant violé', 'Broken invariant'),
    provider: t('Le solde du fournisseur diffère', 'The provider’s balance differs'),
    oldReport: t('Solde du fournisseur trop ancien', 'The provider’s balance is too old'),
    statement: t('Relevé de la journée manquant', 'No statement of the day'),
    differences: t('Écarts de rapprochement ouverts', 'Open reconciliation differences'),
    unknown: t('Opérations sans résultat', 'Operations without a result'),
    cases: t('Dossiers ouverts', 'Open cases'),
    ordered: t('Reversements non confirmés', 'Unconfirmed settlements'),
  },
  apart: t('Écart chez les fournisseurs', 'Difference at providers'),
  stillOpen: t('Encore ouverts', 'Still open'),
  cellsNotRead: t(
    (names: string) =>
      `Cette preuve porte sur la base principale seulement. Cellules non lues : ${names}. La commande « jokko doctor » vérifie leurs livres.`,
    (names) =>
      `This proof covers the home database only. Cells not read: ${names}. The command “jokko doctor” checks their books.`,
  ),
  bankDiffers: t('Le solde en banque diffère', 'The bank balance differs'),
  signedLong: t(
    'Rien ne diffère de ce que les livres, les fournisseurs et le signataire ont dit.',
    'Nothing differs in what books, providers and the signer said.',
  ),
  madeAt: t('Établie', 'Made'),
  signedBy: t('Signée par', 'Signed by'),
  signedAt: t('Signée le', 'Signed on'),
  unsigned: t('Non signée', 'Not signed'),
  none: t('Aucune preuve pour le moment', 'No proofs yet'),
  noneHint: t(
    'La première est établie le matin qui suit les premiers mouvements, après 6 h UTC.',
    'The first one is made on the morning after the first movements, after 06:00 UTC.',
  ),
  pdf: t('PDF à imprimer', 'Printable PDF'),
  sign: t('Signer', 'Sign'),
  signTitle: t('Signer la preuve', 'Sign the proof'),
  signBody: t(
    'Votre nom figurera sur la page. Saisissez ce que la banque détenait à la fin de la journée : l’écart avec nos livres est calculé depuis la signature précédente.',
    'Your name will stand on the page. Enter what the bank held at the end of the day: the difference to our books is counted from the signature before.',
  ),
  bankHeld: t(
    (currency: string) => `Solde en banque (${currency})`,
    (currency) => `Bank balance (${currency})`,
  ),
  bankStated: t(
    (accounts: number) =>
      accounts === 1
        ? 'Solde selon le relevé :'
        : `Solde selon les relevés de ${accounts} comptes :`,
    (accounts) =>
      accounts === 1
        ? 'Balance by the statement:'
        : `Balance by the statements of ${accounts} accounts:`,
  ),
  optional: t('facultatif', 'optional'),
  note: t('Remarque', 'Note'),
  signed: t('Preuve signée.', 'Proof signed.'),
  signature: t('Signature et sceau', 'Signature and seal'),
  seal: t('Sceau', 'Seal'),
  sealBroken: t(
    'Le sceau est rompu : le contenu a été modifié depuis.',
    'The seal is broken: the content was changed since.',
  ),
  books: t('Livres', 'Books'),
  booksLead: t(
    'Ce que nous devons aux développeurs, au moment de la preuve.',
    'What we owe to developers, when the proof was made.',
  ),
  checked: t(
    (count: string) => `${count} invariants vérifiés, tous respectés.`,
    (count) => `${count} invariants checked, all hold.`,
  ),
  notChecked: t(
    'Les invariants n’ont pas pu être vérifiés.',
    'The invariants could not be checked.',
  ),
  accounts: t('Comptes', 'Accounts'),
  available: t('Disponible', 'Available'),
  held: t('Réservé', 'Held'),
  movements: t('Mouvements de la journée', 'Movements of the day'),
  account: t('Compte du grand livre', 'Ledger account'),
  ledgerAccounts: {
    available: t('Développeurs, disponible', 'Developers, available'),
    held: t('Développeurs, réservé', 'Developers, held'),
    provider: t('Fournisseurs', 'Providers'),
    fees: t('Frais et commissions', 'Fees and commissions'),
    funding: t('Versements des développeurs', 'Developers’ deposits'),
    treasury: t('Trésorerie', 'Treasury'),
    opening: t('Soldes d’ouverture du simulateur', 'Opening balances of the simulator'),
    suspense: t('Compte d’attente', 'Suspense'),
    sms: t('SMS', 'SMS'),
  },
  debited: t('Débit', 'Debit'),
  credited: t('Crédit', 'Credit'),
  providers: t('Fournisseurs', 'Providers'),
  providersLead: t(
    'Ce que chaque fournisseur dit détenir pour nous, et nos livres au même instant.',
    'What each provider says it holds for us, and our books at the same moment.',
  ),
  route: vocabulary.route,
  booked: t('Nos livres', 'Our books'),
  reported: t('Fournisseur', 'Provider'),
  difference: t('Écart', 'Difference'),
  readAt: t('Lu', 'Read'),
  bank: t('Banque', 'Bank'),
  bankLead: t(
    'Mouvements de la journée selon nos livres, et ce que le signataire a lu à la banque.',
    'Movements of the day by our books, and what the signer read at the bank.',
  ),
  currency: t('Devise', 'Currency'),
  received: t('Reçu', 'Received'),
  paid: t('Payé', 'Paid'),
  expected: t('Attendu', 'Expected'),
  atBank: t('En banque', 'At the bank'),
  open: t('En suspens', 'Open'),
  what: t('Quoi', 'What'),
  count: t('Nombre', 'Count'),
  amount: vocabulary.amount,
  nothing: t('Rien', 'Nothing'),
};
