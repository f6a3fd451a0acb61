// Lists what people are told, with what each text is made of.

export type Language = 'fr' | 'en';
export type Channel = 'email' | 'sms' | 'webhook';

export interface NotificationParameters {
  /** `company`: of the account; null: the operator. `by`: who invites; null: the administrator of the server. */
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
  /** `request`: its kind. `account`: null where it is about none. */
  approval: { side: 'operator' | 'account'; request: string; account: string | null; by: string };
  /** `status`: null for a message that changes none. */
  claim: { reference: string; account: string; status: 'RESOLVED' | 'REJECTED' | null };
  /** Both in units of the currency. */
  balance: { account: string; currency: string; available: string; minimum: string };
  /** `account`: null: the operator's team. `by`: who invited; null: nobody, or the administrator of the server. */
  member: { account: string | null; name: string; email: string; by: string | null };
  /** `by`: null: the administrator of the server. */
  key: { account: string; what: 'key' | 'smsApp'; made: 'new' | 'replaced'; by: string | null };
  /** To the customer of a transaction, as the operator's page shows it. */
  customerAnswer: { text: string };
  /** Of a schedule; `key` of the link that ends it. */
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
    /** Of the morning proof what is to be looked at; null: another report. */
    points: number | null;
  };
  /** A sample, to see whether a channel works. */
  test: Record<string, never>;
}

export interface AlertItem {
  rule: string;
  subject: string;
  severity: 'critical' | 'warning';
  value: number | null;
  /** ISO 8601. */
  raisedAt: string;
}

export type NotificationKind = keyof NotificationParameters;

/** The page that each leads to. */
export const linkPages: {
  readonly [Kind in NotificationKind]: (parameters: NotificationParameters[Kind]) => string;
} = {
  invitation: () => 'invitation',
  reset: () => 'reset',
  alert: () => 'alerts',
  subscription: () => 'status/subscription',
  incident: () => 'status',
  approval: ({ side }) => (side === 'operator' ? 'approvals' : 'refunds'),
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
