// All endpoints of the payments interface.

import type { FastifyInstance } from 'fastify';
import type { InitiateDeps } from '../../payments/operations/index.ts';
import {
  registerPaymentsEndpoint,
  type PaymentsEndpoint,
  type CellEndpointOf,
} from '../../payments/api/http-endpoint.ts';
import { registerWrongMethods } from '../../payments/api/http-wrong-method.ts';
import { implementBalance } from '../../payments/ledger/http-balance.ts';
import { implementErrors } from '../../payments/catalogue/http-errors.ts';
import {
  implementCallbackStream,
  type CallbackStreamDeps,
} from '../../payments/operations/http-callback-stream.ts';
import { implementEvents, type EventsDeps } from '../../payments/operations/http-events.ts';
import {
  implementGetTransactionStatus,
  type StatusDeps,
} from '../../payments/operations/http-get-transaction-status.ts';
import { implementListPendingBills } from '../../payments/bills/http-list-pending-bills.ts';
import { implementClaim } from '../../backoffice/claims/http-claim.ts';
import { implementNewClaim } from '../../backoffice/claims/http-new-claim.ts';
import { implementPayout } from '../../backoffice/payouts/http-api-payout.ts';
import { implementPayouts, type ApiPayoutDeps } from '../../backoffice/payouts/http-api-payouts.ts';
import { implementOperation } from '../../payments/operations/http-operation.ts';
import {
  implementPreviewOperation,
  type PreviewEndpointDeps,
} from '../../payments/operations/http-preview-operation.ts';
import {
  implementTestIntegration,
  type TestIntegrationDeps,
} from '../../payments/integration-tests/http-test-integration.ts';
import {
  implementPhoneInfo,
  type PhoneInfoDeps,
} from '../../payments/catalogue/http-phone-info.ts';
import { implementCheckouts, type CheckoutsDeps } from '../../payments/checkouts/http-checkouts.ts';
import { implementPaymentLinks } from '../../payments/payment-links/http-payment-links.ts';
import { implementRefundCancel } from '../../payments/operations/http-refund-cancel.ts';
import {
  implementRemitReceptionInfo,
  type RemittanceDeps,
} from '../../payments/remittance/http-remit-reception-info.ts';
import { implementRejectedRequests } from '../../payments/request-log/http-rejected-requests.ts';
import { implementRemitSendInfo } from '../../payments/remittance/http-remit-send-info.ts';
import { implementServices } from '../../payments/catalogue/http-services.ts';

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
  Parameters<typeof implementOperation>[0] &
  Parameters<typeof implementServices>[0];

/** Those of them that other nodes hand on. */
export const answerPaymentsHandedOn = (deps: PaymentsDeps): AnswerHandedOn =>
  answerHandedOn(deps, [implementOperation(deps), implementRefundCancel(deps)]);

/** The endpoints for the accounts of one cell, the same ones in the same order for each. */
export const paymentsEndpoints = (deps: PaymentsDeps): PaymentsEndpoint[] => [
  implementServices(deps),
  implementErrors(deps),
  implementBalance(deps),
  ...implementEvents(deps),
  implementCallbackStream(deps),
  implementRejectedRequests(deps),
  implementTestIntegration(deps),
  implementListPendingBills(deps),
  implementOperation(deps),
  implementPreviewOperation(deps),
  ...implementCheckouts({ ...deps.initiate, ...deps }),
  ...implementPaymentLinks({ ...deps.initiate, ...deps }),
  implementPhoneInfo(deps),
  implementPayouts(deps),
  ...implementPayout(deps),
  implementGetTransactionStatus(deps),
  implementNewClaim({ ...deps.initiate, database: deps.database }),
  implementClaim(deps),
  implementRefundCancel(deps),
  implementRemitReceptionInfo(deps),
  implementRemitSendInfo(deps),
];

/** What answers for the accounts of one cell. */
export interface PaymentsOfCell {
  deps: PaymentsDeps;
  endpoints: readonly PaymentsEndpoint[];
}

/**
 * `ofCell`: a further cell; null while it is away, undefined where there is none of this number.
 */
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
    const placeOf: CellEndpointOf = (cell) => {
      const there = ofCell(cell);
      return there && { deps: there.deps, endpoint: there.endpoints[index]! };
    };
    registerPaymentsEndpoint(app, deps, endpoint, { placeOf, streams });
  }
}
