// Wallets that ask their payer on the phone, through a gateway: M-Pesa, whose results come by
// notices only, Airtel Money, which is asked, and what MTN cannot give back.
// docs/providers/mpesa.md, airtel.md and mtn-momo.md.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sandboxConfig as airtelConfig } from '../connectors/airtel/test/sandbox-config.ts';
import { sandboxConfig as mpesaConfig } from '../connectors/mpesa/test/sandbox-config.ts';
import {
  createAccount,
  createClient,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
} from './harness/index.ts';
import type { Client, Installation, Receiver } from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';
import { bookOf, executionsOf } from './harness/provider-book.ts';

/** Services that are sold over other connectors here than usual. */
const routeOf: { readonly [codeService: string]: string } = {
  OPF_SN_API_CASH_OUT: 'MPESA',
  OPF_SN_API_CASH_IN: 'MPESA',
  OPE_SN_WALLET_CASH_OUT: 'AIRTEL',
  OPE_SN_WALLET_CASH_IN: 'AIRTEL',
};
/** Short, since some answers never come; those that come late on a busy machine are in time. */
const timeoutMs = 8_000;

describe('wallets with a prompt', { concurrency: true }, () => {
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;

  before(async () => {
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    await importRoutes();
    const account = await createAccount(installation);
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
  });

  async function importRoutes(): Promise<void> {
    const catalogue = await installation.cli<{
      services: { code: string; route: string }[];
      routes: object[];
    }>(['catalogue', 'export']);
    for (const service of catalogue.services)
      service.route = routeOf[service.code] ?? service.route;
    const url = '${SIMULATOR_URL}';
    catalogue.routes.push(
      { name: 'MPESA', connector: 'mpesa', config: { ...mpesaConfig(url), timeoutMs } },
      { name: 'AIRTEL', connector: 'airtel', config: { ...airtelConfig(url), timeoutMs } },
    );
    const folder = mkdtempSync(join(tmpdir(), 'jokko-wallets-'));
    const file = join(folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
    rmSync(folder, { recursive: true });
  }

  /** Orders 1,000 and waits for the status. */
  async function pay(
    codeService: string,
    digits: string,
    wanted: string,
    phone = uniquePhone(digits),
  ) {
    const externalTransactionId = uniqueId('wallet');
    const { json, text } = await client.operation({
      phone,
      amount: 1000,
      codeService,
      externalTransactionId,
      callbackUrl: receiver.url,
    });
    assert.equal(json.code, 2000, text);
    await untilStatus(client, externalTransactionId, wanted);
    return { externalTransactionId, phone, transactionId: json.data.transactionId as unknown };
  }
  const refund = (transactionId: unknown) =>
    client.post('/api-services/transaction/refund-cancel', {
      apiKey: client.apiKey,
      transactionId,
    });

  it('M-Pesa: a collection is booked by its callback, and taken back by the receipt that it told', async () => {
    const paid = await pay('OPF_SN_API_CASH_OUT', '0001', 'SUCCESS');
    await refund(paid.transactionId);
    await untilStatus(client, paid.externalTransactionId, 'REFUNDED');
    const lines = await bookOf(installation.simulatorUrl, paid.phone);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'collect').map(({ result }) => result),
      ['accepted', 'executed', 'reversed'],
    );
  });

  it('M-Pesa: a payout is booked by its result, and fails by it', async () => {
    await pay('OPF_SN_API_CASH_IN', '0001', 'SUCCESS');
    await pay('OPF_SN_API_CASH_IN', '9011', 'FAILLED');
  });

  it('M-Pesa: answers that are lost are resolved by the callback and by the notice that was asked for', async () => {
    for (const codeService of ['OPF_SN_API_CASH_OUT', 'OPF_SN_API_CASH_IN']) {
      const { phone } = await pay(codeService, '8003', 'SUCCESS');
      assert.equal(await executionsOf(installation.simulatorUrl, phone), 1, codeService);
    }
  });

  it('M-Pesa: a notice at a guessed address changes nothing', async () => {
    const { phone } = await pay('OPF_SN_API_CASH_OUT', '8006', 'SUCCESS');
    assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
  });

  it('Airtel: a collection and a payout, whose notices nobody registered, are asked for', async () => {
    await pay('OPE_SN_WALLET_CASH_OUT', '0001', 'SUCCESS');
    const { phone } = await pay('OPE_SN_WALLET_CASH_IN', '8003', 'SUCCESS');
    // Numbers go out without their country code.
    assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
  });

  it('MTN: a collection is refunded, a payout cannot be', async () => {
    const phone = `0${uniquePhone('0001')}`;
    const collected = await pay('OPB_CI_API_CASH_OUT', '0001', 'SUCCESS', phone);
    await refund(collected.transactionId);
    await untilStatus(client, collected.externalTransactionId, 'REFUNDED');
    const paidOut = await pay('OPB_CI_API_CASH_IN', '0001', 'SUCCESS', phone);
    const refused = await refund(paidOut.transactionId);
    assert.equal(refused.json.code, 4000, refused.text);
    await untilStatus(client, paidOut.externalTransactionId, 'SUCCESS');
  });
});
