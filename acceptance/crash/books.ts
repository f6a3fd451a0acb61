// Compares the three books: the client's journal, what the gateway stored, and the provider's own
// book. The oracle of every crash test.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { composeHashInput } from '@jokko/contract';
import { assertCallback, createClient } from '../harness/index.ts';
import { phoneEnd, readExecutions } from '../harness/provider-book.ts';
import type { Entry } from './journal.ts';
import { expectedStatus } from './orders.ts';
import { untilQuiet } from './quiet.ts';
import type { Harness } from './harness.ts';

interface Row {
  id: bigint;
  external_id: string;
  state: string;
  code_service: string;
  phone_given: string;
  amount: bigint;
  commission: bigint;
  balance_before: bigint;
  balance_after: bigint;
}

const minorPerUnit = 10_000;

/** Waits until every stored operation is final and told, then compares. */
export async function drainAndCompare(
  harness: Harness,
): Promise<{ stored: number; waitedMs: number }> {
  const waitedMs = await untilQuiet(harness);
  const rows = await readRows(harness);
  const faults: string[] = [];
  compareClient(harness, rows, faults);
  compareProvider(
    rows,
    await readExecutions(harness.simulatorUrl()),
    await readOtherPhones(harness),
    faults,
  );
  compareCallbacks(harness, rows, faults);
  await compareBalance(harness, faults);
  assert.deepEqual(faults, [], 'the three books agree');
  await harness.installation.cli(['doctor']);
  return { stored: rows.length, waitedMs };
}

function readRows({ rows, account }: Harness): Promise<Row[]> {
  return rows.read<Row>(
    `select id, external_id, state, code_service, phone_given, amount, commission, balance_before,
      balance_after
     from operation where account_id = $1`,
    [account.accountId],
  );
}

/**
 * Book 1 against book 2: what was acknowledged is stored as it was answered, and what was refused
 * is not.
 */
function compareClient({ journal }: Harness, rows: Row[], faults: string[]): void {
  const stored = new Map(rows.map((row) => [row.external_id, row]));
  if (stored.size !== rows.length) faults.push('one external id is stored twice');
  for (const [id, entry] of journal.entries) {
    const row = stored.get(id);
    stored.delete(id);
    for (const { data } of entry.acknowledged) {
      if (row === undefined)
        faults.push(`${id} was acknowledged and is not stored: ${JSON.stringify(data)}`);
      else if (!isSame(row, data))
        faults.push(
          `${id} was answered as ${JSON.stringify(data)} and is stored as ${describe(row)}`,
        );
    }
    if (row === undefined) continue;
    if (!isAsOrdered(row, entry))
      faults.push(
        `${id} was ordered as ${JSON.stringify(entry.order)} and is stored as ${describe(row)}`,
      );
    const promisedNothing = entry.acknowledged.length === 0 && entry.unanswered === 0;
    if (promisedNothing)
      faults.push(
        `${id} is stored although every answer said that nothing was: ${JSON.stringify(entry.refused)}`,
      );
  }
  for (const id of stored.keys()) faults.push(`${id} is stored and was never ordered`);
}

function isSame(row: Row, data: { [member: string]: unknown }): boolean {
  return (
    String(row.id) === data['transactionId'] &&
    row.code_service === data['codeService'] &&
    row.phone_given === data['phone'] &&
    Number(row.amount) / minorPerUnit === data['amount'] &&
    (data['commission'] === undefined ||
      Number(row.commission) / minorPerUnit === data['commission'])
  );
}

function isAsOrdered(row: Row, { order }: Entry): boolean {
  return (
    row.code_service === order.codeService &&
    row.phone_given === order.phone &&
    Number(row.amount) === order.amount * minorPerUnit
  );
}

function describe(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** Reads the phones of payments of other accounts: their own books are theirs. */
async function readOtherPhones({ rows, account }: Harness): Promise<Set<string>> {
  const others = await rows.read<{ phone: string }>(
    'select phone_given as phone from operation where account_id <> $1',
    [account.accountId],
  );
  return new Set(others.map(({ phone }) => phoneEnd(phone)));
}

/** Book 3: how often money moved, by the other party's phone, which no two orders share. */
function compareProvider(
  rows: Row[],
  executions: Map<string, number>,
  others: ReadonlySet<string>,
  faults: string[],
): void {
  const ordered = new Set([...others, ...rows.map((row) => row.phone_given)]);
  for (const row of rows) {
    const count = executions.get(row.phone_given) ?? 0;
    if (count !== (row.state === 'SUCCESS' ? 1 : 0))
      faults.push(`${row.external_id} is ${row.state} and was executed ${count} times`);
  }
  for (const party of executions.keys())
    if (!ordered.has(party)) faults.push(`the provider executed for ${party}, which is not stored`);
}

function compareCallbacks(
  { journal, account, receiver }: Harness,
  rows: Row[],
  faults: string[],
): void {
  for (const stranger of journal.strangers)
    faults.push(`a callback for nothing ordered: ${stranger}`);
  for (const row of rows) {
    const entry = journal.entries.get(row.external_id);
    const callbacks = entry?.callbacks ?? [];
    const [first] = callbacks;
    if (entry === undefined || first === undefined) {
      faults.push(`${row.external_id} is ${row.state} and its client was never told`);
      continue;
    }
    assertCallback(first.json);
    if (callbacks.some(({ text }) => text !== first.text))
      faults.push(`${row.external_id}: its callbacks differ`);
    const expected = {
      status: expectedStatus(entry.order),
      sha256Hash: createHash('sha256')
        .update(composeHashInput(String(row.id), row.external_id, account.apiKey))
        .digest('hex'),
      transactionId: String(row.id),
      callbackUrl: receiver.url,
    };
    const { status, sha256Hash, transaction } = first.json;
    const reported = {
      status,
      sha256Hash,
      transactionId: transaction.transactionId,
      callbackUrl: transaction.callbackUrl,
    };
    if (JSON.stringify(reported) !== JSON.stringify(expected))
      faults.push(`${row.external_id} is ${row.state}, its callback says ${first.text}`);
  }
}

/** The developer's balance, computed from nothing but the callbacks that came. */
async function compareBalance(
  { journal, account, fund, living }: Harness,
  faults: string[],
): Promise<void> {
  let expected = fund * minorPerUnit;
  for (const { order, callbacks } of journal.entries.values()) {
    const [first] = callbacks;
    if (first === undefined || first.json.status !== 'SUCCESS') continue;
    const { amount, commission } = first.json.transaction as { amount: number; commission: number };
    expected += Math.round(
      (order.direction === 'DEBIT' ? -amount - commission : amount - commission) * minorPerUnit,
    );
  }
  for (const node of living()) {
    const balance = await createClient(node.baseUrl, account.apiKey).balance();
    if (Math.round(balance * minorPerUnit) !== expected)
      faults.push(`the balance is ${balance}, the callbacks make it ${expected / minorPerUnit}`);
  }
}
