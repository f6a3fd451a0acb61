// Payment links: the merchant's endpoints, and the payers' pages as a browser without JavaScript
// sees them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hash } from 'node:crypto';
import {
  assertAnswer,
  assertCallback,
  openFixture,
  sendRequest,
  uniqueId,
  uniquePhone,
  until,
  type Answer,
  type Client,
  type Fixture,
  type Json,
} from './harness/index.ts';
import { begin, hidden, open, pay, send } from './harness/payer-pages.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';

const prompt = 'OPA_SN_API_CASH_OUT';
const byLink = 'OPC_SN_API_CASH_OUT';
const paysAtOnce = '0000';
const fails = '9004';
const waits = '8007';

let fixture: Fixture;
let client: Client;
let rows: StoredRows;
before(async () => {
  fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  client = fixture.client;
  rows = openStoredRows(fixture.installation);
});
after(async () => {
  await rows.close();
  await fixture.close();
});

async function post(path: string, body: Json): Promise<Answer> {
  const answer = await sendRequest(`${client.baseUrl}/api-services/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: client.apiKey, ...body }),
  });
  assertAnswer(`/api-services/${path}`, answer);
  return answer;
}

const bodyOf = (members: Json = {}): Json => ({
  id: uniqueId(),
  amount: 1500,
  description: 'Class <7>',
  services: [prompt],
  ...members,
});

async function make(members: Json = {}): Promise<Json> {
  const { json, text } = await post('payment-links', bodyOf(members));
  assert.equal(json.code, 2000, text);
  return json.data;
}

const get = async (path: string): Promise<Json> => {
  const { json } = await client.get(`/api-services/${path}`, { Secretkey: client.apiKey });
  return json;
};
const read = async (id: string): Promise<Json> => (await get(`payment-links/${id}`)).data;

const operationsOf = (id: string) =>
  rows.read<{ external_id: string; state: string; amount: string }>(
    `select external_id, state, amount::text from operation where external_id like $1 || '.%'
      order by id`,
    [id],
  );
const untilPaid = (id: string, count: number): Promise<Json> =>
  until(`${count} payments by link ${id}`, async () => {
    const link = await read(id);
    return link.payments.count === count && link;
  });
const untilFailed = (id: string, count: number): Promise<unknown> =>
  until(`${count} failed payments by link ${id}`, async () => {
    const found = await operationsOf(id);
    return found.filter(({ state }) => state === 'FAILED').length === count;
  });

describe('payment links: the merchant’s side', { concurrency: true }, () => {
  it('the same id and body answer the same link, another body 4009', async () => {
    const body = bodyOf();
    const [one, two] = [await post('payment-links', body), await post('payment-links', body)];
    assert.equal(one.json.code, 2000, one.text);
    assert.deepEqual(two.json, one.json);
    assert.match(one.json.data.url, /\/pay\/link\/[0-9a-z]+-[0-9a-f]{32}$/);
    const other = await post('payment-links', { ...body, uses: 'one' });
    assert.equal(other.json.code, 4009, other.text);
  });

  it('what is wrong is named by its field', async () => {
    const wrong: [Json, string][] = [
      [{ id: 'a~1' }, 'id'],
      [{ id: '.' }, 'id'],
      [{ uses: 'two' }, 'uses'],
      [{ amount: undefined }, 'amount'],
      [{ amount: 10.5 }, 'amount'],
      [{ amountRange: { minimum: 5, maximum: 10 } }, 'amountRange'],
      [{ amount: undefined, amountRange: { minimum: 5 } }, 'amountRange.maximum'],
      [{ amount: undefined, amountRange: { minimum: 0, maximum: 10 } }, 'amountRange.minimum'],
      [{ amount: undefined, amountRange: { minimum: 11, maximum: 10 } }, 'amountRange.maximum'],
      [{ amount: 1 }, 'amount'],
      [{ amount: undefined, amountRange: { minimum: 1, maximum: 2 } }, 'amountRange'],
      [{ currency: 'XYZ', services: undefined }, 'currency'],
      [{ services: ['OPA_SN_API_CASH_IN'] }, 'services.0'],
      [{ successRedirectUrl: 'javascript:alert(1)' }, 'successRedirectUrl'],
      [{ expiresInMinutes: 4 }, 'expiresInMinutes'],
      [{ callbackUrl: 'ftp://shop.example' }, 'callbackUrl'],
    ];
    for (const [members, field] of wrong) {
      const { json, text } = await post('payment-links', bodyOf(members));
      assert.equal(json.code, 4022, text);
      assert.equal(json.errors[0].field, field, text);
    }
  });

  it('a key for some services makes links that offer no others, and pauses no links that do', async () => {
    const { installation, account } = fixture;
    const { apiKey } = await installation.cli<{ apiKey: string }>([
      ...['key', 'create', String(account.accountId), '--services', prompt],
    ]);
    const { id, url } = await make({ services: undefined, apiKey });
    const checkout = await begin(url, await open(url));
    const offered = [...(await open(checkout)).text.matchAll(/name="service" value="(\w+)"/g)];
    assert.ok(offered.every(([, code]) => code === prompt));
    const own = await post('pause-payment-link', { id, apiKey });
    assert.equal(own.json.data?.status, 'PAUSED', own.text);
    for (const services of [undefined, [prompt, byLink]]) {
      const other = await make({ services });
      const { json, text } = await post('pause-payment-link', { id: other.id, apiKey });
      assert.equal(json.code, 4003, text);
    }
  });

  it('links are listed page by page, the newest first; other accounts see none of them', async () => {
    const shop = await fixture.newClient();
    const ids = [uniqueId(), uniqueId(), uniqueId()];
    for (const id of ids) await post('payment-links', bodyOf({ id, apiKey: shop.apiKey }));
    const list = async (query: string): Promise<Json> => {
      const headers = { Secretkey: shop.apiKey };
      return (await shop.get(`/api-services/payment-links?${query}`, headers)).json;
    };
    const first = (await list('limit=2')).data;
    assert.deepEqual(
      first.links.map(({ id }: Json) => id),
      [ids[2], ids[1]],
    );
    const second = (await list(`limit=2&after=${first.next}`)).data;
    assert.deepEqual([second.links.map(({ id }: Json) => id), second.next], [[ids[0]], null]);
    assert.equal((await list('limit=0')).code, 4022);
    assert.equal((await get(`payment-links/${ids[0]}`)).code, 4004);
    assert.equal((await post('pause-payment-link', { id: ids[0] })).json.code, 4004);
  });

  it('a paused link opens no checkout until it is resumed', async () => {
    const { id, url } = await make();
    const page = await open(url);
    for (let time = 0; time < 2; time += 1)
      assert.equal((await post('pause-payment-link', { id })).json.data.status, 'PAUSED');
    assert.match((await open(url)).text, /takes no payments by this link at the moment/);
    const refused = await send(url, { nonce: hidden(page, 'nonce') });
    assert.match(refused.text, /Link paused/);
    assert.equal((await post('resume-payment-link', { id })).json.data.status, 'ACTIVE');
    await begin(url, page);
  });
});

describe('payment links: the payers’ pages', { concurrency: true }, () => {
  it('each payer has a checkout of his own; each success is reported once, and counted', async () => {
    const { id, url } = await make({ callbackUrl: fixture.receiver.url, data: { room: 3 } });
    const page = await open(url);
    assert.equal(page.status, 200);
    assert.ok(page.text.length < 40_000);
    assert.match(page.text, /Class &lt;7&gt;/);
    assert.match(page.text, /1,500.FCFA/);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
    const [one, two] = [await begin(url, page), await begin(url, await open(url))];
    assert.notEqual(one, two);
    for (const checkout of [one, two])
      assert.equal((await pay(checkout, uniquePhone(paysAtOnce))).status, 303);
    const link = await untilPaid(id, 2);
    assert.deepEqual([link.status, link.payments], ['ACTIVE', { count: 2, amount: 3000 }]);
    const told = await until('two callbacks', () => {
      const found = fixture.receiver.requests.filter(({ text }) => text.includes(`"${id}.`));
      return found.length === 2 && found;
    });
    const key = hash('sha256', `${id}|${client.apiKey}`);
    for (const { json } of told) {
      assertCallback(json);
      const { checkout, transaction, sha256Hash } = json as Json;
      assert.deepEqual([checkout.link, checkout.status, checkout.attempt], [id, 'PAID', 1]);
      assert.equal(transaction.externalTransactionId, `${checkout.id}~1`);
      assert.deepEqual(transaction.data, { room: 3 });
      const input = `${transaction.transactionId}|${checkout.id}~1|${key}`;
      assert.equal(sha256Hash, hash('sha256', input));
    }
  });

  it('a form that is sent twice leads to one checkout, also after going back', async () => {
    const { id, url } = await make();
    const page = await open(url);
    const leads = await Promise.all([1, 2, 3].map(() => begin(url, page)));
    assert.equal(new Set(leads).size, 1);
    await pay(leads[0]!, uniquePhone(paysAtOnce));
    await untilPaid(id, 1);
    assert.equal(await begin(url, page), leads[0]);
    assert.match((await open(leads[0]!)).text, /Payment successful/);
  });

  it('the payer chooses an amount within the bounds, as people write it; another one is a sentence', async () => {
    const { id, url } = await make({
      amount: undefined,
      amountRange: { minimum: 500, maximum: 20000 },
    });
    const page = await open(url);
    assert.match(page.text, /From 500.FCFA to 20,000.FCFA/);
    for (const amount of ['499', '20001', '', 'x', '1e3', '-600', '600.5', '9'.repeat(30)]) {
      const wrong = await send(url, { nonce: hidden(page, 'nonce'), amount });
      assert.equal(wrong.status, 422, amount);
      assert.match(wrong.text, /Enter an amount from 500.FCFA to 20,000.FCFA/);
    }
    const checkout = await begin(url, page, '12 500');
    assert.match((await open(checkout)).text, /12,500.FCFA/);
    // As the page itself writes it.
    assert.equal(await begin(url, page, '12,500'), checkout);
    await pay(checkout, uniquePhone(paysAtOnce));
    assert.equal((await untilPaid(id, 1)).payments.amount, 12500);
  });

  it('an amount cannot be had by the form where it is fixed', async () => {
    const { url } = await make();
    const checkout = await begin(url, await open(url), '5');
    assert.match((await open(checkout)).text, /1,500.FCFA/);
  });

  it('what is expired, used up or unknown is a page each', async () => {
    const expired = await make();
    await rows.read(`update payment_link set expires_at = jokko_now() where id = $1 returning id`, [
      expired.id,
    ]);
    const page = await open(expired.url);
    assert.deepEqual([page.status, /Link expired/.test(page.text)], [410, true]);
    assert.equal((await read(expired.id)).status, 'EXPIRED');
    const used = await make({ uses: 'one' });
    await pay(await begin(used.url, await open(used.url)), uniquePhone(paysAtOnce));
    assert.equal((await untilPaid(used.id, 1)).status, 'USED');
    const again = await open(used.url);
    assert.deepEqual([again.status, /Link already used/.test(again.text)], [410, true]);
    const french = await open(`${used.url}?lang=fr`);
    assert.match(french.text, /Lien déjà utilisé/);
    const unknown = await open(`${client.baseUrl}/pay/link/1-${'0'.repeat(32)}`);
    assert.equal(unknown.status, 404);
  });

  it('a checkout ends with its link', async () => {
    const { id, url } = await make({ expiresInMinutes: 5 });
    await begin(url, await open(url));
    const [row] = await rows.read<{ same: boolean }>(
      `select c.expires_at = l.expires_at as same from checkout c join payment_link l
        on l.id = c.link_id where l.id = $1`,
      [id],
    );
    assert.equal(row?.same, true);
  });
});

/** An attempt without operation, begun an hour ago on the checkout of a link that can be paid. */
const leaveAttempt = (id: string, refusal: string | null, lost: boolean) =>
  rows.read(
    `insert into checkout_attempt (account_id, checkout_id, number, code_service, begun_at, refusal,
      lost)
     select account_id, id, 1, $2, jokko_now() - interval '1 hour', $3, $4 from checkout
     where link_id = $1 and canceled_at is null returning number`,
    [id, prompt, refusal, lost],
  );

describe('payment links for one payment', { concurrency: true }, () => {
  it('payers at the same time share one checkout; one pays', async () => {
    const { id, url } = await make({ uses: 'one' });
    const pages = await Promise.all([1, 2, 3, 4].map(() => open(url)));
    const leads = await Promise.all(pages.map((page) => begin(url, page)));
    assert.equal(new Set(leads).size, 1);
    await Promise.all(leads.map((lead) => pay(lead, uniquePhone(paysAtOnce))));
    assert.equal((await untilPaid(id, 1)).status, 'USED');
    assert.equal((await operationsOf(id)).length, 1);
  });

  it('another amount replaces a checkout that nobody pays; its page leads back to the link', async () => {
    const { id, url } = await make({
      uses: 'one',
      amount: undefined,
      amountRange: { minimum: 500, maximum: 20000 },
    });
    const first = await begin(url, await open(url), '500');
    const form = await open(first);
    const second = await begin(url, await open(url), '700');
    assert.notEqual(second, first);
    await send(first, { attempt: hidden(form, 'attempt'), phone: uniquePhone(paysAtOnce) });
    assert.deepEqual(await operationsOf(id), []);
    assert.match((await open(first)).text, /Open the merchant’s link again/);
    await pay(second, uniquePhone(fails));
    await untilFailed(id, 1);
    const third = await begin(url, await open(url), '900');
    assert.notEqual(third, second);
    await pay(third, uniquePhone(paysAtOnce));
    const { status, payments } = await untilPaid(id, 1);
    assert.deepEqual([status, payments.amount], ['USED', 900]);
  });

  it('of payers who choose amounts at the same moment one has a checkout that can be paid', async () => {
    const range = { amount: undefined, amountRange: { minimum: 500, maximum: 20000 } };
    const { id, url } = await make({ uses: 'one', ...range });
    await begin(url, await open(url), '500');
    // As a payer leaves it whose transaction began after those that waited for him.
    await rows.read(
      `update checkout set created_at = created_at + interval '1 hour' where link_id = $1
        returning id`,
      [id],
    );
    const second = await begin(url, await open(url), '700');
    const third = await begin(url, await open(url), '900');
    assert.match((await open(second)).text, /Open the merchant’s link again/);
    const payable = await rows.read(
      `select id from checkout where link_id = $1 and canceled_at is null`,
      [id],
    );
    assert.equal(payable.length, 1);
    await pay(third, uniquePhone(paysAtOnce));
    assert.equal((await untilPaid(id, 1)).payments.amount, 900);
  });

  it('while a payment is under way, and while its outcome is unknown, nobody gets another checkout', async () => {
    const range = { amount: undefined, amountRange: { minimum: 500, maximum: 20000 } };
    const { id, url } = await make({ uses: 'one', services: [byLink], ...range });
    const first = await begin(url, await open(url), '500');
    await pay(first, uniquePhone(waits));
    assert.equal(await begin(url, await open(url), '700'), first);
    await rows.read(
      `update checkout set expires_at = jokko_now() where link_id = $1 returning id`,
      [id],
    );
    assert.equal(await begin(url, await open(url), '700'), first);
    assert.equal((await operationsOf(id)).length, 1);
  });

  it('a try that has not told how it ended keeps its checkout, which is renewed', async () => {
    const range = { amount: undefined, amountRange: { minimum: 500, maximum: 20000 } };
    const { id, url } = await make({ uses: 'one', ...range });
    const first = await begin(url, await open(url), '500');
    // As a node that died before the operation was stored leaves it.
    await leaveAttempt(id, null, false);
    await rows.read(
      `update checkout set expires_at = jokko_now() where link_id = $1 returning id`,
      [id],
    );
    assert.equal(await begin(url, await open(url), '700'), first);
    await pay(first, uniquePhone(paysAtOnce));
    assert.equal((await untilPaid(id, 1)).payments.amount, 500);
  });

  it('a try that was refused for good lets another amount be chosen, one that was lost before does not', async () => {
    const range = { amount: undefined, amountRange: { minimum: 500, maximum: 20000 } };
    const { id, url } = await make({ uses: 'one', ...range });
    const first = await begin(url, await open(url), '500');
    await leaveAttempt(id, 'routeDown', false);
    const second = await begin(url, await open(url), '700');
    assert.notEqual(second, first);
    await leaveAttempt(id, 'routeDown', true);
    assert.equal(await begin(url, await open(url), '900'), second);
  });
});
