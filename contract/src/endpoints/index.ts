// Lists the endpoints in the order of the documentation.
import type { Endpoint } from '../endpoint.ts';
import { balanceEndpoint } from './balance.ts';
import { checkoutEndpoint, checkoutsEndpoint, expireCheckoutEndpoint } from './checkouts.ts';
import { claimEndpoint } from './claim.ts';
import { errorsEndpoint } from './errors.ts';
import { callbackStreamEndpoint } from './callback-stream.ts';
import { eventsEndpoint } from './events.ts';
import { getTransactionStatusEndpoint } from './get-transaction-status.ts';
import { listPendingBillsEndpoint } from './list-pending-bills.ts';
import { newClaimEndpoint } from './new-claim.ts';
import { operationEndpoint } from './operation.ts';
import {
  createPaymentLinkEndpoint,
  listPaymentLinksEndpoint,
  paymentLinkEndpoint,
  paymentLinkMoveEndpoints,
} from './payment-links.ts';
import {
  payoutEndpoint,
  payoutLinesEndpoint,
  payoutMoveEndpointOf,
  payoutMoves,
} from './payout.ts';
import { payoutsEndpoint } from './payouts.ts';
import { phoneInfoEndpoint } from './phone-info.ts';
import { previewOperationEndpoint } from './preview-operation.ts';
import { refundCancelEndpoint } from './refund-cancel.ts';
import { rejectedRequestsEndpoint } from './rejected-requests.ts';
import { remitReceptionInfoEndpoint } from './remit-reception-info.ts';
import { remitSendInfoEndpoint } from './remit-send-info.ts';
import { servicesEndpoint } from './services.ts';
import { testIntegrationEndpoint } from './test-integration.ts';

export * from './balance.ts';
export * from './callback-stream.ts';
export * from './checkouts.ts';
export * from './claim.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './get-transaction-status.ts';
export * from './list-pending-bills.ts';
export * from './new-claim.ts';
export * from './operation.ts';
export * from './payment-links.ts';
export * from './payout.ts';
export * from './payouts.ts';
export * from './phone-info.ts';
export * from './preview-operation.ts';
export * from './refund-cancel.ts';
export * from './rejected-requests.ts';
export * from './remit-reception-info.ts';
export * from './remit-send-info.ts';
export * from './services.ts';
export * from './test-integration.ts';

export const endpoints: readonly Endpoint[] = [
  operationEndpoint,
  previewOperationEndpoint,
  payoutsEndpoint,
  payoutEndpoint,
  payoutLinesEndpoint,
  ...payoutMoves.map(payoutMoveEndpointOf),
  getTransactionStatusEndpoint,
  checkoutsEndpoint,
  checkoutEndpoint,
  expireCheckoutEndpoint,
  createPaymentLinkEndpoint,
  listPaymentLinksEndpoint,
  paymentLinkEndpoint,
  ...Object.values(paymentLinkMoveEndpoints),
  servicesEndpoint,
  phoneInfoEndpoint,
  errorsEndpoint,
  balanceEndpoint,
  eventsEndpoint,
  callbackStreamEndpoint,
  rejectedRequestsEndpoint,
  testIntegrationEndpoint,
  listPendingBillsEndpoint,
  newClaimEndpoint,
  claimEndpoint,
  refundCancelEndpoint,
  remitReceptionInfoEndpoint,
  remitSendInfoEndpoint,
];
