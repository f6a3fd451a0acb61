// Bank transfers over files, in a gateway as it is run, with a bank that takes them from a folder.
// docs/providers/bank-file.md.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sandboxConfig } from '../connectors/bank-file/test/sandbox-config.ts';
import {
  createAccount,
  createClient,
  startInstallation,
  startReceiver,
  uniqueId,
} from './harness/index.ts';
import type { Client, Installation, Receiver } from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';
import { executionsOf } from './harness/provider-book.ts';

const service = 'BANK_TRANSFER_SN_API_CASH_IN';

function minutesOfDay(): number {
  const now = new Date();
  return now.getUTCHours() * 60 + now.getUTCMinutes();
}

describe('bank transfers in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-bank-files-'));
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;

  before(async () => {
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    await importRoute();
    const account = await createAccount(installation);
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
    rmSync(folder, { recursive: true });
  });

  async function importRoute(): Promise<void> {
    const catalogue = await installation.cli<{
      services: { code: string; route: string }[];
      routes: object[];
    }>(['catalogue', 'export']);
    for (const each of catalogue.services) if (each.code === service) each.route = 'BANK';
    // Noon at the bank, whenever the test runs.
    const config = { ...sandboxConfig, utcOffsetMinutes: 720 - minutesOfDay() };
    catalogue.routes.push({ name: 'BANK', connector: 'bank-file', config });
    const file = join(folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
  }

  async function transfer(digits: string): Promise<string> {
    const externalTransactionId = uniqueId('bank');
    const { json, text } = await client.operation({
      phone: '221770000001',
      codeService: service,
      externalTransactionId,
      callbackUrl: receiver.url,
      amount: 1350,
      rib: `SN0120123412345678${digits}00`,
      customerFirstName: 'Awa',
      customerLastName: 'Ndiaye',
    });
    assert.equal(json.code, 2000, text);
    assert.equal(json.data.status ?? json.data.statut, 'PENDING', text);
    return externalTransactionId;
  }

  it('a transfer leaves in a file and succeeds by a file, executed once', async () => {
    const id = await transfer('0001');
    await untilStatus(client, id, 'SUCCESS');
    await receiver.waitFor(id);
    assert.equal(await executionsOf(installation.simulatorUrl, '000100'), 1);
  });

  it('the connection test reaches the place of the files', async () => {
    const tried = await installation.cli<{ ok: boolean; steps: { step: string }[] }>([
      'connector',
      'try',
      'BANK',
    ]);
    assert.deepEqual([tried.ok, tried.steps.at(-1)?.step], [true, 'provider']);
  });

  it('a refusal of the bank fails the transfer, with the reason of the catalogue', async () => {
    const id = await transfer('9075');
    await untilStatus(client, id, 'FAILLED');
    const callback = await receiver.waitFor(id);
    assert.match(JSON.stringify(callback), /recipient-account-inactive/);
  });

  it('a transfer that comes back is refunded', async () => {
    const id = await transfer('0056');
    await untilStatus(client, id, 'REFUNDED');
  });
});
