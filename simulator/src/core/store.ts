// Derives the state from the book. The same projection runs over every line, when it is written
// and when it is read back at a start.

import { createRefunds } from './refund.ts';
import { createTotals } from './totals.ts';
import type { Refunds } from './refund.ts';
import type { Totals } from './totals.ts';
import { remittanceNumber } from './voucher.ts';
import type { Line, Operation, Status } from './operation.ts';

export interface Store {
  byReference: Map<string, Operation>;
  /** Index = seq; the provider's own ids hold the seq. */
  bySeq: (Operation | undefined)[];
  /** What can be had only once → the reference that has it, or is getting it. */
  claims: Map<string, string>;
  /** Numbers of remittances that were sent through us → the reference of the order. */
  remittances: Map<string, string>;
  /** References of submits that were seen and forgotten (digits 8004). */
  dropped: Set<string>;
  totals: Totals;
  refunds: Refunds;
  pending(): number;
  remember(operation: Operation): void;
  /** Applies a line to everything but the operation's own status. */
  project(line: Line, operation: Operation | undefined, before: Status | undefined): void;
}

export function createStore(): Store {
  const byReference = new Map<string, Operation>();
  const bySeq: (Operation | undefined)[] = [];
  const claims = new Map<string, string>();
  const remittances = new Map<string, string>();
  const dropped = new Set<string>();
  const totals = createTotals();
  const refunds = createRefunds();
  let pendingCount = 0;
  /** A refund is of the account of what it gives back. */
  const accountOf = ({ originalReference, account }: Operation): string | undefined =>
    originalReference === null ? account : byReference.get(originalReference)?.account;
  return {
    byReference,
    bySeq,
    claims,
    remittances,
    dropped,
    totals,
    refunds,
    pending: () => pendingCount,
    remember(operation) {
      byReference.set(operation.reference, operation);
      bySeq[operation.seq] = operation;
    },
    project(line, operation, before) {
      totals.add(line, {
        account: operation === undefined ? undefined : accountOf(operation),
        before,
        givenBackMinor: operation === undefined ? 0n : refunds.doneMinor(operation),
      });
      if (line.result === 'dropped') dropped.add(line.ourReference);
      if (operation === undefined) return;
      refunds.project(line, operation, before);
      if (line.result === 'accepted') pendingCount += 1;
      else if (before === 'pending') pendingCount -= 1;
      if (operation.claim !== null) {
        if (line.result === 'accepted' || line.result === 'executed')
          claims.set(operation.claim, operation.reference);
        else if (claims.get(operation.claim) === operation.reference)
          claims.delete(operation.claim);
      }
      if (operation.kind === 'remit_send') {
        const number = remittanceNumber(operation.seq);
        if (line.result === 'executed') remittances.set(number, operation.reference);
        if (line.result === 'reversed') remittances.delete(number);
      }
    },
  };
}

/** The status that a line leaves its operation in. */
export function statusAfter(line: Line): Status {
  switch (line.result) {
    case 'executed':
      return 'succeeded';
    case 'failed':
    case 'canceled':
    case 'reversed':
      return line.result;
    case 'accepted':
    case 'dropped':
      return 'pending';
  }
}
