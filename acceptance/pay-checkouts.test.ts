// Hosted checkouts: the merchant's endpoints, and the payer's pages as a browser without JavaScript
// sees them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hash, randomInt } from 'node:crypto';
import {
  assertAnswer,
  assertCallback,
  createAccount,
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
import { openStoredRows, type StoredRows } from './harness/database.ts';

const prompt = 'OPA_SN_API_CASH_OUT';
const card = 'BANK_CARD_API_CASH_OUT';
const byLink = 'OPC_SN_API_CASH_OUT';

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
  description: 'Order <42>',
  services: [prompt, byLink],
  successRedirectUrl: 'https://shop.example/ok',
  errorRedirectUrl: 'https://shop.example/ko',
  ...members,
});

async function make(members: Json = {}): Promise<Json> {
  const { json, text } = await post('checkouts', bodyOf(members));
  assert.equal(json.code, 2000, text);
  return json.data;
}

const read = async (id: string): Promise<Json> => {
  const { json } = await client.get(`/api-services/checkouts/${id}`, { Secretkey: client.apiKey });
  return json.data;
};
const untilIs = (id: string, status: string): Promise<Json> =>
  until(`checkout ${id} is ${status}`, async () => {
    const checkout = await read(id);
    return checkout.status === status && checkout;
  });

const english = { 'accept-language': 'en' };
const open = (url: string): Promise<Answer> => sendRequest(url, { headers: english });

/**
 * What a browser sends when the form of the page is submitted: its hidden field, and what was
 * typed.
 */
function submit(url: string, page: string, typed: Record<string, string>): Promise<Answer> {
  const attempt = /name="attempt" value="(\d+)"/.exec(page)?.[1] ?? '';
  return sendRequest(url, {
    method: 'POST',
    headers: { ...english, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ attempt, service: '', ...typed }).toString(),
  });
}

const operationsOf = (id: string) =>
  rows.read<{ external_id: string; state: string; code_service: string }>(
    `select external_id, state, code_service from operation where external_id like $1 || '~%'
      order by external_id`,
    [id],
  );

describe('checkouts: the merchant’s side', { concurrency: true }, () => {
  it('the same id and body answer the same checkout, another body 4009', async () => {
    const body = bodyOf();
    const [one, two] = [await post('checkouts', body), await post('checkouts', body)];
    assert.equal(one.json.code, 2000, one.text);
    assert.deepEqual(two.json, one.json);
    assert.match(one.json.data.url, /\/pay\/[0-9a-z]+-[0-9a-f]{32}$/);
    assert.ok(!one.json.data.url.includes(body.id));
    const other = await post('checkouts', { ...body, amount: 1501 });
    assert.equal(other.json.code, 4009, other.text);
  });

  it('what is wrong is named by its field: id, amount, services, addresses, minutes', async () => {
    const wrong: [Json, string][] = [
      [{ id: 'a~1' }, 'id'],
      [{ id: '..' }, 'id'],
      [{ amount: 10.5 }, 'amount'],
      [{ services: ['OPA_SN_API_CASH_IN'] }, 'services.0'],
      [{ services: [] }, 'services'],
      [{ currency: 'XYZ', services: undefined }, 'currency'],
      [{ amount: 1 }, 'amount'],
      [{ successRedirectUrl: 'javascript:alert(1)' }, 'successRedirectUrl'],
      [{ errorRedirectUrl: undefined }, 'errorRedirectUrl'],
      [{ expiresInMinutes: 4 }, 'expiresInMinutes'],
      [{ callbackUrl: 'ftp://shop.example' }, 'callbackUrl'],
      [{ customer: { phone: '12' } }, 'customer.phone'],
    ];
    for (const [members, field] of wrong) {
      const { json, text } = await post('checkouts', bodyOf(members));
      assert.equal(json.code, 4022, text);
      assert.equal(json.errors[0].field, field, text);
    }
  });

  it('expire-checkout ends it, once more changes nothing, and its page says so', async () => {
    const { id, url } = await make();
    for (let time = 0; time < 2; time += 1) {
      const { json } = await post('expire-checkout', { id });
      assert.equal(json.data.status, 'CANCELED');
    }
    const page = await open(url);
    assert.equal(page.status, 410);
    assert.match(page.text, /The merchant has closed this payment page/);
    assert.equal((await post('expire-checkout', { id: uniqueId() })).json.code, 4004);
  });

  it('a key for some services makes pages that offer no others', async () => {
    const { installation, account } = fixture;
    const { apiKey } = await installation.cli<{ apiKey: string }>([
      'key',
      'create',
      String(account.accountId),
      '--services',
      `${prompt},${byLink}`,
    ]);
    const { url } = await make({ services: undefined, apiKey });
    const offered = [...(await open(url)).text.matchAll(/name="service" value="(\w+)"/g)];
    assert.deepEqual(offered.map(([, code]) => code).toSorted(), [prompt, byLink].toSorted());
    const all = await make({ services: undefined });
    const { json, text } = await post('expire-checkout', { id: all.id, apiKey });
    assert.equal(json.code, 4003, text);
    const own = await make({ apiKey });
    assert.equal((await post('expire-checkout', { id: own.id, apiKey })).json.code, 2000);
  });

  it('another account’s id names nothing', async () => {
    const { id } = await make();
    const stranger = await fixture.newClient();
    const { json } = await stranger.get(`/api-services/checkouts/${id}`, {
      Secretkey: stranger.apiKey,
    });
    assert.equal(json.code, 4004);
  });
});

describe('checkouts: the payer’s pages', { concurrency: true }, () => {
  it('a payer types a number, confirms on the phone and is sent to the merchant; the callback says which attempt', async () => {
    const { id, url } = await make({ callbackUrl: fixture.receiver.url, data: { basket: 7 } });
    const page = await open(url);
    assert.equal(page.status, 200);
    assert.ok(page.text.length < 40_000);
    assert.match(page.text, /Order &lt;42&gt;/);
    assert.match(page.text, /1,500.FCFA/);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
    assert.match(String(page.headers['cache-control']), /no-store/);
    assert.match(String(page.headers['x-robots-tag']), /noindex/);
    const answer = await submit(url, page.text, { phone: uniquePhone('0000'), service: prompt });
    assert.equal(answer.status, 303, answer.text);
    const paid = await untilIs(id, 'PAID');
    assert.deepEqual(
      paid.attempts.map(({ externalTransactionId }: Json) => externalTransactionId),
      [`${id}~1`],
    );
    assert.match(
      (await open(url)).text,
      /http-equiv="refresh" content="0;url=https:\/\/shop\.example\/ok"/,
    );
    const told = await until('the callback', () =>
      fixture.receiver.requests.find(({ text }) => text.includes(`"${id}~1"`)),
    );
    assertCallback(told.json);
    const callback = told.json;
    assert.deepEqual(callback.checkout, { id, status: 'PAID', attempt: 1 });
    assert.deepEqual(callback.transaction.data, { basket: 7 });
    const key = hash('sha256', `${id}|${client.apiKey}`);
    const { transactionId } = callback.transaction;
    assert.equal(callback.sha256Hash, hash('sha256', `${transactionId}|${id}~1|${key}`));
  });

  it('a failed attempt is explained and tried again; its failure is no callback', async () => {
    const { id, url } = await make({ callbackUrl: fixture.receiver.url });
    const first = await open(url);
    await submit(url, first.text, { phone: uniquePhone('9004'), service: prompt });
    await until(
      'the first attempt failed',
      async () => (await operationsOf(id))[0]?.state === 'FAILED',
    );
    const again = await open(url);
    assert.match(again.text, /class="problem"[^>]*>/);
    assert.match(again.text, /name="attempt" value="2"/);
    // The first page's form once more, from the browser's history: no attempt of its own.
    await submit(url, first.text, { phone: uniquePhone('0000'), service: prompt });
    assert.equal((await operationsOf(id)).length, 1);
    await submit(url, again.text, { phone: uniquePhone('0000'), service: prompt });
    await untilIs(id, 'PAID');
    const told = await until('the callback', () => {
      const found = fixture.receiver.requests.filter(({ text }) => text.includes(`"${id}~`));
      return found.length > 0 && found;
    });
    assert.deepEqual(
      told.map(({ text }) => (JSON.parse(text) as Json).transaction.externalTransactionId),
      [`${id}~2`],
    );
  });

  it('a way with a link leads on to its payment page, which leads back', async () => {
    const { url } = await make();
    const page = await open(url);
    const answer = await submit(url, page.text, { phone: uniquePhone('8007'), service: byLink });
    const next = await open(new URL(String(answer.headers['location']), url).href);
    assert.match(next.text, /http-equiv="refresh" content="0;url=[^"]*\/deep\/\d+-/);
  });

  it('the operator is found by the number; a wrong number is told', async () => {
    const { id, url } = await make();
    const page = await open(url);
    const wrong = await submit(url, page.text, { phone: '12' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This number is not valid/);
    const number = await submit(url, page.text, { phone: `77${randomInt(100, 999)}0000` });
    assert.equal(number.status, 303, number.text);
    const [operation] = await operationsOf(id);
    assert.equal(operation?.code_service, prompt);
  });

  it('a payer chooses the card: its number is shown nowhere again, and one that is refused can be followed by a wallet', async () => {
    const { id, url } = await make({ services: [prompt, card] });
    const wallets = await open(url);
    assert.match(wallets.text, /by=card/);
    assert.doesNotMatch(wallets.text, new RegExp(card));
    const form = await open(`${url}?by=card`);
    const typed = {
      service: card,
      phone: '77 000 00 01',
      expiry: '09/39',
      code: '920',
      first: 'Awa',
      last: 'Ndiaye',
    };
    const wrong: [Record<string, string>, RegExp][] = [
      [{ number: '5555 4444' }, /This card number is not valid/],
      [{ number: '5555555555559083', expiry: '13/39' }, /expiry date is not valid/],
    ];
    for (const [members, problem] of wrong) {
      const again = await submit(url, form.text, { ...typed, ...members });
      assert.equal(again.status, 422);
      assert.match(again.text, problem);
      assert.match(again.text, /value="Awa"/);
      // Its address is random, and may hold any digits.
      const shown = again.text.replaceAll(new URL(url).pathname, '');
      assert.ok(!/5555|920/.test(shown), shown);
    }
    // A minute has three tries with a card.
    await submit(url, form.text, { ...typed, number: '5555 5555 5555 9083' });
    await until('the card is refused', async () => (await operationsOf(id))[0]?.state === 'FAILED');
    const after = await open(url);
    assert.match(after.text, /Your bank refused this card/);
    assert.match(after.text, /autocomplete="cc-number"/);
    const fourth = await submit(url, after.text, { ...typed, number: '5555555555554444' });
    assert.match(fourth.text, /Too many attempts/);
    const other = await open(`${url}?by=wallet`);
    await submit(url, other.text, { phone: uniquePhone('0000') });
    assert.equal((await untilIs(id, 'PAID')).attempts.length, 2);
    const stored = await rows.read<{ phone: string }>(
      `select row_to_json(a)::text as phone from checkout_attempt a where checkout_id = $1`,
      [id],
    );
    assert.ok(stored.length === 2 && stored.every(({ phone }) => !/5555 ?5555/.test(phone)));
  });

  it('a way that the page offered and that is gone is not paid by another one', async () => {
    const { id, url } = await make();
    const page = await open(url);
    const gone = await submit(url, page.text, { phone: uniquePhone('0000'), service: card });
    assert.equal(gone.status, 422);
    assert.equal((await operationsOf(id)).length, 0);
  });

  it('two tabs and a double click make one operation', async () => {
    const { id, url } = await make();
    const page = await open(url);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        submit(url, page.text, { phone: uniquePhone('0000'), service: prompt }),
      ),
    );
    for (const { status } of answers) assert.equal(status, 303);
    assert.equal((await operationsOf(id)).length, 1);
    assert.equal((await untilIs(id, 'PAID')).attempts.length, 1);
  });

  it('while it is being paid it does not end', async () => {
    const { id, url } = await make();
    const page = await open(url);
    await submit(url, page.text, { phone: uniquePhone('8007'), service: byLink });
    assert.equal((await read(id)).status, 'PAYING');
    assert.equal((await post('expire-checkout', { id })).json.code, 4000);
  });

  it('an id that the merchant has used is never mixed up: the attempt is refused, the next one pays', async () => {
    const { id, url } = await make();
    const taken = await client.operation({
      phone: uniquePhone('0000'),
      amount: 1500,
      codeService: prompt,
      externalTransactionId: `${id}~1`,
    });
    assert.equal(taken.json.code, 2000, taken.text);
    const page = await open(url);
    await submit(url, page.text, { phone: uniquePhone('0000'), service: prompt });
    assert.equal((await read(id)).status, 'OPEN');
    const again = await open(url);
    assert.match(again.text, /name="attempt" value="2"/);
    await submit(url, again.text, { phone: uniquePhone('0000'), service: prompt });
    const paid = await untilIs(id, 'PAID');
    assert.equal(paid.attempts[0].transactionId, null);
  });

  it('many payers of one address read their pages while one of them loads his again and again', async () => {
    const [busy, other] = [await make(), await make()];
    // More than 120 in a minute, whenever the minute ends.
    const reads = await Promise.all(Array.from({ length: 245 }, () => open(busy.url)));
    assert.ok(reads.some(({ status }) => status === 429));
    assert.equal((await open(other.url)).status, 200);
  });

  it('operators have the names that payers know, and their country where there are several of one', async () => {
    const { url } = await make();
    const few = await open(url);
    for (const name of ['Orange Money', 'Wave'])
      assert.match(few.text, new RegExp(`${name}</label`));
    const all = await open((await make({ services: undefined })).url);
    assert.match(all.text, /Orange Money \(Senegal\)/);
    assert.doesNotMatch(all.text, /\bOp[a-g]\b/);
  });

  it('while its operator is down the page waits, and asks again when it is up', async () => {
    const { url } = await make({ services: ['OPG_BJ_API_CASH_OUT'] });
    const set = (state: 'open' | 'close') =>
      fixture.installation.cli([
        'route',
        'breaker',
        'OPG_BJ',
        state,
        '--reason',
        'Announced outage',
      ]);
    const untilShown = (text: RegExp): Promise<Answer> =>
      until(`the page shows ${text}`, async () => {
        const page = await open(url);
        return text.test(page.text) && page;
      });
    await set('open');
    try {
      const down = await untilShown(/Operators unavailable/);
      assert.match(down.text, /http-equiv="refresh" content="30"/);
      assert.doesNotMatch(down.text, /<form/);
    } finally {
      await set('close');
    }
    await untilShown(/name="attempt" value="1"/);
  });

  it('an amount that no operator takes any longer is a page that offers nothing', async () => {
    const { installation } = fixture;
    const { accountId, apiKey } = await createAccount(installation);
    const { url } = await make({ apiKey });
    await installation.cli(['account', 'set', String(accountId), '--operation-max', '1000']);
    const page = await until('the limit holds', async () => {
      const opened = await open(url);
      return /No payment method takes this amount/.test(opened.text) && opened;
    });
    assert.doesNotMatch(page.text, /<form/);
  });

  it('what names no checkout is a page of 404', async () => {
    const unknown = await open(`${client.baseUrl}/pay/1-${'0'.repeat(32)}`);
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /<html lang="en">/);
  });
});
