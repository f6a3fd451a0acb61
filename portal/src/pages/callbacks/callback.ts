// What is a callback on these pages, and how is one looked for?

import type { RouteAnswer, RouteQuery } from '@jokko/contract/portal';
import { dayBounds } from '../../language/index.ts';
import { dayParam, filterParam, textParam } from '../../router/index.ts';
import type { Tone } from '../../ui/badge.tsx';

export type Callback = RouteAnswer<'GET callbacks'>['items'][number];
export const stateTones: Record<Callback['state'], Tone> = { due: 'warn', delivered: 'good', parked: 'bad' };

const states = ['due', 'delivered', 'parked'] as const;
const statuses = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'] as const;
const errorClasses = [
  ...(['dns_error', 'connection_refused', 'connection_reset', 'network_unreachable', 'network_error', 'timeout', 'tls_error'] as const),
  ...(['pin_mismatch', 'redirect', 'http_status', 'blocked_target'] as const),
];
export const fields = {
  q: textParam(),
  state: filterParam(states),
  status: filterParam(statuses),
  error: filterParam(errorClasses),
  lane: textParam(),
  from: dayParam(),
  until: dayParam(),
  after: textParam(),
  open: textParam(),
};
export const choices = { states, statuses, errorClasses };
type Filters = { [Name in keyof typeof fields]: ReturnType<(typeof fields)[Name]['read']> };
export type Narrow = (change: Partial<Filters>) => void;

/** What the gateway is asked for; members that filter nothing are left out. */
export function queryOf({ state, status, error, lane, from, until }: Filters, timeZone: string) {
  return {
    ...(state === '' ? {} : { state }),
    ...(status === '' ? {} : { status }),
    ...(error === '' ? {} : { errorClass: error }),
    ...(lane === '' ? {} : { lane }),
    ...(from === '' ? {} : { since: dayBounds(from, timeZone).from }),
    ...(until === '' ? {} : { until: dayBounds(until, timeZone).until }),
  } satisfies RouteQuery<'GET callbacks'>;
}
