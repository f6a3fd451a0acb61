// The door of refunds by persons: their limit, and two persons above it.

export { changeRefundLimit, refundLimitKinds, refundLimitWish, type RefundLimitWish } from './change-limit.ts';
export { limitInForce, readRefundLimits, setRefundLimit } from './limit.ts';
export { carryOutRefund, refundAsPerson, refundKinds, type Undo } from './refund.ts';
