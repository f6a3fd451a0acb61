// What an entry of the audit log is about: its words, its page, and how it is typed to be looked
// for. Pure.

import type { AuditSubjectKind } from '@jokko/contract/portal';
import { approvalPath } from '../approval-requests/approval-path.ts';
import { auditSubjects } from '../../../../contract/src/portal/audit-subjects.ts';

interface Subject {
  kind: AuditSubjectKind;
  id: string;
}

const isKind = (text: string): text is AuditSubjectKind => Object.hasOwn(auditSubjects, text);

/** Null: entries of earlier versions know others. */
export function readSubject(subject: string | null): Subject | null {
  const slash = subject?.indexOf('/') ?? -1;
  const kind = subject?.slice(0, slash) ?? '';
  return slash < 1 || !isKind(kind) ? null : { kind, id: subject!.slice(slash + 1) };
}

/** `demande 3`, or as the log has it where it is of no kind that is known. */
export function nameOfSubject(
  subject: string,
  words: { readonly [kind in AuditSubjectKind]: string },
): string {
  const read = readSubject(subject);
  return read === null ? subject : `${words[read.kind]} ${read.id}`;
}

/**
 * What somebody has typed, `transaction 7091659672946` or `demande 3`, as the log has it; other
 * texts as they are.
 */
export function typedSubject(text: string): string {
  const typed = text.trim().toLowerCase();
  const found = Object.entries(auditSubjects)
    .flatMap(([kind, words]) => words.map((word) => ({ kind, word: word.toLowerCase() })))
    .filter(({ word }) => typed.startsWith(`${word} `))
    // `rapprochement` begins `rapprochement du mois`, too: the longest word counts.
    .toSorted((one, other) => other.word.length - one.word.length)[0];
  if (found === undefined) return text.trim();
  return `${found.kind}/${text
    .trim()
    .slice(found.word.length)
    .trim()
    .replace(/^(?:n°|#)\s*/, '')}`;
}

type PageOf = (id: string, accountId: number | null) => string | null;
const none: PageOf = () => null;
const at =
  (path: string): PageOf =>
  () =>
    path;
const ofAccount =
  (path: string): PageOf =>
  (id, accountId) =>
    accountId === null ? null : `${path}/${accountId}/${encodeURIComponent(id)}`;
const one =
  (path: string): PageOf =>
  (id) =>
    `${path}/${encodeURIComponent(id)}`;

/** Where the operator sees it; null: it has no page of its own. */
const pages: { readonly [kind in AuditSubjectKind]: PageOf } = {
  account: one('/developers'),
  address: at('/blacklist'),
  alert: at('/alerts'),
  'alert-settings': at('/alerts/settings'),
  callback: (id, accountId) =>
    accountId === null ? null : `/transactions/${accountId}/${id.replace(/_2$/, '')}`,
  catalogue: at('/versions/catalogue'),
  'catalogue-draft': one('/drafts/catalogue'),
  cell: none,
  claim: one('/claim-queue'),
  connector: at('/connectors'),
  currency: at('/settlement-queue'),
  destination: at('/settlement-queue'),
  error: at('/error-texts'),
  incident: at('/incidents'),
  invitation: at('/team'),
  key: (_id, accountId) => (accountId === null ? null : `/developers/${accountId}`),
  link: at('/team'),
  'morning-proof': one('/morning-proofs'),
  'payment-link': at('/payment-links'),
  payout: one('/all-payouts'),
  person: at('/team'),
  pin: at('/pins'),
  'price-plan': one('/price-plans'),
  'provider-inbox': at('/provider-inbox'),
  reconciliation: one('/reconciliation'),
  'bank-account': at('/reconciliation/banks'),
  'reconciliation-rule': at('/reconciliation/rules'),
  replay: at('/destination-queues'),
  'report-schedule': at('/report-schedules'),
  route: at('/routes'),
  schedule: at('/settlement-queue'),
  service: at('/catalogue'),
  'service-request': at('/service-requests'),
  session: none,
  settlement: one('/settlement-queue'),
  'settlement-file': at('/settlement-queue'),
  sms: at('/all-sms'),
  'sms-app': (_id, accountId) => (accountId === null ? null : `/developers/${accountId}`),
  'sms-routing': at('/versions/sms-routing'),
  'sms-routing-draft': one('/drafts/sms-routing'),
  statement: (_id, accountId) => (accountId === null ? null : `/developers/${accountId}`),
  transaction: ofAccount('/transactions'),
  wish: (id) => (/^\d+$/.test(id) ? approvalPath(Number(id)) : null),
};

export function pageOfSubject(subject: string, accountId: number | null): string | null {
  const read = readSubject(subject);
  return read === null ? null : pages[read.kind](read.id, accountId);
}
