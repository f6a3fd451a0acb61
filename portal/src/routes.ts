// Which pages are there? A line for each: the pattern of its path and where its code is. The first that fits is shown.

import type { RouteName } from '@jokko/contract/portal';
import type { Route } from './router/index.ts';

export interface PortalPage extends Route {
  /** `open`: for everybody. `anybody`: the same, within the frame of the portal for who is signed in. `begun`: the sign-in has begun. Absent: signed in, within the frame of the portal. */
  frame?: 'open' | 'begun' | 'anybody';
  /** The route without which the page would be empty; absent: as its place in the navigation. */
  needs?: RouteName;
}

export const routes: readonly PortalPage[] = [
  { pattern: '/', load: () => import('./pages/home/home.tsx') },

  { pattern: '/sign-in', frame: 'open', load: () => import('./pages/sign-in/sign-in.tsx') },
  { pattern: '/register', frame: 'open', load: () => import('./pages/sign-in/register.tsx') },
  { pattern: '/invitation', frame: 'open', load: () => import('./pages/sign-in/invitation.tsx') },
  { pattern: '/first-operator', frame: 'open', load: () => import('./pages/sign-in/first-operator.tsx') },
  { pattern: '/reset', frame: 'open', load: () => import('./pages/sign-in/reset.tsx') },
  { pattern: '/second-factor', frame: 'begun', load: () => import('./pages/person/second-factor.tsx') },

  { pattern: '/overview', load: () => import('./pages/operator/overview.tsx') },
  { pattern: '/developers', load: () => import('./pages/developers/developers.tsx') },
  { pattern: '/developers/:id', load: () => import('./pages/developers/developer.tsx') },
  { pattern: '/catalogue', load: () => import('./pages/catalogue/catalogue.tsx') },
  { pattern: '/sms-routing', load: () => import('./pages/catalogue/sms-routing.tsx') },
  { pattern: '/drafts/:kind/:id', needs: 'GET operator/drafts/:kind/:id', load: () => import('./pages/catalogue/draft.tsx') },
  { pattern: '/versions/:kind', needs: 'GET operator/documents/:kind/changes', load: () => import('./pages/catalogue/compare.tsx') },
  { pattern: '/connectors', load: () => import('./pages/connectors/connectors.tsx') },
  { pattern: '/error-texts', load: () => import('./pages/error-texts/error-texts.tsx') },
  { pattern: '/audit', load: () => import('./pages/audit/audit.tsx') },
  { pattern: '/blacklist', load: () => import('./pages/blacklist/blacklist.tsx') },
  { pattern: '/search', needs: 'GET operator/search', load: () => import('./pages/search/search.tsx') },
  { pattern: '/callback-lanes', load: () => import('./pages/callback-lanes/lanes.tsx') },
  { pattern: '/callback-lanes/:account', load: () => import('./pages/callback-lanes/deliveries.tsx') },
  { pattern: '/health', load: () => import('./pages/health/health.tsx') },
  { pattern: '/cases', load: () => import('./pages/cases/cases.tsx') },
  { pattern: '/cases/:account/:id', load: () => import('./pages/cases/case.tsx') },
  { pattern: '/reconciliation', load: () => import('./pages/reconciliation/files.tsx') },
  { pattern: '/reconciliation/new', load: () => import('./pages/reconciliation/new-file.tsx') },
  { pattern: '/reconciliation/:id', load: () => import('./pages/reconciliation/file.tsx') },
  { pattern: '/approvals', load: () => import('./pages/wishes/wishes.tsx') },

  { pattern: '/keys', load: () => import('./pages/keys/keys.tsx') },
  { pattern: '/signing', load: () => import('./pages/signing/signing.tsx') },
  { pattern: '/look-ups', load: () => import('./pages/look-ups/look-ups.tsx') },
  { pattern: '/status', frame: 'anybody', load: () => import('./pages/status/status.tsx') },
  { pattern: '/requests', load: () => import('./pages/requests/requests.tsx') },
  { pattern: '/callbacks', load: () => import('./pages/callbacks/callbacks.tsx') },
  { pattern: '/callbacks/test', load: () => import('./pages/callbacks/tester.tsx') },
  { pattern: '/pins', load: () => import('./pages/pins/pins.tsx') },
  { pattern: '/services', load: () => import('./pages/services/services.tsx') },
  { pattern: '/service-requests', load: () => import('./pages/service-requests/service-requests.tsx') },

  { pattern: '/reference', load: () => import('./pages/reference/reference.tsx') },
  { pattern: '/sandbox', load: () => import('./pages/sandbox/sandbox.tsx') },
  { pattern: '/claims', load: () => import('./pages/claims/claims.tsx') },
  { pattern: '/claims/new', load: () => import('./pages/claims/new-claim.tsx') },
  { pattern: '/claims/:reference', load: () => import('./pages/claims/claim.tsx') },
  { pattern: '/claim-queue', load: () => import('./pages/claims/queue.tsx') },
  { pattern: '/claim-queue/:reference', load: () => import('./pages/claims/case.tsx') },

  { pattern: '/sms', load: () => import('./pages/sms/sms.tsx') },
  { pattern: '/sms/send', load: () => import('./pages/sms/send.tsx') },
  { pattern: '/sms/batches/:id', load: () => import('./pages/sms/batch.tsx') },

  { pattern: '/payouts', load: () => import('./pages/payouts/payouts.tsx') },
  { pattern: '/payouts/new', load: () => import('./pages/payouts/new-payout.tsx') },
  { pattern: '/payouts/:id', load: () => import('./pages/payouts/payout.tsx') },
  { pattern: '/all-payouts', load: () => import('./pages/payouts/all-payouts.tsx') },
  { pattern: '/all-payouts/:id', load: () => import('./pages/payouts/one-of-all.tsx') },

  { pattern: '/team', load: () => import('./pages/team/team.tsx') },

  { pattern: '/transactions', load: () => import('./pages/transactions/list.tsx') },
  { pattern: '/transactions/:id', needs: 'GET transactions/:id', load: () => import('./pages/transactions/one.tsx') },
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

  { pattern: '/profile', load: () => import('./pages/person/profile.tsx') },
  { pattern: '/security', load: () => import('./pages/person/security.tsx') },
];
