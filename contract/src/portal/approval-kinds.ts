// Lists the kinds of approval requests by whose users ask and decide. Everything that is said of a
// kind is a table over this list: a kind without its name, its page or its execution does not compile.

export const approvalKinds = {
  operator: [
    'catalogue',
    'sms-routing',
    'fund',
    'adjust',
    'settle',
    'settle-return',
    'float',
    'resolve',
    'close-case',
    'refund',
    'refund-limit',
    'developer-invitation',
    'developer-reset',
    'own-price',
    'price-plan',
  ],
  account: ['account-refund', 'payout'],
} as const;

export type OperatorApprovalKind = (typeof approvalKinds.operator)[number];
export type AccountApprovalKind = (typeof approvalKinds.account)[number];
export type ApprovalKind = OperatorApprovalKind | AccountApprovalKind;

/** Those that users of the account decide on, and nobody of the operator. */
export const isAccountKind = (kind: ApprovalKind): kind is AccountApprovalKind =>
  (approvalKinds.account as readonly string[]).includes(kind);
