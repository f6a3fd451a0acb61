// Reads what an account's program did since a test began.

import { codes } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { loadAttempts } from '../callbacks/index.ts';
import { everyOperation, listOperations } from '../operations/index.ts';
import { listRejectedRequests, type StoredRefusal } from '../request-log/index.ts';
import type { Answered, IntegrationTest } from './integration-test.ts';
import { losesAnswer, type Seen, type SeenOperation } from './judge.ts';

const operationsMax = 200;
const rejectedMax = 500;
const orders = 'POST /api-services/operation';
const statusQueries = 'POST /api-services/get-transaction-status';

export async function readSeen(
  session: Session,
  { accountId, startedAt }: Pick<IntegrationTest, 'accountId' | 'startedAt'>,
): Promise<Seen> {
  const filter = { ...everyOperation, accountId, from: startedAt };
  const { items } = await listOperations(session, filter, null, operationsMax);
  const operations = items.toReversed();
  const rejected = await listRejectedRequests(
    session,
    {
      accountId,
      endpoint: null,
      code: null,
      keyName: null,
      given: null,
      from: startedAt,
      until: null,
      services: null,
    },
    null,
    rejectedMax,
  );
  return {
    operations,
    callbackFirst: await firstOfLost(session, accountId, operations),
    polledTooOften: rejected.some(
      ({ endpoint, code }) => endpoint === statusQueries && code === codes.tooMany,
    ),
    sentFraction: rejected.some(hasFraction),
  };
}

/** A value with many decimals is not kept, but its type is. */
function hasFraction({ endpoint, fields, members }: StoredRefusal): boolean {
  const amount = members.find(({ name }) => name === 'amount');
  if (endpoint !== orders || amount === undefined) return false;
  if (!fields.some(({ field }) => field === 'amount')) return false;
  const { value, type } = amount;
  return value === null ? type === 'number' : /\.\d*[1-9]/.test(value);
}

async function firstOfLost(
  session: Session,
  accountId: number,
  operations: readonly SeenOperation[],
): Promise<Answered | null> {
  for (const { id: operationId } of operations.filter(losesAnswer)) {
    const callback = { operationId, accountId, second: false };
    const [first] = await loadAttempts(session, callback, 1, 2);
    if (first !== undefined) return { status: first.httpStatus, durationMs: first.durationMs };
  }
  return null;
}
