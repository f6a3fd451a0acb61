// A case as its page reads it.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Found = RouteAnswer<'GET operator/cases/:account/:id'>;
