// All endpoints of the payments interface.

import type { FastifyInstance } from 'fastify';
import type { InitiateDeps } from '../../payments/operations/index.ts';
import {
  registerPaymentsEndpoint,
  type PaymentsEndpoint,
  type PlaceOf,
} from '../../payments/api/http-endpoint.ts';
import { registerWrongMethods } from '../../payments/api/http-wrong-method.ts';
import { balanceEndpoint } from '../../payments/ledger/http-balance.ts';
import { errorsEndpoint } from '../../payments/catalogue/http-errors.ts';
import {
  callbackStreamEndpoint,
  type CallbackStreamDeps,
} from '../../payments/operations/http-callback-stream.ts';
import { eventEndpoints, type EventsDeps } from '../../payments/operations/http-events.ts';
import {
  getTransactionStatusEndpoint,
  type StatusDeps,
} from '../../payments/operations/http-get-transaction-status.ts';
import { listPendingBillsEndpoint } from '../../payments/bills/http-list-pending-bills.ts';
import { claimEndpoint } from '../../backoffice/claims/http-claim.ts';
import { newClaimEndpoint } from '../../backoffice/claims/http-new-claim.ts';
import { payoutEndpoints } from '../../backoffice/payouts/http-api-payout.ts';
import { payoutsEndpoint, type ApiPayoutDeps } from '../../backoffice/payouts/http-api-payouts.ts';
import { operationEndpoint } from '../../payments/operations/http-operation.ts';
import {
  previewOperationEndpoint,
  type PreviewEndpointDeps,
} from '../../payments/operations/http-preview-operation.ts';
import {
  testIntegrationEndpoint,
  type TestIntegrationDeps,
} from '../../payments/integration-tests/http-test-integration.ts';
import { phoneInfoEndpoint, type PhoneInfoDeps } from '../../payments/catalogue/http-phone-info.ts';
import { checkoutEndpoints, type CheckoutsDeps } from '../../payments/checkouts/http-checkouts.ts';
import { paymentLinkEndpoints } from '../../payments/payment-links/http-payment-links.ts';
import { refundCancelEndpoint } from '../../payments/operations/http-refund-cancel.ts';
import {
  remitReceptionInfoEndpoint,
  type RemittanceDeps,
} from '../../payments/remittance/http-remit-reception-info.ts';
import { rejectedRequestsEndpoint } from '../../payments/request-log/http-rejected-requests.ts';
import { remitSendInfoEndpoint } from '../../payments/remittance/http-remit-send-info.ts';
import { servicesEndpoint } from '../../payments/catalogue/http-services.ts';

import { answerHandedOn } from '../../payments/api/http-handed-on.ts';
import { createAnswerStreams } from '../../payments/api/http-stream.ts';
import type { StreamEnds } from '../../platform/http/event-stream.ts';
import type { AnswerHandedOn } from '../../platform/peers/index.ts';

export type PaymentsDeps = { initiate: InitiateDeps } & StatusDeps &
  EventsDeps &
  CallbackStreamDeps &
  RemittanceDeps &
  PhoneInfoDeps &
  TestIntegrationDeps &
  Omit<CheckoutsDeps, 'guard' | 'sandbox'> &
  Pick<ApiPayoutDeps, 'database'> &
  Pick<PreviewEndpointDeps, 'numberInfo' | 'typicalSeconds'> &
  Parameters<typeof operationEndpoint>[0] &
  Parameters<typeof servicesEndpoint>[0];

/** Those of them that other nodes hand on. */
export const answerPaymentsHandedOn = (deps: PaymentsDeps): AnswerHandedOn =>
  answerHandedOn(deps, [operationEndpoint(deps), refundCancelEndpoint(deps)]);

/** The endpoints for the accounts of one cell, the same ones in the same order for each. */
export const paymentsEndpoints = (deps: PaymentsDeps): PaymentsEndpoint[] => [
  servicesEndpoint(deps),
  errorsEndpoint(deps),
  balanceEndpoint(deps),
  ...eventEndpoints(deps),
  callbackStreamEndpoint(deps),
  rejectedRequestsEndpoint(deps),
  testIntegrationEndpoint(deps),
  listPendingBillsEndpoint(deps),
  operationEndpoint(deps),
  previewOperationEndpoint(deps),
  ...checkoutEndpoints({ ...deps.initiate, ...deps }),
  ...paymentLinkEndpoints({ ...deps.initiate, ...deps }),
  phoneInfoEndpoint(deps),
  payoutsEndpoint(deps),
  ...payoutEndpoints(deps),
  getTransactionStatusEndpoint(deps),
  newClaimEndpoint({ ...deps.initiate, database: deps.database }),
  claimEndpoint(deps),
  refundCancelEndpoint(deps),
  remitReceptionInfoEndpoint(deps),
  remitSendInfoEndpoint(deps),
];

/** What answers for the accounts of one cell. */
export interface PaymentsOfCell {
  deps: PaymentsDeps;
  endpoints: readonly PaymentsEndpoint[];
}

/** `ofCell`: a further cell; null while it is away, undefined where there is none of this number. */
export function registerPayments(
  app: FastifyInstance,
  deps: PaymentsDeps,
  ofCell: (cell: number) => PaymentsOfCell | null | undefined,
  ends: StreamEnds,
): void {
  const streams = createAnswerStreams(ends);
  const endpoints = paymentsEndpoints(deps);
  for (const ofPath of Map.groupBy(endpoints, ({ path }) => path).values())
    registerWrongMethods(
      app,
      deps,
      ofPath[0]!,
      ofPath.map(({ method }) => method),
    );
  for (const [index, endpoint] of endpoints.entries()) {
    const placeOf: PlaceOf = (cell) => {
      const there = ofCell(cell);
      return there && { deps: there.deps, endpoint: there.endpoints[index]! };
    };
    registerPaymentsEndpoint(app, deps, endpoint, { placeOf, streams });
  }
}
