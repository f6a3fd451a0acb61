// Checks catalogue management by operator users: a price changed through a draft and two users, a
// route tested and switched off, an error message reworded. All of it takes effect for callers at
// once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, payOut, until, untilAdmitted } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

const code = String(payOut({})['codeService']);

let harness: Harness;
let first: Visitor;
let second: Visitor;
before(async () => {
  harness = await openHarness();
  ({ visitor: first } = await newOperator(harness));
  ({ visitor: second } = await newColleague(harness, {
    language: 'en',
    width: 390,
    theme: 'dark',
  }));
});
after(async () => {
  await first?.close();
  await second?.close();
  await harness.close();
});

const client = () => createClient(harness.installation.baseUrl, harness.installation.apiKey);

test('P20 a limit is changed in a draft, its fault is told, and two users put it in force', async () => {
  const { page } = first;
  await first.open('/catalogue');
  await page.getByText(code).first().waitFor();
  await lookAt(page, 'catalogue-fr');
  await page.getByRole('button', { name: 'Nouveau brouillon' }).click();
  await page.getByLabel('À quoi sert ce brouillon ?').fill('Plafonds de décembre');
  await page.getByRole('button', { name: 'Créer le brouillon' }).click();
  await page.getByRole('heading', { level: 1, name: 'Plafonds de décembre' }).waitFor();
  await page.getByRole('tab', { name: 'Services' }).click();
  await page.getByRole('button', { name: `Modifier ${code}`, exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Montant maximum').fill('50');
  await form.getByLabel('Montant minimum').fill('100');
  await lookAt(page, 'service-form-fr');
  await form.getByRole('button', { name: 'Enregistrer dans le brouillon' }).click();
  await page.getByText(/inférieur au minimum/).waitFor();
  await page.getByRole('tab', { name: 'Modifications' }).click();
  assert.equal(
    await page.getByRole('button', { name: 'Publier' }).count(),
    0,
    'what is faulty cannot be published',
  );
  await page.getByRole('tab', { name: 'Services' }).click();
  await page.getByRole('button', { name: `Modifier ${code}`, exact: true }).click();
  await form.getByLabel('Montant maximum').fill('900 000');
  await form.getByRole('button', { name: 'Enregistrer dans le brouillon' }).click();
  await page.getByRole('button', { name: 'Publier' }).click();
  await page.getByLabel('Motif').fill('Décision du 20 novembre');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.getByText('attend l’approbation d’une seconde personne').waitFor();
  await page.getByRole('tab', { name: 'Modifications' }).click();
  await lookAt(page, 'draft-fr');

  await second.open('/approvals');
  await second.page
    .getByRole('button', { name: /^Open Request/ })
    .first()
    .click();
  await second.page.getByRole('link', { name: 'View changes' }).click();
  await second.page.getByText('Maximum amount').waitFor();
  await lookAt(second.page, 'draft-en-dark-phone');
  await second.page.goBack();
  await second.page.getByRole('button', { name: 'Approve' }).click();
  await untilTold(second.page, 'Approved and executed.');
  const refused = await untilAdmitted(client(), payOut({ amount: 950_000 }));
  assert.notEqual(refused.json.code, 2000, 'the new limit counts');

  await first.open('/catalogue?tab=versions');
  await page.getByText('Décision du 20 novembre').waitFor();
  await lookAt(page, 'versions-fr');
  await page
    .getByRole('link', { name: /^Comparer la version/ })
    .first()
    .click();
  await page.getByText('Montant maximum').waitFor();
  await lookAt(page, 'compare-fr');
});

test('P21 a connector is tried out, configured in its own form, and its route switched off and on', async () => {
  const { page } = first;
  const route = await routeOf();
  await first.open('/connectors');
  await page.getByRole('button', { name: `Ouvrir Connecteur ${route}`, exact: true }).click();
  await page.getByRole('button', { name: 'Tester la connexion' }).click();
  await page.getByText('Réponse du fournisseur').waitFor();
  assert.equal(await page.getByText('Échec').count(), 0);
  await page.getByRole('button', { name: 'Vérifier la mise en production' }).click();
  await page.getByText(/^Il manque \d+ points\.$/).waitFor();
  await page.getByRole('button', { name: 'Confirmer' }).first().click();
  await page.getByLabel('Ce qui a été convenu').fill('Contrat signé le 3 novembre');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).last().click();
  await page.getByText('Contrat signé le 3 novembre').waitFor();
  await lookAt(page, 'connectors-fr');
  const tried = await harness.installation.cli<{ ok: boolean }>(['connector', 'try', route]);
  assert.equal(tried.ok, true);
  const earlier = payOut({});
  assert.equal((await untilAdmitted(client(), earlier)).json.code, 2000);
  await page.getByRole('button', { name: 'Désactiver' }).click();
  await page.getByLabel('Motif').fill('Panne annoncée');
  await page.getByLabel('Ouvrir un incident').uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Désactiver' }).last().click();
  await untilTold(page, 'Route désactivée.');
  const later = await untilAdmitted(client(), payOut({}));
  assert.notEqual(later.json.code, 2000, 'nothing new begins');
  assert.equal(
    (await untilAdmitted(client(), earlier)).json.code,
    2000,
    'what was begun before is answered',
  );
  await harness.installation.cli(['route', 'switch', route, 'on', '--reason', 'rétabli']);
  await page.getByRole('button', { name: 'Désactiver' }).waitFor();
  // A node is notified a moment after the page.
  await until(
    'an order is taken again',
    async () => (await untilAdmitted(client(), payOut({}))).json.code === 2000,
  );

  await first.open('/sms-routing');
  await page.getByRole('button', { name: 'Nouveau brouillon' }).click();
  await page.getByLabel('À quoi sert ce brouillon ?').fill('Nouveau lien');
  await page.getByRole('button', { name: 'Créer le brouillon' }).click();
  await page.getByRole('tab', { name: 'Connexions SMS' }).click();
  await page
    .getByRole('button', { name: /^Modifier / })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Tester la connexion').waitFor();
  await lookAt(page, 'connector-form-fr');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Fichier' }).click();
  await page.getByLabel('Texte JSON').waitFor();
  await lookAt(page, 'draft-text-fr');
  await second.open('/connectors');
  await lookAt(second.page, 'connectors-en-dark-phone');
});

/** Where the service of the tests goes. */
async function routeOf(): Promise<string> {
  const { services } = await harness.installation.cli<{
    services: { code: string; route: string }[];
  }>(['catalogue', 'export']);
  return services.find((service) => service.code === code)!.route;
}

test('P22 an error is said in the operator’s own words, at once, and in the contract’s again', async () => {
  const { page } = first;
  const said = async (): Promise<string> => {
    const { json } = await client().get('/api-services/errors', {
      Secretkey: harness.installation.apiKey,
    });
    return (json as unknown as { services: { id: number; message: string }[] }).services.find(
      ({ id }) => id === 28,
    )!.message;
  };
  /** A node is notified a moment after the page. */
  const untilSaid = (text: string): Promise<boolean> =>
    until(`it says ${text}`, async () => (await said()) === text);
  const before = await said();
  await first.open('/error-texts?open=28');
  await page.getByLabel(/^Votre message en français/).fill('L’opérateur est en panne.');
  await lookAt(page, 'error-texts-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Messages enregistrés.');
  await untilSaid('L’opérateur est en panne.');
  await page.getByRole('button', { name: 'Restaurer les messages d’origine' }).click();
  await untilSaid(before);
});
