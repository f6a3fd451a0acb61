// Do the books agree: what the client was told, what the gateway stored, what the message centre took, and the ledger? The oracle of the crash
// tests of SMS.

import assert from 'node:assert/strict';
import { createClient, until } from '../harness/index.ts';
import { accountOf } from '../harness/sms-routing.ts';
import { resending, type SmsStage } from './sms-stage.ts';

interface Message {
  batch_id: bigint;
  msisdn: bigint;
  link: string;
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
const quietWithinMs = 60_000;
const refundStates = ['REJECTED', 'UNDELIVERABLE'];
/** What the digits promise; a crash may make it UNKNOWN, nothing else. */
const promised: { readonly [digits: string]: string } = { '9001': 'UNDELIVERABLE', '9101': 'EXPIRED', '7011': 'REJECTED' };

export interface Settled {
  messages: number;
  unknown: number;
  twice: number;
  waitedMs: number;
}

/** Waits until every message is final and every receipt taken, then compares. */
export async function settleAndCompareSms(stage: SmsStage): Promise<Settled> {
  const waitedMs = await untilSmsQuiet(stage);
  const messages = await stage.rows.read<Message>(
    `select m.batch_id, m.msisdn, m.link, m.state, m.reason, m.price, m.refunded, b.parts, b.recipients, b.idempotency_key
     from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id where m.account_id = $1`,
    [stage.account.accountId],
  );
  const faults: string[] = [];
  compareRequests(stage, messages, faults);
  const twice = await compareCentre(stage, messages, faults);
  await compareReceipts(stage, faults);
  await compareLedger(stage, messages, faults);
  assert.deepEqual(faults.slice(0, 20), [], `the books agree (${faults.length} faults)`);
  await stage.installation.cli(['doctor']);
  return { messages: messages.length, unknown: messages.filter(({ state }) => state === 'UNKNOWN').length, twice, waitedMs };
}

async function untilSmsQuiet({ rows, centre, nodes, account }: SmsStage): Promise<number> {
  const startedAt = performance.now();
  let left = '';
  const look = async (): Promise<boolean> => {
    try {
      const open = await rows.read<{ state: string; link: string; count: bigint }>(
        `select state, link, count(*) from sms_message where account_id = $1 and state in ('ACCEPTED', 'SENDING', 'SENT') group by state, link`,
        [account.accountId],
      );
      const [{ claims, untold } = { claims: -1n, untold: -1n }] = await rows.read<{ claims: bigint; untold: bigint }>(
        `select (select count(*) from sms_claim) as claims,
           (select count(*) from sms_part where batch_id is not null and receipt is null) as untold`,
      );
      const waiting = await Promise.all(['ONE', 'TWO', ...resending].map((link) => centre.undelivered(accountOf(link))));
      left = open.map(({ state, link, count }) => `${count} ${state} on ${link}`).join(', ');
      left += `; ${claims} claims; ${untold} parts without receipt; waiting receipts ${waiting.join(' ')}`;
      return open.length === 0 && claims === 0n && untold === 0n && waiting.every((count) => count === 0);
    } catch (error) {
      left = String(error);
      return false;
    }
  };
  await until('every message is final', look, { timeoutMs: quietWithinMs, everyMs: 100 }).catch((error: unknown) => {
    const logs = nodes.map((node) => `${node.nodeId}: ${node.logs().slice(-3_000)}`).join('\n');
    throw new Error(`${String(error)}: ${left}\n${logs}`);
  });
  return Math.round(performance.now() - startedAt);
}

/** What was acknowledged is stored whole, once, under the id that was answered; what was never answered whole or not at all. */
function compareRequests({ requests }: SmsStage, messages: Message[], faults: string[]): void {
  const stored = Map.groupBy(messages, (message) => message.idempotency_key);
  for (const { key, msisdn, acknowledged, unanswered, refused } of requests) {
    const found = stored.get(key) ?? [];
    stored.delete(key);
    const ids = new Set(found.map(({ batch_id }) => String(batch_id)));
    if (acknowledged.size > 1) faults.push(`${key} was answered with ids ${[...acknowledged].join(', ')}`);
    if (ids.size > 1) faults.push(`${key} is stored ${ids.size} times`);
    if (refused.some((text) => !/unavailable|disponible|Too many|Trop/i.test(text))) faults.push(`${key} was refused: ${refused[0]}`);
    const [id] = acknowledged;
    if (id !== undefined && !ids.has(id)) faults.push(`${key} was acknowledged as ${id} and is not stored`);
    if (found.length === 0) continue;
    if (acknowledged.size === 0 && unanswered === 0) faults.push(`${key} is stored although every answer said that nothing was`);
    const expected = msisdn.map((number) => number.slice(1)).toSorted();
    const numbers = found.map((message) => String(message.msisdn)).toSorted();
    if (JSON.stringify(numbers) !== JSON.stringify(expected) || found[0]!.recipients !== msisdn.length)
      faults.push(`${key}: ${found.length} of ${msisdn.length} recipients are stored`);
  }
  for (const key of stored.keys()) faults.push(`${key} is stored and was never sent`);
}

/** Returns how many parts the centre took twice; allowed where the route sends again what is unknown. */
async function compareCentre({ centre }: SmsStage, messages: Message[], faults: string[]): Promise<number> {
  const partsOf = new Map<string, Map<string, number>>();
  for (const link of ['ONE', 'TWO', ...resending]) {
    for (const [key, times] of await centre.acceptedOf(accountOf(link))) {
      const to = key.slice(0, key.indexOf(' '));
      const parts = partsOf.get(to) ?? new Map<string, number>();
      partsOf.set(to, parts.set(key, times));
    }
  }
  let twice = 0;
  for (const { msisdn, state, reason, link, parts } of messages) {
    const taken = partsOf.get(String(msisdn)) ?? new Map<string, number>();
    partsOf.delete(String(msisdn));
    const most = Math.max(0, ...taken.values());
    if (most === 2) twice++;
    if (most > (resending.includes(link) ? 2 : 1)) faults.push(`${msisdn} (${state}, ${reason}) over ${link} was taken ${most} times`);
    const expected = promised[String(msisdn).slice(-4)] ?? 'DELIVERED';
    if (state !== expected && state !== 'UNKNOWN') faults.push(`${msisdn} is ${state} (${reason}), its digits promise ${expected}`);
    const count = state === 'REJECTED' ? 0 : parts;
    if (state === 'UNKNOWN' ? taken.size > parts : taken.size !== count)
      faults.push(`${msisdn} is ${state} (${reason}) and the centre took ${taken.size} of ${parts} parts`);
  }
  for (const to of partsOf.keys()) faults.push(`the centre took a message to ${to}, which is not stored`);
  return twice;
}

/** Every part has its receipt by now; one that waits for its answer belongs to a message whose answer was lost. */
async function compareReceipts({ rows }: SmsStage, faults: string[]): Promise<void> {
  const strays = await rows.read<{ msisdn: bigint; state: string; link: string }>(
    `select p.msisdn, m.state, p.link from sms_part p left join sms_message m on m.msisdn = p.msisdn
     where p.batch_id is null and m.state is distinct from 'UNKNOWN' and not p.link = any($1)`,
    [resending],
  );
  for (const { msisdn, state, link } of strays) faults.push(`a receipt for ${msisdn} (${state}) over ${link} was matched with nothing`);
}

async function compareLedger({ account, fund, living, rows }: SmsStage, messages: Message[], faults: string[]): Promise<void> {
  for (const { msisdn, state, refunded } of messages)
    if (refunded !== refundStates.includes(state)) faults.push(`${msisdn} is ${state} and was ${refunded ? '' : 'not '}given back`);
  const kept = messages.filter(({ refunded }) => !refunded).reduce((sum, { price }) => sum + price, 0n);
  const [sums] = await rows.read<{ charged: bigint | null; returned: bigint | null }>(
    `select sum(amount) filter (where verb = 'charge')::bigint as charged, sum(amount) filter (where verb = 'reverse')::bigint as returned
     from transfer where account_id = $1`,
    [account.accountId],
  );
  const ledger = (sums?.charged ?? 0n) - (sums?.returned ?? 0n);
  if (ledger !== kept) faults.push(`the ledger kept ${ledger}, the messages cost ${kept}`);
  const [node] = living();
  const balance = await createClient(node!.baseUrl, account.apiKey).balance();
  const expected = BigInt(fund) * minorPerUnit - kept;
  if (BigInt(Math.round(balance * Number(minorPerUnit))) !== expected)
    faults.push(`the balance is ${balance}, not ${expected} ten-thousandths`);
}
