// What the health page reads.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Health = RouteAnswer<'GET operator/health'>;
