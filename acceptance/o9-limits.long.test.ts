// O9: amounts at the limits. The largest amount is carried to the last digit through answer,
// provider, callback and balance; what does not fit is refused clearly and leaves nothing behind.
// Uses its own installation, whose catalogue allows such amounts.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
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
import type { Account, Client, Installation, Receiver } from './harness/index.ts';
import { lookUp, untilStatus } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';

/** The largest amount that is read from a request: 2^53 - 1 ten-thousandths, in whole francs. */
const largestRead = 900_719_925_474;
/**
 * The largest balance, and so the largest payment: JSON carries four decimals exactly up to 2^39.
 */
const largest = 2 ** 39;
const payOutCode = 'OPA_SN_API_CASH_IN';
const collectCode = 'OPA_SN_API_CASH_OUT';

describe('O9 amounts at the limits', () => {
  let installation: Installation;
  let receiver: Receiver;
  let account: Account;
  let client: Client;
  before(async () => {
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    const catalogue = await installation.cli<{
      services: { code: string; maximum: number; price?: object }[];
    }>(['catalogue', 'export']);
    for (const service of catalogue.services)
      if (service.code === payOutCode || service.code === collectCode)
        Object.assign(service, { maximum: largestRead, price: { percent: 0 } });
    const file = join(installation.dataDir, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
    account = await createAccount(installation, { fund: largest });
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
  });

  const order = (members: Record<string, unknown>) =>
    payOut({
      codeService: payOutCode,
      phone: uniquePhone(),
      externalTransactionId: uniqueId('limits'),
      callbackUrl: receiver.url,
      ...members,
    });
  const fund = (amount: number) =>
    installation.runCli(['account', 'fund', String(account.accountId), String(amount), '--json']);

  it('O9 the largest amount reaches the provider, the callback and the balance to the last digit', async () => {
    const phone = uniquePhone();
    const body = order({ amount: largest, phone });
    const { json, text } = await client.operation(body);
    assert.equal(json.code, 2000, text);
    const id = String(body['externalTransactionId']);
    const callback = await receiver.waitFor(id);
    assert.match(callback.text, new RegExp(`"amount":${largest}[,}]`));
    await untilStatus(client, id, 'SUCCESS');
    const lines = await bookOf(installation.simulatorUrl, phone);
    assert.equal(Number(lines[0]!.amount), largest);
    assert.equal(await client.balance(), 0);
    await fund(largest);
    assert.equal(await client.balance(), largest);
  });

  it('O9 an amount above the largest is refused by its field, however it is written, and nothing is stored', async () => {
    for (const amount of [
      largestRead + 1,
      String(largestRead + 1),
      2 ** 53,
      1e300,
      '9'.repeat(40),
      -largest,
    ]) {
      const body = order({ amount });
      const { json, text } = await client.operation(body);
      assert.deepEqual([json.code, json.errors?.[0].field], [4022, 'amount'], text);
      const { json: found } = await lookUp(client, String(body['externalTransactionId']));
      assert.equal(found.code, 4004);
    }
    assert.equal(await client.balance(), largest);
  });

  it('O9 the largest amount with a balance that does not cover it: refused as such, and the balance is untouched', async () => {
    const spent = order({ amount: 5_000 });
    assert.equal((await client.operation(spent)).json.code, 2000);
    await untilStatus(client, String(spent['externalTransactionId']), 'SUCCESS');
    const { json } = await client.operation(order({ amount: largest }));
    assert.deepEqual(
      [json.code === 5000, json.data.errorType?.id],
      [false, 26],
      JSON.stringify(json),
    );
    assert.equal(await client.balance(), largest - 5_000);
  });

  it('O9 a full balance: funding and collecting are refused clearly, nothing is left, and what there is can be spent', async () => {
    const available = await client.balance();
    const { code, stdout, stderr } = await fund(largest - available + 1);
    assert.equal(code, 1);
    assert.match(stdout + stderr, /the balance of account \d+ would be larger than it can be/);
    assert.equal((await fund(largest - available - 1_000)).code, 0);
    const before = await client.balance();
    assert.equal(before, largest - 1_000);
    const collected = order({ codeService: collectCode, amount: 2_000 });
    const { json } = await client.operation(collected);
    assert.equal(json.data.errorType?.id, 24, JSON.stringify(json));
    assert.equal(await client.balance(), before);
    const fits = order({ codeService: collectCode, amount: 1_000 });
    assert.equal((await client.operation(fits)).json.code, 2000);
    await untilStatus(client, String(fits['externalTransactionId']), 'SUCCESS');
    assert.equal(await client.balance(), largest);
    const spent = order({ amount: largest });
    assert.equal((await client.operation(spent)).json.code, 2000);
    await untilStatus(client, String(spent['externalTransactionId']), 'SUCCESS');
    assert.equal(await client.balance(), 0);
    await installation.cli(['doctor']);
  });
});
