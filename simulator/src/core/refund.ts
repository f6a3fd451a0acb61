// Refunds a success, whole or in parts, as orders of their own, and counts what is given back.

import { fingerprintOf } from './fingerprint.ts';
import { parseAmount } from './money.ts';
import type { Line, Operation, Order, Status } from './operation.ts';

/** Read from the lines of the book. */
export interface Refunds {
  /** References of all refunds of an operation that were accepted, oldest first. */
  of(original: Operation): readonly string[];
  /** What nobody has asked back yet; all of it for a whole refund. */
  leftMinor(original: Operation): bigint;
  /** What was given back. */
  doneMinor(original: Operation): bigint;
  /** Is something given back, or about to be? Not of use where parts can be asked for. */
  isBegun(original: Operation): boolean;
  project(line: Line, operation: Operation, before: Status | undefined): void;
}

/** `askedMinor`: accepted and not failed. */
interface Sums {
  references: string[];
  askedMinor: bigint;
  doneMinor: bigint;
}

export function createRefunds(): Refunds {
  const byOriginal = new Map<string, Sums>();
  const askedMinor = ({ reference }: Operation): bigint =>
    byOriginal.get(reference)?.askedMinor ?? 0n;

  function sumsOf(reference: string): Sums {
    const known = byOriginal.get(reference);
    if (known !== undefined) return known;
    const sums: Sums = { references: [], askedMinor: 0n, doneMinor: 0n };
    byOriginal.set(reference, sums);
    return sums;
  }
  return {
    of: ({ reference }) => byOriginal.get(reference)?.references ?? [],
    leftMinor: (original) => minorOf(original) - askedMinor(original),
    doneMinor: ({ reference }) => byOriginal.get(reference)?.doneMinor ?? 0n,
    isBegun: (original) => askedMinor(original) > 0n,
    project(line, operation, before) {
      if (line.result === 'reversed') {
        const sums = sumsOf(operation.reference);
        sums.askedMinor = minorOf(line);
        sums.doneMinor = sums.askedMinor;
      }
      if (operation.originalReference === null) return;
      const isTaken = line.result === 'accepted' || line.result === 'executed';
      if (!isTaken && before !== 'pending') return;
      const sums = sumsOf(operation.originalReference);
      if (before === undefined) {
        sums.references.push(operation.reference);
        sums.askedMinor += minorOf(line);
      }
      if (line.result === 'executed') sums.doneMinor += minorOf(line);
      if (!isTaken) sums.askedMinor -= minorOf(line);
    },
  };
}

const minorOf = ({ amount }: { amount: string }): bigint => parseAmount(amount) ?? 0n;

/** The order that gives an operation back, whole, or `amount` of it. */
export function refundOrder(
  original: Operation,
  reference: string,
  callbackUrl: string | null,
  amount = original.amount,
): Order {
  const part = amount === original.amount ? [] : [amount];
  return {
    reference,
    protocol: original.protocol,
    kind: 'refund',
    direction: original.direction === 'in' ? 'out' : 'in',
    amount,
    currency: original.currency,
    party: original.party,
    service: original.service,
    fingerprint: fingerprintOf(['refund', original.reference, ...part]),
    digits: 0,
    organisationReference: '',
    callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: null,
    originalReference: original.reference,
    page: null,
    remit: null,
  };
}
