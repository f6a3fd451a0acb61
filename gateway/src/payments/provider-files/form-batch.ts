// Makes a file of the orders that are due: each is given an attempt, then the exact bytes are
// stored. Nothing has left until both are committed; an attempt in no stored file goes back.

import { environment } from '../../platform/environment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  firstAttempt,
  firstStepInMs,
  leaseForFile,
  parkAgain,
  type Attempt,
  type Operation,
} from '../operations/index.ts';
import type { FileDeps, FileRoute } from './deps.ts';
import { insertBatch, listStrayAttempts, lockRoute } from './store.ts';

/** What is left over goes in the next round. */
const straysMax = 1_000;
const randomBytes = 10;

/** One file at most. False: none was due, or none may leave now. */
export async function formBatch(
  deps: FileDeps,
  { route, provider, files }: FileRoute,
): Promise<boolean> {
  const { config } = provider;
  if (deps.sends.refusal(route) !== null) return false;
  if (!files.window(config, deps.now()).open) return false;
  const max = files.ordersMax(config);
  const leased = await leaseForFile(deps.database, deps.node, route, max);
  if (leased.length === 0) return false;
  const due = await withoutParked(deps, leased, provider);
  const reference = fileReference(deps.now());
  const written = await Promise.all(
    due.map((operation) => write(deps, operation, { route, provider, files }, reference)),
  );
  const attempts = written.filter((each) => each !== null);
  if (attempts.length === 0) return true;
  const { name, bytes } = files.assemble(
    config,
    attempts.map(({ attempt }) => attempt.prepared),
    { reference, madeAtMs: deps.now() },
  );
  const orders = attempts.map(({ transactionId, attempt }) => ({
    transactionId,
    number: attempt.number,
  }));
  const { counterparty } = provider;
  await inTransaction(deps.database, async (session) => {
    if (!(await lockRoute(session, route, deps.node)))
      throw new Error(`another node makes the files of ${route} now`);
    await insertBatch(session, { reference, route, counterparty, name, bytes, orders });
  });
  return true;
}

/**
 * What may wait for its route is parked while the route's breaker is open, as on routes that send
 * one by one (rule O15).
 */
async function withoutParked(
  deps: FileDeps,
  leased: readonly Operation[],
  provider: FileRoute['provider'],
): Promise<Operation[]> {
  const decided = await Promise.all(
    leased.map(async (operation) => {
      const { terms } = operation;
      const createdMs = operation.createdAt.getTime();
      const dueAtMs = createdMs + firstStepInMs(provider, createdMs);
      const park = parkAgain(deps.catalogue(), terms, { dueAtMs, nowMs: deps.now() });
      if (park === null) return operation;
      await deps.writer.advance({ type: 'advance', terms, attempt: null, operationEvent: park });
      return null;
    }),
  );
  return decided.filter((each) => each !== null);
}

/** The next attempt of an order; null when something else was first, such as a cancellation. */
async function write(
  deps: FileDeps,
  operation: Operation,
  { provider }: FileRoute,
  reference: string,
): Promise<{ transactionId: string; attempt: Attempt } | null> {
  const first = firstAttempt(deps, operation, provider);
  const attempt = { ...first, prepared: { ...first.prepared, file: reference } };
  const { terms } = operation;
  const result = await deps.writer.advance({
    type: 'advance',
    terms,
    attempt: null,
    operationEvent: { type: 'send', attempt },
  });
  return result.type === 'advanced' && result.attempt !== null
    ? { transactionId: terms.id, attempt: result.attempt }
    : null;
}

/**
 * It has 30 capital letters and digits: the day for people, and 80 random bits, so that it never
 * repeats.
 */
function fileReference(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '');
  return `JK${day}${environment.randomBytes(randomBytes).toString('hex').toUpperCase().slice(0, 18)}`;
}

/**
 * Gives back what a node wrote for a file and could not store: the bytes of a file are stored
 * before they leave, so nothing has. Called before a file is made, by whoever works on the route.
 */
export async function giveBackStrays(deps: FileDeps, route: string): Promise<void> {
  for (const key of await listStrayAttempts(deps.database, route, straysMax)) {
    const standing = await deps.reader.find(key);
    if (standing === null || standing.attempt.state !== 'SENDING') continue;
    const { operation, attempt } = standing;
    await deps.writer.advance({
      type: 'advance',
      terms: operation.terms,
      attempt,
      operationEvent: { type: 'unsend', cause: 'in no file', retryInMs: 0 },
    });
  }
}
