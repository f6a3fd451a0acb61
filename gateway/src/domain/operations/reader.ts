// Where does an operation stand, with its newest attempt? Readings that arrive together share two statements: notices come in crowds.

import type { Session } from '../../db/database.ts';
import { createGatherer } from '../../db/gather.ts';
import type { Attempt, Operation } from './operation.ts';
import { findLatestAttempts, findOperations, type OperationKey } from './store.ts';

/** An operation as it was when it was read, and its newest attempt where it has one. */
export interface Standing {
  operation: Operation;
  attempt: Attempt | null;
}

export interface OperationReader {
  /** Null when there is no such operation. */
  find(key: OperationKey): Promise<Standing | null>;
}

const batchMax = 256;

export function createOperationReader(session: Session): OperationReader {
  const gatherer = createGatherer<OperationKey, Standing | null>(batchMax, async (batch) => {
    const keys = batch.map(({ item }) => item);
    const [operations, attempts] = await Promise.all([findOperations(session, keys), findLatestAttempts(session, keys)]);
    const found = new Map(operations.map((operation) => [operation.facts.id, operation]));
    for (const { item, resolve } of batch) {
      const operation = found.get(item.id);
      // Another account may have asked for the same id in the same batch.
      resolve(
        operation === undefined || operation.facts.accountId !== item.accountId
          ? null
          : { operation, attempt: attempts.get(item.id) ?? null },
      );
    }
  });
  return { find: gatherer.submit };
}
