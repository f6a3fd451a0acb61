// Reads our balance at Reloadly. No effect on money.

import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import {
  amountFromWire,
  noToken,
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { ReloadlyConfig } from './config.ts';

interface Balance {
  currency: string;
  available: bigint;
}

/**
 * Reads the one account that all services use, in its own currency. Throws when there is no usable
 * answer.
 */
export async function balance(context: Context<ReloadlyConfig>): Promise<Balance[]> {
  const result = await call(context, 'topups', '/accounts/balance');
  const found = result.kind === 'answer' && result.status === 200 ? balanceOf(result.body) : null;
  if (found === null) throw new Error('Reloadly gave no usable balance');
  return [found];
}

/** What is below a ten-thousandth is cut off: Reloadly keeps five decimals. */
function balanceOf(body: Buffer): Balance | null {
  const object = objectFromWire(body);
  const told = object?.['balance'];
  const currency = object === null ? undefined : textMember(object, 'currencyCode');
  const written = typeof told === 'number' ? told.toFixed(6) : told;
  const available =
    typeof written === 'string' ? amountFromWire(written.replace(/(\.\d{4})\d*$/, '$1')) : null;
  return currency === undefined || available === null ? null : { currency, available };
}

export const connectionTest: ConnectionTest<Context<ReloadlyConfig>, ReloadlyConfig> = {
  target: (config) => targetOfUrl(config.topupsUrl),
  async call(context) {
    const result = await call(context, 'topups', '/accounts/balance');
    if (result.kind === 'not_sent' && result.cause.startsWith(`${noToken}: HTTP 4`))
      return { ok: false, why: 'unknown us', said: result.cause };
    return readConnectionTest(result, (body) => {
      const found = balanceOf(body);
      return found === null ? null : `balance in ${found.currency}`;
    });
  },
};
