// Lists the kinds of approval requests by whose users ask and decide. Everything that is said of a
// kind is a table over this list: a kind without its name, its page or its execution does not
// compile.

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
  account: ['account-refund', 'payout', 'payout-limit'],
} as const;

export type OperatorApprovalKind = (typeof approvalKinds.operator)[number];
export type AccountApprovalKind = (typeof approvalKinds.account)[number];
export type ApprovalKind = OperatorApprovalKind | AccountApprovalKind;

/** Those that users of the account decide on, and nobody of the operator. */
export const isAccountKind = (kind: ApprovalKind): kind is AccountApprovalKind =>
  (approvalKinds.account as readonly string[]).includes(kind);

/** What people call them, within a sentence: on the page of approvals and in messages. */
export const approvalKindNames: {
  readonly [kind in ApprovalKind]: readonly [fr: string, en: string];
} = {
  catalogue: ['publication du catalogue', 'catalogue publication'],
  'sms-routing': ['publication du routage SMS', 'SMS routing publication'],
  fund: ['approvisionnement', 'funding'],
  adjust: ['ajustement de solde', 'balance adjustment'],
  settle: ['reversement', 'settlement'],
  'settle-return': ['retour d’un reversement', 'settlement return'],
  float: ['mouvement de float', 'float movement'],
  resolve: ['résultat d’une transaction', 'transaction outcome'],
  'close-case': ['clôture d’un dossier', 'case closure'],
  refund: ['remboursement', 'refund'],
  'account-refund': ['remboursement', 'refund'],
  'refund-limit': ['limite des remboursements', 'refund limit'],
  'developer-invitation': ['invitation d’un membre', 'member invitation'],
  'developer-reset': ['réinitialisation d’un mot de passe', 'password reset'],
  'own-price': ['tarif négocié', 'price override'],
  'price-plan': ['application d’une grille tarifaire', 'price plan'],
  payout: ['paiement groupé', 'bulk payout'],
  'payout-limit': ['limite de paiement d’une clé API', 'payout limit of an API key'],
};
