// Reads our balance at Stripe and tests the connection by it.

import { objectFromWire, listMember, readConnectionTest, targetOfUrl } from '@jokko/connectors/kit';
import type { Context, ConnectionTest } from '@jokko/connectors/kit';
import { textMember } from '@jokko/connectors/kit';
import { get } from './call.ts';
import type { StripeConfig } from './config.ts';
import { amountFromStripe } from './wire-amount.ts';

type Balances = { currency: string; available: bigint }[];

/**
 * What can be paid out or refunded, by currency. Throws when Stripe gives no usable answer; the
 * caller shows that as "not known".
 */
export async function balance(context: Context<StripeConfig>): Promise<Balances> {
  const result = await get(context, '/v1/balance');
  const balances =
    result.kind === 'answer' && result.status === 200 ? readBalance(result.body) : null;
  if (balances === null) throw new Error('Stripe gave no usable balance');
  return balances;
}

function readBalance(body: Buffer): Balances | null {
  const object = objectFromWire(body);
  if (object?.['object'] !== 'balance') return null;
  const balances: Balances = [];
  for (const entry of listMember(object, 'available')) {
    const currency = textMember(entry, 'currency')?.toUpperCase() ?? '';
    const available = amountFromStripe(entry['amount'], currency);
    if (!/^[A-Z]{3}$/.test(currency) || available === null) return null;
    balances.push({ currency, available });
  }
  return balances.length === 0 ? null : balances;
}

export const connectionTest: ConnectionTest<Context<StripeConfig>, StripeConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) =>
    readConnectionTest(await get(context, '/v1/balance'), (body) => {
      const currencies = readBalance(body)?.map(({ currency }) => currency);
      return currencies === undefined ? null : `balances in ${currencies.join(', ')}`;
    }),
};
