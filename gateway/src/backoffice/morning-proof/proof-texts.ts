// The words of a printed or mailed morning proof, in both languages.

import type { ProofPoint } from './proof.ts';

const fr = {
  title: (day: string) => `Preuve du matin du ${day}`,
  made: (at: string, timeZone: string) => `Établie le ${at} (${timeZone}) pour la journée UTC`,
  cells: (notRead: string) =>
    `Porte sur la base principale seulement. Cellules non lues : ${notRead}. « jokko doctor » vérifie leurs livres.`,
  agrees: 'Rien à examiner : rien ne diffère de ce que livres, fournisseurs et signataire ont dit.',
  agreesNot: (count: number) => `Points à examiner : ${count}`,
  unsigned: 'Pas encore signée.',
  signed: (by: string, at: string) => `Signée par ${by} le ${at}`,
  seal: 'Sceau',
  sealBroken: 'SCEAU ROMPU, le contenu a été modifié :',
  points: 'Points à examiner',
  point: 'Point',
  books: 'Livres',
  notChecked: 'invariants non vérifiés',
  checked: (made: number) => `${made} invariants vérifiés, tous respectés`,
  brokenOf: (broken: number, made: number) => `${broken} invariants violés sur ${made}`,
  currency: 'Devise',
  accounts: 'Comptes',
  available: 'Disponible',
  held: 'Réservé',
  movements: 'Mouvements de la journée',
  account: 'Compte du grand livre',
  debited: 'Débit',
  credited: 'Crédit',
  providers: 'Fournisseurs',
  route: 'Route',
  booked: 'Nos livres',
  reported: 'Fournisseur',
  difference: 'Écart',
  readAt: 'Lu le',
  bank: 'Banque',
  bankDiffers: (currency: string) => `Le solde en banque diffère : ${currency}`,
  received: 'Reçu',
  paid: 'Payé',
  expected: 'Attendu',
  atBank: 'Relevé',
  open: 'En suspens',
  what: 'Quoi',
  count: 'Nombre',
  amount: 'Montant',
  unknown: (at: string) => `Opérations sans résultat, la plus ancienne du ${at}`,
  differences: (route: string) => `Écarts de rapprochement ouverts : ${route}`,
  ordered: 'Reversements non confirmés par la banque',
  cases: 'Dossiers ouverts',
  statement: (route: string, until: string) => `Relevé de ${route} reçu jusqu’au ${until}`,
};

export type ProofTexts = typeof fr;

const en: ProofTexts = {
  title: (day) => `Morning proof of ${day}`,
  made: (at, timeZone) => `Made on ${at} (${timeZone}) for the UTC day`,
  cells: (notRead) =>
    `Covers the home database only. Cells not read: ${notRead}. “jokko doctor” checks their books.`,
  agrees: 'Nothing to look at: nothing differs in what books, providers and signer said.',
  agreesNot: (count) => `Points to look at: ${count}`,
  unsigned: 'Not signed yet.',
  signed: (by, at) => `Signed by ${by} on ${at}`,
  seal: 'Seal',
  sealBroken: 'BROKEN SEAL, the content was changed:',
  points: 'Points to look at',
  point: 'Point',
  books: 'Books',
  notChecked: 'invariants not checked',
  checked: (made) => `${made} invariants checked, all hold`,
  brokenOf: (broken, made) => `${broken} of ${made} invariants broken`,
  currency: 'Currency',
  accounts: 'Accounts',
  available: 'Available',
  held: 'Held',
  movements: 'Movements of the day',
  account: 'Ledger account',
  debited: 'Debit',
  credited: 'Credit',
  providers: 'Providers',
  route: 'Route',
  booked: 'Our books',
  reported: 'Provider',
  difference: 'Difference',
  readAt: 'Read at',
  bank: 'Bank',
  bankDiffers: (currency) => `The bank balance differs: ${currency}`,
  received: 'Received',
  paid: 'Paid',
  expected: 'Expected',
  atBank: 'Statement',
  open: 'Open',
  what: 'What',
  count: 'Count',
  amount: 'Amount',
  unknown: (at) => `Operations without a result, the oldest of ${at}`,
  differences: (route) => `Open reconciliation differences: ${route}`,
  ordered: 'Settlements that the bank has not confirmed',
  cases: 'Open cases',
  statement: (route, until) => `Statement of ${route} received until ${until}`,
};

export const proofTexts: { readonly fr: ProofTexts; readonly en: ProofTexts } = { fr, en };

/** Ledger accounts, without the route or country. */
export const accountNames: {
  readonly [language in 'fr' | 'en']: { readonly [account: string]: string };
} = {
  fr: {
    available: 'Développeurs, disponible',
    held: 'Développeurs, réservé',
    provider: 'Fournisseurs',
    fees: 'Frais et commissions',
    funding: 'Versements des développeurs',
    treasury: 'Trésorerie',
    opening: 'Soldes d’ouverture du simulateur',
    suspense: 'Compte d’attente',
    sms: 'SMS',
  },
  en: {
    available: 'Developers, available',
    held: 'Developers, held',
    provider: 'Providers',
    fees: 'Fees and commissions',
    funding: 'Developers’ deposits',
    treasury: 'Treasury',
    opening: 'Opening balances of the simulator',
    suspense: 'Suspense',
    sms: 'SMS',
  },
};

const points: {
  readonly [code in ProofPoint['code']]: readonly [fr: string, en: string];
} = {
  notChecked: ['Les invariants n’ont pas pu être vérifiés', 'The invariants could not be checked'],
  broken: ['Invariant violé', 'Broken invariant'],
  provider: ['Le solde du fournisseur diffère', 'The provider’s balance differs'],
  oldReport: ['Solde du fournisseur trop ancien', 'The provider’s balance is too old'],
  statement: ['Relevé de la journée manquant', 'No statement of the day'],
  differences: ['Écarts de rapprochement ouverts', 'Open reconciliation differences'],
  unknown: ['Opérations sans résultat', 'Operations without a result'],
  cases: ['Dossiers ouverts', 'Open cases'],
  ordered: ['Reversements non confirmés', 'Unconfirmed settlements'],
};

export function pointText({ code, about }: ProofPoint, language: 'fr' | 'en'): string {
  const [french, english] = points[code];
  const text = language === 'fr' ? french : english;
  if (about === null) return text;
  return language === 'fr' ? `${text} : ${about}` : `${text}: ${about}`;
}
