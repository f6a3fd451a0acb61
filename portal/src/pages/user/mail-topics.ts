// What e-mail tells that a user may switch off, in the order of the page.

import type { RouteBody } from '@jokko/contract/portal';

export const mailTopics = [
  'approvals',
  'claims',
  'balance',
] as const satisfies RouteBody<'POST mail-topics'>['off'];
