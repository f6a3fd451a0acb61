// Accepts messages, with one writer per node, by group commit: several requests are decided under
// their accounts' locks and committed together, with all their recipients and their cost. Nothing
// of a rejected request is stored.

import type { Connection, Database } from '../../platform/db/database.ts';
import { settleAll } from '../../platform/db/settle-all.ts';
import {
  Held,
  startGroupWriter,
  Undecided,
  type Decision,
  type GroupWriter,
  type WaitFor,
} from '../../platform/db/group-commit.ts';
import {
  applyTransfer,
  smsPosting,
  takeNumber,
  writeBalances,
  writeTransfers,
  type BalanceRow,
  type TransferRow,
} from '../../payments/ledger/index.ts';
import { insertOrders, type AcceptedOrder } from './accept-store.ts';
import {
  balanceKey,
  loadAcceptView,
  recentKey,
  repeatKey,
  type AcceptView,
} from './accept-view.ts';
import { chargesOf, totalsOf, type Order } from './order.ts';

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
  | { type: 'balanceTooLow'; short: ShortBalance[] }
  /** As the client wrote them. */
  | { type: 'optedOut' | 'sentBefore'; numbers: string[] };

/**
 * A balance that has not what the recipients of its currency cost; ten-thousandths of the currency
 * unit.
 */
export interface ShortBalance {
  currency: string;
  needed: bigint;
  available: bigint;
}

export interface AcceptWriterDeps {
  database: Database;
  /** Incarnation of this node. */
  node: number;
  /** Told after the commit which connections have got messages. */
  onAccepted(connections: string[]): void;
  /** Told how long each commit took. */
  onCommit?(tookMs: number): void;
}

export function startAcceptWriter(
  deps: AcceptWriterDeps,
): GroupWriter<AcceptCommand, AcceptResult> {
  return startGroupWriter<AcceptCommand, AcceptResult>({
    database: deps.database,
    node: deps.node,
    writer: 'sms',
    commandsMax: ordersMax,
    onCommit: deps.onCommit,
    weight: { max: recipientsMax, of: ({ order }) => order.recipients.msisdns.length },
    decide: (connection, commands, waitFor) => decideAll(connection, commands, deps, waitFor),
  });
}

interface Changes {
  accepted: AcceptedOrder[];
  transfers: TransferRow[];
  balances: Set<BalanceRow>;
}

async function decideAll(
  connection: Connection,
  commands: AcceptCommand[],
  deps: AcceptWriterDeps,
  waitFor: WaitFor,
): Promise<Decision<AcceptResult>> {
  const view = await loadAcceptView(
    connection,
    commands.map(({ order }) => order),
    waitFor,
  );
  if (view === null) return { results: commands.map(heldBy), store: null };
  const changes: Changes = { accepted: [], transfers: [], balances: new Set() };
  const results = commands.map((command) =>
    view.accounts.has(command.order.app.accountId)
      ? decideOne(command, view, changes)
      : heldBy(command),
  );
  if (changes.accepted.length === 0) return { results, store: null };
  return {
    results,
    store: (leaveMark) => store(connection, changes, view.now, leaveMark),
    committed: () => deps.onAccepted(connectionsOf(changes.accepted)),
  };
}

const heldBy = ({ order }: AcceptCommand): Held => new Held(order.app.accountId);

function decideOne(command: AcceptCommand, view: AcceptView, changes: Changes): AcceptResult {
  try {
    return decide(command, view, changes);
  } catch (error) {
    throw new Undecided(`batch ${command.batchId}: ${String(error)}`, { cause: error });
  }
}

function decide(
  { batchId, order }: AcceptCommand,
  view: AcceptView,
  changes: Changes,
): AcceptResult {
  const { app, idempotency, textHash, recipients } = order;
  const account = view.accounts.get(app.accountId);
  if (account === undefined) throw new Error(`no account ${app.accountId}`);
  if (idempotency !== null) {
    const before = view.repeated.get(repeatKey(app.id, idempotency.key));
    if (before !== undefined)
      return before.fingerprint.equals(idempotency.fingerprint)
        ? { type: 'repeated', ...before }
        : { type: 'keyUsed' };
  }
  const isOfNow = account.version === app.version && order.routingVersion === view.routingVersion;
  if (!isOfNow || account.suspended) return { type: 'changed' };
  const optedOut = numbersIn(view.optedOut.get(app.id), order);
  if (optedOut.length > 0) return { type: 'optedOut', numbers: optedOut };
  const sentBefore =
    textHash === null ? [] : numbersIn(view.recent.get(recentKey(app.id, textHash)), order);
  if (sentBefore.length > 0) return { type: 'sentBefore', numbers: sentBefore };
  const short = shortBalances(order, view);
  if (short.length > 0) return { type: 'balanceTooLow', short };
  charge(batchId, order, view, changes);
  changes.accepted.push({ batchId, order });
  // Those behind it in this commit see it too.
  if (idempotency !== null)
    view.repeated.set(repeatKey(app.id, idempotency.key), {
      batchId,
      recipients: recipients.msisdns.length,
      fingerprint: idempotency.fingerprint,
    });
  if (textHash !== null) {
    const key = recentKey(app.id, textHash);
    view.recent.set(key, new Set([...(view.recent.get(key) ?? []), ...recipients.msisdns]));
  }
  return { type: 'accepted' };
}

function numbersIn(
  set: ReadonlySet<string> | undefined,
  { recipients: { msisdns, given } }: Order,
): string[] {
  return set === undefined ? [] : given.filter((_, index) => set.has(msisdns[index]!));
}

/** The balances, one for each currency of the recipients, that have not what they cost. */
function shortBalances({ app, recipients }: Order, view: AcceptView): ShortBalance[] {
  return [...totalsOf(recipients)].flatMap(([currency, needed]) => {
    const available = view.balances.get(balanceKey(app.accountId, currency))?.available ?? 0n;
    return available < needed ? [{ currency, needed, available }] : [];
  });
}

/**
 * Takes what the recipients of each country cost from the balance in its currency, which has it.
 */
function charge(
  batchId: string,
  { app: { accountId }, recipients }: Order,
  view: AcceptView,
  changes: Changes,
): void {
  for (const { country, currency, amount } of chargesOf(recipients)) {
    const balance = view.balances.get(balanceKey(accountId, currency))!;
    const transfer = smsPosting('accepted', country, amount)!;
    applyTransfer(balance, transfer);
    changes.balances.add(balance);
    const place = {
      accountId,
      number: takeNumber(balance),
      operationId: null,
      smsBatchId: batchId,
      currency,
      availableAfter: balance.available,
    };
    changes.transfers.push({ ...transfer, ...place });
  }
}

async function store(
  connection: Connection,
  changes: Changes,
  now: Date,
  leaveMark: () => Promise<unknown>,
): Promise<void> {
  const { accepted, transfers, balances } = changes;
  const writes: Promise<unknown>[] = [leaveMark(), ...insertOrders(connection, accepted, now)];
  if (transfers.length > 0) writes.push(writeTransfers(connection, transfers, now));
  if (balances.size > 0) writes.push(writeBalances(connection, [...balances]));
  writes.push(connection.query({ name: 'commit', text: 'commit' }));
  await settleAll(writes);
}

function connectionsOf(accepted: readonly AcceptedOrder[]): string[] {
  const connections = new Set<string>();
  for (const { order } of accepted)
    for (const { connection } of order.recipients.destinations) connections.add(connection);
  return [...connections];
}
