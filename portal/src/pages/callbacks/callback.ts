// Types of a callback on these pages, and its search parameters.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Callback = RouteAnswer<'GET callbacks'>['items'][number];
const states = ['due', 'delivered', 'abandoned'] as const;
const statuses = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'] as const;
const errorClasses = [
  ...([
    'dns_error',
    'connection_refused',
    'connection_reset',
    'network_unreachable',
    'network_error',
    'unclear_length',
    'head_too_large',
    'interim_flood',
    'protocol_switch',
    'timeout',
    'tls_error',
  ] as const),
  ...(['pin_mismatch', 'redirect', 'http_status', 'blocked_target'] as const),
];
export const choices = { states, statuses, errorClasses };
