// 200 checkouts, each paid in a race on two nodes: several tabs, double clicks, other phones and
// services, forms of earlier pages, the merchant's end beside it, and a node that is killed again
// and again, between attempts and their operations, too. No checkout is paid twice, and the books
// agree.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAccount,
  createClient,
  makeRandom,
  sendRequest,
  startInstallation,
  uniqueId,
  uniquePhone,
  until,
  type Client,
  type Installation,
  type Json,
} from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';

const checkoutsMax = 200;
const atOnce = 10;
const tabs = 4;
const kills = 4;
const ways = ['OPA_SN_API_CASH_OUT', 'OPC_SN_API_CASH_OUT', 'OPF_SN_API_CASH_OUT'];
const random = makeRandom(172);
const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

let installation: Installation;
let client: Client;
let rows: StoredRows;
/** Where payers come to: the second node is killed now and then. */
let places: string[];
before(async () => {
  installation = await startInstallation();
  const account = await createAccount(installation);
  client = createClient(installation.baseUrl, account.apiKey);
  rows = openStoredRows(installation);
  places = [installation.baseUrl, installation.baseUrl];
});
after(async () => {
  await rows.close();
  await installation.stop();
});

const post = (path: string, body: Json) =>
  sendRequest(`${client.baseUrl}/api-services/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: client.apiKey, ...body }),
  });

/** What goes to a node that was killed is lost, as a browser's request is. */
const perhaps = (request: Promise<unknown>): Promise<unknown> => request.catch(() => null);

async function race(): Promise<string> {
  const made = await until('a checkout is made', async () => {
    const answer = await post('checkouts', {
      id: uniqueId(),
      amount: 1500,
      description: 'Race',
      services: ways,
      successRedirectUrl: 'https://shop.example/ok',
      errorRedirectUrl: 'https://shop.example/ko',
    }).catch(() => null);
    return answer?.json.code === 2000 && (answer.json.data as Json);
  });
  const path = new URL(made.url as string).pathname;
  for (let round = 0; round < 3; round += 1) {
    const digits = round === 2 ? '0000' : pick(['0000', '9004', '9016', '8003', '8007']);
    const submits = Array.from({ length: tabs }, () =>
      perhaps(
        sendRequest(`${pick(places)}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            attempt: String(1 + Math.floor(random() * (round + 1))),
            phone: uniquePhone(digits),
            service: pick(ways),
          }).toString(),
          localAddress: `127.0.${Math.floor(random() * 250)}.${1 + Math.floor(random() * 250)}`,
        }),
      ),
    );
    const end = random() < 0.1 ? [perhaps(post('expire-checkout', { id: made.id }))] : [];
    await Promise.all([...submits, ...end]);
    await sleep(random() * 1_500);
  }
  return made.id;
}

test('200 races: no checkout is paid twice, and the books agree', async () => {
  let isOver = false;
  const killing = (async () => {
    for (let kill = 0; kill < kills && !isOver; kill += 1) {
      const second = await installation.addNode({ nodeId: 'second' });
      places[1] = second.baseUrl;
      await sleep(4_000 + random() * 4_000);
      await second.kill();
    }
    places[1] = places[0]!;
  })();
  const ids: string[] = [];
  const payers = Array.from({ length: atOnce }, async () => {
    while (ids.length < checkoutsMax) {
      const place = ids.push('') - 1;
      ids[place] = await race();
    }
  });
  await Promise.all(payers);
  isOver = true;
  await killing;
  // What was sent when its node died is looked up and ends.
  await until('every operation has ended', async () => {
    const open = await rows.read(
      `select from operation where state not in ('SUCCESS', 'FAILED', 'CANCELED', 'ACCEPTED')
        limit 1`,
      [],
    );
    return open.length === 0;
  });
  const paid = await rows.read<{ id: string; paid: number; alive: number }>(
    `select c.id, count(*) filter (where o.state = 'SUCCESS')::integer as paid,
       count(*) filter (where o.state not in ('FAILED', 'CANCELED'))::integer as alive
     from checkout c left join operation o on o.account_id = c.account_id
       and o.details -> 'checkout' ->> 'id' = c.id
     group by c.id`,
    [],
  );
  assert.ok(paid.length >= checkoutsMax);
  for (const each of paid) assert.ok(each.paid <= 1 && each.alive <= 1, JSON.stringify(each));
  assert.ok(paid.some((each) => each.paid === 1));
  // Throws where an invariant is broken.
  await installation.cli(['doctor']);
});
