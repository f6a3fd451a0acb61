// The portal: its interface below /portal/api, and the built pages for everything else.

import type { Mode } from '../../platform/db/mode.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { portalRoutes } from '@jokko/contract/portal';
import type { ApprovalRequestKinds } from '../../backoffice/approvals/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { RealtimeChanges } from '../../backoffice/realtime/index.ts';
import { findSession, readAuditNames, type Start } from '../../backoffice/users/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { createEventStreams } from '../../platform/http/portal/page-events.ts';
import type { StreamEnds } from '../../platform/http/event-stream.ts';
import { createExports } from '../../platform/http/portal/exports.ts';
import { registerFiles } from '../../platform/http/portal/files.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { alertHandlers, type AlertHandlersDeps } from '../../backoffice/alerts/http-alerts.ts';
import { auditHandlers } from '../../platform/audit/http-audit.ts';
import { inboxHandlers } from '../../payments/provider-inbox/http-inbox.ts';
import { blacklistHandlers } from '../../payments/status-limits/http-blacklist.ts';
import { networkHandlers, type NetworkDeps } from '../../backoffice/configuration/http-network.ts';
import { developerActivityHandlers } from '../../backoffice/developers/http-developer-activity.ts';
import { developerHandlers } from '../../backoffice/developers/http-developers.ts';
import { caseHandlers } from '../../backoffice/cases/http-cases.ts';
import { claimHandlers } from '../../backoffice/claims/http-claims.ts';
import { destinationQueueHandlers } from '../../payments/callbacks/http-destination-queues.ts';
import {
  callbackHandlers,
  type CallbackHandlersDeps,
} from '../../payments/callbacks/http-callbacks.ts';
import { goLiveHandlers, type GoLiveHandlersDeps } from '../../backoffice/golive/http-golive.ts';
import { incidentHandlers } from '../../backoffice/incidents/http-incidents.ts';
import { eventHandlers } from '../../backoffice/realtime/http-portal-events.ts';
import { healthHandlers } from '../../platform/health/http-health.ts';
import { homeHandlers } from '../../backoffice/overview/http-home.ts';
import { keyHandlers } from '../../payments/accounts/http-keys.ts';
import { meHandlers, type Stopped } from '../../backoffice/users/http-me.ts';
import { morningProofHandlers } from '../../backoffice/morning-proof/http-morning-proof.ts';
import { reportScheduleHandlers } from '../../backoffice/report-schedules/http-report-schedules.ts';
import { noticeHandlers } from '../../backoffice/notices/http-notices.ts';
import { operatorTransactionHandlers } from '../../backoffice/transactions/http-operator-transactions.ts';
import { overviewHandlers, type Working } from '../../backoffice/overview/http-overview.ts';
import { operatorPayoutHandlers } from '../../backoffice/payouts/http-operator-payouts.ts';
import { payoutHandlers } from '../../backoffice/payouts/http-payouts.ts';
import type { PayoutDeps } from '../../backoffice/payouts/http-payout-call.ts';
import { recoveryHandlers } from '../../backoffice/recovery/http-recovery.ts';
import { revenueHandlers } from '../../backoffice/revenue/http-revenue.ts';
import { statementDayHandlers } from '../../backoffice/provider-reports/http-statement-days.ts';
import { bankAccountHandlers } from '../../backoffice/bank-accounts/http-bank-accounts.ts';
import { reconciliationHandlers } from '../../backoffice/reconciliation/http-reconciliation.ts';
import { savedFilterHandlers } from '../../backoffice/saved-filters/http-saved-filters.ts';
import { operatorSmsHandlers } from '../../backoffice/sms/http-operator-sms.ts';
import { searchHandlers } from '../../backoffice/overview/http-search.ts';
import { priceOverrideHandlers } from '../../backoffice/pricing/http-price-override.ts';
import { pricePlanHandlers } from '../../backoffice/pricing/http-price-plans.ts';
import { pinHandlers } from '../../payments/pins/http-pins.ts';
import {
  testInboxHandlers,
  type TestInboxHandlersDeps,
} from '../../payments/test-inbox/http-test-inbox.ts';
import { integrationTestHandlers } from '../../payments/integration-tests/http-integration-tests.ts';
import {
  sandboxPhoneHandlers,
  type SandboxPhoneDeps,
} from '../../backoffice/sandbox-phone/http-sandbox-phone.ts';
import { inquiryHandlers } from '../../backoffice/transactions/http-inquiries.ts';
import type { InquiryHandlersDeps } from '../../backoffice/transactions/http-inquiry-call.ts';
import { requestHandlers } from '../../backoffice/transactions/http-requests.ts';
import type { AcceptedCounter } from '../../payments/request-log/index.ts';
import { sandboxHandlers } from '../../payments/catalogue/http-sandbox.ts';
import { serviceHandlers } from '../../payments/accounts/http-portal-services.ts';
import { floatMoveHandlers } from '../../backoffice/settlements/http-float-moves.ts';
import { payoutDestinationHandlers } from '../../backoffice/settlements/http-payout-destinations.ts';
import { settlementQueueHandlers } from '../../backoffice/settlements/http-settlement-queue.ts';
import { settlementHandlers } from '../../backoffice/settlements/http-settlements.ts';
import { signInHandlers } from '../../backoffice/users/http-sign-in.ts';
import { statusHandlers } from '../../backoffice/overview/http-status.ts';
import { statementHandlers } from '../../payments/ledger/http-statement.ts';
import {
  smsAppHandlers,
  type SmsAppHandlersDeps,
} from '../../messaging/applications/http-portal-sms-apps.ts';
import { smsHandlers } from '../../messaging/applications/http-portal-sms.ts';
import { tellsBalance } from '../../messaging/carrier-balances/index.ts';
import { cancelBatchHandlers } from '../../messaging/delivery/http-portal-cancel-batch.ts';
import type { SmsHandlersDeps } from '../../messaging/applications/http-portal-sms-sending.ts';
import { teamHandlers } from '../../backoffice/users/http-team.ts';
import {
  breakerHandlers,
  type BreakerHandlersDeps,
} from '../../backoffice/overview/http-breakers.ts';
import { paymentLinkHandlers } from '../../payments/payment-links/http-portal-links.ts';
import { refundHandlers, type RefundDeps } from '../../backoffice/refunds/http-refunds.ts';
import {
  transactionWorkHandlers,
  type TransactionWorkDeps,
} from '../../backoffice/transactions/http-transaction-work.ts';
import { transactionHandlers } from '../../backoffice/transactions/http-transactions.ts';
import { viewHandlers } from '../../backoffice/users/http-view.ts';
import { accountAccessHandlers } from '../../backoffice/account-access/http-account-access.ts';
import { approvalRequestHandlers } from '../../backoffice/approvals/http-approval-requests.ts';
import { refusalOfError, refuse, registerTable } from '../../platform/http/portal/register.ts';

type Receivers = CallbackHandlersDeps['receivers'] & { probe: Parameters<typeof pinHandlers>[1] };

export interface PortalDeps
  extends
    Pick<RefundDeps, 'reverse'>,
    Pick<BreakerHandlersDeps, 'cancelParked'>,
    Pick<TransactionWorkDeps, 'askProvider'>,
    Pick<PayoutDeps, 'payouts'>,
    Pick<TestInboxHandlersDeps, 'inboxes'>,
    Pick<SandboxPhoneDeps, 'phones'>,
    Pick<InquiryHandlersDeps, 'admission' | 'directory' | 'providers'> {
  database: Database;
  secrets: Secrets;
  /** Whether one-time links are sent by e-mail. */
  mails: boolean;
  /** The ways to people. */
  senders: AlertHandlersDeps['senders'];
  /** The one in force. */
  catalogue(): Catalogue;
  mode: Mode;
  /** Why nothing is initiated or sent at present; null: it is. */
  stopped(): Stopped | null;
  /** The way to callback receivers. */
  receivers: Receivers;
  /** What developers begin with who register by themselves; null: they cannot. */
  registration: Start | null;
  /** Hours until a new member counts as the second person of an approval. */
  newMemberHours: number;
  /** Whether those who are not signed in see the status of the services. */
  publicStatus: boolean;
  /** As configured. */
  publicUrl: string | null;
  /** Where the built pages are. */
  files: string;
  sms: Pick<SmsHandlersDeps, 'accept' | 'routing'> & Pick<SmsAppHandlersDeps, 'inboundProblem'>;
  /** Those that the operator keeps, and how their connectors are tried out. */
  documents: NetworkDeps['documents'];
  connectionTests: NetworkDeps['connectionTests'];
  /** The connectors of routes, by name. */
  connectors: GoLiveHandlersDeps['connectors'];
  /** The settings of SMS connections. */
  smsSettings: GoLiveHandlersDeps['smsSettings'];
  /** Where the provider of a route posts its notices. */
  noticeUrl(route: string): Promise<string>;
  /** The same for the carrier of an SMS connection. */
  smsNoticeUrl(connection: string): Promise<string>;
  changes: RealtimeChanges;
  /** The clock of the installation, ms since 1970. */
  now(): number;
  working: Working;
  /** Requests that were accepted and made no transaction. */
  acceptedRequests: AcceptedCounter;
  approvalRequestKinds: ApprovalRequestKinds;
  log: Log;
  /** Whether the database was the cause of an error: a value that it cannot hold, or itself. */
  databaseFault(error: unknown): 'value' | 'away' | null;
}

/**
 * Registers everything. The answered function sends the portal's page where one is asked for and no
 * route is; false: it is not.
 */
export function registerPortal(
  app: FastifyInstance,
  deps: PortalDeps,
  ends: StreamEnds,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const handlers = allHandlers(deps);
  const streams = createEventStreams();
  ends.push(streams.endAll);
  app.register(
    (scope, _options, registered) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
        parsed(null, body),
      );
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        const refused = refusalOfError(error, deps.databaseFault(error));
        const details = {
          requestId: request.id,
          route: request.routeOptions.url,
          code: refused.refusal,
        };
        if (refused.refusal === 'internal')
          deps.log.error({ ...details, error: error.stack }, 'portal: internal error');
        else deps.log.warn(details, 'portal: request rejected');
        return refuse(reply, refused);
      });
      scope.setNotFoundHandler((_request, reply) =>
        refuse(reply, { ok: false, refusal: 'notFound' }),
      );
      const { database, log, publicUrl } = deps;
      registerTable(
        scope,
        {
          findSession: (token, visit) => findSession(database, token, visit),
          log,
          publicUrl,
          mode: deps.mode,
          streams,
          now: deps.now,
          exports: createExports(),
        },
        portalRoutes,
        handlers,
      );
      registered();
    },
    { prefix: '/portal/api' },
  );
  return registerFiles(app, deps.files);
}

const rateLimitOf =
  ({ directory }: PortalDeps) =>
  async (accountId: number): Promise<number | null> =>
    (await directory.byId(accountId))?.rateLimit ?? null;

const networkOf = (deps: PortalDeps): NetworkDeps => ({
  ...deps,
  routing: deps.sms.routing,
  providerQueues: deps.working.providerQueues,
});

const messagingHandlers = (deps: PortalDeps) => ({
  ...smsHandlers({ ...deps.sms, ...deps, rateLimitOf: rateLimitOf(deps) }),
  ...operatorSmsHandlers({ ...deps.sms, ...deps }),
  ...cancelBatchHandlers(deps),
  ...smsAppHandlers({ ...deps.sms, ...deps }),
});

const reportHandlers = (deps: PortalDeps) => ({
  ...statementDayHandlers(deps),
  ...revenueHandlers(deps, deps.catalogue),
  ...morningProofHandlers(deps),
  ...reportScheduleHandlers(deps),
});

const linksOf = ({ payouts: { quote }, ...deps }: PortalDeps) => ({
  ...deps,
  guard: quote.guard,
  sandbox: quote.sandbox,
  hasProvider: (route: string) => quote.providers.of(deps.catalogue(), route) !== null,
});

const alertingOf = (deps: PortalDeps) => ({
  ...deps,
  webhookProblem: deps.sms.inboundProblem,
  routes: () => deps.catalogue().routes.map(({ name }) => name),
  smsConnections: () => {
    const { connectors } = deps.documents['sms-routing'];
    const isTold = (connector: string) =>
      Object.hasOwn(connectors, connector) && tellsBalance(connectors[connector]);
    return deps.sms
      .routing()
      .connections.filter(({ connector }) => isTold(connector))
      .map(({ name }) => name);
  },
});

const testingHandlers = (deps: PortalDeps) => ({
  ...testInboxHandlers(deps),
  ...integrationTestHandlers(deps),
  ...sandboxHandlers(deps.catalogue),
  ...sandboxPhoneHandlers(deps),
});

/** In the order of the table. */
function allHandlers(deps: PortalDeps): Handlers {
  return {
    ...signInHandlers(deps),
    ...meHandlers(deps, deps.mode, deps.stopped),
    ...noticeHandlers(deps),
    ...teamHandlers(deps),
    ...homeHandlers({ ...deps, volume: deps.working.accountVolume }),
    ...developerHandlers(deps, deps.catalogue),
    ...developerActivityHandlers({ ...deps, volume: deps.working.accountVolume }),
    ...accountAccessHandlers(deps, deps.approvalRequestKinds),
    ...priceOverrideHandlers(deps, deps.approvalRequestKinds, deps.catalogue),
    ...pricePlanHandlers({ ...deps, kinds: deps.approvalRequestKinds }),
    ...viewHandlers(deps),
    ...approvalRequestHandlers(deps, deps.approvalRequestKinds),
    ...caseHandlers(deps, deps.approvalRequestKinds, deps.catalogue),
    ...healthHandlers({ ...deps.working, database: deps.database }),
    ...alertHandlers(alertingOf(deps)),
    ...incidentHandlers(deps),
    ...networkHandlers(networkOf(deps)),
    ...goLiveHandlers(deps, deps.catalogue),
    ...recoveryHandlers(deps),
    ...auditHandlers(deps.database, {
      seen: deps.working.auditMarks,
      readNames: readAuditNames,
    }),
    ...blacklistHandlers(deps.database),
    ...inboxHandlers(deps.database),
    ...searchHandlers(deps.database, deps.catalogue, deps.mode),
    ...overviewHandlers(deps.database, deps.catalogue, deps.working),
    ...breakerHandlers(deps),
    ...callbackHandlers(deps),
    ...destinationQueueHandlers(deps),
    ...pinHandlers(deps, deps.receivers.probe),
    ...testingHandlers(deps),
    ...paymentLinkHandlers(linksOf(deps)),
    ...keyHandlers(deps, deps.mode),
    ...serviceHandlers(deps, deps.catalogue),
    ...transactionHandlers(deps),
    ...refundHandlers(deps),
    ...operatorTransactionHandlers(deps),
    ...transactionWorkHandlers(deps),
    ...payoutHandlers(deps),
    ...operatorPayoutHandlers(deps),
    ...savedFilterHandlers(deps),
    ...statementHandlers(deps),
    ...settlementHandlers(deps),
    ...payoutDestinationHandlers(deps),
    ...settlementQueueHandlers(deps, deps.approvalRequestKinds),
    ...floatMoveHandlers(deps, deps.approvalRequestKinds, deps.catalogue),
    ...claimHandlers(deps, deps.catalogue),
    ...statusHandlers(deps),
    ...inquiryHandlers({ ...deps, rateLimitOf: rateLimitOf(deps) }),
    ...requestHandlers(deps),
    ...messagingHandlers(deps),
    ...reconciliationHandlers(deps, deps.catalogue),
    ...bankAccountHandlers(deps),
    ...reportHandlers(deps),
    ...eventHandlers(deps.changes),
  };
}
