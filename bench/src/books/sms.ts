// Verifies that client, gateway, SMSC and ledger agree about messages: every acknowledged request
// is stored whole under the id that was answered, the SMSC accepted what is recorded as accepted,
// once each, and the charges equal the price of the messages.

import pg from 'pg';
import { readJournal, refused, sentUnanswered } from '../load/index.ts';
import { numberDigits } from '../order.ts';
import { readSmscBook } from '../sms/smsc.ts';
import type { Stack } from '../stack/index.ts';
import { runDoctor } from './doctor.ts';

/** One run of the load generator. */
export interface SmsSent {
  idPrefix: string;
  firstNumber: number;
  journalFile: string;
  /** In each request. */
  recipients: number;
}

export interface SmsBooksOrder {
  stack: Stack;
  sent: SmsSent[];
  /** States in which messages may be now. */
  states: string[];
}

/**
 * Returns what disagrees; an empty list when everything agrees. Call when nothing is under way any
 * more.
 */
export async function checkSmsBooks({ stack, sent, states }: SmsBooksOrder): Promise<string[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const faults: string[] = [];
    for (const run of sent) faults.push(...(await checkClient(client, stack, run)));
    faults.push(...(await checkSmsc(client, stack, states)), ...(await checkLedger(client, stack)));
    return [...faults, ...(await runDoctor(stack))];
  } finally {
    await client.end();
  }
}

async function checkClient(client: pg.Client, stack: Stack, run: SmsSent): Promise<string[]> {
  const { rows } = await client.query<{
    id: string;
    number: string;
    recipients: number;
    stored: number;
  }>({
    text: `
      select b.id, substr(b.content, $2, $3) as number, b.recipients,
        count(m.position)::integer as stored
      from sms_batch b left join sms_message m on m.batch_id = b.id and m.account_id = b.account_id
      where b.account_id = $1 and starts_with(b.content, $4) group by b.id, b.account_id`,
    values: [stack.account.id, run.idPrefix.length + 1, numberDigits, run.idPrefix],
  });
  const count = { lost: 0, changed: 0, partial: 0, refusedButStored: 0, twice: 0, neverSent: 0 };
  const stored = new Map<number, number>();
  for (const row of rows) {
    if (row.recipients !== run.recipients || row.stored !== run.recipients) count.partial++;
    if (stored.has(Number(row.number))) count.twice++;
    stored.set(Number(row.number), Number(row.id));
  }
  readJournal(run.journalFile).forEach((what, index) => {
    const id = stored.get(run.firstNumber + index);
    stored.delete(run.firstNumber + index);
    if (what === 0 && id !== undefined) count.neverSent++;
    else if (what === refused && id !== undefined) count.refusedButStored++;
    else if (what !== 0 && what !== refused && what !== sentUnanswered && id === undefined)
      count.lost++;
    else if (what > 0 && id !== undefined && id !== what) count.changed++;
  });
  count.neverSent += stored.size;
  return Object.entries(count)
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${number} requests of run ${run.idPrefix}: ${what}`);
}

async function checkSmsc(client: pg.Client, stack: Stack, states: string[]): Promise<string[]> {
  const book = await readSmscBook(stack);
  const { rows } = await client.query<{ state: string; count: string; parts: string }>({
    text: `
      select m.state, count(*), sum(b.parts) as parts from sms_message m join sms_batch b
        on b.id = m.batch_id and b.account_id = m.account_id
      where m.account_id = $1 group by m.state`,
    values: [stack.account.id],
  });
  const faults = rows
    .filter(({ state }) => !states.includes(state))
    .map(({ state, count }) => `${count} messages are ${state}`);
  const taken = rows
    .filter(({ state }) => state !== 'ACCEPTED')
    .reduce((sum, { parts }) => sum + Number(parts), 0);
  if (book.accepted !== taken)
    faults.push(`the SMSC took ${book.accepted} parts, ${taken} are recorded as taken`);
  if (book.acceptedTwiceCount > 0)
    faults.push(`the SMSC took ${book.acceptedTwiceCount} messages more than once`);
  if (book.unanswered > 0) faults.push(`${book.unanswered} parts were taken without an answer`);
  // A bind that is opened anew gets again what it had not acknowledged.
  const reported = Object.values(book.receiptsEach).reduce((sum, count) => sum + count, 0);
  if (reported !== taken) faults.push(`${reported} of ${taken} parts have a receipt`);
  if (book.acknowledged !== taken)
    faults.push(`${book.acknowledged} of ${taken} receipts were acknowledged`);
  return faults;
}

async function checkLedger(client: pg.Client, stack: Stack): Promise<string[]> {
  const { rows } = await client.query<{ [sum: string]: string | null }>({
    text: `
      select (select sum(price) from sms_message where account_id = $1) as prices,
        (select sum(c) from sms_batch b, unnest(b.charged) c where b.account_id = $1) as charged,
        (select sum(amount) from transfer where account_id = $1 and verb = 'charge') as transfers,
        (select count(*) from transfer where account_id = $1 and verb = 'reverse') as refunds,
        (select sum(amount) from transfer where account_id = $1 and verb = 'fund') as funded,
        (select available from balance where account_id = $1 and currency = 'XOF') as available`,
    values: [stack.account.id],
  });
  const sums = rows[0];
  if (sums === undefined) throw new Error('no row from an aggregate');
  const of = (name: string) => BigInt(sums[name] ?? 0);
  const faults: string[] = [];
  if (of('prices') !== of('charged'))
    faults.push(`messages cost ${of('prices')}, batches say ${of('charged')}`);
  if (of('transfers') !== of('charged'))
    faults.push(`the ledger charged ${of('transfers')}, batches say ${of('charged')}`);
  if (of('refunds') !== 0n) faults.push(`${of('refunds')} refunds`);
  if (of('funded') - of('transfers') !== of('available'))
    faults.push(`the balance is ${of('available')} after ${of('transfers')} were charged`);
  return faults;
}
