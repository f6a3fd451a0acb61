// Entry point of refunds by users: their limit, and two users above it.

export {
  changeRefundLimit,
  refundLimitKinds,
  refundLimitApprovalRequest,
  type RefundLimitApprovalRequest,
} from './change-limit.ts';
export { readRefundLimits, setRefundLimit } from './limit.ts';
export { previewRefund } from './preview.ts';
export { executeRefund, refundAsUser, refundKinds, type Reverse } from './refund.ts';
