// O15: a route that is down takes nothing. New operations take the service's next route; without
// one, collections are refused and nothing is stored, and payouts are parked: held, without an
// attempt, and sent once when the route is back.

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
import type { Client, Installation, Receiver } from './harness/index.ts';
import { lookUp, untilStatus } from './harness/payment.ts';
import { bookOf, executionsOf } from './harness/provider-book.ts';

interface CatalogueFile {
  services: { code: string; otherRoutes?: string[] }[];
  routes: { name: string; parkedHours?: number }[];
}
interface ParkedLine {
  id: string;
  amount: string;
}

const payout = 'OPG_CI_API_CASH_IN';
const payoutRoute = 'OPG_CI';
const collection = 'OPG_CI_API_CASH_OUT';
const divertedPayout = 'OPA_SN_API_CASH_IN';
const divertedRoute = 'OPA_SN';
const nextRoute = 'OPD_SN';
const refundPath = '/api-services/transaction/refund-cancel';
const operatorDown = 28;
const daySeconds = 86_400;

describe('O15 breakers', () => {
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;

  before(async () => {
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    const catalogue = await installation.cli<CatalogueFile>(['catalogue', 'export']);
    catalogue.services.find(({ code }) => code === divertedPayout)!.otherRoutes = [nextRoute];
    const file = join(installation.dataDir, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
    const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
  });

  const setBreaker = (route: string, state: 'open' | 'try' | 'close') =>
    installation.cli(['route', 'breaker', route, state, '--reason', 'test']);
  const parkedOn = (route: string) => installation.cli<ParkedLine[]>(['route', 'parked', route]);
  const order = (codeService: string, phone: string, externalTransactionId: string) => ({
    phone,
    amount: 1_000,
    codeService,
    externalTransactionId,
    callbackUrl: receiver.url,
  });
  const unused = () => uniquePhone('0000', 10);
  const isAvailable = async (code: string): Promise<boolean> => {
    const { json } = await client.get('/api-services/services', {
      Secretkey: client.apiKey,
    });
    const services = json.services as { codeService: string; available?: boolean }[];
    return services.find(({ codeService }) => codeService === code)!.available !== false;
  };

  it('O15 a payout waits, held and without an attempt, and is sent once when its route is back', async () => {
    await setBreaker(payoutRoute, 'open');
    await until('the route is down', async () => !(await isAvailable(payout)));
    const funds = await client.balance();
    const phone = unused();
    const id = uniqueId('parked');
    const opened = await client.operation(order(payout, phone, id));
    assert.deepEqual([opened.json.code, opened.json.data.status], [2000, 'PENDING']);
    const repeated = await client.operation(order(payout, phone, id));
    assert.equal(repeated.json.data.transactionId, opened.json.data.transactionId);
    assert.equal((await lookUp(client, id)).json.data.status, 'PENDING');
    assert.deepEqual(
      (await parkedOn(payoutRoute)).map((each) => each.id),
      [opened.json.data.transactionId],
    );
    assert.ok((await client.balance()) < funds, 'held');
    assert.deepEqual(await bookOf(installation.simulatorUrl, phone), []);
    await installation.cli(['doctor']);

    await setBreaker(payoutRoute, 'close');
    await untilStatus(client, id, 'SUCCESS');
    assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
    assert.deepEqual(await parkedOn(payoutRoute), []);
    await until('its callback', async () =>
      Promise.resolve(receiver.requests.some(({ text }) => text.includes(id))),
    );
    await installation.cli(['doctor']);
  });

  it('O15 a collection is refused with operator_down_time and nothing is stored', async () => {
    await setBreaker(payoutRoute, 'open');
    await until('the route is down', async () => !(await isAvailable(collection)));
    const id = uniqueId('refused');
    const { json } = await client.operation(order(collection, unused(), id));
    assert.deepEqual([json.code, json.data.errorType.id], [4000, operatorDown]);
    assert.equal((await lookUp(client, id)).json.code, 4004);
    await setBreaker(payoutRoute, 'close');
    await until('the route is back', () => isAvailable(collection));
  });

  it('O15 an account that wants no waiting is refused at once', async () => {
    const account = await createAccount(installation, { set: ['--parks-payouts', 'off'] });
    const impatient = createClient(installation.baseUrl, account.apiKey);
    await setBreaker(payoutRoute, 'open');
    await until('the route is down', async () => !(await isAvailable(payout)));
    const { json } = await impatient.operation(order(payout, unused(), uniqueId('refused')));
    assert.deepEqual([json.code, json.data.errorType.id], [4000, operatorDown]);
  });

  it('S4 what waits is cancelled by whoever asked for it, and its hold is released', async () => {
    const funds = await client.balance();
    const phone = unused();
    const id = uniqueId('cancelled');
    const { json } = await client.operation(order(payout, phone, id));
    assert.equal(json.code, 2000);
    const cancelled = await client.post(refundPath, {
      apiKey: client.apiKey,
      codeService: payout,
      transactionId: json.data.transactionId,
    });
    assert.equal(cancelled.json.statutTreatment, 'SUCCESS');
    assert.equal((await lookUp(client, id)).json.data.status, 'CANCELED');
    assert.equal(await client.balance(), funds);
    assert.deepEqual(await bookOf(installation.simulatorUrl, phone), []);
  });

  it('O15 what has waited too long fails as operator_down_time, with its hold released and a callback', async () => {
    const funds = await client.balance();
    const phone = unused();
    const id = uniqueId('old');
    assert.equal((await client.operation(order(payout, phone, id))).json.code, 2000);
    await advanceClock(installation, daySeconds + 60);
    const failed = await untilStatus(client, id, 'FAILLED');
    assert.equal(failed.errorType.code, 'operator_down_time');
    assert.equal(await client.balance(), funds);
    await until('its callback', async () =>
      Promise.resolve(receiver.requests.some(({ text }) => text.includes(id))),
    );
    assert.deepEqual(await bookOf(installation.simulatorUrl, phone), []);
    await setBreaker(payoutRoute, 'close');
    await installation.cli(['doctor']);
  });

  it('O15 S4 F41 what is cancelled, given up and let go at the same moment is either sent once or never', async () => {
    await setBreaker(payoutRoute, 'open');
    await until('the route is down', async () => !(await isAvailable(payout)));
    const orders = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const [phone, id] = [unused(), uniqueId('race')];
        const { json } = await client.operation(order(payout, phone, id));
        assert.equal(json.code, 2000);
        return { phone, id, transactionId: json.data.transactionId as string };
      }),
    );
    await Promise.all([
      setBreaker(payoutRoute, 'close'),
      until('the first has left', async () => (await parkedOn(payoutRoute)).length < orders.length),
    ]);
    await Promise.all([
      advanceClock(installation, daySeconds + 60),
      ...orders
        .slice(0, orders.length / 2)
        .map(({ transactionId }) =>
          client.post(refundPath, { apiKey: client.apiKey, codeService: payout, transactionId }),
        ),
    ]);
    for (const { phone, id } of orders) {
      const status = await until(`${id} has ended`, async () => {
        const { json } = await lookUp(client, id);
        const { status: present } = json.data as { status: string };
        return !['PENDING', 'PROCESSING'].includes(present) && present;
      });
      const wanted = status === 'FAILLED' || status === 'CANCELED' ? 0 : 1;
      assert.equal(
        await executionsOf(installation.simulatorUrl, phone),
        wanted,
        `${id}: ${status}`,
      );
    }
    await installation.cli(['doctor']);
  });

  it('O15 new operations take the next route of their service', async () => {
    await Promise.all([divertedRoute, nextRoute].map((route) => setBreaker(route, 'open')));
    await until('both routes are down', async () => !(await isAvailable(divertedPayout)));
    await setBreaker(nextRoute, 'close');
    await until('the next route takes it', () => isAvailable(divertedPayout));
    const phone = uniquePhone('0000', 9);
    const id = uniqueId('diverted');
    assert.equal((await client.operation(order(divertedPayout, phone, id))).json.code, 2000);
    await untilStatus(client, id, 'SUCCESS');
    assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
    assert.deepEqual(await parkedOn(divertedRoute), []);
  });
});
