// Turns a request into an operation. Admission (pure) → one commit with hold and, when the
// provider has a free slot, the first attempt → the answer. The provider is called after the
// commit and outside any transaction.

import type { Database } from '../../../platform/db/database.ts';
import { awaitReplication } from '../../../platform/db/commit-fate.ts';
import { AccountBusy, CommitUnknown } from '../../../platform/db/group-commit.ts';
import { drawId, type ScatteredIds } from '../../../platform/db/scattered-ids.ts';
import type { AdmitContext, Admitted } from './admit.ts';
import type { ParkEvent } from '../model/commands.ts';
import type { ExecuteDeps } from '../attempts/job.ts';
import { contextOf, judge, repeated, type JudgeDeps, type Judged } from './judge.ts';
import {
  openOperation,
  prepareOpening,
  type Initiated,
  type OpenDeps,
  type Opening,
  type Order,
} from './opening.ts';
import type { Provider } from '../attempts/providers.ts';
import { chargedAsQuoted, quotedBefore, quoteNow, quoteOrderOf } from './remittance-quote.ts';

export interface InitiateDeps extends ExecuteDeps, OpenDeps, JudgeDeps {
  ids: ScatteredIds;
}

/**
 * Initiates an operation. Returns `stale` if account or catalogue changed meanwhile: call again
 * with fresh copies. Throws CommitUnknown if it is unknown whether the operation was stored, and
 * any other error only if nothing was stored.
 */
export async function initiate(deps: InitiateDeps, order: Order): Promise<Initiated> {
  const transactionId = await drawId(deps.ids, deps.database);
  const context = contextOf(deps, order, transactionId);
  try {
    return await openNow(deps, order, context);
  } catch (error) {
    // The account may be locked by the commit of this very order, which waits for its standby.
    // "Nothing was stored" would then be false (F52).
    if (!(error instanceof AccountBusy)) throw error;
    const replayed = await repeated(deps, order, context)
      .then((result) => durably(deps.database, result))
      .catch((fault: unknown) => {
        throw fault instanceof CommitUnknown ? fault : error;
      });
    if (replayed === null) throw error;
    return replayed;
  }
}

async function openNow(
  deps: InitiateDeps,
  order: Order,
  context: Omit<AdmitContext, 'recent'>,
): Promise<Initiated> {
  const judged = await judge(deps, order, context);
  if (judged.type !== 'judged') return durably(deps.database, judged);
  const { way } = judged;
  const { catalogue } = order;
  return way === 'go'
    ? openAsQuoted(deps, order, context, judged)
    : openOperation(deps, catalogue, prepareParked(deps, order, judged, way), judged.provider);
}

/** A caller is told of an operation only once the operation cannot be lost any more. */
async function durably<Result extends Initiated | null>(
  database: Database,
  result: Result,
): Promise<Result> {
  if (result?.type === 'replayed') {
    const { id } = result.operation.terms;
    await awaitReplication(database).catch((error: unknown) => {
      throw new CommitUnknown(`operation ${id} may be lost`, { cause: error });
    });
  }
  return result;
}

/**
 * Charges a remittance what it was quoted before or is quoted now (rule O9). Every other operation
 * is charged by the price list.
 */
async function openAsQuoted(
  deps: InitiateDeps,
  order: Order,
  context: Omit<AdmitContext, 'recent'>,
  { admitted, provider }: Judged,
): Promise<Initiated> {
  const wanted = admitted.refusal === null ? quoteOrderOf(admitted.terms, provider) : null;
  if (wanted === null) return openAdmitted(deps, order, admitted, provider);
  const before = await quotedBefore(deps.database, provider, wanted);
  if (before !== null)
    return openAdmitted(deps, order, chargedAsQuoted(admitted, before), provider);
  // A repeat of an operation that was opened with a quote needs no new quote, however old that is.
  const replayed = await repeated(deps, order, context);
  if (replayed !== null) return durably(deps.database, replayed);
  const quoted = await quoteNow(provider, wanted);
  if (quoted === 'noQuote') return { type: 'routeDown' };
  const priced =
    'refusal' in quoted
      ? { ...admitted, refusal: quoted.refusal }
      : chargedAsQuoted(admitted, quoted.recent);
  return openAdmitted(deps, order, priced, provider);
}

/** Opens an operation as accepted and held, without an attempt. */
export function prepareParked(
  deps: Pick<ExecuteDeps, 'providers' | 'now'>,
  order: Order,
  { admitted, provider }: Judged,
  { expiresInMs, ...event }: ParkEvent,
): Opening {
  const opening = prepareOpening(deps, order, admitted, provider);
  // The attempt would not have left earlier in any case.
  const park = { ...event, expiresInMs: opening.firstStepInMs + expiresInMs };
  return { ...opening, mayBegin: false, park };
}

function openAdmitted(
  deps: InitiateDeps,
  order: Order,
  admitted: Admitted,
  provider: Provider,
): Promise<Initiated> {
  const opening = prepareOpening(deps, order, admitted, provider);
  return openOperation(deps, order.catalogue, opening, provider);
}
