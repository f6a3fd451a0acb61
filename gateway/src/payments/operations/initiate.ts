// Turns a request into an operation. Admission (pure) → one commit with hold and, when the
// provider has a free slot, the first attempt → the answer. The provider is called after the
// commit and outside any transaction.

import { decimalsOf, parseAmount } from '@jokko/contract';
import type { RemitSendData } from '@jokko/connectors/kit';
import type { Database } from '../../platform/db/database.ts';
import { awaitReplication } from '../../platform/db/commit-fate.ts';
import { drawId, type ScatteredIds } from '../../platform/db/scattered-ids.ts';
import type { AddressGuard } from '../../platform/outbound/guard.ts';
import { checkBill } from '../bills/index.ts';
import { standingOf, type MayTry } from '../catalogue/index.ts';
import { inquiredAmount, recentQuote, recentReference } from '../remittance/index.ts';
import { admitOperation, type AdmitContext, type Admitted, type Refused } from './admit.ts';
import { AccountBusy, CommitUnknown } from '../../platform/db/group-commit.ts';
import type { ParkEvent } from './commands.ts';
import type { ExecuteDeps } from './job.ts';
import {
  attemptOf,
  openOperation,
  prepareOpening,
  type Initiated,
  type OpenDeps,
  type Opening,
  type Order,
} from './opening.ts';
import type { NewAttempt, OperationTerms } from './operation.ts';
import { wayOf } from './parking.ts';
import type { Provider } from './providers.ts';
import { chargedAsQuoted, quotedBefore, quoteNow, quoteOrderOf } from './remittance-quote.ts';
import { findByExternalIds } from './store.ts';

/** What is decided without a look at anything but copies. */
export interface PrepareDeps extends Pick<ExecuteDeps, 'providers' | 'now'> {
  sandbox: boolean;
  /** Which hosts callbacks may be sent to. */
  guard: AddressGuard;
}

export interface InitiateDeps extends ExecuteDeps, OpenDeps, PrepareDeps {
  /** Lets a few operations through to a route that is being tried again. */
  mayTry: MayTry;
  database: Database;
  ids: ScatteredIds;
}

/**
 * Initiates an operation. `stale`: account or catalogue changed meanwhile; call again with fresh copies. Throws CommitUnknown when nobody
 * can say whether it was stored, and any other error only when nothing was.
 */
export async function initiate(deps: InitiateDeps, order: Order): Promise<Initiated> {
  const transactionId = await drawId(deps.ids, deps.database);
  const context = contextOf(deps, order, transactionId);
  try {
    return await openNow(deps, order, context);
  } catch (error) {
    // Who holds the account may be the very commit of this order, which waits for its standby: "nothing was stored" would be a lie (F52).
    if (!(error instanceof AccountBusy)) throw error;
    const replayed = await repeated(deps, order, context).catch((fault: unknown) => {
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
  const none = { sendData: null, reference: null };
  let isTried = false;
  const mayTry = (): boolean => {
    isTried = true;
    return false;
  };
  let admitted = admitOperation(order.body, { ...context, mayTry, recent: none });
  if (isTried) {
    // Few are let through to a route that is tried: a repeat, which sends nothing, is not to be one of them.
    const replayed = await repeated(deps, order, context);
    if (replayed !== null) return replayed;
    admitted = admitOperation(order.body, { ...context, mayTry: deps.mayTry, recent: none });
  }
  if (!admitted.ok && mayLeanOnRecent(admitted)) {
    const recent = await loadRecent(deps.database, order, admitted.codeService);
    if (recent !== null) admitted = admitOperation(order.body, { ...context, recent });
  }
  if (!admitted.ok) return (await repeated(deps, order, context)) ?? admitted;
  const bill = admitted.bill;
  if (bill !== null) {
    const { accountId, codeService, amount } = admitted.terms;
    const check = await checkBill(deps.database, {
      accountId,
      codeService,
      accountNumber: bill.accountNumber,
      reference: bill.reference,
      amountMinor: amount,
    });
    // A paid bill may be this very operation's: the writer tells a repeat from a second payment.
    if (check !== 'ok' && check !== 'paid')
      return (await repeated(deps, order, context)) ?? { type: check };
  }
  if (await differsFromRecord(deps.database, admitted.terms))
    return (await repeated(deps, order, context)) ?? { type: 'otherAmountThanRecord' };
  const way = wayOf(order.catalogue, order.account, admitted);
  if (way === 'refuse') return (await repeated(deps, order, context)) ?? { type: 'routeDown' };
  if (isClosed(deps, admitted.terms))
    return (await repeated(deps, order, context)) ?? { type: 'closed' };
  return way === 'go'
    ? openAsQuoted(deps, order, context, admitted)
    : openParked(deps, order, admitted, way);
}

const contextOf = (
  { sandbox, guard, now }: PrepareDeps,
  { account, catalogue, apiKey }: Order,
  transactionId: string,
): Omit<AdmitContext, 'recent'> => ({
  account,
  catalogue,
  sandbox,
  guard,
  apiKey,
  transactionId,
  now: new Date(now()),
});

const isClosed = (
  { sends }: Pick<InitiateDeps, 'sends'>,
  { accountId, externalId, route }: OperationTerms,
): boolean => sends.refusal(route) !== null || sends.isForgotten(accountId, externalId);

/** An order as a thread without database has prepared it. */
export interface PreparedOrder {
  opening: Opening;
  /** Null: it waits for its turn at the provider in any case. */
  attempt: NewAttempt | null;
}

/**
 * The pure part of `initiate`, for a thread that has copies only. Null: more has to be known, or kept (bills, cards, remittances, routes that are
 * tried again, whatever would be refused); then `initiate` does all of it.
 */
export function prepareOrder(
  deps: PrepareDeps,
  order: Order,
  transactionId: string,
): PreparedOrder | null {
  let isTried = false;
  const mayTry = (): boolean => {
    isTried = true;
    return false;
  };
  const admitted = admitOperation(order.body, {
    ...contextOf(deps, order, transactionId),
    mayTry,
    recent: { sendData: null, reference: null },
  });
  // Whether it is one of the few that are let through is not for a thread to say: passed by, the route would never be tried while another is on.
  if (isTried) return null;
  if (!admitted.ok || admitted.bill !== null || admitted.card !== null) return null;
  const { terms } = admitted;
  if (terms.details.extra.type === 'remit_receive' || admitted.standing !== 'on') return null;
  const provider = deps.providers.of(order.catalogue, terms.route);
  if (provider === null) return null;
  if (admitted.refusal === null && quoteOrderOf(terms, provider) !== null) return null;
  const opening = prepareOpening(deps, order, admitted, provider);
  const attempt = opening.mayBegin
    ? attemptOf(deps, order.catalogue, opening.terms, provider)
    : null;
  return { opening, attempt };
}

/** Opens what another thread has prepared. Null: nothing may be begun now, and `initiate` says why. Throws as `initiate` does. */
export function openPrepared(
  deps: Omit<InitiateDeps, 'ids'>,
  { opening, attempt }: PreparedOrder,
): Promise<Initiated> | null {
  const { terms } = opening;
  const provider = deps.providers.of(deps.catalogue(), terms.route);
  if (provider === null || isClosed(deps, terms)) return null;
  // Its breaker has opened since, as far as this thread knows.
  if (standingOf(deps.catalogue().route(terms.route)) !== 'on') return null;
  // What another catalogue was read for is found stale by the writer.
  const prepared = { ...opening, mayBegin: opening.mayBegin && attempt !== null };
  return openOperation(deps, prepared, provider, () => attempt!);
}

/** A remittance is charged what it was quoted, or is quoted now (rule O9); everything else what the price list says. */
async function openAsQuoted(
  deps: InitiateDeps,
  order: Order,
  context: Omit<AdmitContext, 'recent'>,
  admitted: Admitted,
): Promise<Initiated> {
  const provider = deps.providers.of(order.catalogue, admitted.terms.route);
  if (provider === null) return notActivated(admitted);
  const wanted = admitted.refusal === null ? quoteOrderOf(admitted.terms, provider) : null;
  if (wanted === null) return openAdmitted(deps, order, admitted, provider);
  const before = await quotedBefore(deps.database, provider, wanted);
  if (before !== null)
    return openAdmitted(deps, order, chargedAsQuoted(admitted, before), provider);
  // What was opened with a quote that is too old by now needs no new one.
  const replayed = await repeated(deps, order, context);
  if (replayed !== null) return replayed;
  const quoted = await quoteNow(provider, wanted);
  if (quoted === 'noQuote') return { type: 'routeDown' };
  const priced =
    'refusal' in quoted
      ? { ...admitted, refusal: quoted.refusal }
      : chargedAsQuoted(admitted, quoted.recent);
  return openAdmitted(deps, order, priced, provider);
}

/** Accepted and held, without an attempt. */
function openParked(
  deps: InitiateDeps,
  order: Order,
  admitted: Admitted,
  { expiresInMs, ...event }: ParkEvent,
): Promise<Initiated> | Initiated {
  const provider = deps.providers.of(order.catalogue, admitted.terms.route);
  if (provider === null) return notActivated(admitted);
  const opening = prepareOpening(deps, order, admitted, provider);
  // Until then it would not have left in any case.
  const park = { ...event, expiresInMs: opening.firstStepInMs + expiresInMs };
  return openOperation(deps, { ...opening, mayBegin: false, park }, provider, () => {
    throw new Error('what is parked has no attempt');
  });
}

/** Its route has no connector that this installation could use, such as the simulator's in live mode. */
const notActivated = ({ terms: { codeService } }: Admitted): Initiated => ({
  ok: false,
  type: 'notActivated',
  codeService,
});

/** A remittance is picked up whole: what this account has just looked up under the reference is the amount (rule O7). */
async function differsFromRecord(
  database: Database,
  { accountId, codeService, amount, details: { extra } }: OperationTerms,
): Promise<boolean> {
  if (extra.type !== 'remit_receive') return false;
  const looked = await inquiredAmount(database, {
    accountId,
    codeService,
    reference: extra.referenceNumber,
  });
  return looked !== null && looked !== amount;
}

/**
 * The operation that this request has opened before, though it would be refused today: a service switched off, a quote or a listing too old.
 * An id is unique forever (rule O5), and "refused" would mean that nothing was executed.
 */
async function repeated(
  deps: InitiateDeps,
  order: Order,
  context: Omit<AdmitContext, 'recent'>,
): Promise<Initiated | null> {
  const { externalTransactionId } = order.body as { externalTransactionId?: unknown };
  if (typeof externalTransactionId !== 'string' || externalTransactionId.includes('\0'))
    return null;
  const [operation] = await findByExternalIds(deps.database, [
    { accountId: order.account.id, externalId: externalTransactionId },
  ]);
  if (operation === undefined) return null;
  const { codeService, details, fingerprint } = operation.terms;
  const account = { ...order.account, suspended: false, services: new Map([[codeService, null]]) };
  const recent = {
    sendData: details.extra.type === 'remit_send' ? details.extra.data : null,
    reference: details.extra.type === 'remit_receive' ? details.extra.referenceNumber : null,
  };
  const again = admitOperation(order.body, { ...context, account, recent, offToo: true });
  if (!again.ok) return null;
  if (again.terms.fingerprint !== fingerprint) return { type: 'conflict' };
  await awaitReplication(deps.database).catch((error: unknown) => {
    throw new CommitUnknown(`operation ${operation.terms.id} may be lost`, { cause: error });
  });
  return { type: 'replayed', operation };
}

function openAdmitted(
  deps: InitiateDeps,
  order: Order,
  admitted: Admitted,
  provider: Provider,
): Promise<Initiated> {
  const opening = prepareOpening(deps, order, admitted, provider);
  return openOperation(deps, opening, provider, () =>
    attemptOf(deps, order.catalogue, opening.terms, provider),
  );
}

/** Only a missing remittance member is looked for among this account's own recent quotes and status queries. */
function mayLeanOnRecent(refused: Refused): refused is Extract<Refused, { type: 'invalid' }> {
  return (
    refused.type === 'invalid' &&
    refused.faults.length === 1 &&
    refused.faults[0]!.problem === 'missing' &&
    (refused.faults[0]!.field === 'remitSendData' || refused.faults[0]!.field === 'referenceNumber')
  );
}

async function loadRecent(
  database: Database,
  { body, account, catalogue }: Order,
  codeService: string,
): Promise<{ sendData: RemitSendData | null; reference: string | null } | null> {
  const service = catalogue.service(codeService);
  const amountMinor =
    service === undefined
      ? null
      : parseAmount((body as { amount?: unknown }).amount, decimalsOf(service.currency));
  if (service === undefined || amountMinor === null) return null;
  const query = { accountId: account.id, codeService, amountMinor };
  return service.kind === 'remit_send'
    ? { sendData: (await recentQuote(database, query, null))?.sendData ?? null, reference: null }
    : { sendData: null, reference: await recentReference(database, query) };
}
