// O7, S3: what an operator changes while a payment is under way changes nothing of it. Its price
// and its hold are those that it was accepted with; it ends, is told and is refunded although its
// account is suspended or its service is gone. Uses its own installation, whose clock is moved.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Account, Client, Installation, Receiver } from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { untilAccepted, untilStatus } from './harness/payment.ts';

const codeService = 'OPA_SN_API_CASH_IN';
const fund = 100_000;
const amount = 1_000;
/** The time of digits 8001: success after 20 seconds. */
const resultSeconds = 25;
const refundPath = '/api-services/transaction/refund-cancel';

interface Service {
  code: string;
  maximum: number;
  price?: Record<string, unknown>;
}

describe('changes while a payment is under way', () => {
  let installation: Installation;
  let receiver: Receiver;
  let rows: StoredRows;
  let account: Account;
  let client: Client;
  before(async () => {
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    rows = openStoredRows(installation);
    account = await createAccount(installation, { fund, set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await rows?.close();
    await receiver?.close();
    await installation?.stop();
  });

  async function publish(change: (services: Service[]) => Service[]): Promise<void> {
    const catalogue = await installation.cli<{ services: Service[] }>(['catalogue', 'export']);
    catalogue.services = change(catalogue.services);
    const file = join(installation.dataDir, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
  }
  const priced = (percent: number, maximum: number) =>
    publish((services) =>
      services.map((service) =>
        service.code === codeService ? { ...service, maximum, price: { percent } } : service,
      ),
    );
  const order = (members: Record<string, unknown> = {}) => ({
    codeService,
    phone: uniquePhone(),
    amount,
    externalTransactionId: uniqueId('flight'),
    callbackUrl: receiver.url,
    ...members,
  });
  /** One whose result comes when the clock is moved. */
  async function begin() {
    const body = order({ phone: uniquePhone('8001') });
    const { json, text } = await client.operation(body);
    assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
    await untilAccepted(installation.simulatorUrl, body.phone);
    return { id: body.externalTransactionId, transactionId: json.data.transactionId as string };
  }
  const refund = (transactionId: string) =>
    client.post(refundPath, { apiKey: client.apiKey, transactionId });

  it('O7 price and maximum change: hold, commission, callback and refund are those of its acceptance', async () => {
    await priced(2, 10_000);
    const { id, transactionId } = await begin();
    const held = fund - amount * 1.02;
    assert.equal(await client.balance(), held);
    await priced(10, 500);
    await until('the new price is in force', async () => {
      const dear = order({ amount: 400 });
      const { json } = await client.operation(dear);
      const told = await receiver.waitFor(dear.externalTransactionId);
      await refund(json.data.transactionId);
      await untilStatus(client, dear.externalTransactionId, 'REFUNDED');
      return told.json.transaction.commission === 40;
    });
    const { json: tooMuch } = await client.operation(order());
    assert.notEqual(tooMuch.code, 2000);
    assert.equal(await client.balance(), held);
    await advanceClock(installation, resultSeconds);
    const { json } = await receiver.waitFor(id);
    assert.deepEqual(
      [json.status, json.transaction.amount, json.transaction.commission],
      ['SUCCESS', amount, amount * 0.02],
    );
    assert.equal(await client.balance(), held);
    await refund(transactionId);
    await untilStatus(client, id, 'REFUNDED');
    assert.equal(await client.balance(), fund);
  });

  it('S3 the account is suspended: nothing new is taken on, what was begun ends and is told', async () => {
    await priced(0, 10_000);
    const { id } = await begin();
    const suspend = (to: boolean) =>
      rows.read(
        `with changed as (update account set suspended = $2, version = version + 1 where id = $1
          returning id)
         select pg_notify('jokko_account', id::text) from changed`,
        [account.accountId, to],
      );
    await suspend(true);
    await until('it is refused', async () => (await client.operation(order())).json.code !== 2000);
    const before = await rows.read('select 1 from operation');
    await advanceClock(installation, resultSeconds);
    assert.equal((await receiver.waitFor(id)).json.status, 'SUCCESS');
    assert.equal((await rows.read('select 1 from operation')).length, before.length);
    await suspend(false);
    await untilStatus(client, id, 'SUCCESS');
  });

  it('S3 its service is taken out of the catalogue: it ends, is told and can be refunded', async () => {
    const balance = await client.balance();
    const { id, transactionId } = await begin();
    await publish((services) => services.filter(({ code }) => code !== codeService));
    // Never accepted, whichever catalogue the node knows: an order would cost what is compared
    // below.
    const tooMuch = () => client.operation(order({ amount: 1_000_000_000 }));
    await until('it is unknown', async () => (await tooMuch()).json.code === 4004);
    await advanceClock(installation, resultSeconds);
    assert.equal((await receiver.waitFor(id)).json.status, 'SUCCESS');
    await refund(transactionId);
    await untilStatus(client, id, 'REFUNDED');
    assert.equal(await client.balance(), balance);
    await installation.cli(['doctor']);
  });
});
