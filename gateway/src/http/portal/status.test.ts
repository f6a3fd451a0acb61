// The status page says what the last hour showed, to everybody only where that is wanted; look-ups keep to the account's services and countries.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testCatalogue } from '../../domain/catalogue/testing.ts';
import { statusHandlers } from './handlers/status.ts';
import { startPortal, type Browser, type Portal } from './testing/portal.ts';

let portal: Portal;
let owner: Browser;
const services = testCatalogue().services;
const routes = [...new Set(services.map(({ route }) => route))];

before(async () => {
  portal = await startPortal({ publicStatus: true });
  owner = (await portal.register('awa@boutique.sn')).browser;
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route, phone_given, phone, amount,
      commission, currency, details, state, balance_before, balance_after, created_at, updated_at)
    select 1, 3000000000000 + n, 'o' || n, '', 'S', 'DEBIT', case when n <= 8 then '${routes[0]}' else '${routes[1]}' end, '77', '+221770000000', 10000, 0, 'XOF', '{}',
      case when n <= 8 and n > 2 then 'FAILED' else 'SUCCESS' end, 0, 0, now() - interval '10 minutes', now() - interval '9 minutes'
    from generate_series(1, 12) n`);
});
after(() => portal.close());

test('a service fails, works or is not known, by what its way to the provider did in the last hour', async () => {
  const { json } = await owner.get('status');
  const stateOf = new Map(json.services.map(({ code, state }: { code: string; state: string }) => [code, state]));
  for (const { code, route, off } of services) {
    const right = off ? 'off' : route === routes[0] ? 'failing' : route === routes[1] ? 'works' : 'quiet';
    assert.equal(stateOf.get(code), right, code);
  }
  assert.deepEqual((await portal.browser().get('public-status')).json.services, json.services, 'the same for everybody');
  const { id } = (await owner.get('me')).json.membership;
  await portal.db.sql(`update membership set countries = '{SN}' where id = ${id}`);
  const limited = (await owner.get('status')).json.services as { country: string }[];
  assert.ok(limited.length > 0 && limited.every(({ country }) => country === 'SN'));
  await portal.db.sql(`update membership set countries = null where id = ${id}`);
});

test('where the installation keeps its status to itself, nobody else finds one', async () => {
  const handlers = statusHandlers({
    catalogue: testCatalogue,
    working: { volume: { byRoute: () => Promise.resolve([]) } },
    publicStatus: false,
  });
  assert.deepEqual(await handlers['GET public-status'](), { ok: false, refusal: 'notFound' });
});

test('a look-up is for services of the account and of the seat’s countries, by the account’s rate', async () => {
  assert.deepEqual((await owner.get('look-ups')).json.services, [], 'there is no provider here');
  const ask = { service: services.find(({ kind }) => kind === 'bill_pay')!.code, accountNumber: '21000000001' };
  const wrong = await owner.post('look-ups/bills', ask);
  assert.deepEqual([wrong.code, wrong.json.error.fields], ['invalid', [{ field: 'service', problem: 'notAllowed' }]]);
  const quote = await owner.post('look-ups/quote', { service: ask.service, amount: 'many', sendData: { senderDetails: 1 } });
  assert.equal(quote.code, 'invalid');
  assert.ok(quote.json.error.fields.some(({ field }: { field: string }) => field.startsWith('sendData')));
  portal.load.shed = { reason: 'account_rate', ofAccount: true, retryAfterSeconds: 2 };
  assert.equal((await owner.post('look-ups/bills', ask)).code, 'tooManyTries');
  portal.load.shed = null;
});
