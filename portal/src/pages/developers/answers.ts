// What the pages of a developer read.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Developer = RouteAnswer<'GET operator/developers/:id'>;

export type Service = Developer['services'][number];
