// Wire spellings of states. Only this file and the gateway's presenters know the interface's own
// spellings (FAILED, statut, ACTIVED).

export const publicStatus = {
  pending: 'PENDING',
  processing: 'PROCESSING',
  success: 'SUCCESS',
  failed: 'FAILLED',
  refunded: 'REFUNDED',
  canceled: 'CANCELED',
} as const;

export type PublicStatus = (typeof publicStatus)[keyof typeof publicStatus];

/** The two statuses a callback carries. */
export type CallbackStatus = typeof publicStatus.success | typeof publicStatus.failed;

/** `statutTreatment` of refund-cancel: done, asked with the outcome to come, or not done. */
export const refundTreatment = {
  success: 'SUCCESS',
  pending: 'PENDING',
  failed: 'FAILLED',
} as const;
export type RefundTreatment = (typeof refundTreatment)[keyof typeof refundTreatment];

/** Status of a checkout. */
export const checkoutStatus = {
  open: 'OPEN',
  paying: 'PAYING',
  paid: 'PAID',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
} as const;
export type CheckoutStatus = (typeof checkoutStatus)[keyof typeof checkoutStatus];

/** Status of a payment link. */
export const paymentLinkStatus = {
  active: 'ACTIVE',
  paused: 'PAUSED',
  expired: 'EXPIRED',
  used: 'USED',
} as const;
export type PaymentLinkStatus = (typeof paymentLinkStatus)[keyof typeof paymentLinkStatus];
/** How many payments may succeed by a link. */
export const paymentLinkUses = { one: 'one', many: 'many' } as const;

/** `statut` of a claim (rule S5). */
export const claimStatus = {
  opened: 'OPENED',
  inProgress: 'IN_PROGRESS',
  resolved: 'RESOLVED',
  rejected: 'REJECTED',
  closed: 'CLOSED',
} as const;
export type ClaimStatus = (typeof claimStatus)[keyof typeof claimStatus];

/** `state` of a claim: ACTIVED until it is closed. */
export const claimState = { active: 'ACTIVED', inactive: 'DESACTIVED' } as const;
export type ClaimState = (typeof claimState)[keyof typeof claimState];
