// Reads an operation together with the attempt that a notice is about. Concurrent reads share two
// statements, since notices arrive in bursts.

import type { Session } from '../../../platform/db/database.ts';
import { createGatherer } from '../../../platform/db/gather.ts';
import type { Attempt, Operation } from '../model/operation.ts';
import type { AttemptKey } from '../model/reference.ts';
import { attemptKey, findAttempts, findOperationsById } from './store.ts';

/** An operation as it was when it was read, and one of its attempts. */
export interface FoundAttempt {
  operation: Operation;
  attempt: Attempt;
}

export interface OperationReader {
  /** Null when there is no such attempt. */
  find(key: AttemptKey): Promise<FoundAttempt | null>;
}

const groupMax = 256;

export function createOperationReader(session: Session): OperationReader {
  const gatherer = createGatherer<AttemptKey, FoundAttempt | null>(groupMax, async (group) => {
    const keys = group.map(({ item }) => item);
    const [operations, attempts] = await Promise.all([
      findOperationsById(session, [...new Set(keys.map((key) => key.transactionId))]),
      findAttempts(session, keys),
    ]);
    const found = new Map(operations.map((operation) => [operation.terms.id, operation]));
    for (const { item, resolve } of group) {
      const operation = found.get(item.transactionId);
      const attempt = attempts.get(attemptKey(item));
      resolve(operation === undefined || attempt === undefined ? null : { operation, attempt });
    }
  });
  return { find: gatherer.submit };
}
