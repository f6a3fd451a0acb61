// What the team page reads.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Team = RouteAnswer<'GET team'>;

export type Member = Team['members'][number];
