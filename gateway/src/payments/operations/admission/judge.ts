// Judges an order: whether it may be opened, by which route, and which operation was opened under
// its id before. Judging only reads the database, so that a preview is judged as an operation is.

import { defined, decimalsOf, parseAmount } from '@jokko/contract';
import type { RemitSendData } from '@jokko/connectors/kit';
import type { Database } from '../../../platform/db/database.ts';
import type { AddressGuard } from '../../../platform/outbound/guard.ts';
import { checkBill } from '../../bills/index.ts';
import type { MayTry } from '../../catalogue/index.ts';
import { inquiredAmount, recentQuote, recentReference } from '../../remittance/index.ts';
import { admitOperation, type AdmitContext, type Admitted, type Refused } from './admit.ts';
import type { ExecuteDeps } from '../attempts/job.ts';
import type { Initiated, Order } from './opening.ts';
import type { OperationTerms } from '../model/operation.ts';
import { wayOf, type Way } from '../attempts/parking.ts';
import type { Provider } from '../attempts/providers.ts';
import { findByExternalIds } from '../queries/store.ts';

export interface JudgeDeps extends Pick<ExecuteDeps, 'providers' | 'now' | 'sends'> {
  sandbox: boolean;
  /** Decides which hosts callbacks may be sent to. */
  guard: AddressGuard;
  /** Lets a few operations through to a route that is being tried again. */
  mayTry: MayTry;
  database: Database;
}

/** The order may be opened. */
export interface Judged {
  type: 'judged';
  admitted: Admitted;
  provider: Provider;
  way: Exclude<Way, 'refuse'>;
}

/** The result for one that was opened under its id before, or for another one. */
type Repeated = Extract<Initiated, { type: 'replayed' }> | { type: 'conflict' };

/** Why an order is not opened, or what was opened under its id before. */
type NotJudged = Exclude<Initiated, { type: 'opened' | 'stale' }>;

export async function judge(
  deps: JudgeDeps,
  order: Order,
  context: Omit<AdmitContext, 'recent'>,
): Promise<Judged | NotJudged> {
  const judged = await judgeNew(deps, order, context);
  if (judged.type === 'judged' || judged.type === 'replayed' || judged.type === 'conflict')
    return judged;
  return (await repeated(deps, order, context)) ?? judged;
}

async function judgeNew(
  deps: JudgeDeps,
  order: Order,
  context: Omit<AdmitContext, 'recent'>,
): Promise<Judged | NotJudged> {
  const none = { sendData: null, reference: null };
  let isTried = false;
  const mayTry = (): boolean => {
    isTried = true;
    return false;
  };
  let admitted = admitOperation(order.body, { ...context, mayTry, recent: none });
  if (isTried) {
    // Few operations are let through to a route that is being tried. A repeat sends nothing, so it
    // must not take the place of one.
    const replayed = await repeated(deps, order, context);
    if (replayed !== null) return replayed;
    admitted = admitOperation(order.body, { ...context, mayTry: deps.mayTry, recent: none });
  }
  if (!admitted.ok && mayLeanOnRecent(admitted)) {
    const recent = await loadRecent(deps.database, order, admitted.codeService);
    if (recent !== null) admitted = admitOperation(order.body, { ...context, recent });
  }
  return admitted.ok ? judgeAdmitted(deps, order, admitted) : admitted;
}

async function judgeAdmitted(
  deps: JudgeDeps,
  { catalogue, account }: Order,
  admitted: Admitted,
): Promise<Judged | NotJudged> {
  const { bill, terms } = admitted;
  if (bill !== null) {
    const check = await checkBill(deps.database, {
      accountId: terms.accountId,
      codeService: terms.codeService,
      accountNumber: bill.accountNumber,
      reference: bill.reference,
      amountMinor: terms.amount,
    });
    // This very operation may have paid the bill: the writer tells a repeat from a second payment.
    if (check !== 'ok' && check !== 'paid') return { type: check };
  }
  if (await differsFromRecord(deps.database, terms)) return { type: 'otherAmountThanRecord' };
  const way = wayOf(catalogue, account, admitted);
  if (way === 'refuse') return { type: 'routeDown' };
  if (isClosed(deps, terms)) return { type: 'closed' };
  const provider = deps.providers.of(catalogue, terms.route);
  // The route has no connector that this installation can use, such as the simulator's in live
  // mode.
  return provider === null
    ? { ok: false, type: 'notActivated', codeService: terms.codeService }
    : { type: 'judged', admitted, provider, way };
}

export const contextOf = (
  { sandbox, guard, now }: Pick<JudgeDeps, 'sandbox' | 'guard' | 'now'>,
  { account, catalogue, apiKey, checkout, file }: Order,
  transactionId: string,
): Omit<AdmitContext, 'recent'> => ({
  account,
  catalogue,
  sandbox,
  guard,
  apiKey,
  transactionId,
  ...defined({ checkout, file }),
  now: new Date(now()),
});

const isClosed = (
  { sends }: Pick<JudgeDeps, 'sends'>,
  { accountId, externalId, route }: OperationTerms,
): boolean => sends.refusal(route) !== null || sends.isForgotten(accountId, externalId);

/**
 * Returns the amount of a remittance that is picked up, which is always whole: the amount that this
 * account has just looked up under the reference (rule O7).
 */
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
 * Returns the operation that this request has opened before, even if the request would be refused
 * today because its service is switched off or its quote or bill is too old. An id is unique
 * forever (rule O5), and "refused" would mean that nothing was executed.
 */
export async function repeated(
  { database }: Pick<JudgeDeps, 'database'>,
  order: Order,
  context: Omit<AdmitContext, 'recent'>,
): Promise<Repeated | null> {
  const { externalTransactionId } = order.body as { externalTransactionId?: unknown };
  if (typeof externalTransactionId !== 'string' || externalTransactionId.includes('\0'))
    return null;
  const [operation] = await findByExternalIds(database, [
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
  if (!again.ok)
    return again.type === 'unknownService' && isSameByLetter(order.body, operation.terms)
      ? { type: 'replayed', operation }
      : null;
  if (again.terms.fingerprint !== fingerprint) return { type: 'conflict' };
  return { type: 'replayed', operation };
}

/** The service has left the catalogue, so the order can no longer be read. */
function isSameByLetter(
  body: { phone?: unknown; amount?: unknown; codeService?: unknown },
  { phoneGiven, amount, codeService, currency }: OperationTerms,
): boolean {
  const given = parseAmount(body.amount, decimalsOf(currency));
  return body.codeService === codeService && body.phone === phoneGiven && given === amount;
}

/**
 * Only a missing remittance member is looked for among this account's own recent quotes and status
 * queries.
 */
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
