// Invariants that cannot be checked from the current tables, and the
// reasons.

import type { Inapplicable } from '../../platform/doctor/check.ts';

export const inapplicable: readonly Inapplicable[] = [
  {
    id: 'I-32',
    statement: 'each answer 2000 in the access journal has its transaction',
    reason:
      'answers are not kept: the crash tests and the bench compare the journal of their client, all of it',
  },
];
