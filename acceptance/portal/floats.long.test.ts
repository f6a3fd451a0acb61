// Checks the forecast of floats in a browser: how long a float lasts, and a top-up that is prepared
// from it, which waits for another user; the command that shows health says the same.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStoredRows } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { openHarness, type Harness } from './harness.ts';
import { lookAt } from './look.ts';
import { newOperator } from './people.ts';
import { untilTold } from './told.ts';

let harness: Harness;

before(async () => {
  harness = await openHarness();
});
after(() => harness.close());

/**
 * What no test can wait for: four weeks in which each hour took 10,000 francs of 500,000, which are
 * left of what the simulator lent.
 */
async function storeWeeks(route: string): Promise<void> {
  const stored = openStoredRows(harness.installation);
  await until('the float is opened', async () => {
    const opened = await stored.read(
      `select id from transfer where credit = 'opening' and debit = 'provider:' || $1
        and currency = 'XOF'`,
      [route],
    );
    return opened.length > 0;
  });
  await stored.read(
    `insert into provider_float as known (route, currency, amount)
      values ($1, 'XOF', 5000000000 - 10000000000000)
      on conflict (route, currency) do update set amount = known.amount + excluded.amount`,
    [route],
  );
  await stored.read(
    `insert into float_hour (route, currency, hour, spent)
      select $1, 'XOF', date_trunc('hour', jokko_now()) - n * interval '1 hour', 100000000
        from generate_series(1, 680) n`,
    [route],
  );
  await stored.close();
}

test('P28 a float that runs low is seen hours before, and its top-up waits for approval', async () => {
  const { visitor } = await newOperator(harness);
  const { page } = visitor;
  await storeWeeks('OPD_SN');
  await visitor.open('/floats');
  const row = page.getByRole('row', { name: /OPD_SN/ });
  await row.getByText(/^2\sj\s1\sh$/).waitFor();
  await lookAt(page, 'floats-forecast-fr');
  await row.getByRole('button', { name: /^Préparer un apport/ }).click();
  await page.getByRole('textbox', { name: 'Référence de la banque' }).fill('VIR-2026-0100');
  await lookAt(page, 'float-prepared-fr');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await untilTold(page, 'Demande envoyée.');
  await row.getByText(/^2\sj\s1\sh$/).waitFor();
  await visitor.open('/approvals?state=open');
  await page
    .getByRole('button', { name: /^Ouvrir Demande/ })
    .first()
    .click();
  await page
    .getByText(/VIR-2026-0100/)
    .first()
    .waitFor();
  await page
    .getByText(/1\s180\s000/)
    .first()
    .waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.open('/floats');
  await page.getByText(/^2\sj\s1\sh$/).waitFor();
  await lookAt(page, 'floats-forecast-fr-phone');
});

interface Said {
  floats: { route: string; amount: string; lasts: { hours: number | null } | null }[];
}

test('P28 jokko health says how long each float lasts, and fails where one ends within 12 hours', async () => {
  const { installation } = harness;
  const route = 'OPC_SN';
  await storeWeeks(route);
  const { floats } = JSON.parse((await installation.runCli(['health', '--json'])).stdout) as Said;
  assert.deepEqual(
    floats.find((float) => float.route === route),
    { route, currency: 'XOF', amount: '500000', lasts: { hours: 49 } },
  );
  const stored = openStoredRows(installation);
  await stored.read(
    `update provider_float set amount = amount - 4000000000 where route = $1 and currency = 'XOF'`,
    [route],
  );
  await stored.close();
  const { code, stdout } = await installation.runCli(['health']);
  assert.match(stdout, new RegExp(`^float ${route}: 100000 XOF, lasts 9 h$`, 'm'));
  assert.equal(code, 1);
});
