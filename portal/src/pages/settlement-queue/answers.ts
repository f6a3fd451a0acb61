// What the settlement queue reads.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Queued = RouteAnswer<'GET operator/settlements'>['items'][number];
