// The texts of approval requests: to those who may approve, what is asked for; to who asked, what
// came of it.

import { approvalKindNames, isAccountKind, type PreviewSubject } from '@jokko/contract/portal';
import type { ApprovalChange, ApprovalTold, NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';
import { nameOf, wordsOf } from './names.ts';
import type { TextTerms } from './terms.ts';
import { topicFooter } from './work.ts';

type Pair = readonly [fr: string, en: string];

const subjectNames: { readonly [subject in PreviewSubject]: Pair } = {
  available: ['Solde disponible', 'Available balance'],
  held: ['Montant retenu', 'Held amount'],
  suspense: ['Compte d’attente', 'Suspense account'],
  borne: ['Supporté par l’opérateur', 'Borne by the operator'],
  float: ['Float', 'Float'],
  bankAccount: ['Par notre compte bancaire', 'Through our bank account'],
  transaction: ['Transaction', 'Transaction'],
  case: ['Dossier', 'Case'],
  settlement: ['Reversement', 'Settlement'],
  price: ['Tarif', 'Price'],
  service: ['Service', 'Service'],
  refundLimit: ['Limite des remboursements', 'Refund limit'],
  payoutLimit: ['Limite de paiement', 'Payout limit'],
  access: ['Accès au compte', 'Account access'],
  password: ['Mot de passe', 'Password'],
  secondFactors: ['Second facteur', 'Second factor'],
  version: ['Version en vigueur', 'Version in force'],
  entry: ['Modification', 'Change'],
};

/**
 * Words of changes that a mailbox needs. A line with another one is read on the page of the
 * request.
 */
const words: { readonly [word: string]: Pair } = {
  no_access: ['aucun accès', 'no access'],
  as_owner: ['propriétaire', 'owner'],
  as_admin: ['administrateur', 'administrator'],
  as_developer: ['développeur', 'developer'],
  as_finance: ['responsable financier', 'finance manager'],
  as_viewer: ['lecture seule', 'read-only'],
  no_limit: ['aucune limite', 'no limit'],
};

export function approvalText(told: NotificationParameters['approval'], terms: TextTerms): Message {
  const { t, url } = terms;
  return {
    subject: t(`À approuver : ${headOf(told, terms)}`, `To approve: ${headOf(told, terms)}`),
    paragraphs: [
      t(
        `${nameOf(told.by)} a besoin de votre approbation. Rien n’est exécuté avant.`,
        `${nameOf(told.by)} needs your approval. Nothing is executed before.`,
      ),
    ],
    facts: [...factsOf(told, terms), ...changeFacts(told.changes ?? [], terms)],
    link: { label: t('Voir la demande', 'View request'), url },
    footer: topicFooter(terms),
  };
}

export function decisionText(told: NotificationParameters['decision'], terms: TextTerms): Message {
  const { t, url } = terms;
  const head = headOf(told, terms);
  const { outcome, decidedBy, note } = told;
  return {
    subject: {
      done: t(`Approuvée et exécutée : ${head}`, `Approved and executed: ${head}`),
      failed: t(`Approuvée, mais non exécutée : ${head}`, `Approved, but not executed: ${head}`),
      refused: t(`Refusée : ${head}`, `Rejected: ${head}`),
    }[outcome],
    paragraphs: [
      {
        done: t('Votre demande a été exécutée.', 'Your request has been executed.'),
        failed: t(
          'Votre demande a été approuvée, mais elle n’était plus exécutable. La page de la demande dit pourquoi.',
          'Your request was approved, but could no longer be executed. Its page says why.',
        ),
        refused: t('Rien n’a été exécuté.', 'Nothing was executed.'),
      }[outcome],
    ],
    facts: [
      ...factsOf(told, terms),
      ...(decidedBy === null ? [] : [[t('Décidée par', 'Decided by'), nameOf(decidedBy)] as const]),
      ...(note === null ? [] : [[t('Note', 'Note'), wordsOf(note)] as const]),
    ],
    link: { label: t('Voir la demande', 'View request'), url },
    footer: topicFooter(terms),
  };
}

/** What tells one request from another in a list of messages. */
function headOf({ request, amount, account, id }: ApprovalTold, { t, money }: TextTerms): string {
  const number = id === undefined || isAccountKind(request) ? '' : ` n° ${id}`;
  return [
    `${t(...approvalKindNames[request])}${t(number, number.replace('n° ', '#'))}`,
    ...(amount ? [money(amount.amount, amount.currency, amount.signed)] : []),
    ...(account === null ? [] : [nameOf(account)]),
  ].join(' · ');
}

function factsOf(told: ApprovalTold, { t, money }: TextTerms): (readonly [string, string])[] {
  const { by, account, amount, reason, transactionId, batch, files = 0 } = told;
  const facts: (readonly [string, string | undefined])[] = [
    [t('Montant', 'Amount'), amount ? money(amount.amount, amount.currency, amount.signed) : ''],
    [t('Compte', 'Account'), account === null ? '' : nameOf(account)],
    [t('Paiements', 'Payments'), batch ? String(batch.lines) : ''],
    [t('Transaction', 'Transaction'), transactionId ?? ''],
    [t('Motif', 'Reason'), reason === undefined ? '' : wordsOf(reason)],
    [
      t('Justificatifs', 'Supporting files'),
      files === 0
        ? ''
        : t(`${files}, à lire sur la page de la demande`, `${files}, on the request’s page`),
    ],
    [t('Demandée par', 'Requested by'), nameOf(by)],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function changeFacts(
  changes: readonly ApprovalChange[],
  terms: TextTerms,
): (readonly [string, string])[] {
  return changes.flatMap(({ subject, name, before, after }) => {
    // Its name is somebody's own, and stays: it says where the money goes.
    if (subject === 'bankAccount' && after !== null && 'word' in after)
      return [[terms.t(...subjectNames[subject]), wordsOf(after.word)] as const];
    const [from, to] = [valueText(before, terms), valueText(after, terms)];
    if (from === null || to === null || from === to) return [];
    const label = terms.t(...subjectNames[subject]);
    return [[name === null ? label : `${label} · ${nameOf(name)}`, `${from} → ${to}`] as const];
  });
}

const isNumber = /^\d+(\.\d+)?$/;

/** Null: it has no words here. */
function valueText(value: ApprovalChange['before'], { t, money }: TextTerms): string | null {
  if (value === null) return t('aucun', 'none');
  if ('amount' in value) return money(value.amount, value.currency);
  if ('word' in value) {
    const { word } = value;
    if (isNumber.test(word)) return word;
    return Object.hasOwn(words, word) ? t(...words[word]!) : null;
  }
  const { price, currency } = value;
  if (price === null) return t('tarif du catalogue', 'catalogue price');
  const [percent, fixed] = [String(price.percent ?? 0), String(price.fixed ?? 0)];
  const sum = currency ? money(fixed, currency) : fixed;
  return t(`${percent} % + ${sum}`, `${percent}% + ${sum}`);
}
