// What the refunds page reads.

import type { RouteAnswer } from '@jokko/contract/portal';

export type AskedRefund = RouteAnswer<'GET refunds'>['items'][number];
