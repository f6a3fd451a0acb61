// Refuses a field of the form by which a statement file comes in.

import type { Refused } from '../../platform/http/portal/refused.ts';

export const wrong = (
  field: string,
  problem: 'notAllowed' | 'empty' | 'tooLarge' = 'notAllowed',
): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});
