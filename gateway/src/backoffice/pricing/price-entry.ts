// Reads a price as forms give it.

import { defined } from '@jokko/contract';
import type { RouteBody } from '@jokko/contract/portal';

type GivenPrice = NonNullable<RouteBody<'POST operator/developers/price'>['price']>;

/** What is left out of an entry is nothing. */
export function entryOf({ percent, fixed, minimum, maximum }: GivenPrice) {
  return {
    percent,
    fixed,
    ...defined({ minimum, maximum }),
  };
}
