// Checks alerts in a browser: an admin sets a minimum float, the alert comes by e-mail within a
// minute and leads to the alert, which one press acknowledges.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startMailServer, type TestMailServer } from '../../gateway/src/platform/mail/testing.ts';
import { until } from '../harness/until.ts';
import { openHarness, type Harness } from './harness.ts';
import { lookAt } from './look.ts';
import { newOperator } from './people.ts';
import { untilTold } from './told.ts';

let harness: Harness;
let server: TestMailServer;
let operator: Awaited<ReturnType<typeof newOperator>>;

before(async () => {
  server = await startMailServer();
  harness = await openHarness({
    JOKKO_SMTP_URL: server.url,
    JOKKO_MAIL_FROM: 'Jokko <no-reply@example.sn>',
  });
  operator = await newOperator(harness);
});
after(async () => {
  await harness.close();
  await server.close();
});

test('P7 a float that is low is told by e-mail, shown, and acknowledged', async () => {
  const { visitor, user } = operator;
  const { page } = visitor;
  await visitor.open('/alerts/settings');
  await page.getByRole('button', { name: 'Ajouter un minimum' }).click();
  await page.getByLabel('Minimum', { exact: true }).fill('900 000 000 000');
  const route = await page.getByLabel('Route', { exact: true }).inputValue();
  await lookAt(page, 'alert-settings-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Règles enregistrées.');

  const mail = await until(
    'an e-mail about the float',
    () => server.received.find(({ subject }) => subject.includes(route)),
    { timeoutMs: 180_000 },
  );
  assert.equal(mail.to, user.email);
  const [, link] = /(\/alerts\?after=\d+&open=\d+)$/m.exec(mail.parts[0]!) ?? [];
  assert.ok(link, 'it leads to the alert');

  await visitor.open(link);
  const row = page.getByRole('row', { name: new RegExp(route) }).first();
  await row.waitFor();
  await lookAt(page, 'alerts-fr');
  await page
    .getByRole('button', { name: /^Acquitter/ })
    .first()
    .click();
  await row.getByText(user.name).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'alerts-fr-phone');
});

test('P7 a balance at an SMS carrier that is low is an alert in the carrier’s currency; its connection’s list says the minimum', async () => {
  const { visitor } = operator;
  const { page } = visitor;
  await harness.installation.cli(['sms', 'link', 'minimum', 'SIM_HTTP', '5000']);
  await until(
    'an e-mail about the balance',
    () => server.received.find(({ subject }) => subject.includes('SIM_HTTP')),
    { timeoutMs: 180_000 },
  );
  await visitor.open('/alerts');
  const row = page.getByRole('row', { name: /SIM_HTTP/ }).first();
  await row.waitFor();
  await lookAt(page, 'alerts-balance-fr');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'alerts-balance-fr-phone');
  await page.setViewportSize({ width: 1_280, height: 900 });
  await visitor.open('/connectors');
  await page.getByRole('button', { name: /^Ouvrir .* SIM_HTTP$/ }).click();
  await page.getByRole('button', { name: 'Vérifier la mise en production' }).click();
  const items = page.getByRole('list', { name: 'Points à vérifier' });
  await items.getByText('5000', { exact: true }).waitFor();
  await lookAt(page, 'golive-sms-fr');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'golive-sms-fr-phone');
});
