// Writes for how long a carrier may try to deliver a part.

import type { SmsPart } from '../sms.ts';

/** Whole seconds, from 1 to the most that the carrier takes. */
export const validityWithin = (max: number, { validitySeconds }: SmsPart): number =>
  Math.min(max, Math.max(1, Math.floor(validitySeconds)));
