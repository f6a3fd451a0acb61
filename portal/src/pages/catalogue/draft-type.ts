// What is a draft as its page knows it?

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Kind } from './kind.ts';

export type Draft = RouteAnswer<'GET operator/drafts/:kind/:id'> & { kind: Kind };
