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

before(async () => {
  server = await startMailServer();
  harness = await openHarness({
    JOKKO_SMTP_URL: server.url,
    JOKKO_MAIL_FROM: 'Jokko <no-reply@example.sn>',
  });
});
after(async () => {
  await harness.close();
  await server.close();
});

test('P7 a float that is low is told by e-mail, shown, and acknowledged', async () => {
  const { visitor, user } = await newOperator(harness);
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
