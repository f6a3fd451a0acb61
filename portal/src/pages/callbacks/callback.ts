// Types of a callback on these pages, and its search parameters.

import { errorClasses } from '@jokko/contract/error-classes';
import type { RouteAnswer } from '@jokko/contract/portal';

export type Callback = RouteAnswer<'GET callbacks'>['items'][number];
const states = ['due', 'delivered', 'abandoned'] as const;
const statuses = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'] as const;
export const choices = { states, statuses, errorClasses };
