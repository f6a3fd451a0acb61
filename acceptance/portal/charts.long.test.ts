// Looks at charts of the operator's pages in a browser: failures by reason, a developer's 30 days,
// the forecast of a float, the statements of a month and SMS by operator, in both languages, on
// both sizes, light and dark.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStoredRows } from '../harness/database.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { lookAt } from './look.ts';
import { newOperator } from './people.ts';

let harness: Harness;
let accountId: number;

before(async () => {
  harness = await openHarness();
  ({ accountId } = harness.installation);
  await storeMonth();
});
after(() => harness?.close());

/** What no test can wait for: a month of payments, statements and movements of a float. */
async function storeMonth(): Promise<void> {
  const stored = openStoredRows(harness.installation);
  await stored.read(
    `insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone, amount, commission,
      currency, details, state, error_id, balance_before, balance_after, created_at, updated_at)
    select $1, 1000 + n, 'month-' || n, '', 'OPA_SN_API_CASH_IN', 'DEBIT', 'OPA_SN', '77',
      '+221770000001', 10000, 100, 'XOF', '{}',
      case when n % 7 = 0 then 'FAILED' else 'SUCCESS' end, case
        when n % 7 = 0 then (array[3, 4, 5, 7, null])[1 + n / 7 % 5] end, 0, 0,
      jokko_now() - (n * n / 2000) * interval '1 minute', jokko_now()
    from generate_series(1, 9000) n`,
    [accountId],
  );
  await stored.read(
    `insert into float_hour (route, currency, hour, spent)
      select 'OPA_SN', 'XOF', date_trunc('hour', jokko_now()) - n * interval '1 hour',
        80000000000 * (n % 24 / 12) from generate_series(1, 680) n`,
  );
  await stored.read(
    `insert into reconciliation_file (route, routes, name, state, period_from, period_until,
      done_at)
      select 'OPA_SN', '{OPA_SN}', 'releve-' || n || '.csv', 'done', day - interval '1 day', day,
        day
      from (select n, date_trunc('day', jokko_now()) - n * interval '1 day' as day
        from generate_series(0, 20) n) d where n <> 7`,
  );
  await stored.read(
    `insert into reconciliation_sum (file_id, currency, class, lines, theirs, ours, fees)
      select id, 'XOF', class, case class when 'amount' then id % 5 else 300 + id * 37 % 90 end, 0,
        0, 0
      from reconciliation_file cross join (values ('matched'), ('amount')) c(class)`,
  );
  await stored.read(
    `insert into sms_hour (hour, counted_at, is_final, countries, operators, delivered, failed,
      unreported)
      select date_trunc('hour', jokko_now()) - n * interval '1 hour', jokko_now(), true,
        '{SN,SN,CI}', '{Orange,Free,other}', array[400 + n % 60, 90, 0],
          array[5 + n / 40, n % 24, 1], array[n % 9, 2, 0]
      from generate_series(0, 700) n`,
  );
  await stored.close();
}

const pages: readonly (readonly [name: string, path: () => string, title: RegExp])[] = [
  ['overview', () => '/overview', /^(Échecs par motif|Failures by reason)$/],
  ['developer', () => `/developers/${accountId}`, /^(30 derniers jours|Last 30 days)$/],
  ['floats', () => '/floats', /^(Prévision sur 7 jours|Forecast for 7 days)$/],
  [
    'reconciliation',
    () => '/reconciliation',
    /^(Lignes des relevés par jour|Rows of statements by day)$/,
  ],
  ['all-sms', () => '/all-sms', /^(Remise par opérateur mobile|Delivery by carrier)$/],
];
/** Each chart is drawn, has its figures as a table, and fits. */
async function lookAtAll({ page, open }: Visitor, look: string): Promise<void> {
  for (const [name, path, title] of pages) {
    await open(path());
    const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: title }) });
    // On a phone the first charts stand before the others.
    const more = page.locator('.table-more button').first();
    await card.or(more).first().waitFor();
    if ((await card.count()) === 0) await more.click();
    await card.locator('.chart canvas').first().waitFor();
    const table = card.locator('.chart summary').first();
    await table.click();
    assert.ok((await card.getByRole('table').first().getByRole('row').count()) > 8, name);
    await table.click();
    await lookAt(page, `chart-${name}-${look}`);
  }
}

test('charts say a month in both languages, on both sizes, light and dark', async () => {
  const { visitor } = await newOperator(harness, { width: 1_440 });
  const { page } = visitor;
  await lookAtAll(visitor, 'fr-1440');
  await page.getByRole('button', { name: 'English' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAtAll(visitor, 'en-dark-390');
  await visitor.close();
});
