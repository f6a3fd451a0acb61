// What the pages of a statement file read.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Preview = RouteAnswer<'POST operator/reconciliation/preview'>;
