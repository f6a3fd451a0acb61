// Selects the lists that wait for this user's decision: those on which the user may decide, as far
// as the first page of each shows.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useMe, useRead } from '../../api/index.ts';
import type { IconName } from '../../ui/icon.tsx';

type Name =
  | 'approvals'
  | 'claims'
  | 'cases'
  | 'services'
  | 'settlements'
  | 'payments'
  | 'destinations'
  | 'callbacks'
  | 'carriers'
  | 'disturbed';
export interface Waiting {
  name: Name;
  to: string;
  icon: IconName;
  count: number;
  /** There are more than `count`. */
  more: boolean;
  /** When the oldest of them came; null: not known. */
  since: string | null;
}

const everyMs = 30_000;
/** Something is known of a list, or it is not this user's. */
interface Variant {
  loading: boolean;
  error: Error | undefined;
  again(): void;
}

/**
 * Non-empty lists, in the order of their urgency. `decides`: the user may decide on any list at
 * all.
 */
export function useWaiting(overview: RouteAnswer<'GET operator/overview'> | undefined) {
  const { abilities } = useMe();
  const reads = useLists();
  const { approvalRequests, claims, cases, services, requested, approved, destinations } = reads;
  const queries: Variant[] = Object.values(reads);
  // A merchant's receiver is mended by its merchant.
  const disturbed = (overview?.troubled ?? []).filter(({ kind }) => kind !== 'receiver');
  const abandoned = overview?.callbacks.abandoned ?? 0;
  const unproposed = requested.answer?.items.filter(
    ({ approvalRequest }) => approvalRequest === null,
  );
  const others = approvalRequests.answer?.items.filter(({ own }) => !own);
  const helps = useMay('POST operator/callbacks/give-up');
  const lines: Waiting[] = [
    counted('disturbed', '/service-health', 'pulse', disturbed.length),
    line(
      'approvals',
      '/approvals?state=open',
      'check-circle',
      others,
      approvalRequests.answer?.next,
      ({ askedAt }) => askedAt,
    ),
    line(
      'cases',
      '/cases',
      'scale',
      cases.answer?.items,
      cases.answer?.next,
      ({ openedAt }) => openedAt,
    ),
    line(
      'claims',
      '/claim-queue',
      'flag',
      claims.answer?.items,
      claims.answer?.next,
      ({ openedAt }) => openedAt,
    ),
    line(
      'settlements',
      '/settlement-queue?state=REQUESTED',
      'building',
      unproposed,
      requested.answer?.next,
      (item) => item.requestedAt,
    ),
    line(
      'payments',
      '/settlement-queue?state=APPROVED',
      'wallet',
      approved.answer?.items,
      approved.answer?.next,
      (item) => item.requestedAt,
    ),
    line(
      'destinations',
      '/settlement-queue',
      'building',
      destinations.answer?.items,
      null,
      ({ destination }) => destination.addedAt,
    ),
    line(
      'services',
      '/service-requests',
      'layers',
      services.answer?.items,
      services.answer?.next,
      ({ askedAt }) => askedAt,
    ),
    counted('callbacks', '/destination-queues', 'send', helps ? abandoned : 0),
    counted('carriers', '/health', 'plug', overview?.sms.troubled.length ?? 0),
  ].filter(({ count }) => count > 0);
  return {
    lines,
    loading: queries.some(({ loading }) => loading) && lines.length === 0,
    error: queries.find(({ error }) => error !== undefined)?.error,
    decides: abilities.some((name) => deciding.includes(name)),
    again: () => queries.forEach(({ again }) => again()),
  };
}

const deciding = [
  ...[
    'POST operator/approval-requests/approve',
    'POST operator/claims/:reference/move',
    'POST operator/cases/close',
    'POST service-requests/decide',
  ],
  ...[
    'POST operator/settlements/approve',
    'POST operator/settlements/pay',
    'POST operator/destinations/confirm',
  ],
];

/** A list is read by those alone who may decide on what stands in it. */
function useLists() {
  const every = { everyMs };
  const state = (name: 'REQUESTED' | 'APPROVED') => ({ query: { state: name } });
  return {
    approvalRequests: useRead(
      'GET operator/approval-requests',
      useMay('POST operator/approval-requests/approve') ? { query: { state: 'open' } } : null,
      every,
    ),
    claims: useRead(
      'GET operator/claims',
      useMay('POST operator/claims/:reference/move') ? { query: {} } : null,
      every,
    ),
    cases: useRead(
      'GET operator/cases',
      useMay('POST operator/cases/close') ? { query: {} } : null,
      every,
    ),
    services: useRead(
      'GET service-requests',
      useMay('POST service-requests/decide') ? { query: { state: 'open' } } : null,
      every,
    ),
    requested: useRead(
      'GET operator/settlements',
      useMay('POST operator/settlements/approve') ? state('REQUESTED') : null,
      every,
    ),
    approved: useRead(
      'GET operator/settlements',
      useMay('POST operator/settlements/pay') ? state('APPROVED') : null,
      every,
    ),
    destinations: useRead(
      'GET operator/destinations',
      useMay('POST operator/destinations/confirm') ? {} : null,
      every,
    ),
  };
}

/** What is only counted. */
const counted = (name: Name, to: string, icon: IconName, count: number): Waiting => ({
  name,
  to,
  icon,
  count,
  more: false,
  since: null,
});

function line<Item>(
  name: Name,
  to: string,
  icon: IconName,
  items: readonly Item[] | undefined,
  next: string | null | undefined,
  at: (item: Item) => string,
): Waiting {
  const times = (items ?? []).map(at).toSorted();
  return {
    name,
    to,
    icon,
    count: times.length,
    more: typeof next === 'string',
    since: times[0] ?? null,
  };
}
