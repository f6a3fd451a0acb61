// Money at a glance: today beside the same day a week before up to the same time, what is held, the
// minimum of a float; and who may read it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProcessedReader } from '../../payments/operations/index.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let operator: Browser;
let accountId: number;

before(async () => {
  portal = await startPortal();
  const owner = (await portal.register('awa@boutique.sn')).browser;
  operator = await operatorBrowser(portal, 'Moussa');
  accountId = (await owner.get('me')).json.membership.accountId;
  // Half past noon: no hour and no day begins while the tests run.
  await portal.db.sql(
    `update installation set clock_offset = date_trunc('day',
      now()) + interval '12 hours 30 minutes' - now()`,
  );
});
after(() => portal.close());

let made = 0;
/** One payment of 100 with a fee of 2; `at`: an expression of SQL. */
async function pay(at: string, { state = 'SUCCESS', currency = 'XOF' } = {}): Promise<void> {
  made += 1;
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service,
      direction, route, phone_given, phone, amount, commission, currency, details, state,
        balance_before,
      balance_after, created_at, updated_at)
    values (${accountId}, ${3_000_000_000_000 + made}, 'money-${made}', '', 'OPA_SN_API_CASH_IN',
      'DEBIT',
      'OPA_SN', '77', '+221770000000', 1000000, 20000, '${currency}', '{}', '${state}', 0, 0, ${at},
        jokko_now())`);
}

test('today is compared with the same day a week before, up to the same minute', async () => {
  await pay(`jokko_now() - interval '2 hours'`);
  await pay(`jokko_now() - interval '1 second'`);
  await pay(`jokko_now() - interval '2 hours'`, { state: 'FAILED' });
  await pay(`jokko_now() - interval '1 second'`, { state: 'REFUNDED' });
  await pay(`jokko_now() - interval '20 hours'`);
  await pay(`jokko_now() - interval '7 days 2 hours'`);
  // Later on that day: of the running hour, and of those that this day has not had yet.
  await pay(`jokko_now() - interval '7 days' + interval '1 minute'`);
  await pay(`jokko_now() - interval '6 days 21 hours'`);
  const { dayBegan, hours } = await createProcessedReader(portal.users.database)('UTC');
  const today = hours.filter(({ at }) => at >= dayBegan);
  const sumOf = (of: 'sums' | 'weekBefore', part: typeof hours): string[] =>
    part.flatMap((hour) => hour[of].map(({ amount, fees }) => `${amount}+${fees}`));
  assert.ok(today.length === 13 && hours.length === 24, `${today.length} of ${hours.length}`);
  assert.deepEqual(sumOf('sums', today), ['1000000+20000', '1000000+20000']);
  assert.deepEqual(sumOf('weekBefore', today), ['1000000+20000']);
  assert.equal(sumOf('sums', hours).length, 3);
});

test('the answer has a line for each currency, held sums, floats with their minimum', async () => {
  await pay(`jokko_now() - interval '1 second'`, { currency: 'XAF' });
  await portal.db.sql(`
    insert into balance (account_id, currency, available, held)
      values (${accountId}, 'XOF', 0, 700000)
      on conflict (account_id, currency) do update set held = 700000;
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
      values (0, nextval('own_transfer_seq'), 'adjust', 'provider:OPA_SN', 'treasury', 5000000,
        'XOF', 0);`);
  const { settings, version } = (await operator.get('operator/alert-settings')).json;
  const floats = [{ route: 'OPA_SN', currency: 'XOF', minimum: 600 }];
  const set = await operator.post('operator/alert-settings', {
    version,
    settings: { ...settings, floats },
    webhook: null,
  });
  assert.equal(set.status, 200, JSON.stringify(set.json));
  const { currencies, held, floats: shown } = (await operator.get('operator/overview/money')).json;
  assert.deepEqual(
    currencies.map(({ currency }: { currency: string }) => currency),
    ['XAF', 'XOF'],
  );
  assert.deepEqual(held, [{ currency: 'XOF', amount: '70' }]);
  assert.deepEqual(
    shown.filter(({ route }: { route: string }) => route === 'OPA_SN'),
    [{ route: 'OPA_SN', currency: 'XOF', amount: '500', hoursLeft: null, minimum: '600' }],
  );
});
