// Table of all routes of the portal's interface: the server registers from it and enforces its
// policies, and the browser's client is typed by it. A new topic is a file of its own and a line
// here.

import { controlRoutes } from './control.ts';
import { developersRoutes } from './developers.ts';
import { bankAccountRoutes } from './bank-accounts.ts';
import { breakerRoutes } from './breakers.ts';
import { caseRoutes } from './cases.ts';
import { claimRoutes } from './claims.ts';
import { catalogueRoutes } from './catalogue.ts';
import { connectorRoutes } from './connectors.ts';
import { callbackRoutes } from './callbacks.ts';
import { eventRoutes } from './events.ts';
import { alertRoutes } from './alerts.ts';
import { healthRoutes } from './health.ts';
import { incidentRoutes } from './incidents.ts';
import { serviceHealthRoutes } from './service-health.ts';
import { homeRoutes } from './home.ts';
import { integrationTestRoutes } from './integration-tests.ts';
import { keyRoutes } from './keys.ts';
import { inquiryRoutes } from './inquiries.ts';
import { meRoutes } from './me.ts';
import { morningProofRoutes } from './morning-proof.ts';
import { noticeRoutes } from './notices.ts';
import { overviewRoutes } from './overview.ts';
import { paymentLinkRoutes } from './payment-links.ts';
import { payoutLimitRoutes } from './payout-limits.ts';
import { payoutRoutes } from './payouts.ts';
import { pricePlanRoutes } from './price-plans.ts';
import { providerInboxRoutes } from './provider-inbox.ts';
import { reconciliationRoutes } from './reconciliation.ts';
import { reconciliationRuleRoutes } from './reconciliation-rules.ts';
import { statementDayRoutes } from './statement-days.ts';
import { refundRoutes } from './refunds.ts';
import { revenueRoutes } from './revenue.ts';
import type { Encodable } from './encode.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './route.ts';
import { reportScheduleRoutes } from './report-schedules.ts';
import { requestRoutes } from './requests.ts';
import { savedFilterRoutes } from './saved-filters.ts';
import { sandboxRoutes } from './sandbox.ts';
import { serviceRoutes } from './services.ts';
import { settlementQueueRoutes } from './settlement-queue.ts';
import { settlementRoutes } from './settlements.ts';
import { signInRoutes } from './sign-in.ts';
import { statusRoutes } from './status.ts';
import { statementRoutes } from './statement.ts';
import { operatorSmsRoutes } from './operator-sms.ts';
import { smsRoutes } from './sms.ts';
import { teamRoutes } from './team.ts';
import { transactionWorkRoutes } from './transaction-work.ts';
import { transactionRoutes } from './transactions.ts';
import { approvalRequestRoutes } from './approval-requests.ts';

export const portalRoutes = {
  ...signInRoutes,
  ...meRoutes,
  ...noticeRoutes,
  ...teamRoutes,
  ...homeRoutes,
  ...overviewRoutes,
  ...developersRoutes,
  ...pricePlanRoutes,
  ...approvalRequestRoutes,
  ...caseRoutes,
  ...providerInboxRoutes,
  ...healthRoutes,
  ...serviceHealthRoutes,
  ...breakerRoutes,
  ...alertRoutes,
  ...incidentRoutes,
  ...refundRoutes,
  ...controlRoutes,
  ...catalogueRoutes,
  ...connectorRoutes,
  ...keyRoutes,
  ...callbackRoutes,
  ...integrationTestRoutes,
  ...serviceRoutes,
  ...transactionRoutes,
  ...transactionWorkRoutes,
  ...savedFilterRoutes,
  ...statementRoutes,
  ...settlementRoutes,
  ...settlementQueueRoutes,
  ...claimRoutes,
  ...paymentLinkRoutes,
  ...payoutLimitRoutes,
  ...payoutRoutes,
  ...requestRoutes,
  ...inquiryRoutes,
  ...statusRoutes,
  ...sandboxRoutes,
  ...smsRoutes,
  ...operatorSmsRoutes,
  ...reconciliationRoutes,
  ...reconciliationRuleRoutes,
  ...bankAccountRoutes,
  ...statementDayRoutes,
  ...revenueRoutes,
  ...morningProofRoutes,
  ...reportScheduleRoutes,
  ...eventRoutes,
} as const;

export type PortalRoutes = typeof portalRoutes;
export type RouteName = keyof PortalRoutes;

export type RouteParams<Name extends RouteName> = ParamsOf<PortalRoutes[Name]>;
export type RouteQuery<Name extends RouteName> = QueryOf<PortalRoutes[Name]>;
export type RouteBody<Name extends RouteName> = BodyOf<PortalRoutes[Name]>;
export type RouteAnswer<Name extends RouteName> = AnswerOf<PortalRoutes[Name]>;
/** What a handler answers, before it is encoded. */
export type RouteResult<Name extends RouteName> = Encodable<PortalRoutes[Name]['answer']>;
