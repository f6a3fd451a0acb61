// Buys in a real Medusa, which is installed from npm: an order, a failure and a second try, a
// refund, callbacks that come early and twice.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  hostInstallation,
  uniquePhone,
  until,
  type Client,
  type HostedInstallation,
  type Json,
} from '../harness/index.ts';
import { freePort } from '../harness/free-port.ts';
import { startLosingProxy, type LosingProxy, type ProxiedRequest } from '../sdks/losing-proxy.ts';
import { checkTypes } from './check-types.ts';
import { installMedusa } from './install.ts';
import { startMedusa, type MedusaServer } from './medusa-server.ts';
import {
  ask,
  completeCart,
  openShop,
  price,
  provider,
  readOrders,
  readSession,
  readSessions,
  startPayment,
  type Shop,
} from './shop.ts';

/**
 * 1,063 packages of the registry, which cannot be reached everywhere: it is not asked elsewhere
 * than in the nightly run.
 */
const skip = process.env['JOKKO_NIGHTLY'] === '1' ? false : 'nightly';
const operator = { email: 'operator@shop.example', password: 'a long password of the shop' };
const service = 'OPF_SN_API_CASH_OUT';
/** An answer that is kept back is given up after it; a callback is read long before. */
const timeoutMs = 20_000;

describe('a shop of Medusa', { skip }, () => {
  let installation: HostedInstallation;
  let medusa: string;
  let server: MedusaServer;
  let shop: Shop;
  let client: Client;
  /** Before the gateway, and before the shop. */
  let toGateway: LosingProxy;
  let toShop: LosingProxy;
  before(async () => {
    const port = await freePort();
    [medusa, installation] = await Promise.all([installMedusa(), hostInstallation()]);
    const { baseUrl } = installation;
    const { apiKey, webhookSecret } = await createAccount(installation, {
      set: ['--callback-grace-ms', '0'],
      language: 'en',
    });
    client = createClient(baseUrl, apiKey);
    toGateway = await startLosingProxy(baseUrl);
    toShop = await startLosingProxy(`http://127.0.0.1:${port}`);
    server = await startMedusa({
      medusa,
      plugin: `${baseUrl}/sdk/jokko-medusa.tgz`,
      port,
      operator,
      options: {
        url: toGateway.url,
        key: apiKey,
        webhookSecret,
        callbackUrl: `${toShop.url}/hooks/payment/jokko_jokko`,
        services: [service],
        timeoutMs,
      },
    });
    shop = await openShop(server.url, operator);
  });
  after(async () => {
    await server?.stop();
    await toShop?.close();
    await toGateway?.close();
    await installation?.stop();
  });

  const ordersOf = async (sessionId: string): Promise<Json[]> =>
    (await readOrders(shop)).filter((order) =>
      order.payment_collections.some((collection: Json) =>
        collection.payments.some((payment: Json) => payment.data.id === sessionId),
      ),
    );
  /** The one order of a session, when it is there. */
  async function untilOrdered(sessionId: string): Promise<{ order: Json; payment: Json }> {
    const order = await until(
      `an order for ${sessionId}`,
      async () => (await ordersOf(sessionId))[0],
      {
        everyMs: 500,
      },
    );
    const [payment, ...others] = order.payment_collections[0].payments;
    assert.deepEqual([order.payment_status, others], ['captured', []]);
    assert.deepEqual(
      payment.captures.map(({ amount }: Json) => amount),
      [price],
    );
    return { order, payment };
  }
  const pay = async (phone: string) => {
    const { cartId, collectionId } = await shop.fillCart();
    const session = await startPayment(shop, collectionId, { service, phone });
    return { cartId, collectionId, session };
  };
  /** A body with the signature of a callback. */
  async function post({ path, headers }: ProxiedRequest, body: string): Promise<void> {
    const kept = Object.entries(headers).filter(([name]) => /^(webhook-|content-type$)/.test(name));
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: kept as [string, string][],
      body,
    });
    assert.equal(answer.status, 200);
  }
  const statusOf = async (id: string): Promise<string> =>
    (await client.status(id)).json.data.status;

  it('the plug-in fits the types of Medusa', () => checkTypes(medusa));

  it('an article is ordered and its payment captured by the callback alone; the same callback again changes nothing', async () => {
    const funds = await client.balance();
    toShop.plan([]);
    const { session } = await pay(uniquePhone());
    assert.deepEqual(
      [session.status, session.data.amount, session.data.currency],
      ['pending', price, 'XOF'],
    );
    const { payment } = await untilOrdered(session.id);
    assert.equal(payment.data.transactionId, session.data.transactionId);
    const earned = (await client.balance()) - funds;
    assert.ok(earned > 0.9 * price && earned <= price, String(earned));

    const [callback] = toShop.requests;
    for (let times = 0; times < 3; times++) await post(callback!, callback!.body);
    // A later payment was read after the repeats.
    await untilOrdered((await pay(uniquePhone())).session.id);
    assert.equal((await ordersOf(session.id)).length, 1);
    await untilOrdered(session.id);
  });

  it('a payment that failed puts its session in error, and the same cart is paid by another one', async () => {
    const { cartId, collectionId, session } = await pay(uniquePhone('9026'));
    const failed = await until('the session in error', async () => {
      const { status, data } = await readSession(shop, cartId);
      return status === 'error' && data;
    });
    assert.deepEqual([failed.id, failed.status], [session.id, 'FAILLED']);
    assert.match(failed.error.message, /\w/);
    const refused = await completeCart(shop, cartId);
    assert.notEqual(refused.json.type, 'order', JSON.stringify(refused));
    const again = await startPayment(shop, collectionId, { service, phone: uniquePhone() });
    assert.notEqual(again.id, session.id);
    await untilOrdered(again.id);
    assert.deepEqual(
      [await statusOf(session.id), await statusOf(again.id)],
      ['FAILLED', 'SUCCESS'],
    );
  });

  it('the operator of the shop refunds in full; a part is refused and nothing moves', async () => {
    const funds = await client.balance();
    const { session } = await pay(uniquePhone());
    const { order, payment } = await untilOrdered(session.id);
    const refund = (body: object) =>
      ask(shop.operator, 'POST', `/admin/payments/${payment.id}/refund`, body);
    const part = await refund({ amount: 5_000 });
    assert.equal(part.status, 400, JSON.stringify(part));
    assert.match(part.json.message, /refunds a payment in full: 15000 XOF, not 5000/);
    assert.equal(await statusOf(session.id), 'SUCCESS');
    const full = await refund({});
    assert.equal(full.status, 200, JSON.stringify(full));
    assert.equal(await statusOf(session.id), 'REFUNDED');
    assert.equal(await client.balance(), funds);
    const [refunded] = await ordersOf(session.id);
    assert.deepEqual([refunded.id, refunded.payment_status], [order.id, 'refunded']);
    assert.notEqual((await refund({})).status, 200);
  });

  it('an answer that is lost is asked for again with the same bytes: the callback came before, and there is one order', async () => {
    toGateway.plan(['silent']);
    const { session } = await pay(uniquePhone());
    const orders = toGateway.requests.filter(({ path }) => path === '/api-services/operation');
    assert.deepEqual(
      orders.map(({ body }) => body),
      [orders[0]!.body, orders[0]!.body],
    );
    assert.equal((await ordersOf(session.id)).length, 1, 'before the answer');
    await untilOrdered(session.id);
  });

  it('a failure whose callback comes before the answer is one, and the cart is paid again', async () => {
    const { cartId, collectionId } = await shop.fillCart();
    toGateway.plan(['silent']);
    const session = await startPayment(shop, collectionId, {
      service,
      phone: uniquePhone('9026'),
    });
    assert.deepEqual([session.status, session.data.status], ['error', 'FAILLED']);
    assert.equal((await readSession(shop, cartId)).status, 'error');
    await untilOrdered(
      (await startPayment(shop, collectionId, { service, phone: uniquePhone() })).id,
    );
  });

  it('a payment that waits is no order; another one takes its place after it was cancelled', async () => {
    const { cartId, collectionId, session } = await pay(uniquePhone('8007'));
    const early = await completeCart(shop, cartId);
    assert.notEqual(early.json.type, 'order', JSON.stringify(early));
    assert.equal((await readSession(shop, cartId)).status, 'requires_more');
    const other = await startPayment(shop, collectionId, { service, phone: uniquePhone() });
    assert.equal(await statusOf(session.id), 'CANCELED');
    await untilOrdered(other.id);
  });

  it('a page that asks three times at once takes money once', async () => {
    for (let times = 0; times < 5; times++) {
      const { cartId, collectionId } = await shop.fillCart();
      const before = toGateway.requests.length;
      const path = `/store/payment-collections/${collectionId}/payment-sessions`;
      const begin = () => {
        const data = { service, phone: uniquePhone() };
        return ask(shop.page, 'POST', path, { provider_id: provider, data });
      };
      const answers = await Promise.all([begin(), begin(), begin()]);
      if (answers.every(({ status }) => status !== 200)) assert.equal((await begin()).status, 200);
      const sessions = await readSessions(shop, cartId);
      const open = sessions.filter(({ status }) => !['error', 'canceled'].includes(status));
      assert.equal(open.length, 1, JSON.stringify({ sessions, answers }));
      const paid: string = open[0]!.id;
      await untilOrdered(paid);
      const ordered = toGateway.requests
        .slice(before)
        .filter(({ path: asked }) => asked === '/api-services/operation')
        .map(({ body }) => String(JSON.parse(body).externalTransactionId));
      for (const id of new Set(ordered))
        if (id !== paid) assert.match(await statusOf(id), /^(CANCELED|REFUNDED)$/);
    }
  });

  it('what the page sends stands for nothing: amounts, results and services of its own', async () => {
    const { session: paid } = await pay(uniquePhone());
    await untilOrdered(paid.id);
    const { cartId, collectionId } = await shop.fillCart();
    const forged = await startPayment(shop, collectionId, {
      ...paid.data,
      status: 'SUCCESS',
      amount: 1,
    });
    assert.deepEqual([forged.status, forged.data.id], ['canceled', forged.id]);
    assert.notEqual((await completeCart(shop, cartId)).json.type, 'order');
    const path = `/store/payment-collections/${collectionId}/payment-sessions`;
    const { status, json } = await ask(shop.page, 'POST', path, {
      provider_id: 'pp_jokko_jokko',
      data: { service: 'OPA_SN_API_CASH_IN', phone: uniquePhone() },
    });
    assert.deepEqual([status, json.message], [400, `data.service must be one of ${service}.`]);
  });

  it('callbacks that are not genuine change nothing, and the books are right', async () => {
    const { session } = await pay(uniquePhone('8007'));
    const transaction = { externalTransactionId: session.id };
    await post(toShop.requests[0]!, JSON.stringify({ status: 'SUCCESS', transaction }));
    await until('the warning', () => server.log().includes('a callback is not genuine'));
    assert.deepEqual(await ordersOf(session.id), []);
    const { code, stdout, stderr } = await installation.runCli(['doctor', '--deep', '--json']);
    assert.equal(code, 0, stdout + stderr);
  });
});
