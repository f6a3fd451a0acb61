// Table of a settlement's state changes, each with what it moves in the ledger. The one such
// table.

import type { SettlementEvent } from '../../payments/ledger/index.ts';

export const settlementStates = [
  'REQUESTED',
  'APPROVED',
  'PAID',
  'REFUSED',
  'WITHDRAWN',
  'RETURNED',
] as const;
export type SettlementState = (typeof settlementStates)[number];
/** `approve` and `return` by two users of the operator, `withdraw` by the developer. */
export type SettlementMove = 'approve' | 'pay' | 'refuse' | 'withdraw' | 'return';

interface Step {
  to: SettlementState;
  event: SettlementEvent | null;
}

const steps: {
  readonly [state in SettlementState]?: { readonly [move in SettlementMove]?: Step };
} = {
  REQUESTED: {
    approve: { to: 'APPROVED', event: null },
    refuse: { to: 'REFUSED', event: 'released' },
    withdraw: { to: 'WITHDRAWN', event: 'released' },
  },
  // From here on the bank may have paid: only two users may record that it did not.
  APPROVED: { pay: { to: 'PAID', event: 'paid' }, return: { to: 'RETURNED', event: 'released' } },
  PAID: { return: { to: 'RETURNED', event: 'returned' } },
};

/** Null: not from this state. Pure. */
export function stepOf(state: SettlementState, move: SettlementMove): Step | null {
  return steps[state]?.[move] ?? null;
}
