// Providers that sell products, and WhatsApp, in a gateway as it is run: the command that lists
// products, an import that checks them, and messages whose end Meta's notices tell. decisions/0052
// and 0079.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
} from './harness/index.ts';
import type { Client, Installation, Receiver } from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';
import { executionsOf } from './harness/provider-book.ts';

interface Product {
  name: string;
  kind: string;
  country: string;
  entry: { id: string; currency: string; amounts?: number[]; minimum?: number; maximum?: number };
}
interface Catalogue {
  services: { [member: string]: unknown; code: string }[];
  routes: object[];
}

const routes = [
  {
    name: 'RELOADLY',
    connector: 'reloadly',
    config: {
      topupsUrl: '${SIMULATOR_URL}/reloadly/topups',
      utilitiesUrl: '${SIMULATOR_URL}/reloadly/utilities',
      tokenUrl: '${SIMULATOR_URL}/reloadly/oauth/token',
      clientId: 'reloadly-sandbox',
      clientSecret: 'reloadly-sandbox-secret',
      sandbox: true,
    },
  },
  {
    name: 'DTONE',
    connector: 'dt-one',
    config: {
      baseUrl: '${SIMULATOR_URL}/dt-one/v1',
      apiKey: 'dtone-sandbox',
      apiSecret: 'dtone-sandbox-secret',
      sandbox: true,
    },
  },
  {
    name: 'WHATSAPP',
    connector: 'whatsapp',
    config: {
      baseUrl: '${SIMULATOR_URL}/whatsapp',
      apiVersion: 'v21.0',
      phoneNumberId: '100000000000001',
      wabaId: '200000000000001',
      accessToken: 'whatsapp-sandbox-token',
      appSecret: 'whatsapp-sandbox-app-secret',
      verifyToken: 'a verify token of ours',
      registerWebhook: true,
      templateName: 'jokko_text',
      imageTemplateName: 'jokko_image',
      templateLanguage: 'fr',
      sandbox: true,
    },
  },
];
const airtime = 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE';
const reload = 'RELOADA_SN_BILL_RELOAD';
const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');

describe('products of providers, and chat', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-products-'));
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;

  const importCatalogue = (catalogue: Catalogue) => {
    const file = join(folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    return installation.cli<{ ok: boolean }>(['catalogue', 'import', file]);
  };
  const productsOf = (route: string, ...options: string[]) =>
    installation.cli<Product[]>(['catalogue', 'products', route, ...options]);

  before(async () => {
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    const catalogue = await installation.cli<Catalogue>(['catalogue', 'export']);
    catalogue.routes.push(...routes);
    await importCatalogue(catalogue);
    const [found] = await productsOf('RELOADLY', '--country', 'SN', '--kind', 'reload');
    const [sold] = await productsOf('DTONE', '--country', 'SN', '--kind', 'airtime');
    assert.ok(found !== undefined && sold !== undefined);
    const changes: { [code: string]: object } = {
      [airtime]: { route: 'DTONE', providerProducts: { DTONE: sold.entry } },
      [reload]: { route: 'RELOADLY', providerProducts: { RELOADLY: found.entry } },
      CHAT_MESSAGING: { route: 'WHATSAPP' },
    };
    for (const service of catalogue.services)
      Object.assign(service, { otherRoutes: undefined }, changes[service.code]);
    await importCatalogue(catalogue);
    const account = await createAccount(installation);
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Orders and waits for the result; its reference at the provider is the attempt's. */
  async function order(members: object, status: string): Promise<{ id: string; data: object }> {
    const id = uniqueId('products');
    const body = payOut({ callbackUrl: receiver.url, externalTransactionId: id, ...members });
    const { json, text } = await client.operation(body);
    assert.equal(json.code, 2000, text);
    return { id, data: await untilStatus(client, id, status) };
  }

  it('what a provider sells is listed in the form that a service names', async () => {
    const dtOne = await productsOf('DTONE', '--country', 'SN', '--kind', 'airtime');
    assert.deepEqual(
      dtOne.map(({ entry }) => entry),
      [
        { id: '101', currency: 'XOF', minimum: 1, maximum: 5_000_000 },
        { id: '102', currency: 'XOF', amounts: [500] },
        { id: '103', currency: 'XOF', amounts: [500] },
      ],
    );
    const cameroon = await productsOf('RELOADLY', '--country', 'cm');
    assert.ok(cameroon.length > 0 && cameroon.every(({ entry }) => entry.currency === 'XAF'));
    await assert.rejects(productsOf('OPA_SN'), /lists no products/);
    await assert.rejects(productsOf('NOWHERE'), /there is no route/);
  });

  it('airtime, and a meter whose token is handed over, over two aggregators', async () => {
    const phone = uniquePhone('0001');
    await order({ codeService: airtime, phone, amount: 500 }, 'SUCCESS');
    assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
    const meter = { codeService: reload, accountNumber: '14000000001', amount: 1_000 };
    const { data } = await order(meter, 'SUCCESS');
    const { voucher } = data as { voucher?: { type: string; code: string } };
    assert.equal(voucher?.type, 'METER_TOKEN');
    assert.match(voucher.code, /^\d{20}$/);
  });

  it('a chat message is sent with its picture; Meta’s signed notice ends it', async () => {
    const chat = { codeService: 'CHAT_MESSAGING', amount: undefined, phone: '+221770000001' };
    const { id } = await order({ ...chat, message: 'Bonjour' }, 'SUCCESS');
    await receiver.waitFor(id);
    const picture = {
      attachedMediaName: 'Photo',
      attachedMediaExtension: '.png',
      attachedMedia: png,
    };
    await order({ ...chat, phone: '+221770000002', message: 'Voici', ...picture }, 'SUCCESS');
    const failed = await order({ ...chat, phone: '+221770009012', message: 'Non' }, 'FAILLED');
    assert.ok(failed.id);
  });

  it('the books agree', async () => {
    const { checks } = await installation.cli<{
      checks: { id: string; violations: number }[];
    }>(['doctor']);
    assert.deepEqual(
      checks.filter(({ violations }) => violations > 0),
      [],
    );
  });
});
