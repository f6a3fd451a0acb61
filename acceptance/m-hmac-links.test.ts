// Payment links of an account whose requests are signed: the merchant signs, his payers sign
// nothing. Rules M1 and M2.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  openFixture,
  uniqueId,
  uniquePhone,
  until,
  type Answer,
  type Client,
  type Fixture,
  type Json,
} from './harness/index.ts';
import { begin, open, pay } from './harness/payer-pages.ts';

let fixture: Fixture;
let client: Client;
let hmacSecret: string;
before(async () => {
  fixture = await openFixture();
  const { installation } = fixture;
  const { accountId, apiKey } = await createAccount(installation, {
    set: ['--callback-grace-ms', '0'],
  });
  const id = String(accountId);
  ({ hmacSecret } = await installation.cli<{ hmacSecret: string }>(
    ['account', 'set', id, '--hmac', 'on'], // prettier-ignore
  ));
  client = createClient(installation.baseUrl, apiKey);
});
after(() => fixture.close());

const textOf = (body: Json): string => JSON.stringify({ apiKey: client.apiKey, ...body });
function signed(text: string): Record<string, string> {
  const timestamp = String(Date.now());
  const mac = createHmac('sha256', hmacSecret).update(`POST:${timestamp}:${text}`).digest('hex');
  return { 'Hmac-Signature': mac, Timestamp: timestamp };
}
const post = (path: string, text: string, headers = signed(text)): Promise<Answer> =>
  client.post(`/api-services/${path}`, text, headers);
const linkBody = (members: Json = {}): string =>
  textOf({
    id: uniqueId(),
    uses: 'one',
    amount: 1500,
    description: 'Class 7',
    services: ['OPA_SN_API_CASH_OUT'],
    callbackUrl: fixture.receiver.url,
    ...members,
  });

async function make(): Promise<{ id: string; url: string }> {
  const { json, text } = await post('payment-links', linkBody());
  assert.equal(json.code, 2000, text);
  return json.data;
}
const get = async (id: string): Promise<Json> =>
  (await client.get(`/api-services/payment-links/${id}`, { Secretkey: client.apiKey })).json;
const read = async (id: string): Promise<Json> => (await get(id)).data;

describe('M1 payment links of an account that signs', { concurrency: true }, () => {
  it('M1 a link is made by a signed request, and by no other', async () => {
    const text = linkBody();
    const other = signed(linkBody());
    for (const headers of [{}, { ...signed(text), 'Hmac-Signature': '' }, other])
      assert.equal((await post('payment-links', text, headers)).json.code, 4001);
    const { id } = JSON.parse(text) as { id: string };
    assert.equal((await get(id)).code, 4004, 'nothing is stored');
    assert.equal((await post('payment-links', text)).json.data.id, id);
  });

  it('M1 a signature pauses the link that its body names, and no other', async () => {
    const [one, two] = [await make(), await make()];
    const pauseOne = signed(textOf({ id: one.id }));
    const forged = await post('pause-payment-link', textOf({ id: two.id }), pauseOne);
    assert.equal(forged.json.code, 4001);
    assert.equal((await read(two.id)).status, 'ACTIVE');
    const paused = await post('pause-payment-link', textOf({ id: one.id }), pauseOne);
    assert.equal(paused.json.data.status, 'PAUSED', paused.text);
    const unsigned = await post('resume-payment-link', textOf({ id: one.id }), {});
    assert.equal(unsigned.json.code, 4001);
    assert.equal((await read(one.id)).status, 'PAUSED');
    const resumed = await post('resume-payment-link', textOf({ id: one.id }));
    assert.equal(resumed.json.data.status, 'ACTIVE', resumed.text);
  });

  it('M2 a request is taken once: it makes no second link, and a captured pause resumes nothing', async () => {
    const text = linkBody();
    const headers = signed(text);
    const first = await post('payment-links', text, headers);
    assert.equal(first.json.code, 2000, first.text);
    assert.equal((await post('payment-links', text, headers)).text, first.text);
    const { id } = first.json.data as { id: string };
    const body = textOf({ id });
    const captured = signed(body);
    assert.equal((await post('pause-payment-link', body, captured)).json.data.status, 'PAUSED');
    assert.equal((await post('resume-payment-link', body, captured)).json.code, 4001);
    assert.equal((await read(id)).status, 'PAUSED');
  });

  it('M1 its payers sign nothing: the link is paid, counted, and reported', async () => {
    const { id, url } = await make();
    const answer = await pay(await begin(url, await open(url)), uniquePhone('0000'));
    assert.equal(answer.status, 303, answer.text);
    const link = await until('it is used', async () => {
      const found = await read(id);
      return found.status === 'USED' && found;
    });
    assert.deepEqual(link.payments, { count: 1, amount: 1500 });
    const { json } = await until('it is reported', () =>
      fixture.receiver.requests.find(({ text }) => text.includes(`"${id}.`)),
    );
    assert.deepEqual([json.status, json.checkout.link], ['SUCCESS', id]);
  });
});
