// Connectors that were written elsewhere, in a gateway as it is run: one of a water company pays a
// bill, and one that does everything wrong harms nobody but its own route. docs/providers/own.md.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, Installation, Receiver } from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';

const example = fileURLToPath(new URL('../examples/connectors/rest-biller/', import.meta.url));
const waterBill = 'BILLERB_SN_BILL_PAY';
const broken = 'OPA_SN_API_CASH_IN';

/** Hangs when it pays, throws at notices, and knows afterwards that it has paid. */
const troll = `
const resolve = { steps: ['query', 'manual'], notBeforeMs: 100, quiescenceMs: 1000, giveUpAfterMs: 60000 };
export const connector = {
  name: 'troll', configForm: [],
  checkConfig: () => [],
  capabilities: () => ({
    operations: ['payout'], idempotency: 'none', replay: 'never',
    notification: { mode: 'push', auth: 'none', bookable: false }, queryBy: ['ours'], tells: [],
    refund: 'none', cancelPending: false, balance: false, listBills: false, quote: false, inquiry: false,
    resolution: resolve, limits: { concurrency: 8, timeoutMs: 100 },
  }),
  validate: () => null,
  prepare: (config, intent, ours) => ({ refs: { ours }, method: 'POST', path: '/', body: '{}' }),
  execute: () => new Promise(() => {}),
  query: async (context, intent, refs) => ({ kind: 'succeeded', refs }),
  receive() { throw new Error('no notices, please'); },
  connectionTest: { target: () => ({ host: '127.0.0.1', port: 1, tls: null }), call: async () => ({ ok: true, said: 'ok' }) },
};`;

describe('connectors of strangers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-strangers-'));
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;

  before(async () => {
    const [waterFolder, trollFolder] = [join(folder, 'water'), join(folder, 'troll')];
    cpSync(example, waterFolder, { recursive: true });
    mkdirSync(trollFolder);
    writeFileSync(join(trollFolder, 'index.js'), troll);
    [installation, receiver] = await Promise.all([
      startInstallation({ env: { JOKKO_CONNECTORS: `${waterFolder},${trollFolder}` } }),
      startReceiver(),
    ]);
    await importRoutes();
    const account = await createAccount(installation);
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
    rmSync(folder, { recursive: true });
  });

  /** `water`: members of its route that differ. */
  async function importRoutes(water: { config?: object; [member: string]: unknown } = {}) {
    const catalogue = await installation.cli<{
      services: { code: string; route: string }[];
      routes: { name: string; [member: string]: unknown }[];
    }>(['catalogue', 'export']);
    for (const service of catalogue.services) {
      if (service.code === waterBill) service.route = 'WATER';
      if (service.code === broken) service.route = 'TROLL';
    }
    catalogue.routes = catalogue.routes.filter(({ name }) => !['WATER', 'TROLL'].includes(name));
    catalogue.routes.push(
      {
        connector: 'rest-biller',
        ...water,
        name: 'WATER',
        config: {
          baseUrl: '${SIMULATOR_URL}/rest-biller',
          apiKey: 'rest-biller-test-key',
          noticeSecret: 'rest-biller-test-secret',
          sandbox: true,
          ...water.config,
        },
      },
      { name: 'TROLL', connector: 'troll', config: {} },
    );
    const file = join(folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
  }

  /** Lists the bills of a customer of its own, and pays the first. */
  async function payBill(): Promise<string> {
    const accountNumber = `21${uniquePhone('0001').replace(/\D/g, '')}`;
    const { json } = await client.post('/api-services/list-pending-bills', {
      apiKey: client.apiKey,
      codeService: waterBill,
      billAccountNumber: accountNumber,
    });
    assert.equal(json.code, 2000, JSON.stringify(json));
    const { amount, billReference } = json.data.pendingBills.pendingBills[0];
    const externalTransactionId = uniqueId('water');
    const paid = await client.operation({
      phone: uniquePhone(),
      codeService: waterBill,
      externalTransactionId,
      callbackUrl: receiver.url,
      amount,
      accountNumber,
      billReference,
    });
    assert.equal(paid.json.code, 2000, paid.text);
    await receiver.waitFor(externalTransactionId);
    await untilStatus(client, externalTransactionId, 'SUCCESS');
    return accountNumber;
  }

  it('a bill is listed and paid over the connector, told by callback, and stands in the book once', async () => {
    const lines = await bookOf(installation.simulatorUrl, await payBill());
    assert.deepEqual(
      lines.map(({ result }) => result),
      ['accepted', 'executed'],
    );
  });

  it('the connection test and the list of connectors know it', async () => {
    const tried = await installation.cli<{ ok: boolean }>(['connector', 'try', 'WATER']);
    assert.equal(tried.ok, true);
    const listed = await installation.cli<{ name: string; from: string | null }[]>([
      'connector',
      'list',
    ]);
    assert.ok(listed.some(({ name, from }) => name === 'rest-biller' && from !== null));
  });

  it('a call that never returns is unknown and resolved by a status query; a notice that throws comes again', async () => {
    const externalTransactionId = uniqueId('troll');
    const order = payOut({ codeService: broken, externalTransactionId, callbackUrl: receiver.url });
    const answer = await client.operation(order);
    assert.equal(answer.json.code, 2000, answer.text);
    await untilStatus(client, externalTransactionId, 'SUCCESS');
    assert.match(installation.logs(), /troll: execute did not return within 1200 ms/);
    const health = await sendRequest(`${installation.baseUrl}/healthz`);
    assert.equal(health.status, 200);
  });

  it('the list for going live says what was seen and what is missing, and takes a word by name', async () => {
    interface Checked {
      ready: boolean;
      noticeUrl: string | null;
      items: { id: string; done: boolean; detail: string }[];
    }
    const read = async (...words: string[]): Promise<Checked> => {
      const outcome = await installation.runCli(['golive', 'WATER', ...words, '--json']);
      assert.equal(outcome.code, 1, 'something is missing');
      return JSON.parse(outcome.stdout) as Checked;
    };
    const missing = ({ items }: Checked): string[] =>
      items.filter(({ done }) => !done).map(({ id }) => id);
    // The notice is written down beside the work.
    const first = await until('the notice is known', async () => {
      const checked = await read();
      return missing(checked).includes('notice') ? undefined : checked;
    });
    assert.deepEqual(missing(first), [
      'contract',
      'public-url',
      'two-operators',
      'backup',
      'float',
      'result-within',
    ]);
    // The address that it shows is the one that is served: garbage is refused there by the
    // connector.
    const { pathname } = new URL(first.noticeUrl ?? '', installation.baseUrl);
    const post = (path: string) =>
      sendRequest(installation.baseUrl + path, { method: 'POST', body: 'x' });
    const statuses = await Promise.all([post(pathname), post(`${pathname}0`)]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [400, 404],
    );
    const words = ['--by', 'Awa Ndiaye', '--word', 'signed 3 November'];
    const confirmed = await read('--confirm', 'contract', ...words);
    assert.ok(!missing(confirmed).includes('contract'));
    assert.match(JSON.stringify(confirmed), /Awa Ndiaye, \d{4}-\d\d-\d\d: signed 3 November/);
    const all = await installation.runCli(['golive', '--json']);
    const { ready, routes } = JSON.parse(all.stdout) as {
      ready: boolean;
      routes: (Checked & { route: string })[];
    };
    assert.deepEqual([all.code, ready], [1, false]);
    const listed = routes.find(({ route }) => route === 'WATER');
    assert.deepEqual(missing(listed!), missing(confirmed));
    const shown = await installation.runCli(['golive']);
    assert.match(shown.stdout, /^WATER +rest-biller +NOT READY +public-url two-operators /m);
    const refused = await installation.runCli(['golive', 'WATER', '--confirm', 'backup', ...words]);
    assert.match(refused.stderr, /backup cannot be confirmed/);
    const { entries } = await installation.cli<{ entries: unknown[] }>([
      ...['audit', 'list', '--action', 'golive.confirm'],
    ]);
    assert.equal(entries.length, 1);
  });

  it('a secret is changed without a stop: notices signed with the old one are accepted for a day, or not at all', async () => {
    const earlier = /notice signed with an earlier secret/g;
    const used = () => installation.logs().match(earlier)?.length ?? 0;
    await importRoutes({ config: { noticeSecret: 'the-new-one' } });
    await payBill();
    await until('the notice was taken', () => Promise.resolve(used() > 0 || undefined));
    const before = used();
    await importRoutes({ config: { noticeSecret: 'the-newest' }, previousSecretsHours: 0 });
    await payBill();
    assert.equal(used(), before, 'it was refused, and a status query has told the result');
  });

  it('a connector that cannot be loaded stops the command with its name', async () => {
    const outcome = await installation.runCli(['connector', 'test', join(folder, 'nowhere')]);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /nowhere does not exist/);
  });
});
