// P: what is missing before a route carries real money, in the portal: an operator's admin reads it
// and confirms by their own name what no program sees.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { defaultCatalogueText, importCatalogue } from '../../payments/catalogue/index.ts';
import { testSettings } from '../../payments/catalogue/testing.ts';

interface Item {
  id: string;
  done: boolean;
  detail: { fr: string; en: string };
  confirmable: boolean;
}

const name = 'OPA_SN';
let portal: Portal;
let awa: Browser;

before(async () => {
  portal = await startPortal();
  assert.ok((await importCatalogue(portal.db.database, defaultCatalogueText(), testSettings)).ok);
  awa = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

const check = async (): Promise<{ ready: boolean; noticeUrl: string | null; items: Item[] }> =>
  (await awa.post('operator/golive', { name })).json;
const confirm = (item: string) =>
  awa.post('operator/golive/confirm', { name, item, word: 'seen at the provider, 3 November' });

test('P an item that was not seen is confirmed by the name of the user who is signed in', async () => {
  const before = await check();
  assert.equal(before.ready, false);
  const payment = before.items.find(({ id }) => id === 'payment');
  assert.deepEqual([payment?.done, payment?.confirmable], [false, true]);
  assert.match(payment?.detail.fr ?? '', /^aucun paiement/);
  assert.equal((await confirm('payment')).status, 200);
  const after = (await check()).items.find(({ id }) => id === 'payment');
  assert.equal(after?.done, true);
  assert.match(after?.detail.en ?? '', /^Awa, \d{4}-\d\d-\d\d: seen at the provider, 3 November$/);
  const { items } = (await awa.get('operator/audit?action=golive.confirm')).json;
  assert.deepEqual(
    items.map(({ subject }: { subject: string }) => subject),
    [`route/${name}`],
  );
});

test('P what no word can stand for, an unknown item and an unknown route are refused', async () => {
  assert.equal((await confirm('two-operators')).code, 'conflict');
  assert.equal((await confirm('nothing')).code, 'notFound');
  assert.equal((await awa.post('operator/golive', { name: 'NOWHERE' })).code, 'notFound');
});

test('P who only reads the connections neither checks nor confirms', async () => {
  const moussa = await operatorBrowser(portal, 'Moussa', { role: 'finance' });
  assert.equal((await moussa.post('operator/golive', { name })).status, 403);
  const order = { name, item: 'payment', word: 'so I say' };
  assert.equal((await moussa.post('operator/golive/confirm', order)).status, 403);
});
