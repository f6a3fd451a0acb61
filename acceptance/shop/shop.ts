// What a shop's operator and its customers do, over Medusa's HTTP.

import assert from 'node:assert/strict';
import type { Json } from '../harness/index.ts';

export const provider = 'pp_jokko_jokko';
export const price = 15_000;

/** `token`: of the operator. `key`: of the page of the shop. */
interface Caller {
  url: string;
  token?: string;
  key?: string;
}

/** The answer, whatever it says. */
export async function ask(
  { url, token, key }: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: Json }> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'x-publishable-api-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : text };
}

async function call(caller: Caller, method: string, path: string, body?: object): Promise<Json> {
  const { status, json } = await ask(caller, method, path, body);
  assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`);
  return json;
}

export interface Shop {
  operator: Caller;
  page: Caller;
  /** A cart with the one article, which can be paid. */
  fillCart(): Promise<{ cartId: string; collectionId: string }>;
}

/** Signs the operator in, and opens a shop with one article for XOF. */
export async function openShop(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Shop> {
  const { token } = await call({ url }, 'POST', '/auth/user/emailpass', { email, password });
  const operator = { url, token: String(token) };
  const make = (path: string, body: object): Promise<Json> =>
    call(operator, 'POST', `/admin/${path}`, body);
  const { sales_channel: channel } = await make('sales-channels', { name: 'Web' });
  const { api_key: key } = await make('api-keys', { title: 'Web', type: 'publishable' });
  await make(`api-keys/${key.id}/sales-channels`, { add: [channel.id] });
  const { region } = await make('regions', {
    name: 'Sénégal',
    currency_code: 'xof',
    countries: ['sn'],
    payment_providers: [provider],
  });
  const { product } = await make('products', {
    title: 'Boubou',
    status: 'published',
    sales_channels: [{ id: channel.id }],
    options: [{ title: 'Size', values: ['M'] }],
    variants: [
      {
        title: 'M',
        options: { Size: 'M' },
        manage_inventory: false,
        prices: [{ amount: price, currency_code: 'xof' }],
      },
    ],
  });
  const page = { url, key: String(key.token) };
  return {
    operator,
    page,
    async fillCart() {
      const { cart } = await call(page, 'POST', '/store/carts', {
        region_id: region.id,
        email: 'awa@client.example',
        items: [{ variant_id: product.variants[0].id, quantity: 1 }],
      });
      const { payment_collection: collection } = await call(
        page,
        'POST',
        '/store/payment-collections',
        { cart_id: cart.id },
      );
      return { cartId: String(cart.id), collectionId: String(collection.id) };
    },
  };
}

/** Starts a payment of the cart, and answers its session. */
export async function startPayment(
  { page }: Shop,
  collectionId: string,
  data: object,
): Promise<Json> {
  const { payment_collection: collection } = await call(
    page,
    'POST',
    `/store/payment-collections/${collectionId}/payment-sessions`,
    { provider_id: provider, data },
  );
  assert.equal(collection.payment_sessions.length, 1, JSON.stringify(collection));
  return collection.payment_sessions[0];
}

/** The one session of a cart. */
export async function readSession(shop: Shop, cartId: string): Promise<Json> {
  const [session, ...others] = await readSessions(shop, cartId);
  assert.deepEqual(others, []);
  return session!;
}

/** All sessions of a cart. Medusa keeps several where a page starts them at once. */
export async function readSessions({ page }: Shop, cartId: string): Promise<Json[]> {
  const path = `/store/carts/${cartId}?fields=*payment_collection.payment_sessions`;
  const { cart } = await call(page, 'GET', path);
  return cart.payment_collection.payment_sessions;
}

/** What the page does when the customer comes back: `type` of the answer is `order` or `cart`. */
export const completeCart = ({ page }: Shop, cartId: string) =>
  ask(page, 'POST', `/store/carts/${cartId}/complete`, {});

/** All orders with their payments. */
export const readOrders = async ({ operator }: Shop): Promise<Json[]> =>
  (
    await call(
      operator,
      'GET',
      '/admin/orders?limit=100&fields=id,payment_status,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds',
    )
  ).orders;
