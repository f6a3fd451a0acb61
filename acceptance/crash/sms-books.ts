// Compares the books for SMS: what the client was answered, what the gateway stored, what the SMSC
// accepted, and the ledger. The oracle of the SMS crash tests.

import assert from 'node:assert/strict';
import { createClient, until } from '../harness/index.ts';
import { accountOf } from '../harness/sms-routing.ts';
import { resending, type SmsHarness } from './sms-harness.ts';

interface Message {
  batch_id: bigint;
  msisdn: bigint;
  connection: string;
  state: string;
  reason: string | null;
  price: bigint;
  refunded: boolean;
  parts: number;
  recipients: number;
  idempotency_key: string;
}

const minorPerUnit = 10_000n;
/** What a round may take until nothing is under way; longer, and something was forgotten. */
const quietWithinMs = 120_000;
const refundStates = ['REJECTED', 'UNDELIVERABLE'];
/** What the digits promise; a crash may make it UNKNOWN, nothing else. */
const promised: { readonly [digits: string]: string } = {
  '9001': 'UNDELIVERABLE',
  '9101': 'EXPIRED',
  '7011': 'REJECTED',
};

export interface Drained {
  messages: number;
  unknown: number;
  twice: number;
  waitedMs: number;
}

/** Waits until every message is final and every receipt taken, then compares. */
export async function drainAndCompareSms(harness: SmsHarness): Promise<Drained> {
  const waitedMs = await untilSmsQuiet(harness);
  const messages = await harness.rows.read<Message>(
    `select m.batch_id, m.msisdn, m.connection, m.state, m.reason, m.price, m.refunded, b.parts,
      b.recipients, b.idempotency_key
     from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id
       where m.account_id = $1`,
    [harness.account.accountId],
  );
  const faults: string[] = [];
  compareRequests(harness, messages, faults);
  const twice = await compareSmsc(harness, messages, faults);
  await compareReceipts(harness, faults);
  await compareLedger(harness, messages, faults);
  assert.deepEqual(faults.slice(0, 20), [], `the books agree (${faults.length} faults)`);
  await harness.installation.cli(['doctor']);
  return {
    messages: messages.length,
    unknown: messages.filter(({ state }) => state === 'UNKNOWN').length,
    twice,
    waitedMs,
  };
}

async function untilSmsQuiet({ rows, smsc, nodes, account }: SmsHarness): Promise<number> {
  const startedAt = performance.now();
  let left = '';
  const look = async (): Promise<boolean> => {
    try {
      const open = await rows.read<{ state: string; connection: string; count: bigint }>(
        `select state, connection, count(*) from sms_message where account_id = $1
          and state in ('ACCEPTED', 'SENDING', 'SENT') group by state, connection`,
        [account.accountId],
      );
      const [{ claims, unreported } = { claims: -1n, unreported: -1n }] = await rows.read<{
        claims: bigint;
        unreported: bigint;
      }>(
        `select (select count(*) from sms_lease) as claims,
           (select count(*) from sms_part where batch_id is not null
             and receipt is null) as unreported`,
      );
      const waiting = await Promise.all(
        ['ONE', 'TWO', ...resending].map((connection) => smsc.undelivered(accountOf(connection))),
      );
      left = open
        .map(({ state, connection, count }) => `${count} ${state} on ${connection}`)
        .join(', ');
      left += `; ${claims} claims; ${unreported} parts without receipt; waiting receipts ${waiting.join(' ')}`;
      return (
        open.length === 0 &&
        claims === 0n &&
        unreported === 0n &&
        waiting.every((count) => count === 0)
      );
    } catch (error) {
      left = String(error);
      return false;
    }
  };
  await until('every message is final', look, { timeoutMs: quietWithinMs, everyMs: 100 }).catch(
    (error: unknown) => {
      const logs = nodes.map((node) => `${node.nodeId}: ${node.logs().slice(-3_000)}`).join('\n');
      throw new Error(`${String(error)}: ${left}\n${logs}`);
    },
  );
  return Math.round(performance.now() - startedAt);
}

/**
 * What was acknowledged is stored whole, once, under the id that was answered; what was never
 * answered whole or not at all.
 */
function compareRequests({ requests }: SmsHarness, messages: Message[], faults: string[]): void {
  const stored = Map.groupBy(messages, (message) => message.idempotency_key);
  for (const { key, msisdn, acknowledged, unanswered, refused } of requests) {
    const found = stored.get(key) ?? [];
    stored.delete(key);
    const ids = new Set(found.map(({ batch_id }) => String(batch_id)));
    if (acknowledged.size > 1)
      faults.push(`${key} was answered with ids ${[...acknowledged].join(', ')}`);
    if (ids.size > 1) faults.push(`${key} is stored ${ids.size} times`);
    if (refused.some((text) => !/unavailable|disponible|Too many|Trop/i.test(text)))
      faults.push(`${key} was refused: ${refused[0]}`);
    const [id] = acknowledged;
    if (id !== undefined && !ids.has(id))
      faults.push(`${key} was acknowledged as ${id} and is not stored`);
    if (found.length === 0) continue;
    if (acknowledged.size === 0 && unanswered === 0)
      faults.push(`${key} is stored although every answer said that nothing was`);
    const expected = msisdn.map((number) => number.slice(1)).toSorted();
    const numbers = found.map((message) => String(message.msisdn)).toSorted();
    if (
      JSON.stringify(numbers) !== JSON.stringify(expected) ||
      found[0]!.recipients !== msisdn.length
    )
      faults.push(`${key}: ${found.length} of ${msisdn.length} recipients are stored`);
  }
  for (const key of stored.keys()) faults.push(`${key} is stored and was never sent`);
}

/**
 * Returns how many parts the SMSC took twice; allowed where the route sends again what is unknown.
 */
async function compareSmsc(
  { smsc }: SmsHarness,
  messages: Message[],
  faults: string[],
): Promise<number> {
  const partsOf = new Map<string, Map<string, number>>();
  for (const connection of ['ONE', 'TWO', ...resending]) {
    for (const [key, times] of await smsc.acceptedOf(accountOf(connection))) {
      const to = key.slice(0, key.indexOf(' '));
      const parts = partsOf.get(to) ?? new Map<string, number>();
      partsOf.set(to, parts.set(key, times));
    }
  }
  let twice = 0;
  for (const { msisdn, state, reason, connection, parts } of messages) {
    const taken = partsOf.get(String(msisdn)) ?? new Map<string, number>();
    partsOf.delete(String(msisdn));
    const most = Math.max(0, ...taken.values());
    if (most === 2) twice++;
    if (most > (resending.includes(connection) ? 2 : 1))
      faults.push(`${msisdn} (${state}, ${reason}) over ${connection} was taken ${most} times`);
    const expected = promised[String(msisdn).slice(-4)] ?? 'DELIVERED';
    if (state !== expected && state !== 'UNKNOWN')
      faults.push(`${msisdn} is ${state} (${reason}), its digits promise ${expected}`);
    const count = state === 'REJECTED' ? 0 : parts;
    if (state === 'UNKNOWN' ? taken.size > parts : taken.size !== count)
      faults.push(
        `${msisdn} is ${state} (${reason}) and the SMSC took ${taken.size} of ${parts} parts`,
      );
  }
  for (const to of partsOf.keys())
    faults.push(`the SMSC took a message to ${to}, which is not stored`);
  return twice;
}

/**
 * Every part has its receipt by now; one that waits for its answer belongs to a message whose
 * answer was lost.
 */
async function compareReceipts({ rows }: SmsHarness, faults: string[]): Promise<void> {
  const strays = await rows.read<{ msisdn: bigint; state: string; connection: string }>(
    `select p.msisdn, m.state, p.connection from sms_part p left join sms_message m
      on m.msisdn = p.msisdn
     where p.batch_id is null and m.state is distinct from 'UNKNOWN'
       and not p.connection = any($1)`,
    [resending],
  );
  for (const { msisdn, state, connection } of strays)
    faults.push(`a receipt for ${msisdn} (${state}) over ${connection} was matched with nothing`);
}

async function compareLedger(
  { account, fund, living, rows }: SmsHarness,
  messages: Message[],
  faults: string[],
): Promise<void> {
  for (const { msisdn, state, refunded } of messages)
    if (refunded !== refundStates.includes(state))
      faults.push(`${msisdn} is ${state} and was ${refunded ? '' : 'not '}given back`);
  const { kept, ledger, balance } = await readSettled({ account, living, rows });
  if (ledger !== kept) faults.push(`the ledger kept ${ledger}, the messages cost ${kept}`);
  const expected = BigInt(fund) * minorPerUnit - kept;
  if (BigInt(Math.round(balance * Number(minorPerUnit))) !== expected)
    faults.push(`the balance is ${balance}, not ${expected} ten-thousandths`);
}

interface Settled {
  kept: bigint;
  ledger: bigint;
  balance: number;
}

const settledSql = `select
  (select coalesce(sum(price), 0) from sms_message where account_id = $1
    and not refunded)::bigint as kept,
  (select coalesce(sum(case verb when 'charge' then amount when 'reverse' then -amount end), 0)
    from transfer where account_id = $1)::bigint as ledger`;

/**
 * Both books at one moment, and the balance of then: a receipt may still tell what became of a
 * message whose answer was lost.
 */
async function readSettled({
  account,
  living,
  rows,
}: Pick<SmsHarness, 'account' | 'living' | 'rows'>): Promise<Settled> {
  const read = async (): Promise<Omit<Settled, 'balance'>> =>
    (await rows.read<Omit<Settled, 'balance'>>(settledSql, [account.accountId]))[0]!;
  return until('nothing is booked while the balance is asked for', async () => {
    const before = await read();
    const balance = await createClient(living()[0]!.baseUrl, account.apiKey).balance();
    return before.ledger === (await read()).ledger && { ...before, balance };
  });
}
