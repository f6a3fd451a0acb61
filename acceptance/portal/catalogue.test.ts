// Do the operator's people keep the catalogue? A price changes by a draft and two persons, a route is tried out and switched off, an error is
// said in other words: all of it counts for callers at once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient, payOut } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { openStage, type Stage, type Visitor } from './stage.ts';

const code = String(payOut({})['codeService']);

let stage: Stage;
let first: Visitor;
let second: Visitor;
before(async () => {
  stage = await openStage();
  ({ visitor: first } = await newOperator(stage));
  ({ visitor: second } = await newColleague(stage, { language: 'en', width: 390, theme: 'dark' }));
});
after(async () => {
  await first?.close();
  await second?.close();
  await stage.close();
});

const client = () => createClient(stage.installation.baseUrl, stage.installation.apiKey);

test('P20 a limit is changed in a draft, its fault is told, and two persons put it in force', async () => {
  const { page } = first;
  await first.open('/catalogue');
  await page.getByText(code).first().waitFor();
  await lookAt(page, 'catalogue-fr');
  await page.getByRole('button', { name: 'Nouveau brouillon' }).click();
  await page.getByLabel('À quoi sert ce brouillon ?').fill('Plafonds de décembre');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Plafonds de décembre' }).waitFor();
  await page.getByRole('tab', { name: 'Services' }).click();
  await page.getByRole('button', { name: `Modifier ${code}`, exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Montant maximal').fill('50');
  await form.getByLabel('Montant minimal').fill('100');
  await lookAt(page, 'service-form-fr');
  await form.getByRole('button', { name: 'Enregistrer dans le brouillon' }).click();
  await page.getByText(/inférieur au minimum/).waitFor();
  await page.getByRole('tab', { name: 'Différences' }).click();
  assert.equal(await page.getByRole('button', { name: 'Publier' }).count(), 0, 'what is faulty cannot be published');
  await page.getByRole('tab', { name: 'Services' }).click();
  await page.getByRole('button', { name: `Modifier ${code}`, exact: true }).click();
  await form.getByLabel('Montant maximal').fill('900 000');
  await form.getByRole('button', { name: 'Enregistrer dans le brouillon' }).click();
  await page.getByRole('button', { name: 'Publier' }).click();
  await page.getByLabel('Motif').fill('Décision du 20 novembre');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.getByText('attend une seconde personne').waitFor();
  await page.getByRole('tab', { name: 'Différences' }).click();
  await lookAt(page, 'draft-fr');

  await second.open('/approvals');
  await second.page
    .getByRole('button', { name: /^Open Wish/ })
    .first()
    .click();
  await second.page.getByRole('link', { name: 'See what will change' }).click();
  await second.page.getByText('Highest amount').waitFor();
  await lookAt(second.page, 'draft-en-dark-phone');
  await second.page.goBack();
  await second.page.getByRole('button', { name: 'Approve' }).click();
  await second.page.getByText('Approved and carried out.').first().waitFor();
  const refused = await client().operation(payOut({ amount: 950_000 }));
  assert.notEqual(refused.json.code, 2000, 'the new limit counts');

  await first.open('/catalogue?tab=versions');
  await page.getByText('Décision du 20 novembre').waitFor();
  await lookAt(page, 'versions-fr');
  await page
    .getByRole('link', { name: /^Comparer la version/ })
    .first()
    .click();
  await page.getByText('Montant maximal').waitFor();
  await lookAt(page, 'compare-fr');
});

test('P21 a connector is tried out, configured in its own form, and its route switched off and on', async () => {
  const { page } = first;
  const route = await routeOf();
  await first.open('/connectors');
  await page.getByRole('button', { name: `Ouvrir Connecteur ${route}`, exact: true }).click();
  await page.getByRole('button', { name: 'Essayer la connexion' }).click();
  await page.getByText('Réponse du fournisseur').waitFor();
  assert.equal(await page.getByText('Échec').count(), 0);
  await lookAt(page, 'connectors-fr');
  const tried = await stage.installation.cli<{ ok: boolean }>(['connector', 'try', route]);
  assert.equal(tried.ok, true);
  const earlier = payOut({});
  assert.equal((await client().operation(earlier)).json.code, 2000);
  await page.getByRole('button', { name: 'Couper' }).click();
  await page.getByLabel('Motif').fill('Panne annoncée');
  await page.getByRole('dialog').getByRole('button', { name: 'Couper' }).last().click();
  await page.getByText('Route coupée.').first().waitFor();
  assert.notEqual((await client().operation(payOut({}))).json.code, 2000, 'nothing new begins');
  assert.equal((await client().operation(earlier)).json.code, 2000, 'what was begun before is answered');
  await stage.installation.cli(['route', 'switch', route, 'on', '--reason', 'rétabli']);
  await page.getByRole('button', { name: 'Couper' }).waitFor();
  assert.equal((await client().operation(payOut({}))).json.code, 2000);

  await first.open('/sms-routing');
  await page.getByRole('button', { name: 'Nouveau brouillon' }).click();
  await page.getByLabel('À quoi sert ce brouillon ?').fill('Nouveau lien');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await page.getByRole('tab', { name: 'Liens' }).click();
  await page
    .getByRole('button', { name: /^Modifier / })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Essayer la connexion').waitFor();
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
  const { services } = await stage.installation.cli<{ services: { code: string; route: string }[] }>(['catalogue', 'export']);
  return services.find((service) => service.code === code)!.route;
}

test('P22 an error is said in the operator’s own words, at once, and in the contract’s again', async () => {
  const { page } = first;
  const said = async (): Promise<string> => {
    const { json } = await client().get('/api-services/errors', { Secretkey: stage.installation.apiKey });
    return (json as unknown as { services: { id: number; message: string }[] }).services.find(({ id }) => id === 28)!.message;
  };
  /** A node hears of it a moment after the page does. */
  const untilSaid = async (text: string): Promise<void> => {
    for (const deadline = Date.now() + 10_000; (await said()) !== text; await setTimeout(50))
      assert.ok(Date.now() < deadline, await said());
  };
  const before = await said();
  await first.open('/error-texts?open=28');
  await page.getByLabel(/^Votre texte en français/).fill('L’opérateur est en panne.');
  await lookAt(page, 'error-texts-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Textes en vigueur.').first().waitFor();
  await untilSaid('L’opérateur est en panne.');
  await page.getByRole('button', { name: 'Reprendre les textes d’origine' }).click();
  await untilSaid(before);
});
