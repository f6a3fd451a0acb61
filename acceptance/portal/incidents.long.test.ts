// Checks incidents in a browser: a route is switched off with a text; the status page, the banner
// of a developer, the feed and an e-mail tell it, and its resolution.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startMailServer, type TestMailServer } from '../../gateway/src/platform/mail/testing.ts';
import { until } from '../harness/until.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { lookAt } from './look.ts';
import { newOperator, newUser, register } from './people.ts';
import { untilTold } from './told.ts';

let harness: Harness;
let server: TestMailServer;
const subscriber = 'abonnee@boutique.sn';
const french = 'Maintenance chez l’opérateur jusqu’à midi.';

before(async () => {
  server = await startMailServer();
  harness = await openHarness({
    JOKKO_PUBLIC_STATUS: 'on',
    JOKKO_SMTP_URL: server.url,
    JOKKO_MAIL_FROM: 'Jokko <no-reply@example.sn>',
  });
});
after(async () => {
  await harness.close();
  await server.close();
});

const mailTo = (address: string, subject: RegExp) =>
  until(
    `an e-mail to ${address} with the subject ${subject}`,
    () => server.received.find((mail) => mail.to === address && subject.test(mail.subject)),
    { timeoutMs: 180_000 },
  );

/** Follows the first link of an e-mail that leads to the page of subscriptions. */
async function followLink(visitor: Visitor, text: string): Promise<void> {
  const { pathname, search, hash } = new URL(/http\S+\/status\/subscription\S*#\S+/.exec(text)![0]);
  await visitor.open(`${pathname}${search}${hash}`);
}

async function subscribe(): Promise<Visitor> {
  const visitor = await harness.visit();
  const { page } = visitor;
  await visitor.open('/status');
  await page.getByLabel('Adresse e-mail').fill(subscriber);
  await page.getByRole('button', { name: 'S’abonner' }).click();
  await page.getByText('Ouvrez le lien que nous venons d’envoyer').waitFor();
  const confirmation = await mailTo(subscriber, /^Confirmez votre abonnement/);
  await followLink(visitor, confirmation.parts[0]!);
  await page.getByRole('button', { name: 'Confirmer l’abonnement' }).click();
  await page.getByText('Abonnement confirmé.').waitFor();
  await lookAt(page, 'subscription-fr');
  return visitor;
}

async function switchOff({ page, open }: Visitor): Promise<void> {
  await open('/connectors');
  await page.getByRole('button', { name: /^Ouvrir Connecteur OPD_SN$/ }).click();
  await page.getByRole('button', { name: 'Désactiver' }).click();
  await page.getByLabel('Motif').fill('Maintenance annoncée');
  await page.getByLabel('Message publié, en français').fill(french);
  await page.getByLabel('Message publié, en anglais').fill('Maintenance at the operator.');
  await lookAt(page, 'switch-off-with-incident-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Désactiver' }).last().click();
  await untilTold(page, 'Route désactivée.');
}

async function switchOn({ page, open }: Visitor): Promise<void> {
  await page.setViewportSize({ width: 1_280, height: 900 });
  await open('/connectors');
  await page.getByRole('button', { name: /^Ouvrir Connecteur OPD_SN$/ }).click();
  await page.getByRole('button', { name: 'Réactiver' }).click();
  await page.getByLabel('Motif').fill('Maintenance terminée');
  await page.getByRole('dialog').getByRole('button', { name: 'Réactiver' }).last().click();
  await untilTold(page, 'Route réactivée.');
}

test('P8 a route switched off with a text is told on every way, and so is its resolution', async () => {
  const anybody = await subscribe();
  const developer = await harness.visit();
  await register(developer, newUser(), 'Boutique Incident');
  const { visitor: operator } = await newOperator(harness);
  await switchOff(operator);

  const told = await mailTo(subscriber, /^Incident\u00a0: /);
  assert.ok(told.parts[0]!.includes(french));
  await developer.open('/transactions');
  const banner = developer.page.getByRole('region', { name: 'Incident en cours' });
  await banner.getByText(french).waitFor();
  await lookAt(developer.page, 'incident-banner-fr');
  await developer.page.setViewportSize({ width: 390, height: 844 });
  await lookAt(developer.page, 'incident-banner-fr-phone');
  await banner.getByRole('button', { name: /^Masquer/ }).click();
  await banner.waitFor({ state: 'detached' });

  await anybody.open('/status');
  await anybody.page.getByRole('heading', { name: 'Incidents en cours' }).waitFor();
  await anybody.page.getByText(french).waitFor();
  await anybody.page.getByRole('heading', { name: '90 derniers jours', exact: true }).waitFor();
  await lookAt(anybody.page, 'status-incident-fr');
  const feed = await anybody.page.getByRole('link', { name: 'Flux Atom' }).getAttribute('href');
  const readFeed = async () => (await fetch(new URL(feed!, anybody.page.url()))).text();
  assert.ok((await readFeed()).includes(french));

  await resolve(operator);
  await mailTo(subscriber, /^Incident résolu\u00a0: /);
  assert.match(await readFeed(), /\[Résolu\]/);
  // The route is still off: with the incident alone resolved, its service does not work yet.
  await anybody.open('/status');
  await anybody.page.getByText('Certains services sont perturbés.').waitFor();
  await switchOn(operator);
  await anybody.open('/status');
  await anybody.page.getByText('Aucun incident en cours.').waitFor();
  assert.equal(await anybody.page.getByRole('heading', { name: 'Incidents en cours' }).count(), 0);
  await anybody.page.setViewportSize({ width: 390, height: 844 });
  await lookAt(anybody.page, 'status-resolved-fr-phone');
  await followLink(anybody, told.parts[0]!);
  await anybody.page.getByRole('button', { name: 'Se désabonner' }).click();
  await anybody.page.getByText('Abonnement supprimé.').waitFor();
  await openOfSms(operator);
  await anybody.open('/status');
  await anybody.page.getByRole('row', { name: /^SMS / }).waitFor();
  await anybody.page.getByRole('heading', { name: 'Retards de SMS' }).waitFor();
  await lookAt(anybody.page, 'status-sms-fr-phone');
});

/** What no route's switch says. */
async function openOfSms({ page, open }: Visitor): Promise<void> {
  await open('/incidents');
  await page.getByRole('button', { name: 'Ouvrir un incident', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Services concernés').selectOption({ label: 'SMS' });
  await dialog.getByLabel('Titre, en français').fill('Retards de SMS');
  await dialog.getByLabel('Titre, en anglais').fill('SMS are late');
  await dialog.getByLabel('Message publié, en français').fill('Un opérateur mobile est lent.');
  await dialog.getByLabel('Message publié, en anglais').fill('A carrier is slow.');
  await lookAt(page, 'incident-of-sms-fr');
  await dialog.getByRole('button', { name: 'Ouvrir un incident', exact: true }).click();
  await untilTold(page, 'Incident ouvert.');
}

async function resolve({ page, open }: Visitor): Promise<void> {
  await open('/incidents');
  const row = page.getByRole('row', { name: /Service interrompu/ });
  await row.waitFor();
  await lookAt(page, 'incidents-fr');
  await row.getByRole('button', { name: /^Résoudre/ }).click();
  await page.getByLabel('Message publié, en français').fill('Tout fonctionne.');
  await page.getByLabel('Message publié, en anglais').fill('All is well.');
  await page.getByRole('dialog').getByRole('button', { name: 'Résoudre', exact: true }).click();
  await untilTold(page, 'Incident résolu.');
  await row.getByText('Résolu', { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'incidents-fr-phone');
}
