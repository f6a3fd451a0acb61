// S8, F12: the largest batch by API, and nodes that die while it is stored and while it is paid. It
// is stored whole or not at all, a repeat answers the same batch, and no line is lost or paid
// twice.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAccount,
  sendRequest,
  uniqueId,
  until,
  type Account,
  type Answer,
} from '../harness/index.ts';
import { phoneEnd, readExecutions } from '../harness/provider-book.ts';
import { drainAndCompare } from './books.ts';
import { chooseSeed, openHarness, roundsOf, type Harness } from './harness.ts';

const path = '/api-services/payouts';
const lines = 10_000;
const killsWhileStoring = roundsOf(4, 20);
const killsWhilePaying = roundsOf(4, 12);
/** Between two kills: what is leased at one of them is some of 50 lines a second. */
const paysMs = 3_000;
/** What a dead node held is another's after half a minute. */
const waitMs = { timeoutMs: 180_000, everyMs: 200 };

let harness: Harness;
let account: Account;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('kill -9 under a batch by API') });
  account = await createAccount(harness.installation, { fund: 20_000_000 });
});
after(() => harness?.close());

let phones = 0;
/** The sandbox refuses some of those whose last digits are above 6999. */
const nextPhone = (): string => {
  const number = (phones += 1);
  return `77${String(Math.floor(number / 5_000)).padStart(3, '0')}${String(number % 5_000).padStart(4, '0')}`;
};

/** Within what a key of the sandbox may pay without approval. */
const makeBatch = (): string =>
  JSON.stringify({
    id: uniqueId('batch'),
    name: 'Salaires',
    lines: Array.from({ length: lines }, () => ({
      phone: nextPhone(),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: uniqueId('line'),
    })),
  });

const post = (place: number, rest: string, body: string): Promise<Answer> =>
  sendRequest(`${harness.nodes[place]!.baseUrl}${path}${rest}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', secretkey: account.apiKey },
    body,
  });

/** Sends it until it is answered. */
function insist(rest: string, body: string): Promise<string> {
  return until(`${rest} is answered`, async () => {
    const answer = await post(0, rest, body).catch(() => null);
    if (answer === null || answer.status !== 200 || answer.json.code === 4029) return undefined;
    assert.equal(answer.json.code, 2000, answer.text.slice(0, 500));
    return String(answer.json.data.payoutId);
  });
}

const cancel = (payoutId: string) =>
  insist(`/${payoutId}/cancel`, JSON.stringify({ apiKey: account.apiKey }));

async function countLines(externalId: string): Promise<{ batches: number; stored: number }> {
  const [row] = await harness.rows.read<{ batches: number; stored: number }>(
    `select count(distinct b.id)::integer as batches, count(l.number)::integer as stored
      from payout_batch b left join payout_line l on l.batch_id = b.id where b.account_id = $1
        and b.external_id = $2`,
    [account.accountId, externalId],
  );
  return row!;
}

/**
 * The node dies at some moment of the time that such a batch takes; answers whether it was stored.
 */
async function dieWhileStoring(body: string, takesMs: number): Promise<boolean> {
  const { random, nodes } = harness;
  const { id } = JSON.parse(body) as { id: string };
  const sent = post(0, '', body).catch(() => null);
  // Beside its client's work the node takes longer than it did alone.
  await sleep(1.5 * takesMs * random());
  await nodes[0]!.kill();
  await sent;
  await harness.restart(0);
  const { batches, stored } = await countLines(id);
  assert.deepEqual([batches, stored], batches === 0 ? [0, 0] : [1, lines], 'whole or not at all');
  return batches === 1;
}

interface PaidLine {
  number: number;
  state: string;
  phone: string;
  operations: number;
  succeeded: number;
}

async function compareLines(payoutId: string): Promise<PaidLine[]> {
  const { rows, simulatorUrl } = harness;
  const stored = await rows.read<PaidLine>(
    `select l.number, l.state, l.phone, count(o.id)::integer as operations,
      count(o.id) filter (where o.state = 'SUCCESS')::integer as succeeded
      from payout_line l left join operation o on o.account_id = l.account_id
        and o.external_id = l.external_id
      where l.batch_id = $1 group by l.batch_id, l.number order by l.number`,
    [Number(payoutId)],
  );
  assert.deepEqual(
    stored.map(({ number }) => number),
    Array.from({ length: lines }, (_, index) => index + 1),
    'no line is lost',
  );
  const executions = await readExecutions(simulatorUrl());
  const wrong = stored.filter(({ state, phone, operations, succeeded }) => {
    const times = state === 'succeeded' ? 1 : 0;
    const executed = executions.get(phoneEnd(phone)) ?? 0;
    return (
      !['succeeded', 'canceled'].includes(state) ||
      [operations, succeeded, executed].some((count) => count !== times)
    );
  });
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} lines were not paid once or left`);
  return stored;
}

test('S8 F12 kill -9 while 10,000 payouts are stored and paid: the batch is whole, each line is paid once or not at all', async (t) => {
  const startedAt = performance.now();
  const payoutIds = [await insist('', makeBatch())];
  const takesMs = performance.now() - startedAt;
  let before = 0;
  for (let kill = 1; kill <= killsWhileStoring; kill += 1) {
    await cancel(payoutIds.at(-1)!);
    const body = makeBatch();
    if (!(await dieWhileStoring(body, takesMs))) before += 1;
    payoutIds.push(await insist('', body));
    assert.equal(await insist('', body), payoutIds.at(-1), 'a repeat answers the same batch');
  }
  for (let kill = 1; kill <= killsWhilePaying; kill += 1) {
    await sleep(paysMs * harness.random());
    const place = Math.floor(harness.random() * harness.nodes.length);
    await harness.nodes[place]!.kill();
    await harness.restart(place);
  }
  await cancel(payoutIds.at(-1)!);
  const moving = `select from payout_batch where account_id = $1
    and (state <> 'canceled' or waiting + sending + sent > 0)`;
  await until(
    'all lines are at their ends',
    async () => (await harness.rows.read(moving, [account.accountId])).length === 0,
    waitMs,
  );
  let paid = 0;
  for (const payoutId of payoutIds)
    for (const { state } of await compareLines(payoutId)) paid += Number(state === 'succeeded');
  assert.ok(paid > 0, 'some were paid');
  await drainAndCompare(harness);
  t.diagnostic(
    `${killsWhileStoring} kills within ${Math.round(takesMs)} ms, ${before} of them before it was stored; ${paid} lines paid under ${killsWhilePaying} kills`,
  );
});
