// Type of a draft on its page.

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Kind } from './kind.ts';

export type Draft = RouteAnswer<'GET operator/drafts/:kind/:id'> & { kind: Kind };
