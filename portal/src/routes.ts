// Table of the portal's pages. A line for each: the pattern of its path and where its code is. The
// first match is shown.

import type { RouteName } from '@jokko/contract/portal';
import type { Route } from './router/index.ts';

export interface PortalPage extends Route {
  /**
   * `open`: for everybody. `anybody`: the same, within the frame of the portal for who is signed
   * in. `begun`: the sign-in has begun. Absent: signed in, within the frame of the portal.
   */
  frame?: 'open' | 'begun' | 'anybody';
  /** The route without which the page would be empty; absent: as its place in the navigation. */
  needs?: RouteName;
}

export const routes: readonly PortalPage[] = [
  { pattern: '/', load: () => import('./pages/home/home.tsx') },

  { pattern: '/sign-in', frame: 'open', load: () => import('./pages/sign-in/sign-in.tsx') },
  { pattern: '/register', frame: 'open', load: () => import('./pages/sign-in/register.tsx') },
  { pattern: '/invitation', frame: 'open', load: () => import('./pages/sign-in/invitation.tsx') },
  {
    pattern: '/first-operator',
    frame: 'open',
    load: () => import('./pages/sign-in/first-operator.tsx'),
  },
  { pattern: '/reset', frame: 'open', load: () => import('./pages/sign-in/reset.tsx') },
  {
    pattern: '/second-factor',
    frame: 'begun',
    load: () => import('./pages/user/second-factor.tsx'),
  },

  { pattern: '/overview', load: () => import('./pages/operator/overview.tsx') },
  {
    pattern: '/service-health',
    load: () => import('./pages/service-health/service-health.tsx'),
  },
  {
    pattern: '/routes',
    load: () => import('./pages/routes/routes.tsx'),
  },
  {
    pattern: '/aged-operations',
    needs: 'GET operator/aged-operations',
    load: () => import('./pages/cases/aged-operations.tsx'),
  },
  { pattern: '/alerts', load: () => import('./pages/alerts/alerts.tsx') },
  {
    pattern: '/alerts/settings',
    needs: 'GET operator/alert-settings',
    load: () => import('./pages/alerts/alert-settings.tsx'),
  },
  { pattern: '/incidents', load: () => import('./pages/incidents/incidents.tsx') },
  { pattern: '/developers', load: () => import('./pages/developers/developers.tsx') },
  { pattern: '/developers/:id', load: () => import('./pages/developers/developer.tsx') },
  { pattern: '/price-plans', load: () => import('./pages/price-plans/price-plans.tsx') },
  {
    pattern: '/price-plans/new',
    needs: 'POST operator/price-plans',
    load: () => import('./pages/price-plans/new-plan.tsx'),
  },
  { pattern: '/price-plans/:id', load: () => import('./pages/price-plans/plan.tsx') },
  { pattern: '/catalogue', load: () => import('./pages/catalogue/catalogue.tsx') },
  { pattern: '/sms-routing', load: () => import('./pages/catalogue/sms-routing.tsx') },
  {
    pattern: '/drafts/:kind/:id',
    needs: 'GET operator/drafts/:kind/:id',
    load: () => import('./pages/catalogue/draft.tsx'),
  },
  {
    pattern: '/versions/:kind',
    needs: 'GET operator/documents/:kind/changes',
    load: () => import('./pages/catalogue/compare.tsx'),
  },
  { pattern: '/connectors', load: () => import('./pages/connectors/connectors.tsx') },
  { pattern: '/error-texts', load: () => import('./pages/error-texts/error-texts.tsx') },
  { pattern: '/audit', load: () => import('./pages/audit/audit.tsx') },
  { pattern: '/blacklist', load: () => import('./pages/blacklist/blacklist.tsx') },
  {
    pattern: '/search',
    needs: 'GET operator/search',
    load: () => import('./pages/search/search.tsx'),
  },
  {
    pattern: '/find',
    needs: 'GET transactions',
    load: () => import('./pages/search/own.tsx'),
  },
  {
    pattern: '/destination-queues',
    load: () => import('./pages/destination-queues/destination-queues.tsx'),
  },
  {
    pattern: '/destination-queues/:account',
    load: () => import('./pages/destination-queues/deliveries.tsx'),
  },
  { pattern: '/health', load: () => import('./pages/health/health.tsx') },
  { pattern: '/cases', load: () => import('./pages/cases/cases.tsx') },
  {
    pattern: '/provider-inbox',
    load: () => import('./pages/provider-inbox/provider-inbox.tsx'),
  },
  { pattern: '/cases/:account/:id', load: () => import('./pages/cases/case.tsx') },
  { pattern: '/reconciliation', load: () => import('./pages/reconciliation/files.tsx') },
  {
    pattern: '/morning-proofs',
    load: () => import('./pages/morning-proofs/morning-proofs.tsx'),
  },
  { pattern: '/morning-proofs/:day', load: () => import('./pages/morning-proofs/proof.tsx') },
  {
    pattern: '/report-schedules',
    load: () => import('./pages/report-schedules/report-schedules.tsx'),
  },
  {
    pattern: '/reports/unsubscribe',
    frame: 'open',
    load: () => import('./pages/report-schedules/unsubscribe.tsx'),
  },
  { pattern: '/revenue', load: () => import('./pages/revenue/revenue.tsx') },
  {
    pattern: '/reconciliation/banks',
    load: () => import('./pages/reconciliation/bank-accounts.tsx'),
  },
  { pattern: '/reconciliation/rules', load: () => import('./pages/reconciliation/rules.tsx') },
  { pattern: '/reconciliation/new', load: () => import('./pages/reconciliation/new-file.tsx') },
  { pattern: '/reconciliation/:id', load: () => import('./pages/reconciliation/file.tsx') },
  { pattern: '/approvals', load: () => import('./pages/approval-requests/approval-requests.tsx') },
  {
    pattern: '/approvals/settings',
    needs: 'GET operator/refund-limit',
    load: () => import('./pages/approval-requests/approval-settings.tsx'),
  },

  { pattern: '/keys', load: () => import('./pages/keys/keys.tsx') },
  { pattern: '/signing', load: () => import('./pages/signing/signing.tsx') },
  { pattern: '/inquiries', load: () => import('./pages/inquiries/inquiries.tsx') },
  { pattern: '/status', frame: 'anybody', load: () => import('./pages/status/status.tsx') },
  {
    pattern: '/status/subscription',
    frame: 'open',
    load: () => import('./pages/status/subscription.tsx'),
  },
  { pattern: '/requests', load: () => import('./pages/request-log/request-log.tsx') },
  { pattern: '/callbacks', load: () => import('./pages/callbacks/callbacks.tsx') },
  { pattern: '/callbacks/test', load: () => import('./pages/callbacks/tester.tsx') },
  { pattern: '/callbacks/inbox', load: () => import('./pages/callbacks/inbox.tsx') },
  { pattern: '/pins', load: () => import('./pages/pins/pins.tsx') },
  { pattern: '/services', load: () => import('./pages/services/services.tsx') },
  {
    pattern: '/service-requests',
    load: () => import('./pages/service-requests/service-requests.tsx'),
  },

  { pattern: '/sandbox/integration', load: () => import('./pages/sandbox/integration.tsx') },
  { pattern: '/sandbox/phone', load: () => import('./pages/sandbox/phone.tsx') },
  { pattern: '/sandbox', load: () => import('./pages/sandbox/sandbox.tsx') },
  { pattern: '/claims', load: () => import('./pages/claims/claims.tsx') },
  { pattern: '/claims/new', load: () => import('./pages/claims/new-claim.tsx') },
  { pattern: '/claims/:reference', load: () => import('./pages/claims/claim.tsx') },
  { pattern: '/claim-queue', load: () => import('./pages/claims/queue.tsx') },
  { pattern: '/claim-queue/:reference', load: () => import('./pages/claims/case.tsx') },

  { pattern: '/sms', load: () => import('./pages/sms/sms.tsx') },
  { pattern: '/all-sms', load: () => import('./pages/all-sms/all-sms.tsx') },
  { pattern: '/sms/send', load: () => import('./pages/sms/send.tsx') },
  { pattern: '/sms/batches/:id', load: () => import('./pages/sms/batch.tsx') },

  {
    pattern: '/payment-links',
    load: () => import('./pages/payment-links/payment-links.tsx'),
  },
  { pattern: '/payouts', load: () => import('./pages/payouts/payouts.tsx') },
  { pattern: '/payouts/new', load: () => import('./pages/payouts/new-payout.tsx') },
  { pattern: '/payouts/:id', load: () => import('./pages/payouts/payout.tsx') },
  { pattern: '/all-payouts', load: () => import('./pages/payouts/all-payouts.tsx') },
  { pattern: '/all-payouts/:id', load: () => import('./pages/payouts/one-of-all.tsx') },

  { pattern: '/notices', load: () => import('./pages/notices/notices.tsx') },
  { pattern: '/team', load: () => import('./pages/team/team.tsx') },

  { pattern: '/transactions', load: () => import('./pages/transactions/list.tsx') },
  {
    pattern: '/transactions/:id',
    needs: 'GET transactions/:id',
    load: () => import('./pages/transactions/one.tsx'),
  },
  {
    pattern: '/transactions/:account/:id',
    needs: 'GET operator/transactions/:account/:id',
    load: () => import('./pages/transactions/one-of-all.tsx'),
  },
  { pattern: '/refunds', load: () => import('./pages/refunds/refunds.tsx') },
  { pattern: '/settlements', load: () => import('./pages/settlements/settlements.tsx') },
  { pattern: '/settlements/:id', load: () => import('./pages/settlements/settlement.tsx') },
  { pattern: '/settlement-queue', load: () => import('./pages/settlement-queue/queue.tsx') },
  { pattern: '/settlement-queue/:id', load: () => import('./pages/settlement-queue/queued.tsx') },
  { pattern: '/floats', load: () => import('./pages/floats/floats.tsx') },
  { pattern: '/statement', load: () => import('./pages/statement/statement.tsx') },

  { pattern: '/profile', load: () => import('./pages/user/profile.tsx') },
  { pattern: '/security', load: () => import('./pages/user/security.tsx') },
];
