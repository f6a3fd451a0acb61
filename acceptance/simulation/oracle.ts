// The independent reconciler: compares the gateway's rows, read with SQL of its own, with the
// provider's book, the receivers' journal and the clients' journal. Nothing here is taken from the
// gateway, so that an error there is not repeated here.

import { amountOf, type Wanted } from './client.ts';
import type { Entry } from './provider.ts';
import type { Received } from './receiver.ts';
import { percent, type ShopAccount } from './shop.ts';

export interface Books {
  read<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  book: readonly Entry[];
  received: readonly Received[];
  wanted: readonly Wanted[];
  accounts: readonly ShopAccount[];
}

interface Row {
  id: string;
  account: number;
  external: string;
  phone: string;
  amount: bigint;
  state: string;
  /** Kinds of its open cases. */
  cases: string[];
}

interface BalanceRow {
  account: number;
  available: bigint;
  held: bigint;
}

const selectOperations = `
  select o.id::text as id, o.account_id as account, o.external_id as external, o.phone, o.amount,
    o.state,
    array(select kind from operation_case c
      where c.operation_id = o.id and c.account_id = o.account_id and c.resolved_at is null
        order by kind) as cases
  from operation o order by o.id`;
const selectBalances = `select account_id as account, available, held from balance
  order by account_id`;

/**
 * The only case that may be open: the provider keeps its contract, so whatever else contradicts is
 * our fault. It takes back a collection whose account has spent the money meanwhile.
 */
const rightCases = new Set(['reversal_without_cover']);
const finals = new Set(['SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED']);

/** What does not fit together, in words. */
export async function reconcile(books: Books): Promise<string[]> {
  const rows = await books.read<Row>(selectOperations);
  const balances = await books.read<BalanceRow>(selectBalances);
  const byExternal = Map.groupBy(rows, (row) => `${row.account} ${row.external}`);
  const moved = new Map<number, bigint>();
  const faults: string[] = [];
  for (const wanted of books.wanted) {
    const name = `${wanted.externalId} (${wanted.phone})`;
    const say = (text: string): void => void faults.push(`${name}: ${text}`);
    const own = byExternal.get(`${wanted.account.id} ${wanted.externalId}`) ?? [];
    byExternal.delete(`${wanted.account.id} ${wanted.externalId}`);
    if (own.length > 1) say(`${own.length} operations`);
    const row = own[0] ?? null;
    const entries = books.book.filter(({ phone }) => phone.endsWith(wanted.phone));
    if (wanted.forgotten) checkForgotten(wanted, entries, row, say);
    else checkAnswers(wanted, entries, row, say);
    const net = checkExecutions(wanted, entries, row, say);
    if (!wanted.forgotten) checkCallbacks(wanted, books.received, row, say);
    const total = moved.get(wanted.account.id) ?? 0n;
    moved.set(wanted.account.id, total + worthOf(wanted, net));
  }
  for (const key of byExternal.keys()) faults.push(`operation ${key} is nobody's`);
  checkBalances(books, rows, balances, moved, faults);
  return faults;
}

type Say = (text: string) => void;

/** The provider gave it back by itself and by our refund: which of the two counts is for users. */
const isOfTwoReturns = (kind: string, entries: readonly Entry[]): boolean =>
  kind === 'mismatched_result' && entries.some(({ reversed }) => reversed === 'twice');

function checkAnswers(wanted: Wanted, entries: Entry[], row: Row | null, say: Say): void {
  if (wanted.answers.length === 0) return say('its client never had an answer');
  const ids = new Set(wanted.answers.flatMap(({ transactionId }) => transactionId ?? []));
  if (ids.size > 1) say(`answered with the ids ${[...ids].join(', ')}`);
  for (const { code, transactionId } of wanted.answers) {
    if (code !== 2000 && code !== 4000) say(`answered ${code}`);
    if (row === null) say(`answered ${code}, but there is no such operation`);
    else if (transactionId !== row.id) say(`answered with ${transactionId}, stored as ${row.id}`);
    if (code === 4000 && row !== null && row.state !== 'FAILED')
      say(`answered 4000, but it is ${row.state}`);
  }
  if (row === null) return;
  if (row.amount !== amountOf(wanted)) say(`stored with the amount ${row.amount}`);
  for (const kind of row.cases)
    if (!rightCases.has(kind) && !isOfTwoReturns(kind, entries)) say(`in a case: ${kind}`);
  if (!finals.has(row.state)) say(`still ${row.state} two hours after all was healed`);
}

/** What it was answered may be forgotten, as may be its callback; what was sent is not. */
function checkForgotten(wanted: Wanted, entries: Entry[], row: Row | null, say: Say): void {
  if (wanted.answers.length === 0) say('its client never had an answer');
  if (row === null) {
    if (entries.length > 0) say('sent, and there is no such operation after the recovery');
    return;
  }
  if (row.amount !== amountOf(wanted)) say(`stored with the amount ${row.amount}`);
  // A payment and its refund are both forgotten: asked about the payment, the provider says that it
  // was taken back, so it has failed, and a notice of its success that comes once more is for
  // users.
  const wasGivenBack = entries.some(
    ({ purpose, state }) => purpose === 'refund' && state === 'executed',
  );
  for (const kind of row.cases) {
    const isOfRestore = kind === 'late_success' && wasGivenBack;
    if (!rightCases.has(kind) && !isOfRestore && !isOfTwoReturns(kind, entries))
      say(`in a case: ${kind}`);
  }
  if (!finals.has(row.state)) say(`still ${row.state} two hours after all was healed`);
}

/** How often the provider has executed it, less what was given back. */
function checkExecutions(wanted: Wanted, entries: Entry[], row: Row | null, say: Say): number {
  const executed = entries.filter((entry) => entry.state === 'executed');
  const orders = executed.filter(({ purpose }) => purpose === 'execute');
  const refunds = executed.filter(({ purpose }) => purpose === 'refund');
  if (orders.length > 1) say(`executed ${orders.length} times`);
  if (refunds.length > 1) say(`given back ${refunds.length} times`);
  if (orders.some(({ amount }) => amount !== amountOf(wanted))) say('executed with another amount');
  const back = orders.filter(({ reversed }) => reversed !== null).length;
  const net = orders.length - Math.max(back, refunds.length);
  if (row === null || row.cases.length > 0) return net;
  const expected: { [state: string]: boolean } = {
    SUCCESS: orders.length === 1 && net === 1,
    REFUNDED: orders.length === 1 && net === 0,
    FAILED: net === 0,
    CANCELED: orders.length === 0,
  };
  if (expected[row.state] === false)
    say(`${row.state}, but executed ${orders.length} times and given back ${back}`);
  return net;
}

const statusOf: { [state: string]: string } = {
  SUCCESS: 'SUCCESS',
  FAILED: 'FAILLED',
  REFUNDED: 'SUCCESS',
};

function checkCallbacks(
  wanted: Wanted,
  received: readonly Received[],
  row: Row | null,
  say: Say,
): void {
  const own = received.filter(
    ({ externalId, url }) =>
      externalId === wanted.externalId && url.includes(`shop${wanted.account.id}.`),
  );
  const bodies = new Set(own.map(({ body }) => body));
  if (bodies.size > 1) say(`${bodies.size} different callbacks`);
  if (row === null) {
    if (own.length > 0) say('a callback of an operation that does not exist');
    return;
  }
  const expected = statusOf[row.state];
  if (expected === undefined || row.cases.length > 0) return;
  if (own.length === 0) return say(`${row.state}, but no callback came`);
  // What the provider took back before we knew of its success has failed.
  if (own[0]!.status !== expected) say(`${row.state}, but the callback says ${own[0]!.status}`);
  if (own[0]!.transactionId !== row.id) say(`the callback names ${own[0]!.transactionId}`);
}

/** What an execution changes in the account's balance. */
function worthOf(wanted: Wanted, net: number): bigint {
  const amount = amountOf(wanted);
  const commission = (amount * percent[wanted.direction]) / 100n;
  const each = wanted.direction === 'DEBIT' ? -(amount + commission) : amount - commission;
  return each * BigInt(net);
}

/** Only where everything is final: elsewhere money is rightly held. */
function checkBalances(
  { accounts }: Books,
  rows: Row[],
  balances: BalanceRow[],
  moved: ReadonlyMap<number, bigint>,
  faults: string[],
): void {
  for (const { id, funds } of accounts) {
    const open = rows.some(
      (row) => row.account === id && (row.cases.length > 0 || !finals.has(row.state)),
    );
    const balance = balances.find(({ account }) => account === id);
    if (open || balance === undefined) continue;
    const expected = funds + (moved.get(id) ?? 0n);
    if (balance.available !== expected)
      faults.push(`account ${id} has ${balance.available}, by the provider's book ${expected}`);
    if (balance.held !== 0n) faults.push(`account ${id} still holds ${balance.held}`);
  }
}
