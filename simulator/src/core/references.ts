// Finds the orders of a protocol by what its callers call them (`organisationReference`), which
// need not be unique and is not the reference of the book.

import type { Operation } from './operation.ts';
import type { Store } from './store.ts';

export interface References {
  /** Oldest first. */
  of(theirReference: string): Operation[];
}

/** Reads every operation once; those that the book brought back are found too. */
export function createReferences(store: Store, protocol: string): References {
  const found = new Map<string, number[]>();
  let read = 0;
  return {
    of(theirReference) {
      for (; read < store.bySeq.length; read += 1) {
        const operation = store.bySeq[read];
        if (operation?.protocol !== protocol || operation.kind === 'refund') continue;
        const { organisationReference: reference } = operation;
        found.set(reference, [...(found.get(reference) ?? []), read]);
      }
      return (found.get(theirReference) ?? []).flatMap((seq) => store.bySeq[seq] ?? []);
    },
  };
}
