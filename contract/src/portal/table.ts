// Which routes has the portal's interface? The one table: the server registers from it and enforces its policies, the browser's client is
// typed by it. A new topic is a file of its own and a line here.

import { controlRoutes } from './control.ts';
import { developersRoutes } from './developers.ts';
import { caseRoutes } from './cases.ts';
import { claimRoutes } from './claims.ts';
import { catalogueRoutes } from './catalogue.ts';
import { connectorRoutes } from './connectors.ts';
import { callbackRoutes } from './callbacks.ts';
import { eventRoutes } from './events.ts';
import { healthRoutes } from './health.ts';
import { homeRoutes } from './home.ts';
import { keyRoutes } from './keys.ts';
import { lookUpRoutes } from './look-ups.ts';
import { meRoutes } from './me.ts';
import { overviewRoutes } from './overview.ts';
import { payoutRoutes } from './payouts.ts';
import { reconciliationRoutes } from './reconciliation.ts';
import { refundRoutes } from './refunds.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './route.ts';
import { requestRoutes } from './requests.ts';
import { sandboxRoutes } from './sandbox.ts';
import { serviceRoutes } from './services.ts';
import { settlementQueueRoutes } from './settlement-queue.ts';
import { settlementRoutes } from './settlements.ts';
import { signInRoutes } from './sign-in.ts';
import { statusRoutes } from './status.ts';
import { statementRoutes } from './statement.ts';
import { smsRoutes } from './sms.ts';
import { teamRoutes } from './team.ts';
import { transactionRoutes } from './transactions.ts';
import { wishRoutes } from './wishes.ts';

export const portalRoutes = {
  ...signInRoutes,
  ...meRoutes,
  ...teamRoutes,
  ...homeRoutes,
  ...overviewRoutes,
  ...developersRoutes,
  ...wishRoutes,
  ...caseRoutes,
  ...healthRoutes,
  ...refundRoutes,
  ...controlRoutes,
  ...catalogueRoutes,
  ...connectorRoutes,
  ...keyRoutes,
  ...callbackRoutes,
  ...serviceRoutes,
  ...transactionRoutes,
  ...statementRoutes,
  ...settlementRoutes,
  ...settlementQueueRoutes,
  ...claimRoutes,
  ...payoutRoutes,
  ...requestRoutes,
  ...lookUpRoutes,
  ...statusRoutes,
  ...sandboxRoutes,
  ...smsRoutes,
  ...reconciliationRoutes,
  ...eventRoutes,
} as const;

export type PortalRoutes = typeof portalRoutes;
export type RouteName = keyof PortalRoutes;

export type RouteParams<Name extends RouteName> = ParamsOf<PortalRoutes[Name]>;
export type RouteQuery<Name extends RouteName> = QueryOf<PortalRoutes[Name]>;
export type RouteBody<Name extends RouteName> = BodyOf<PortalRoutes[Name]>;
export type RouteAnswer<Name extends RouteName> = AnswerOf<PortalRoutes[Name]>;
