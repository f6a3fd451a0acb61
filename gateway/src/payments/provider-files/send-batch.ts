// Puts stored files where their provider takes them. What may have left is put again as it is: the
// same bytes under the same name and message id, which a provider executes at most once. There is
// never another file for the same orders, and none is put again once an order in it has failed: its
// money is given back.

import type { FileTransport, PutResult } from '../../platform/file-transport/index.ts';
import type { FoundAttempt } from '../operations/index.ts';
import type { FileDeps, FileRoute } from './deps.ts';
import { beginPut, beingPut, listOpenBatches, updateBatch, type ProviderBatch } from './store.ts';

const batchesPerRound = 10;
const retryMinSeconds = 5;
const retryMaxSeconds = 900;
/** After the first look the interval of results is the connector's. */
const firstLookMs = 60_000;

/** `open`: reaches the provider's place, once for all files of a round. */
export async function sendBatches(
  deps: FileDeps,
  route: FileRoute,
  open: () => Promise<FileTransport>,
): Promise<void> {
  for (const batch of await listOpenBatches(deps.database, route.route, batchesPerRound))
    await sendBatch(deps, route, batch, open);
}

async function sendBatch(
  deps: FileDeps,
  { route, provider }: FileRoute,
  batch: ProviderBatch,
  open: () => Promise<FileTransport>,
): Promise<void> {
  if (deps.sends.refusal(route) !== null) return;
  const { reference } = batch;
  if (batch.cause === beingPut)
    await lose(deps, await findOrders(deps, batch), 'the node that put it is gone');
  const standings = await findOrders(deps, batch);
  const obstacle = obstacleOf(provider, batch, standings);
  const result =
    obstacle === null ? await putNoted(deps, batch, standings, open) : { notSent: obstacle };
  if (result === null) return;
  if (result === 'done') {
    await accept(deps, batch, standings);
    await updateBatch(deps.database, reference, { state: 'SENT', cause: null, retrySeconds: 0 });
    deps.log('info', 'file left for the provider', {
      route,
      file: reference,
      orders: batch.orders.length,
    });
    return;
  }
  const isUnknown = 'unknown' in result;
  const cause = isUnknown ? result.unknown : result.notSent;
  deps.log('warn', 'file did not leave for certain', { route, file: reference, reason: cause });
  if (isUnknown) await lose(deps, standings, cause);
  const retrySeconds = Math.min(retryMaxSeconds, retryMinSeconds * 2 ** Math.min(batch.tries, 10));
  const state = isUnknown || batch.cause === beingPut ? 'UNKNOWN' : 'SENDING';
  await updateBatch(deps.database, reference, { state, cause, retrySeconds });
}

/** Why the file must not leave; null: it may. */
function obstacleOf(
  { counterparty }: FileRoute['provider'],
  batch: ProviderBatch,
  standings: readonly FoundAttempt[],
): string | null {
  if (counterparty !== batch.counterparty) return 'the route leads elsewhere now';
  // By the provider's word it has the file; by that of users its money is given back.
  const failed = standings.find(({ operation: { state } }) => state.state === 'FAILED');
  return failed === undefined ? null : `transaction ${failed.operation.terms.id} has failed`;
}

/** Only what the send journal has leaves. Null: not now. */
async function putNoted(
  deps: FileDeps,
  { reference, name, bytes }: ProviderBatch,
  standings: readonly FoundAttempt[],
  open: () => Promise<FileTransport>,
): Promise<PutResult | null> {
  for (const { operation, attempt } of standings)
    if (!(await deps.sends.note(operation.terms, attempt))) return null;
  try {
    const transport = await open();
    await beginPut(deps.database, reference);
    return await transport.put(name, bytes, deps.holdsLease);
  } catch (error) {
    return { notSent: String(error) };
  }
}

async function findOrders(
  { reader }: FileDeps,
  { orders }: ProviderBatch,
): Promise<FoundAttempt[]> {
  const found = await Promise.all(orders.map((key) => reader.find(key)));
  return found.filter((standing) => standing !== null);
}

/** Those that a file of the provider has been faster about stay as they are. */
async function accept(
  { writer }: FileDeps,
  { reference }: ProviderBatch,
  standings: readonly FoundAttempt[],
): Promise<void> {
  await Promise.all(
    standings
      .filter(({ attempt }) => attempt.state === 'SENDING' || attempt.state === 'UNKNOWN')
      .map(({ operation, attempt }) =>
        writer.advance({
          type: 'advance',
          terms: operation.terms,
          attempt,
          operationEvent: {
            type: 'accept',
            refs: { ...attempt.refs, session: reference },
            stage: 'provider',
            challenge: null,
            nextStepInMs: firstLookMs,
          },
        }),
      ),
  );
}

async function lose(
  { writer }: FileDeps,
  standings: readonly FoundAttempt[],
  cause: string,
): Promise<void> {
  await Promise.all(
    standings
      .filter(({ attempt }) => attempt.state === 'SENDING')
      .map(({ operation, attempt }) =>
        writer.advance({
          type: 'advance',
          terms: operation.terms,
          attempt,
          operationEvent: {
            type: 'lose_answer',
            refs: attempt.refs,
            cause,
            nextStepInMs: firstLookMs,
          },
        }),
      ),
  );
}
