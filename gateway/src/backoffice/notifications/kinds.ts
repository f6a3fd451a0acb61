// Lists what people are told, with what each text is made of.

import {
  type alertRules,
  isAccountKind,
  type AccountApprovalKind,
  type ApprovalKind,
  type PreviewSubject,
} from '@jokko/contract/portal';

export type Language = 'fr' | 'en';
export type Channel = 'email' | 'sms' | 'webhook';

export interface NotificationParameters {
  /**
   * `company`: of the account; null: the operator. `by`: who invites; null: the administrator of
   * the server.
   */
  invitation: { company: string | null; by: string | null; role: string };
  reset: { secondFactors: boolean };
  alert: {
    what: 'raised' | 'escalated' | 'ended';
    critical: boolean;
    /** The first of them. */
    items: AlertItem[];
    count: number;
  };
  /** `key`: of the subscription, in the link that confirms or ends it. */
  subscription: { key: string };
  incident: { what: 'opened' | 'updated' | 'resolved'; title: string; text: string; key: string };
  approval: ApprovalTold;
  /** To who asked. `by`: who decided. `failure`: why it could not be carried out. */
  decision: ApprovalTold & {
    outcome: 'done' | 'failed' | 'refused';
    decidedBy: string | null;
    note: string | null;
  };
  /** `status`: null for a message that changes none. */
  claim: { reference: string; account: string; status: 'RESOLVED' | 'REJECTED' | null };
  /** Both in units of the currency. */
  balance: { account: string; currency: string; available: string; minimum: string };
  /**
   * `account`: null: the operator's team. `by`: who invited; null: nobody, or the administrator of
   * the server.
   */
  member: { account: string | null; name: string; email: string; by: string | null };
  /** `by`: null: the administrator of the server. */
  key: { account: string; what: 'key' | 'smsApp'; made: 'new' | 'replaced'; by: string | null };
  /** To the customer of a transaction, as the operator's page shows it. */
  customerAnswer: { text: string };
  /** What a schedule asks for; `key` of the link that ends it. */
  report: {
    report: 'morningProof' | 'revenue' | 'settlements';
    by: 'service' | 'route' | 'developer' | 'day' | null;
    schedule: number;
    key: string;
    /** ISO 8601, `until` not included, and the days of it in the schedule's time zone. */
    from: string;
    until: string;
    firstDay: string;
    lastDay: string;
    /** How many points of the morning proof are to be looked at; null: another report. */
    points: number | null;
    /** Its sums, counted when it leaves. */
    figures?: readonly ReportFigure[];
  };
  /** A sample, to see whether a channel works. */
  test: Record<string, never>;
}

export const reportFigures = {
  charged: ['Facturé', 'Charged'],
  returned: ['Restitué', 'Returned'],
  providerFees: ['Frais des fournisseurs', 'Provider fees'],
  margin: ['Marge', 'Margin'],
  available: ['Développeurs, disponible', 'Developers, available'],
  held: ['Développeurs, retenu', 'Developers, held'],
  received: ['Reçu par la banque', 'Received by the bank'],
  paid: ['Payé par la banque', 'Paid by the bank'],
  difference: ['Écart chez le fournisseur', 'Difference at the provider'],
} as const satisfies { readonly [name: string]: readonly [fr: string, en: string] };

export interface ReportFigure {
  name: keyof typeof reportFigures;
  /** Which one, where there are several: routes. */
  of: string | null;
  /** In units of the currency. */
  amount: string;
  currency: string;
}

type AlertRule = (typeof alertRules)[number];

/**
 * An approval request as it is told. What may be absent was not there before 0.2.0, whose nodes
 * read these too.
 */
export interface ApprovalTold {
  side: 'operator' | 'account';
  request: ApprovalKind;
  id?: number;
  /** Name of the account; null where it is about none. */
  account: string | null;
  /** Who asked. */
  by: string;
  reason?: string;
  /** In units of the currency; `signed`: it is added to a balance, or taken from it. */
  amount?: { amount: string; currency: string; signed: boolean } | null;
  transactionId?: string | null;
  /** The batch of payouts. */
  batch?: { id: string; lines: number } | null;
  /** How many files prove it; they are read on its page. */
  files?: number;
  /** What is so when it is told and would be so after approval. */
  changes?: ApprovalChange[];
}

export interface ApprovalChange {
  subject: PreviewSubject;
  name: string | null;
  before: ChangedValue;
  after: ChangedValue;
}

/**
 * `price` null: the catalogue's. `currency`: of its service, null where the catalogue has it no
 * more; absent before 0.3.0. Null: it is not there.
 */
type ChangedValue =
  | { amount: string; currency: string }
  | { word: string }
  | {
      code: string;
      price: { percent?: string | number; fixed?: string | number } | null;
      currency?: string | null;
    }
  | null;

export interface AlertItem {
  /** Absent in what nodes before 0.2.0 queued. */
  id?: number;
  rule: AlertRule;
  subject: string;
  severity: 'critical' | 'warning';
  value: number | null;
  /** The minimum that the value is below. Absent in what nodes before 0.3.0 queued. */
  threshold?: number | null;
  /** ISO 8601. */
  raisedAt: string;
}

export type NotificationKind = keyof NotificationParameters;

/** Where users of an account decide, by kind. */
const accountPages: { readonly [Kind in AccountApprovalKind]: (told: ApprovalTold) => string } = {
  'account-refund': (told) => `refunds${opened(told)}`,
  payout: ({ batch }) => (batch ? `payouts/${batch.id}` : 'payouts'),
  'payout-limit': () => 'payouts',
};

function approvalPage(told: ApprovalTold): string {
  return isAccountKind(told.request)
    ? accountPages[told.request](told)
    : `approvals${opened(told)}`;
}

/** The list from this request on, however many were made since, with its panel open. */
const opened = ({ id }: ApprovalTold): string =>
  id === undefined ? '' : `?after=${id + 1}&open=${id}`;

/** The page that each leads to. */
export const linkPages: {
  readonly [Kind in NotificationKind]: (parameters: NotificationParameters[Kind]) => string;
} = {
  invitation: () => 'invitation',
  reset: () => 'reset',
  alert: ({ items: [first], count }) =>
    count === 1 && first?.id !== undefined
      ? `alerts?after=${first.id + 1}&open=${first.id}`
      : 'alerts?state=open',
  subscription: () => 'status/subscription',
  incident: () => 'status',
  approval: approvalPage,
  decision: approvalPage,
  claim: ({ reference }) => `claims/${reference}`,
  balance: () => 'statement',
  report: ({ report, lastDay }) =>
    report === 'morningProof'
      ? `morning-proofs/${lastDay}`
      : report === 'revenue'
        ? 'revenue'
        : 'settlement-queue',
  member: () => 'team',
  key: ({ what }) => (what === 'key' ? 'keys' : 'sms?tab=apps'),
  customerAnswer: () => '',
  test: () => 'alerts',
};
