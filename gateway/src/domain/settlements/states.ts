// Which way does a settlement go? The one table of its changes, each with what it moves in the ledger.

import type { SettlementEvent } from '../ledger/index.ts';

export const settlementStates = ['REQUESTED', 'APPROVED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED'] as const;
export type SettlementState = (typeof settlementStates)[number];
/** `approve` and `return` by two persons of the operator, `withdraw` by the developer. */
export type SettlementMove = 'approve' | 'pay' | 'refuse' | 'withdraw' | 'return';

interface Step {
  to: SettlementState;
  event: SettlementEvent | null;
}

const steps: { readonly [state in SettlementState]?: { readonly [move in SettlementMove]?: Step } } = {
  REQUESTED: {
    approve: { to: 'APPROVED', event: null },
    refuse: { to: 'REFUSED', event: 'released' },
    withdraw: { to: 'WITHDRAWN', event: 'released' },
  },
  // From here the bank may have been told: that nothing was paid is for two persons to say.
  APPROVED: { pay: { to: 'PAID', event: 'paid' }, return: { to: 'RETURNED', event: 'released' } },
  PAID: { return: { to: 'RETURNED', event: 'returned' } },
};

/** Null: not from this state. Pure. */
export function stepOf(state: SettlementState, move: SettlementMove): Step | null {
  return steps[state]?.[move] ?? null;
}
