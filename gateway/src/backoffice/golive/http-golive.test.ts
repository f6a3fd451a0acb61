// P: what is missing before a route carries real money, or an SMS connection real messages, in the
// portal: an operator's admin reads it and confirms by their own name what no program sees.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import { importRouting } from '../../messaging/routing/index.ts';
import { testDocument, testSettings as smsTestSettings } from '../../messaging/routing/testing.ts';
import { secretBox } from '../../node/start/connectors.ts';
import { carrierConnectionSecretContext } from '../../platform/secrets/index.ts';
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
const kind = 'catalogue';
let portal: Portal;
let awa: Browser;

before(async () => {
  portal = await startPortal();
  assert.ok((await importCatalogue(portal.db.database, defaultCatalogueText(), testSettings)).ok);
  awa = await operatorBrowser(portal, 'Awa');
});
after(() => portal.close());

const check = async (): Promise<{ ready: boolean; noticeUrl: string | null; items: Item[] }> =>
  (await awa.post('operator/golive', { kind, name })).json;
const word = 'seen at the provider, 3 November';
const confirm = (item: string) => awa.post('operator/golive/confirm', { kind, name, item, word });

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
  assert.equal((await awa.post('operator/golive', { kind, name: 'NOWHERE' })).code, 'notFound');
});

test('P who only reads the connections neither checks nor confirms', async () => {
  const moussa = await operatorBrowser(portal, 'Moussa', { role: 'finance' });
  assert.equal((await moussa.post('operator/golive', { kind, name })).status, 403);
  const order = { kind, name, item: 'payment', word: 'so I say' };
  assert.equal((await moussa.post('operator/golive/confirm', order)).status, 403);
});

test('P an SMS connection has its own list, address and confirmations', async () => {
  const config = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' };
  const link = { name, connector: 'infobip', config };
  const document = testDocument({
    links: [link],
    routes: [{ country: 'SN', links: [{ name }] }],
  });
  const settings = {
    ...smsTestSettings,
    connectors: smsConnectors,
    secrets: secretBox(portal.users.secrets, carrierConnectionSecretContext),
  };
  const imported = await importRouting(portal.db.database, JSON.stringify(document), settings);
  assert.ok(imported.ok, JSON.stringify(imported));
  const sms = { kind: 'sms-routing', name };
  const checkSms = async () => (await awa.post('operator/golive', sms)).json;
  const itemOf = async (wanted: string): Promise<Item> =>
    (await checkSms()).items.find(({ id }: Item) => id === wanted);
  assert.match((await checkSms()).noticeUrl, /\/sms\/OPA_SN\/secret$/);
  const connection = await itemOf('connection');
  assert.deepEqual([connection.done, connection.confirmable], [false, false]);
  assert.match(connection.detail.en, /ECONNREFUSED/);
  assert.equal((await itemOf('sender-names')).done, false);
  const confirmed = await awa.post('operator/golive/confirm', {
    ...sms,
    item: 'sender-names',
    word,
  });
  assert.equal(confirmed.status, 200);
  assert.match((await itemOf('sender-names')).detail.fr, /^Awa, /);
  const bound = await awa.post('operator/golive/confirm', { ...sms, item: 'bound', word });
  assert.equal(bound.code, 'conflict');
  const { items } = (await awa.get('operator/audit?action=golive.confirm')).json;
  assert.equal(items[0].subject, `route/sms:${name}`);
  const nowhere = await awa.post('operator/golive', { ...sms, name: 'NOWHERE' });
  assert.equal(nowhere.code, 'notFound');
});
