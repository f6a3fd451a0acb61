// Checks alerts in a browser: an admin sets a minimum float, the alert comes by e-mail within a
// minute and stands on the page, and somebody looks after it.

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
  await page.getByLabel('Floats minimaux').fill('ROUTE_SANS_ARGENT XOF 500000');
  await lookAt(page, 'alert-settings-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Règles enregistrées.');

  const mail = await until(
    'an e-mail about the float',
    () => server.received.find(({ subject }) => subject.includes('ROUTE_SANS_ARGENT')),
    { timeoutMs: 180_000 },
  );
  assert.equal(mail.to, user.email);
  assert.match(mail.parts[0]!, /\/alerts\?after=\d+$/m);

  await visitor.open('/alerts?state=open');
  const row = page.getByRole('row', { name: /ROUTE_SANS_ARGENT/ });
  await row.waitFor();
  await lookAt(page, 'alerts-fr');
  await row.getByRole('button', { name: 'Acquitter' }).click();
  await row.getByText(user.name).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'alerts-fr-phone');
});
