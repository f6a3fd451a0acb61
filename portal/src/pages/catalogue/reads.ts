// Lists the reads to refresh after a draft has changed or was published.

import type { RouteName } from '@jokko/contract/portal';

export const draftReads: RouteName[] = [
  'GET operator/drafts/:kind/:id',
  'GET operator/drafts/:kind/:id/text',
  'GET operator/documents/:kind',
  'GET operator/documents/:kind/versions',
  'GET operator/connectors',
];
