// How does a request become an operation? Admission (pure) → one commit with hold and, when the provider has a free place, the first
// attempt → the answer. The provider is called after the commit and outside any transaction.

import { decimalsOf, parseAmount } from '@jokko/contract';
import type { RemitSendData } from '@jokko/connector-kit';
import type { Database } from '../../db/database.ts';
import type { ScatteredIds } from '../../db/scattered-ids.ts';
import type { AddressGuard } from '../../outbound/guard.ts';
import type { Account } from '../accounts/index.ts';
import { checkBill } from '../bills/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { lookedUpAmount, recentReference, recentSendData } from '../remittance/index.ts';
import { admitOperation, type AdmitContext, type Admitted, type Refused } from './admit.ts';
import type { Answers } from './answers.ts';
import type { CardVault } from './card-vault.ts';
import type { OpenResult, Refusal } from './commands.ts';
import { CommitUnknown } from '../../db/group-commit.ts';
import type { Dispatcher } from './dispatch.ts';
import { firstAttempt, refusalOf, type ExecuteDeps } from './execute.ts';
import type { Attempt, Facts, Operation, OperationState } from './operation.ts';
import type { Provider } from './providers.ts';
import { withPatience } from './patience.ts';
import { findByExternalIds } from './store.ts';

/** Without word of the commit for this long the socket is closed (F03); a little longer than the writer waits for a connection. */
const commitPatienceMs = 4_500;
/** A service with a link waits this long for the provider's word before the answer leaves (rule O10). */
const linkPatienceMs = 4_000;

export interface InitiateDeps extends ExecuteDeps {
  database: Database;
  dispatcher: Dispatcher;
  answers: Answers;
  vault: CardVault;
  ids: ScatteredIds;
  sandbox: boolean;
  /** Which hosts callbacks may be sent to. */
  guard: AddressGuard;
}

export interface Order {
  body: object;
  account: Account;
  catalogue: Catalogue;
  apiKey: string;
}

export type Initiated =
  | { type: 'opened'; operation: Operation }
  | { type: 'replayed'; operation: Operation }
  | Refused
  | { type: 'conflict' | 'notListed' | 'otherAmount' | 'otherAmountThanRecord' | 'paid' | 'routeDown' }
  | { type: 'stale' };

/**
 * Initiates an operation. `stale`: account or catalogue changed meanwhile; call again with fresh copies. Throws CommitUnknown when nobody
 * can say whether it was stored, and any other error only when nothing was.
 */
export async function initiate(deps: InitiateDeps, order: Order): Promise<Initiated> {
  const transactionId = await nextId(deps);
  const context = {
    account: order.account,
    catalogue: order.catalogue,
    sandbox: deps.sandbox,
    guard: deps.guard,
    apiKey: order.apiKey,
    transactionId,
    now: new Date(deps.now()),
  };
  let admitted = admitOperation(order.body, { ...context, recent: { sendData: null, reference: null } });
  if (!admitted.ok && mayLeanOnRecent(admitted)) {
    const recent = await loadRecent(deps.database, order, admitted.codeService);
    if (recent !== null) admitted = admitOperation(order.body, { ...context, recent });
  }
  if (!admitted.ok) return (await repeated(deps, order, context)) ?? admitted;
  const bill = admitted.bill;
  if (bill !== null) {
    const { accountId, codeService, amount } = admitted.facts;
    const check = await checkBill(deps.database, {
      accountId,
      codeService,
      accountNumber: bill.accountNumber,
      reference: bill.reference,
      amountMinor: amount,
    });
    // A paid bill may be this very operation's: the writer tells a repeat from a second payment.
    if (check !== 'ok' && check !== 'paid') return (await repeated(deps, order, context)) ?? { type: check };
  }
  if (await differsFromRecord(deps.database, admitted.facts))
    return (await repeated(deps, order, context)) ?? { type: 'otherAmountThanRecord' };
  if (isRouteDown(deps, order.catalogue, admitted.facts)) return (await repeated(deps, order, context)) ?? { type: 'routeDown' };
  return openAndSend(deps, order, admitted);
}

/** Without a usable connector, or switched off. */
export function isRouteDown({ providers }: Pick<InitiateDeps, 'providers'>, catalogue: Catalogue, { route }: Facts): boolean {
  return providers.of(catalogue, route) === null || catalogue.route(route)?.off === true;
}

/** A remittance is picked up whole: what this account has just looked up under the reference is the amount (rule O7). */
async function differsFromRecord(database: Database, { accountId, codeService, amount, details: { extra } }: Facts): Promise<boolean> {
  if (extra.type !== 'remit_receive') return false;
  const looked = await lookedUpAmount(database, { accountId, codeService, reference: extra.referenceNumber });
  return looked !== null && looked !== amount;
}

/**
 * The operation that this request has opened before, though it would be refused today: a service switched off, a quote or a listing too old.
 * An id is unique for ever (rule O5), and "refused" would mean that nothing was executed.
 */
async function repeated(deps: InitiateDeps, order: Order, context: Omit<AdmitContext, 'recent'>): Promise<Initiated | null> {
  const { externalTransactionId } = order.body as { externalTransactionId?: unknown };
  if (typeof externalTransactionId !== 'string' || externalTransactionId.includes('\0')) return null;
  const [operation] = await findByExternalIds(deps.database, [{ accountId: order.account.id, externalId: externalTransactionId }]);
  if (operation === undefined) return null;
  const { codeService, details, fingerprint } = operation.facts;
  const account = { ...order.account, suspended: false, services: new Map([[codeService, null]]) };
  const recent = {
    sendData: details.extra.type === 'remit_send' ? details.extra.data : null,
    reference: details.extra.type === 'remit_receive' ? details.extra.referenceNumber : null,
  };
  const again = admitOperation(order.body, { ...context, account, recent, offToo: true });
  if (!again.ok) return null;
  return again.facts.fingerprint === fingerprint ? { type: 'replayed', operation } : { type: 'conflict' };
}

async function nextId(deps: InitiateDeps): Promise<string> {
  for (;;) {
    const id = deps.ids.next();
    if (id !== null) return id;
    await deps.ids.refill(deps.database);
  }
}

async function openAndSend(deps: InitiateDeps, order: Order, admitted: Admitted): Promise<Initiated> {
  const { facts } = admitted;
  const provider = deps.providers.of(order.catalogue, facts.route);
  if (provider === null) return { type: 'routeDown' };
  const refusal = admitted.refusal ?? connectorRefusal(deps, order.catalogue, facts, provider);
  const reserved = refusal === null && deps.dispatcher.reserve(provider);
  const attempt = reserved ? firstAttempt({ ...deps, catalogue: () => order.catalogue }, { facts, state: notYetOpened }, provider) : null;
  if (admitted.card !== null && refusal === null) deps.vault.keep(facts.id, admitted.card);
  const leave = deps.answers.begin(facts.id);
  const opening = { facts, attempt, reserved, leave };
  const committed = deps.writer.open({
    type: 'open',
    facts,
    refusal,
    rules: admitted.rules,
    bill: admitted.bill,
    accountVersion: order.account.version,
    catalogueVersion: order.catalogue.version,
    attempt,
    keepLease: reserved || (refusal === null && deps.dispatcher.hasRoom(facts.route)),
  });
  const initiated = goOn(deps, committed, opening);
  // A commit that hangs is carried on with when it comes back; the caller is not kept until then. Its failure is told by `committed` too.
  initiated.catch(() => {});
  if ((await withPatience(committed, commitPatienceMs, null)) === null) {
    // No answer will leave for the callback to wait for.
    leave();
    throw new CommitUnknown(`operation ${facts.id} is not known to be stored`);
  }
  return initiated;
}

async function goOn(deps: InitiateDeps, committed: Promise<OpenResult>, opening: Opening): Promise<Initiated> {
  let result: OpenResult;
  try {
    result = await committed;
  } catch (error) {
    if (opening.reserved) deps.dispatcher.release(opening.facts.route);
    opening.leave();
    throw error;
  }
  return afterOpening(deps, result, opening);
}

const notYetOpened = { attempts: 0 } as OperationState;

interface Opening {
  facts: Facts;
  attempt: Attempt | null;
  reserved: boolean;
  leave(): void;
}

async function afterOpening(deps: InitiateDeps, result: OpenResult, { facts, attempt, reserved, leave }: Opening): Promise<Initiated> {
  const opened = result.type === 'opened' ? result.operation : null;
  const sending = opened?.state.state === 'SENDING';
  if (reserved && !sending) deps.dispatcher.release(facts.route);
  if (opened === null) leave();
  if (opened === null || opened.state.state === 'FAILED') deps.vault.drop(facts.id);
  switch (result.type) {
    case 'opened': {
      if (result.operation.state.leaseOwner === null) return result;
      const stepped = deps.dispatcher.take({ operation: result.operation, attempt, fresh: sending }, reserved);
      if (facts.details.extra.type === 'card') void stepped.then((operation) => forgetCard(deps, operation));
      if (facts.linkToken === null) return result;
      return { type: 'opened', operation: await withPatience(stepped, linkPatienceMs, result.operation) };
    }
    case 'replayed':
    case 'conflict':
    case 'stale':
      return result;
    case 'billPaid':
      return { type: 'paid' };
  }
}

/** Once the acquirer has the card, or never will, nobody needs it here; while its word is lost the same bytes may have to go again. */
function forgetCard({ vault }: InitiateDeps, { facts, state }: Operation): void {
  if (state.state !== 'READY' && state.state !== 'SENDING' && state.state !== 'UNKNOWN') vault.drop(facts.id);
}

/** The connector's pure check, so that what a provider would certainly refuse is refused in the answer (rule O8). */
export function connectorRefusal(
  deps: Pick<InitiateDeps, 'providers'>,
  catalogue: Catalogue,
  facts: Facts,
  provider: Provider,
): Refusal | null {
  const error = provider.connector.validate(provider.config, deps.providers.intentOf(catalogue, facts));
  return error === null ? null : refusalOf(error);
}

/** Only a missing remittance member is looked for among this account's own recent quotes and look-ups. */
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
  const amountMinor = service === undefined ? null : parseAmount((body as { amount?: unknown }).amount, decimalsOf(service.currency));
  if (service === undefined || amountMinor === null) return null;
  const query = { accountId: account.id, codeService, amountMinor };
  return service.kind === 'remit_send'
    ? { sendData: await recentSendData(database, query), reference: null }
    : { sendData: null, reference: await recentReference(database, query) };
}
