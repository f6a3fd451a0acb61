// Who accepts messages? One writer per node, by group commit: several requests are decided under their accounts' locks and committed together,
// with all their recipients and what they cost. Nothing of a refused request is stored.

import type { Connection, Database } from '../../db/database.ts';
import { settleAll } from '../../db/settle-all.ts';
import { startGroupWriter, Undecided, type Decision, type GroupWriter } from '../../db/group-commit.ts';
import { applyTransfer, smsPosting, writeBalances, writeTransfers, type BalanceRow, type TransferRow } from '../ledger/index.ts';
import { insertOrders, type AcceptedOrder } from './accept-store.ts';
import { balanceKey, loadAcceptView, recentKey, repeatKey, type AcceptView } from './accept-view.ts';
import { chargesOf, totalOf, type Order } from './order.ts';

/** Above this the statements grow without making a commit cheaper. */
const ordersMax = 512;
/** Recipients of one commit: some 200 ms of the database's work, which all wait for. */
const recipientsMax = 20_000;

export interface AcceptCommand {
  /** Digits; its own, used when it is accepted. */
  batchId: string;
  order: Order;
}

export type AcceptResult =
  | { type: 'accepted' }
  /** The same request was accepted before under its key, as this batch. */
  | { type: 'repeated'; batchId: string; recipients: number }
  | { type: 'keyUsed' }
  /** Account, app or routing changed since the order was made: make it again. */
  | { type: 'changed' }
  /** Ten-thousandths of the order's currency unit. */
  | { type: 'balanceTooLow'; needed: bigint; available: bigint; currency: string }
  /** As the client wrote them. */
  | { type: 'optedOut' | 'sentBefore'; numbers: string[] };

export interface AcceptWriterDeps {
  database: Database;
  /** Incarnation of this node. */
  node: number;
  /** Told after the commit which links have got messages. */
  onAccepted(links: string[]): void;
}

export function startAcceptWriter(deps: AcceptWriterDeps): GroupWriter<AcceptCommand, AcceptResult> {
  return startGroupWriter<AcceptCommand, AcceptResult>({
    database: deps.database,
    node: deps.node,
    writer: 'sms',
    commandsMax: ordersMax,
    weight: { max: recipientsMax, of: ({ order }) => order.recipients.msisdns.length },
    decide: (connection, commands) => decideAll(connection, commands, deps),
  });
}

interface Changes {
  accepted: AcceptedOrder[];
  transfers: TransferRow[];
  balances: Set<BalanceRow>;
}

async function decideAll(connection: Connection, commands: AcceptCommand[], deps: AcceptWriterDeps): Promise<Decision<AcceptResult>> {
  const view = await loadAcceptView(
    connection,
    commands.map(({ order }) => order),
  );
  const changes: Changes = { accepted: [], transfers: [], balances: new Set() };
  const results = commands.map((command) => decideOne(command, view, changes));
  if (changes.accepted.length === 0) return { results, store: null };
  return {
    results,
    store: (leaveMark) => store(connection, changes, view.now, leaveMark),
    committed: () => deps.onAccepted(linksOf(changes.accepted)),
  };
}

function decideOne(command: AcceptCommand, view: AcceptView, changes: Changes): AcceptResult {
  try {
    return decide(command, view, changes);
  } catch (error) {
    throw new Undecided(`batch ${command.batchId}: ${String(error)}`, { cause: error });
  }
}

function decide({ batchId, order }: AcceptCommand, view: AcceptView, changes: Changes): AcceptResult {
  const { app, idempotency, textHash, recipients } = order;
  const account = view.accounts.get(app.accountId);
  if (account === undefined) throw new Error(`no account ${app.accountId}`);
  if (idempotency !== null) {
    const before = view.repeated.get(repeatKey(app.id, idempotency.key));
    if (before !== undefined)
      return before.fingerprint.equals(idempotency.fingerprint) ? { type: 'repeated', ...before } : { type: 'keyUsed' };
  }
  const isOfNow = account.version === app.version && order.routingVersion === view.routingVersion;
  if (!isOfNow || account.suspended) return { type: 'changed' };
  const optedOut = numbersIn(view.optedOut.get(app.id), order);
  if (optedOut.length > 0) return { type: 'optedOut', numbers: optedOut };
  const sentBefore = textHash === null ? [] : numbersIn(view.recent.get(recentKey(app.id, textHash)), order);
  if (sentBefore.length > 0) return { type: 'sentBefore', numbers: sentBefore };
  const needed = totalOf(recipients);
  const available = view.balances.get(balanceKey(app.accountId, order.currency))?.available ?? 0n;
  if (available < needed) return { type: 'balanceTooLow', needed, available, currency: order.currency };
  charge(batchId, order, view, changes);
  changes.accepted.push({ batchId, order });
  // Those behind it in this commit see it too.
  if (idempotency !== null)
    view.repeated.set(repeatKey(app.id, idempotency.key), {
      ...{ batchId, recipients: recipients.msisdns.length, fingerprint: idempotency.fingerprint },
    });
  if (textHash !== null) {
    const key = recentKey(app.id, textHash);
    view.recent.set(key, new Set([...(view.recent.get(key) ?? []), ...recipients.msisdns]));
  }
  return { type: 'accepted' };
}

function numbersIn(set: ReadonlySet<string> | undefined, { recipients: { msisdns, given } }: Order): string[] {
  return set === undefined ? [] : given.filter((_, index) => set.has(msisdns[index]!));
}

/** Takes what the recipients cost from a balance that has it. */
function charge(batchId: string, { app: { accountId }, recipients, currency }: Order, view: AcceptView, changes: Changes): void {
  for (const [country, amount] of chargesOf(recipients)) {
    const balance = view.balances.get(balanceKey(accountId, currency))!;
    const transfer = smsPosting('accepted', country, amount)!;
    applyTransfer(balance, transfer);
    changes.balances.add(balance);
    const place = { accountId, operationId: null, smsBatchId: batchId, currency, availableAfter: balance.available };
    changes.transfers.push({ ...transfer, ...place });
  }
}

async function store(connection: Connection, changes: Changes, now: Date, leaveMark: () => Promise<unknown>): Promise<void> {
  const { accepted, transfers, balances } = changes;
  const writes: Promise<unknown>[] = [leaveMark(), ...insertOrders(connection, accepted, now)];
  if (transfers.length > 0) writes.push(writeTransfers(connection, transfers, now));
  if (balances.size > 0) writes.push(writeBalances(connection, [...balances]));
  writes.push(connection.query({ name: 'commit', text: 'commit' }));
  await settleAll(writes);
}

function linksOf(accepted: readonly AcceptedOrder[]): string[] {
  const links = new Set<string>();
  for (const { order } of accepted) for (const { link } of order.recipients.destinations) links.add(link);
  return [...links];
}
