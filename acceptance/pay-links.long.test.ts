// Payment links, each opened by several payers at once on two nodes, of which one is killed again
// and again. A link for one payment is paid once; of a link for many nobody's payment is lost, each
// is counted and reported once, and the books agree.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAccount,
  createClient,
  makeRandom,
  sendRequest,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
  type Answer,
  type Client,
  type Installation,
  type Json,
  type Receiver,
} from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { hidden } from './harness/payer-pages.ts';

const linksMin = 60;
const atOnce = 5;
const payers = 5;
const kills = 5;
const price = 1500;
const pays = '0000';
const fails = '9004';
const random = makeRandom(175);
const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

let installation: Installation;
let client: Client;
let rows: StoredRows;
let receiver: Receiver;
/** Where payers come to: the second node is killed now and then. */
let places: string[];
before(async () => {
  installation = await startInstallation();
  receiver = await startReceiver();
  const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
  client = createClient(installation.baseUrl, account.apiKey);
  rows = openStoredRows(installation);
  places = [installation.baseUrl, installation.baseUrl];
});
after(async () => {
  await rows.close();
  await receiver.close();
  await installation.stop();
});

const post = (path: string, body: Json) =>
  sendRequest(`${client.baseUrl}/api-services/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: client.apiKey, ...body }),
  });

interface Payer {
  /** All payers of a poster come from addresses of their own. */
  localAddress: string;
  phone: string;
}
const newPayer = (digits: string): Payer => ({
  localAddress: `127.0.${Math.floor(random() * 250)}.${1 + Math.floor(random() * 250)}`,
  phone: uniquePhone(digits),
});

/** Null: the node was killed, and what the browser sent or was to get is lost. */
const get = (path: string, { localAddress }: Payer, place = pick(places)) =>
  sendRequest(`${place}${path}`, {
    headers: { 'accept-language': 'en' },
    localAddress,
  }).catch(() => null);
const submit = (path: string, payer: Payer, fields: Record<string, string>, place = pick(places)) =>
  sendRequest(`${place}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    localAddress: payer.localAddress,
  }).catch(() => null);
const fieldOf = (page: Answer | null, name: string): string =>
  page === null ? '' : hidden(page, name);

/** Opens the link, with a double click. The path of the checkout; null: no answer told it. */
async function begin(path: string, payer: Payer): Promise<string | null> {
  const nonce = fieldOf(await get(path, payer), 'nonce');
  if (nonce === '') return null;
  const opened = await Promise.all([1, 2].map(() => submit(path, payer, { nonce })));
  const leads = opened.flatMap((each) => (each?.status === 303 ? [each.headers['location']] : []));
  assert.ok(new Set(leads).size <= 1, 'a form that is sent twice leads to one checkout');
  return leads[0] === undefined ? null : new URL(String(leads[0]), client.baseUrl).pathname;
}

/**
 * Sends the form of a checkout, if its page has one, with a double click. Answers whether it is
 * paid.
 */
async function tryToPay(checkout: string, payer: Payer, place?: string): Promise<boolean> {
  const page = await get(checkout, payer, place);
  const attempt = fieldOf(page, 'attempt');
  const fields = { attempt, phone: payer.phone };
  if (attempt !== '') await Promise.all([1, 2].map(() => submit(checkout, payer, fields, place)));
  return /Payment successful/.test(page?.text ?? '');
}

interface Raced {
  id: string;
  path: string;
  isForOne: boolean;
  /** Those whose wallets pay. */
  paying: { payer: Payer; checkout: string }[];
}

async function race(isForOne: boolean): Promise<Raced> {
  const { json, text } = await post('payment-links', {
    id: uniqueId(),
    uses: isForOne ? 'one' : 'many',
    amount: price,
    description: 'Race',
    services: ['OPA_SN_API_CASH_OUT'],
    callbackUrl: receiver.url,
  });
  assert.equal(json.code, 2000, text);
  const { id, url } = json.data as { id: string; url: string };
  const path = new URL(url).pathname;
  const paying: Raced['paying'] = [];
  await Promise.all(
    Array.from({ length: payers }, async () => {
      await sleep(random() * 800);
      const payer = newPayer(pick([pays, pays, fails]));
      const checkout = await begin(path, payer);
      if (checkout === null) return;
      if (payer.phone.endsWith(pays)) paying.push({ payer, checkout });
      await tryToPay(checkout, payer);
    }),
  );
  return { id, path, isForOne, paying };
}

interface Paid {
  phone: string;
  link: string;
  checkout: string;
  state: string;
}
const operations = () =>
  rows.read<Paid>(
    `select o.phone, c.link_id as link, c.id as checkout, o.state from operation o
     join checkout c on c.account_id = o.account_id and c.id = o.details -> 'checkout' ->> 'id'`,
    [],
  );

test('links are paid at once on two nodes with kills: never more than they allow, and nothing is lost', async () => {
  let killed = 0;
  const killing = async (): Promise<void> => {
    for (; killed < kills; killed += 1) {
      const second = await installation.addNode({ nodeId: 'second' });
      places[1] = second.baseUrl;
      await sleep(2_000 + random() * 3_000);
      await second.kill();
    }
    places[1] = places[0]!;
  };
  const raced: Raced[] = [];
  let begun = 0;
  const racing = async (): Promise<void> => {
    while (begun < linksMin || killed < kills) raced.push(await race(begun++ % 2 === 0));
  };
  await Promise.all([killing(), ...Array.from({ length: atOnce }, racing)]);
  // Who was given a checkout goes on until its page says that it is paid: what a dead node left
  // keeps nobody from paying.
  for (const { paying } of raced)
    for (const { payer, checkout } of paying)
      await until(`${checkout} is paid`, () => tryToPay(checkout, payer, client.baseUrl), {
        everyMs: 500,
      });
  await until('every operation has ended', async () =>
    (await operations()).every(({ state }) => ['SUCCESS', 'FAILED'].includes(state)),
  );
  await checkPayments(raced);
  // Throws where an invariant is broken.
  await installation.cli(['doctor']);
});

async function linkOf(id: string): Promise<Json> {
  const { json } = await client.get(`/api-services/payment-links/${id}`, {
    Secretkey: client.apiKey,
  });
  return json.data as Json;
}

async function checkPayments(raced: readonly Raced[]): Promise<void> {
  const successes = (await operations()).filter(({ state }) => state === 'SUCCESS');
  for (const { id, isForOne, paying } of raced) {
    const paid = successes.filter(({ link }) => link === id);
    assert.equal(new Set(paid.map(({ checkout }) => checkout)).size, paid.length, `${id}: twice`);
    if (isForOne) assert.equal(paid.length, paying.length === 0 ? 0 : 1, id);
    else
      assert.deepEqual(
        paid.map(({ phone }) => phone.slice(-9)).toSorted(),
        paying.map(({ payer }) => payer.phone.slice(-9)).toSorted(),
        `${id}: each payer once`,
      );
    const { payments } = await linkOf(id);
    assert.deepEqual(payments, { count: paid.length, amount: paid.length * price }, id);
  }
  assert.ok(successes.length > raced.length, 'links for many were paid by many');
  await until('each success is reported', () => reported().size === successes.length);
  const byCheckout = new Set(reported().values());
  assert.deepEqual([...byCheckout].toSorted(), successes.map((each) => each.checkout).toSorted());
}

/** The checkout of each callback; one that was sent again, as a node died, has the same id. */
const reported = (): Map<string, string> =>
  new Map(
    receiver.requests.map(({ headers, json }) => [
      String(headers['webhook-id']),
      String((json as Json).checkout.id),
    ]),
  );
