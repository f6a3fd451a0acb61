// Reads our account, for its balance and to test the connection.

import { objectFromWire, readConnectionTest, targetOfUrl, wordMember } from '@jokko/connectors/kit';
import type { ConnectionTest, Context, JsonObject } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { PiSpiConfig } from './config.ts';
import { amountOf, paymentsPath } from './operations.ts';

const pathOf = ({ accountNumber = '' }: PiSpiConfig): string =>
  `/comptes/${encodeURIComponent(accountNumber)}`;

/** Throws when the participant gives no usable answer; the caller shows that as "not known". */
export async function balance(
  context: Context<PiSpiConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const result = await call(context, { method: 'GET', path: pathOf(context.config) });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  const available = object === null ? null : amountOf(context.config, object['solde']);
  if (available === null) throw new Error('no usable balance');
  return [{ currency: 'XOF', available }];
}

/** The account where its number is configured, else the list of payments. */
export const connectionTest: ConnectionTest<Context<PiSpiConfig>, PiSpiConfig> = {
  target(config) {
    const target = targetOfUrl(settingsOf(config).baseUrl);
    return target.tls === null ? target : { ...target, tls: settingsOf(config).tls ?? {} };
  },
  async call(context) {
    const { config } = context;
    const hasAccount = Boolean(config.accountNumber);
    const path = hasAccount ? pathOf(config) : `${paymentsPath}?page=1&size=1`;
    return readConnectionTest(await call(context, { method: 'GET', path }), (body) => {
      const object = objectFromWire(body);
      if (object === null) return null;
      return hasAccount ? accountWords(object) : Array.isArray(object['data']) ? 'payments' : null;
    });
  },
};

function accountWords(object: JsonObject): string | null {
  const status = wordMember(object, 'statut');
  return status === undefined ? null : `account ${status}`;
}
