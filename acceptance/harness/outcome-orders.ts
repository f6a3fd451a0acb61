// Orders whose last four digits choose the sandbox's outcome, on a service of each kind of
// protocol, each with an account of its own.

import assert from 'node:assert/strict';
import { createAccount, type AccountOptions } from './account.ts';
import { createClient, type Client } from './client.ts';
import { payOut } from './fixture.ts';
import type { Installation } from './installation.ts';
import { untilAdmitted } from './payment.ts';
import type { ReceivedRequest, Receiver } from './receiver.ts';
import { uniquePhone } from './values.ts';

/** The services that a row of the table is tried on. */
export const outcomeServices: { readonly [name: string]: string } = {
  'GSMA pay-out': 'OPD_SN_WALLET_CASH_IN',
  'GSMA collection': 'OPD_SN_WALLET_CASH_OUT',
  'sandbox airtime': 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
};

export interface Order {
  /** Whom the provider's book names. */
  party: string;
  members: Record<string, unknown>;
  from: Client;
}
export interface Started extends Order {
  externalId: string;
  transactionId: string;
  /** When the answer had arrived, on `performance.now()`'s clock. */
  arrivedAt: number;
}
export interface Outcome extends Started {
  callback: ReceivedRequest;
  /** From the answer to the callback. */
  tookMs: number;
}

export interface OutcomeOrders {
  /** An account for all other services. */
  client: Client;
  order(service: string, digits: string): Order;
  /** It is accepted and pending. */
  start(order: Order): Promise<Started>;
  /** Its callback has come. */
  finish(started: Started): Promise<Outcome>;
  complete(order: Order): Promise<Outcome>;
}

/** Before whichever else is slow, a callback may be told a second time. */
const completesWithinMs = 180_000;

export async function openOutcomeOrders(
  installation: Pick<Installation, 'cli' | 'baseUrl'>,
  receiver: Receiver,
  options: AccountOptions = {},
): Promise<OutcomeOrders> {
  const newClient = async (): Promise<Client> => {
    const { apiKey } = await createAccount(installation, { fund: 100_000_000, ...options });
    return createClient(installation.baseUrl, apiKey);
  };
  const client = await newClient();
  // 512 requests at once is the most that one account may have.
  const clients = new Map<string, Client>();
  for (const name of Object.keys(outcomeServices)) clients.set(name, await newClient());
  const orders: OutcomeOrders = {
    client,
    order(service, digits) {
      const phone = uniquePhone(digits);
      const members = { codeService: outcomeServices[service], phone, amount: 1_000 };
      return { party: phone, members, from: clients.get(service)! };
    },
    async start(order) {
      const body = payOut({ ...order.members, callbackUrl: receiver.url });
      const { json, text, arrivedAt } = await untilAdmitted(order.from, body);
      assert.deepEqual([json.code, json.data.status], [2000, 'PENDING'], text);
      const externalId = String(body['externalTransactionId']);
      return { ...order, externalId, transactionId: json.data.transactionId, arrivedAt };
    },
    async finish(started) {
      const limit = { timeoutMs: completesWithinMs };
      const callback = await receiver.waitFor(started.externalId, limit);
      return { ...started, callback, tookMs: callback.arrivedAt - started.arrivedAt };
    },
    complete: async (order) => orders.finish(await orders.start(order)),
  };
  return orders;
}
