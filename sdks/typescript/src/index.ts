// The SDK: `new Jokko({ url, key, webhookSecret })`. See ../../README.md for what it does.

export { Jokko } from './client.ts';
export type { Bills, Callbacks, Claims, Remit, Sms } from './calls.ts';
export type { JokkoOptions } from './options.ts';
export { CallbackError, Conflict, InvalidCall, JokkoError } from './errors.ts';
export { OutcomeUnknown, Refused } from './errors.ts';
export type { CallbackProblem, FieldError } from './errors.ts';
export type { Callback, CallbackHeaders } from './callbacks.ts';
export type {
  AirtimeOrder,
  BankTransferOrder,
  BillOrder,
  CardOrder,
  ChatOrder,
  CollectOrder,
  Customer,
  Metadata,
  Order,
  PayOutOrder,
  PreviewOrder,
  ReloadOrder,
  RemitReceiveOrder,
  RemitSendOrder,
} from './orders.ts';
export type {
  Bill,
  Claim,
  JokkoEvent,
  Payment,
  Preview,
  Refund,
  Service,
  SmsBatch,
  Status,
  TransactionStatus,
  Voucher,
} from './results.ts';
