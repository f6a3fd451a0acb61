// What payment links and their checkouts say of payers goes with the payment, and for nobody who
// has yet to pay.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  openFixture,
  uniqueId,
  uniquePhone,
  until,
  type Fixture,
  type Json,
} from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { begin, open, pay } from './harness/payer-pages.ts';

const paysAtOnce = '0000';
const fails = '9004';

let fixture: Fixture;
let rows: StoredRows;
before(async () => {
  fixture = await openFixture({ language: 'en' });
  rows = openStoredRows(fixture.installation);
});
after(async () => {
  await rows.close();
  await fixture.close();
});

async function make(members: Json): Promise<{ id: string; url: string }> {
  const { client } = fixture;
  const { json, text } = await client.post('/api-services/payment-links', {
    apiKey: client.apiKey,
    id: uniqueId(),
    amount: 1500,
    services: ['OPA_SN_API_CASH_OUT'],
    ...members,
  });
  assert.equal(json.code, 2000, text);
  return json.data;
}
async function read(id: string): Promise<Json> {
  const { client } = fixture;
  const path = `/api-services/payment-links/${id}`;
  return (await client.get(path, { Secretkey: client.apiKey })).json.data;
}
const untilPaid = (id: string): Promise<unknown> =>
  until(`link ${id} is paid`, async () => (await read(id)).payments.count === 1);

/** What the database keeps of a link and of its checkouts that may name somebody. */
const namedBy = (id: string) =>
  rows.read<{ name: string }>(
    `select 'link' as name from payment_link where id = $1
      and (description <> '' or client_data is not null)
     union all select 'checkout' from checkout
     where link_id = $1 and (phone is not null or description <> '' or client_data is not null)
     union all select 'attempt' from checkout_attempt a join checkout c
       on c.account_id = a.account_id and c.id = a.checkout_id
     where c.link_id = $1 and a.phone is not null`,
    [id],
  );
const erase = (phone: string): Promise<{ openCheckouts: number }> =>
  fixture.installation.cli(['privacy', 'erase', `+221${phone}`]);
const stateOf = async (id: string): Promise<string | undefined> => {
  const found = await rows.read<{ state: string }>(
    `select state from operation where external_id like $1 || '.%'`,
    [id],
  );
  return found[0]?.state;
};

interface ExportedCheckout {
  link: string;
  description: string;
  data: unknown;
}
const exported = async (phone: string): Promise<ExportedCheckout[]> =>
  (
    await fixture.installation.cli<{ checkouts: ExportedCheckout[] }>([
      ...['privacy', 'export', `+221${phone}`],
    ])
  ).checkouts;

describe('payment links', { concurrency: true }, () => {
  const personal = { description: 'Lessons of Awa', data: { customer: 'Awa Ndiaye' } };

  it('what a link without an end says of its only payer goes with his payment', async () => {
    const { id, url } = await make({ uses: 'one', ...personal });
    const phone = uniquePhone(paysAtOnce);
    await pay(await begin(url, await open(url)), phone);
    await untilPaid(id);
    assert.equal((await namedBy(id)).length, 2);
    const [stored, ...others] = await exported(phone);
    assert.deepEqual([stored?.link, stored?.data, others], [id, personal.data, []]);
    await erase(phone);
    assert.deepEqual(await namedBy(id), []);
    const [left] = await exported(phone);
    assert.deepEqual([left?.link, left?.description, left?.data], [id, '', null]);
    const { status, payments } = await read(id);
    assert.deepEqual([status, payments], ['USED', { count: 1, amount: 1500 }]);
  });

  it('a link for many keeps what its next payers must see', async () => {
    const { id, url } = await make(personal);
    const phone = uniquePhone(paysAtOnce);
    await pay(await begin(url, await open(url)), phone);
    await untilPaid(id);
    await erase(phone);
    assert.deepEqual(await namedBy(id), [{ name: 'link' }]);
    assert.match((await open(url)).text, /Lessons of Awa/);
  });

  it('a checkout that is open after a failure keeps its page', async () => {
    const { id, url } = await make({ uses: 'one', ...personal });
    const phone = uniquePhone(fails);
    const checkout = await begin(url, await open(url));
    await pay(checkout, phone);
    await until('it has failed', async () => (await stateOf(id)) === 'FAILED');
    await erase(phone);
    assert.match((await open(checkout)).text, /Lessons of Awa/);
    await pay(checkout, uniquePhone(paysAtOnce));
    await untilPaid(id);
  });

  it('a checkout that is over loses it, the tries of a killed node too; renewed, it has its page again', async () => {
    const { id, url } = await make({ uses: 'one', ...personal });
    const phone = uniquePhone(fails);
    const checkout = await begin(url, await open(url));
    await pay(checkout, phone);
    await until('it has failed', async () => (await stateOf(id)) === 'FAILED');
    // A node was killed between a try and its operation, and the hour is over.
    await rows.read(
      `with try as (
         insert into checkout_attempt (account_id, checkout_id, number, code_service, phone,
           begun_at)
         select account_id, id, 2, 'OPA_SN_API_CASH_OUT', '+221' || $2,
           jokko_now() - interval '1 hour' from checkout where link_id = $1)
       , begun as (
         update checkout_attempt a set begun_at = jokko_now() - interval '2 hours' from checkout c
         where c.link_id = $1 and a.account_id = c.account_id and a.checkout_id = c.id)
       update checkout set expires_at = jokko_now() - interval '1 minute' where link_id = $1`,
      [id, phone],
    );
    await erase(phone);
    assert.deepEqual(await namedBy(id), [{ name: 'link' }]);
    const again = await begin(url, await open(url));
    assert.equal(again, checkout);
    assert.match((await open(again)).text, /Lessons of Awa/);
    const [stored] = await rows.read<{ data: unknown }>(
      'select client_data as data from checkout where link_id = $1',
      [id],
    );
    assert.deepEqual(stored?.data, personal.data);
  });

  it('a checkout that was made for somebody and is over is erased by the number', async () => {
    const { client } = fixture;
    const phone = uniquePhone(paysAtOnce);
    const id = uniqueId();
    const body = { apiKey: client.apiKey, id, amount: 1500, customer: { phone } };
    const urls = { successRedirectUrl: 'https://a.example', errorRedirectUrl: 'https://a.example' };
    const made = await client.post('/api-services/checkouts', { ...body, ...urls, ...personal });
    assert.equal(made.json.code, 2000, made.text);
    assert.equal((await erase(phone)).openCheckouts, 1, 'it can still be paid');
    await client.post('/api-services/expire-checkout', { apiKey: client.apiKey, id });
    assert.equal((await erase(phone)).openCheckouts, 0);
    const left = await rows.read(
      `select from checkout where id = $1 and (phone is not null or description <> ''
        or client_data is not null)`,
      [id],
    );
    assert.deepEqual(left, []);
  });
});
