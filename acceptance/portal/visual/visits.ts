// Lists the visits of the visual tests: every route of the portal's route tree, for each side that
// may see it. A route without a visit fails the test.

import type { Fixture } from './fixture.ts';

export type Who = 'developer' | 'operator' | 'nobody' | 'begun';
export interface Visit {
  pattern: string;
  who: Who;
  path: string;
  /** The name of its pictures. */
  name: string;
}

type Where = string | ((fixture: Fixture) => string);

/** As which side each route is visited, and where, when its pattern has places to fill. */
const places: Record<string, Partial<Record<Who, Where>>> = {
  '/': { developer: '/', operator: '/' },
  '/sign-in': { nobody: '/sign-in' },
  '/register': { nobody: '/register' },
  '/invitation': { nobody: ({ links }) => `/invitation#${links.invitation}` },
  '/first-operator': { nobody: ({ links }) => `/first-operator#${links.firstOperator}` },
  '/reset': { nobody: ({ links }) => `/reset#${links.reset}` },
  '/second-factor': { begun: '/second-factor' },
  '/status': { developer: '/status', nobody: '/status' },
  '/reports/unsubscribe': { nobody: '/reports/unsubscribe#key' },
  '/morning-proofs/:day': { operator: ({ at }) => `/morning-proofs/${at.proof}` },
  '/status/subscription': { nobody: '/status/subscription#key' },
  '/transactions': { developer: '/transactions', operator: '/transactions' },
  '/transactions/:id': { developer: ({ at }) => `/transactions/${at.paid}` },
  '/transactions/:account/:id': {
    operator: ({ at, developer }) => `/transactions/${developer.accountId}/${at.paid}`,
  },
  '/notices': { developer: '/notices', operator: '/notices' },
  '/team': { developer: '/team', operator: '/team' },
  '/profile': { developer: '/profile', operator: '/profile' },
  '/security': { developer: '/security', operator: '/security' },
  '/claims/:reference': { developer: ({ at }) => `/claims/${at.claim}` },
  '/claim-queue/:reference': { operator: ({ at }) => `/claim-queue/${at.claim}` },
  '/sms/batches/:id': { developer: ({ at }) => `/sms/batches/${at.batch}` },
  '/payouts/:id': { developer: ({ at }) => `/payouts/${at.payout}` },
  '/all-payouts/:id': { operator: ({ at }) => `/all-payouts/${at.payout}` },
  '/settlements/:id': { developer: ({ at }) => `/settlements/${at.settlement}` },
  '/settlement-queue/:id': { operator: ({ at }) => `/settlement-queue/${at.settlement}` },
  '/developers/:id': { operator: ({ developer }) => `/developers/${developer.accountId}` },
  '/price-plans/:id': { operator: ({ at }) => `/price-plans/${at.plan}` },
  '/drafts/:kind/:id': { operator: ({ at }) => `/drafts/catalogue/${at.draft}` },
  '/versions/:kind': { operator: '/versions/catalogue?from=2&to=3' },
  '/destination-queues/:account': {
    operator: ({ developer }) => `/destination-queues/${developer.accountId}`,
  },
  '/cases/:account/:id': {
    operator: ({ at }) => `/cases/${at.disputed.accountId}/${at.disputed.id}`,
  },
  '/reconciliation/:id': { operator: ({ at }) => `/reconciliation/${at.file}` },
  '/search': { operator: '/search?q=Teranga' },
  '/find': { developer: '/find?q=balance' },
  '/sandbox': { developer: '/sandbox?q=26' },
  '/sandbox/integration': { developer: '/sandbox/integration' },
  '/sandbox/phone': { developer: '/sandbox/phone?phone=%2B221770000001' },
  ...forOne('developer', [
    '/keys',
    '/signing',
    '/inquiries',
    '/requests',
    '/callbacks',
    '/callbacks/test',
    '/callbacks/inbox',
    '/pins',
    '/services',
  ]),
  ...forOne('developer', [
    '/claims',
    '/claims/new',
    '/sms',
    '/sms/send',
    '/payment-links',
    '/payouts',
    '/payouts/new',
    '/settlements',
    '/refunds',
    '/statement',
  ]),
  ...forOne('operator', [
    '/overview',
    '/service-health',
    '/routes',
    '/aged-operations',
    '/developers',
    '/price-plans',
    '/price-plans/new',
    '/catalogue',
    '/sms-routing',
    '/connectors',
    '/error-texts',
    '/audit',
    '/blacklist',
    '/alerts',
    '/alerts/settings',
    '/incidents',
  ]),
  ...forOne('operator', [
    '/destination-queues',
    '/health',
    '/cases',
    '/provider-inbox',
    '/reconciliation',
    '/reconciliation/new',
    '/reconciliation/banks',
    '/reconciliation/rules',
    '/revenue',
    '/morning-proofs',
    '/report-schedules',
    '/approvals',
    '/approvals/settings',
    '/claim-queue',
  ]),
  ...forOne('operator', [
    '/service-requests',
    '/all-payouts',
    '/all-sms',
    '/settlement-queue',
    '/floats',
  ]),
};

function forOne(who: Who, paths: readonly string[]): Record<string, Partial<Record<Who, Where>>> {
  return Object.fromEntries(paths.map((path) => [path, { [who]: path }]));
}

/** The routes of the portal, as its route tree declares them. */
export async function readRoutes(): Promise<string[]> {
  const tree = new URL('../../../portal/src/routes.ts', import.meta.url);
  const { routes } = (await import(tree.href)) as { routes: { pattern: string }[] };
  return routes.map(({ pattern }) => pattern);
}

/**
 * All visits, in the order of the route tree; `missing`: routes that nobody goes to, `gone`: visits
 * whose route is no more.
 */
export function planVisits(
  patterns: readonly string[],
  fixture: Fixture,
): { visits: Visit[]; missing: string[]; gone: string[] } {
  const visits = patterns.flatMap((pattern) =>
    Object.entries(places[pattern] ?? {}).map(([who, where]) => {
      const path = typeof where === 'string' ? where : where(fixture);
      const page = pattern === '/' ? 'home' : pattern.slice(1).replaceAll(/[/:]+/g, '-');
      return { pattern, who: who as Who, path, name: `${page}-${who}` };
    }),
  );
  return {
    visits,
    missing: patterns.filter((pattern) => places[pattern] === undefined),
    gone: Object.keys(places).filter((pattern) => !patterns.includes(pattern)),
  };
}
