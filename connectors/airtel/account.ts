// Reads our balance at the provider; the connection test shows our credentials by the same call.

import {
  amountFromWire,
  asObject,
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
} from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { AirtelConfig } from './config.ts';

const request = { method: 'GET', path: '/standard/v1/users/balance' } as const;

/** Throws when the provider gives no usable answer; the caller shows that as "not known". */
export async function balance(
  context: Context<AirtelConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const result = await call(context, request);
  const told = result.kind === 'answer' && result.status === 200 ? readBalance(result.body) : null;
  if (told === null) throw new Error('the provider gave no usable balance');
  return [told];
}

function readBalance(body: Buffer): { currency: string; available: bigint } | null {
  const data = asObject(objectFromWire(body)?.['data']);
  const currency = data === null ? undefined : textMember(data, 'currency');
  const available = data === null ? null : amountFromWire(data['balance']);
  return currency === undefined || available === null ? null : { currency, available };
}

export const connectionTest: ConnectionTest<Context<AirtelConfig>, AirtelConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: async (context) =>
    readConnectionTest(await call(context, request), (body) => {
      const told = readBalance(body);
      return told === null ? null : `balance in ${told.currency}`;
    }),
};
