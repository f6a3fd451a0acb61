// Tests the connection by reading our balance, which requires a good key.

import { amountToWire, readConnectionTest, targetOfUrl } from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { readBalance } from './account.ts';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { WaveConfig } from './config.ts';

export const connectionTest: ConnectionTest<Context<WaveConfig>, WaveConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: async (context) =>
    readConnectionTest(await call(context, { method: 'GET', path: '/v1/balance' }), (body) => {
      const found = readBalance(body);
      return found === null ? null : `balance ${amountToWire(found.available)} ${found.currency}`;
    }),
};
