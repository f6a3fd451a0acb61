// Entry point for protocols that are written elsewhere: the interface of a protocol, and what it
// works with. The simulator loads them with SIM_PROTOCOLS.

export type { Protocol, ProtocolDeps } from './protocol.ts';
export type { Announcement } from './core/parts.ts';
export type { Kind, Operation, Order, Status } from './core/operation.ts';
export type { Notice } from './core/notices.ts';
export type { Exchange } from './http/exchange.ts';
export { billClaim, billsOf } from './core/bills.ts';
export { codeOfError, reasons } from './core/catalogue.ts';
export { decidingDigits } from './core/digits.ts';
export { directionOf } from './core/operation.ts';
export { fingerprintOf } from './core/fingerprint.ts';
export { formatAmount, parseAmount } from './core/money.ts';
export { refundOrder } from './core/refund.ts';
export { voucherOf } from './core/voucher.ts';
export {
  decodePart,
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendEmpty,
  sendJson,
  sendText,
  textMember,
} from './http/exchange.ts';
